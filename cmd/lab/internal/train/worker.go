package train

import (
	"math"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// group is the number of positions that a worker handles at a time: few enough for the
// caches, and enough to update each row of the gradient for several.
const group = 2048

// worker is the memory of one thread for running positions through the network, forward and
// backward. Each position has two slots, its side to move first.
type worker struct {
	shape
	layers   layers
	inputs   *nnue.FeatureSet
	mirrors  [2]*dataset.Mirror // as it is, and flipped
	gradient []float32          // of all parameters, summed over positions
	touched  *touched           // of a lazy network: the gradient of its hidden layer, which the other does not have

	board   dataset.Board
	records [group]dataset.Packed
	flipped [group]bool
	n       int // positions at hand

	neurons []float32    // [blocks][group][kernel.Pair]: sums, then gradients
	zone    int          // inputs of a zone of the king
	views   []slotView   // of each slot
	found   []uint32     // active inputs of each slot, the bias last
	zones   []int        // how many slots have a zone, then where its next one comes
	order   []uint32     // of the slots, zone by zone
	index   []uint32     // the inputs in found in that order
	rows    []kernel.Row // of the slots in index
	active  []uint32     // the inputs in index, each once
	count   []uint32     // how many slots have an input, then where they begin in slots; else 0
	slots   []uint32     // the slots of each input
	columns []kernel.Row // of the inputs in slots
	outputs [group]float32
}

// slotView is how a slot sees its position.
type slotView struct {
	zone int
	end  uint32 // of its inputs in found
}

// stride is the distance of blocks in the neurons of a worker.
const stride = group * kernel.Pair

// newWorker returns a worker, with the layers of n, without a gradient.
func newWorker(n network, in *nnue.FeatureSet, flip func(core.Square) core.Square) *worker {
	const most = 2 * group * (2*dataset.MaxPieces + 1)
	s := n.hiddenLayer()
	return &worker{
		shape: s, layers: n.layers(), inputs: in, mirrors: [2]*dataset.Mirror{dataset.MirrorOf(nil), dataset.MirrorOf(flip)},
		neurons: make([]float32, s.blocks()*stride),
		zone:    in.Block(), views: make([]slotView, 0, 2*group), found: make([]uint32, 0, most),
		zones: make([]int, in.Count/in.Block()+1), order: make([]uint32, 2*group),
		index: make([]uint32, 0, most), rows: make([]kernel.Row, 0, 2*group),
		count: make([]uint32, s.trained()+1),
		slots: make([]uint32, most),
	}
}

// learns gives w a gradient of the given number of parameters. Where weights fold, it has that of all weights of
// zones, and zeros for what zones share.
func (w *worker) learns(size int) {
	if w.lazy {
		w.touched = newTouched(w.shape)
		size -= w.hiddenSize()
	}
	w.gradient = make([]float32, size)
}

// hiddenGradient returns the gradient of a block of the hidden layer.
func (w *worker) hiddenGradient(block int) []float32 {
	if w.touched != nil {
		return w.touched.blocks[block]
	}
	return w.block(w.gradient, block)
}

// tailGradient returns the gradient of the parameters behind the hidden layer.
func (w *worker) tailGradient() []float32 {
	if w.touched != nil {
		return w.gradient
	}
	return w.tail(w.gradient)
}

// load takes up to group positions from next, which also says whether to flip them.
func (w *worker) load(n int, next func(i int) (r *dataset.Packed, flip bool)) {
	w.n = n
	for i := range n {
		r, flip := next(i)
		w.records[i], w.flipped[i] = *r, flip
	}
	w.views, w.found = w.views[:0], w.found[:0]
	for i := range w.records[:n] {
		r, m := &w.records[i], w.mirrors[0]
		if w.flipped[i] {
			m = w.mirrors[1]
		}
		w.board.Unpack(r, m)
		w.view(r.Side())
		w.view(r.Side().Other())
	}
	w.gather()
}

// view adds the slot of a side of the board at hand.
func (w *worker) view(side core.Color) {
	view := &w.inputs.KingBuckets[w.inputs.KingBucket[side][w.board.King(side, w.inputs.King)]]
	table := &w.inputs.Tables[view.Table]
	for _, p := range w.board.Pieces[:w.board.N] {
		if f := table[p>>8&(core.MaxPieces-1)][p&255]; f != nnue.None {
			w.add(view, int(f))
		}
	}
	for range w.inputs.Missing(w.board.N) {
		w.add(view, 0)
	}
	w.found = append(w.found, uint32(w.trained()))
	w.views = append(w.views, slotView{view.First / w.zone, uint32(len(w.found))})
}

// add adds an input of a view to the slot at hand.
func (w *worker) add(view *nnue.KingBucket, f int) {
	w.found = append(w.found, uint32(view.First+f))
	if w.lazy && w.shared > 0 {
		w.found = append(w.found, uint32(w.shape.inputs+f))
	}
}

// gather lists the inputs of all slots, zone by zone, so that the weights that are read at a time are
// few enough for the caches.
func (w *worker) gather() {
	for _, input := range w.active {
		w.count[input] = 0
	}
	w.index, w.rows, w.active = w.index[:0], w.rows[:0], w.active[:0]
	clear(w.zones)
	for _, v := range w.views {
		w.zones[v.zone+1]++
	}
	for z := range w.zones[1:] {
		w.zones[z+1] += w.zones[z]
	}
	for slot, v := range w.views {
		w.order[w.zones[v.zone]] = uint32(slot)
		w.zones[v.zone]++
	}
	for _, slot := range w.order[:len(w.views)] {
		from := uint32(0)
		if slot > 0 {
			from = w.views[slot-1].end
		}
		for _, input := range w.found[from:w.views[slot].end] {
			if w.count[input] == 0 {
				w.active = append(w.active, input)
			}
			w.count[input]++
		}
		w.index = append(w.index, w.found[from:w.views[slot].end]...)
		w.rows = append(w.rows, kernel.Row{To: slot, End: uint32(len(w.index))})
	}
}

// begin prepares for a step with these parameters.
func (w *worker) begin(p []float32) { w.layers.begin(w.tail(p)) }

// forward computes the outputs.
func (w *worker) forward(p []float32) {
	for b := range w.blocks() {
		kernel.Sum(w.neurons[b*stride:(b+1)*stride], w.block(p, b), w.index, w.rows)
	}
	w.layers.forward(w, w.tail(p))
}

// loss returns the sum of squared errors of the chances that outputs stand for, and replaces
// the outputs by its derivatives times factor. The target is a blend of the result and the score.
func (w *worker) loss(t target, factor float64) (sum float64) {
	for i := range w.outputs[:w.n] {
		l := w.records[i].Label()
		p := sigmoid(t.slope * float64(w.outputs[i]))
		e := p - t.of(l)
		sum += e * e
		w.outputs[i] = float32(2 * e * p * (1 - p) * t.slope * factor)
	}
	return sum
}

// target is the target of the output.
type target struct {
	blend   float64 // share of the result, the rest is the score's
	scale   float64 // K of scores
	slope   float64 // log odds of an output of 1
	stretch float64 // scores are stretched by its hyperbolic sine; 0: they are not
}

// target returns what a run aims at.
func (s *Setup) target() target {
	t := target{blend: s.Blend, scale: float64(s.Scale), slope: 1, stretch: float64(s.Stretch)}
	if s.LossScale != 0 {
		t.scale, t.slope = float64(s.LossScale), t.scale/float64(s.LossScale)
	}
	return t
}

// of returns the target of a label: the score's alone if there is no result.
func (t target) of(l dataset.Label) float64 {
	score := float64(l.Score)
	if t.stretch != 0 {
		score = t.stretch * math.Sinh(score/t.stretch)
	}
	chance := sigmoid(score / t.scale)
	if l.Result == dataset.NoResult {
		return chance
	}
	return t.blend*float64(l.Result+1)/2 + (1-t.blend)*chance
}

// backward adds the gradient by the derivatives in outputs.
func (w *worker) backward(p []float32) {
	w.layers.backward(w, w.tail(p), w.tailGradient())
	w.transpose()
	for b := range w.blocks() {
		kernel.Add(w.hiddenGradient(b), w.neurons[b*stride:(b+1)*stride], w.slots, w.columns)
	}
}

// transpose lists the slots of each input.
func (w *worker) transpose() {
	w.columns = w.columns[:0]
	end := uint32(0)
	for _, input := range w.active {
		row, n := input, w.count[input]
		if w.touched != nil {
			row = w.touched.at(input)
		}
		w.count[input] = end
		end += n
		w.columns = append(w.columns, kernel.Row{To: row, End: end})
	}
	k := uint32(0)
	for _, r := range w.rows {
		for ; k < r.End; k++ {
			at := &w.count[w.index[k]]
			w.slots[*at] = r.To
			*at++
		}
	}
}

// finite reports whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
