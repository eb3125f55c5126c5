package train

import "github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"

// fold adds what zones share to the rounded weights of each zone, if it is not there yet: the sums are
// what a network stores.
func (r *Run) fold() {
	if r.folds() {
		r.parallel(func(thread int, _ *worker) {
			r.eachZone(thread, func(own, shared, n int) { r.addRows(r.rounded[own:], r.rounded[shared:], n) })
		})
	}
}

// eachZone calls visit for a thread's share of the inputs that zones share, in each block and zone: they are n rows
// of Width parameters, those of the zone and those that are shared at these offsets.
func (r *Run) eachZone(thread int, visit func(own, shared, n int)) {
	from, to := r.part(thread, r.shared, 1)
	for b := range r.blocks() {
		at := func(row int) int { return b*r.blockSize() + row*kernel.Width }
		for first := 0; first < r.inputs && from < to; first += r.shared {
			visit(at(first+from), at(r.inputs+from), to-from)
		}
	}
}

// shareGradient sets a thread's share of the gradient by what zones share, after merging those by the weights of
// zones.
func (r *Run) shareGradient(thread int) {
	g := r.workers[0].gradient
	r.eachZone(thread, func(own, shared, n int) {
		r.merge(own, own+n*kernel.Width)
		r.addRows(g[shared:], g[own:], n)
	})
}

// updateZones makes a thread's share of a step for a hidden layer whose weights fold. The gradient by what zones
// share is the sum of those by the weights of zones.
func (r *Run) updateZones(thread int, s *kernel.Step) {
	r.shareGradient(thread)
	stepped := -1
	r.eachZone(thread, func(own, shared, n int) {
		if stepped != shared {
			stepped = shared
			r.stepRange(s, shared, shared+n*kernel.Width)
		}
		r.stepRange(s, own, own+n*kernel.Width)
		r.addRows(r.rounded[own:], r.rounded[shared:], n)
	})
	if thread == 0 {
		for b := range r.blocks() {
			bias := b*r.blockSize() + r.trained()*kernel.Width
			r.updateRange(s, bias, bias+kernel.Width)
		}
	}
}

// addRows adds n rows of from to those of to.
func (r *Run) addRows(to, from []float32, n int) {
	kernel.Add(to, from, r.eachIndex[:n], r.eachRow[:n])
}
