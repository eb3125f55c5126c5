package train

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Config says how to run a setup.
type Config struct {
	Setup
	Game       games.Game
	Encoding   *nnue.FeatureSet // the one of Setup.FeatureSets that is chosen
	Threads    int
	Training   *Set
	Validation *Held
	// Architecture is set if the network is not one of ours; it is written as the file
	// of another engine.
	Architecture *foreign.Architecture
	From         *nnue.Network    // the initial network; nil: random weights
	FromForeign  *foreign.Network // the same for one of Architecture

	Checkpoint string        // file for saving and resuming the run, "": none
	Every      time.Duration // how often it is saved

	// Progress, if not nil, is called after each step and for each new point of the
	// curves.
	Progress func(p Progress)
}

// Progress is the progress of a run.
type Progress struct {
	Step, Steps int64
	Loss        float64 // mean over about the last hundredth of the run, or since the last point
	Validation  float64 // at the last point, NaN: not yet
	Rate        float64 // learning rate
	NewPoint    bool
}

// Point is a point of the curves.
type Point struct {
	Step       int64   `json:"step"`
	Loss       float64 `json:"loss"`       // mean squared error since the point before
	Validation float64 `json:"validation"` // over positions for validation
	Rate       float64 `json:"rate"`       // learning rate
}

// points is the final number of points of the curves.
const points = 400

// Run is a run in progress, or a finished one.
type Run struct {
	Setup
	Step   int64 // steps done
	Points []Point
	sum    float64 // of squared errors since the last point
	n      int64   // positions in it

	shape
	network                  network
	parameters, mean, square []float32
	average                  []float32 // of the parameters; nil if none is wanted
	rounded                  []float32 // parameters rounded as in the network, which the forward pass uses

	eachIndex []uint32 // 0, 1, ... for as many as zones share
	eachRow   []kernel.Row

	config  *Config
	turns   turns
	workers []*worker
	losses  []float64
}

// The usual constants of Adam.
const beta1, beta2 = 0.9, 0.999

// Check validates c, except for its positions.
func (c *Config) Check() error {
	if err := c.Setup.Validate(); err != nil {
		return err
	}
	check := c.checkOwn
	if c.Architecture != nil {
		check = c.checkForeign
	}
	return check()
}

// checkForeign validates c for a network of another engine.
func (c *Config) checkForeign() error {
	a := c.Architecture
	switch n := c.FromForeign; {
	case !Trainable(a):
		return fmt.Errorf("networks %s cannot be trained", a)
	case c.Arch != a.Name || c.Game.Name != a.Game || c.Encoding != a.Inputs || c.Hidden != a.Hidden || c.Buckets != 1:
		return fmt.Errorf("%s is not what the setup says", a)
	case c.Scale < 1 || c.Scale > maxScale:
		return fmt.Errorf("the scale has to be 1 to %d, not %d", maxScale, c.Scale)
	case c.From != nil:
		return fmt.Errorf("the initial network does not fit: it is one of Nitoryu's, not %s", a)
	case n != nil && n.Architecture.Name != a.Name:
		return fmt.Errorf("the initial network does not fit: it is %s, not %s", n.Architecture, a)
	}
	return nil
}

// checkOwn validates c for a network of ours.
func (c *Config) checkOwn() error {
	wanted := c.header(c.Encoding)
	if _, err := nnue.New(wanted); err != nil {
		return err
	}
	if n := c.FromForeign; n != nil {
		return fmt.Errorf("the initial network does not fit: it is %s, not one of Nitoryu's", n.Architecture)
	}
	if n := c.From; n != nil {
		switch {
		case n.Game != wanted.Game || c.begins(n) == nil:
			return fmt.Errorf("the initial network does not fit: it is one of %s with inputs %s", n.Game, n.Inputs)
		case n.Hidden > wanted.Hidden:
			return fmt.Errorf("the initial network has %d neurons, more than the %d wanted; a network can become wider, but not narrower", n.Hidden, wanted.Hidden)
		case len(n.Layers) > 0 && !slices.Equal(n.Layers, wanted.Layers):
			return fmt.Errorf("the initial network has small layers of %v neurons, not %v; only a network without any can get others", n.Layers, wanted.Layers)
		case n.Buckets != wanted.Buckets && n.Buckets != 1 && len(n.Layers) == len(wanted.Layers):
			return fmt.Errorf("the initial network has %d output buckets, not the %d wanted or one", n.Buckets, wanted.Buckets)
		}
	}
	return nil
}

// begins returns the inputs of a network, nil if a run of c cannot begin with them: they may
// differ from the inputs of c in the zones of the king.
func (c *Config) begins(n *nnue.Network) *nnue.FeatureSet {
	for _, in := range c.Game.FeatureSets {
		if in.Name == n.Inputs && in.Count == n.Count && in.Block() == c.Encoding.Block() {
			return in
		}
	}
	return nil
}

// Open returns the run of c, resumed from its checkpoint if there is one.
func Open(c *Config) (*Run, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	n := c.network()
	r := &Run{Setup: c.Setup, shape: n.hiddenLayer(), network: n, config: c, turns: turns{set: c.Training, seed: c.Seed}}
	found, err := r.resume(c.Checkpoint)
	if err != nil {
		return nil, err
	}
	if !found {
		r.mean, r.square = make([]float32, r.size()), make([]float32, r.size())
		r.parameters = c.start(n)
		if c.Average > 0 {
			r.average = make([]float32, r.size())
		}
	}
	for i := range uint32(r.shared) {
		r.eachIndex, r.eachRow = append(r.eachIndex, i), append(r.eachRow, kernel.Row{To: i, End: i + 1})
	}
	for range max(1, c.Threads) {
		w := newWorker(n, c.Encoding, c.Game.Flip)
		w.learns(r.size())
		r.workers = append(r.workers, w)
	}
	r.losses = make([]float64, len(r.workers))
	r.round()
	return r, nil
}

// network returns the kind of network that c trains.
func (c *Config) network() network {
	if c.Architecture != nil {
		return newHalfKP(c.Architecture, c.Encoding, c.Scale)
	}
	h := c.header(c.Encoding)
	if len(h.Layers) > 0 {
		return newLayered(h, c.Encoding)
	}
	s := shape{inputs: c.Encoding.Count, shared: c.Encoding.Shared(), hidden: c.Hidden}
	return plain{s, ours{h, c.Encoding}, c.Buckets}
}

// start returns the initial parameters of a network.
func (c *Config) start(n network) []float32 {
	switch n := n.(type) {
	case plain:
		if c.From != nil {
			return n.restore(c.From, c.begins(c.From), c.Seed)
		}
	case *layered:
		if c.From != nil {
			return n.restore(c.From, c.begins(c.From), c.Seed)
		}
	case *halfKP:
		if c.FromForeign != nil {
			return n.restore(c.FromForeign)
		}
	}
	return randomParameters(n, c.Seed)
}

// size returns the number of parameters.
func (r *Run) size() int { return sizeOfParts(r.network.parts()) }

// round rounds the parameters, or at the end of the run their average if one is wanted.
func (r *Run) round() {
	r.rounded = roundParameters(r.network, r.latest())
	r.fold()
}

// latest returns the parameters that make the network.
func (r *Run) latest() []float32 {
	if r.Finished() && r.average != nil {
		return r.average
	}
	return r.parameters
}

// Finished reports whether all steps are done.
func (r *Run) Finished() bool { return r.Step >= r.Steps() }

// Go trains until the run is finished or ctx ends, which is not an error: the run can be
// resumed. It saves checkpoints regularly and at the end.
func (r *Run) Go(ctx context.Context) error {
	saved, last := time.Now(), r.Step
	save := func() error {
		if r.config.Checkpoint == "" || r.Step == last {
			return nil
		}
		saved, last = time.Now(), r.Step
		return r.save(r.config.Checkpoint)
	}
	for !r.Finished() && ctx.Err() == nil {
		if err := r.step(); err != nil {
			return err
		}
		point := r.atPoint()
		if point {
			r.addPoint()
		}
		if r.config.Progress != nil {
			r.config.Progress(r.progress(point))
		}
		if time.Since(saved) >= r.config.Every {
			if err := save(); err != nil {
				return err
			}
		}
	}
	return save()
}

// rate returns the learning rate of a step: half a period of the cosine.
func (r *Run) rate(step int64) float64 {
	part := float64(step) / float64(max(1, r.Steps()-1))
	return r.FinalRate + (r.Rate-r.FinalRate)*(1+math.Cos(math.Pi*part))/2
}

// atPoint reports whether a point of the curves is due: they are spread evenly.
func (r *Run) atPoint() bool {
	return r.Step*points/r.Steps() != (r.Step-1)*points/r.Steps()
}

func (r *Run) addPoint() {
	r.Points = append(r.Points, Point{
		Step: r.Step, Loss: r.sum / float64(r.n), Rate: r.rate(r.Step - 1),
		Validation: r.Loss(r.config.Validation, quickValidation),
	})
	r.sum, r.n = 0, 0
}

// quickValidation is the maximum number of positions for a point of the validation curve.
const quickValidation = 1 << 15

func (r *Run) progress(point bool) Progress {
	p := Progress{Step: r.Step, Steps: r.Steps(), Loss: r.sum / float64(r.n), Validation: math.NaN(), Rate: r.rate(r.Step - 1), NewPoint: point}
	if n := len(r.Points); n > 0 {
		p.Validation = r.Points[n-1].Validation
		if r.n == 0 {
			p.Loss = r.Points[n-1].Loss
		}
	}
	return p
}

// parallel runs f for all threads in parallel.
func (r *Run) parallel(f func(thread int, w *worker)) {
	var wg sync.WaitGroup
	for i, w := range r.workers[1:] {
		wg.Go(func() { f(i+1, w) })
	}
	f(0, r.workers[0])
	wg.Wait()
}

// part returns the range of n for a thread, split at multiples of unit.
func (r *Run) part(thread, n, unit int) (from, to int) {
	cut := func(i int) int { return min(n, (n/unit*i/len(r.workers))*unit) }
	if thread == len(r.workers)-1 {
		return cut(thread), n
	}
	return cut(thread), cut(thread + 1)
}

// step makes one step of the optimiser.
func (r *Run) step() error {
	clear(r.losses)
	first := uint64(r.Step) * uint64(r.Batch)
	for end := first + uint64(r.Batch); first < end; {
		t, err := r.turns.seek(first)
		if err != nil {
			return err
		}
		n := int(min(end, t.end) - first)
		r.parallel(func(thread int, w *worker) {
			from, to := r.part(thread, n, 1)
			r.losses[thread] += r.train(w, t, first+uint64(from), to-from)
		})
		first += uint64(n)
	}
	r.Step++
	for _, l := range r.losses {
		r.sum += l
	}
	r.n += int64(r.Batch)
	if !finite(r.sum) {
		return fmt.Errorf("step %d: the loss is not a number any more; a lower --lr may help", r.Step)
	}
	r.update()
	if n := r.averaged(r.Step); n > 0 {
		r.parallel(func(thread int, _ *worker) {
			from, to := r.part(thread, r.size(), kernel.Width)
			for i, x := range r.parameters[from:to] {
				r.average[from+i] += (x - r.average[from+i]) / float32(n)
			}
		})
	}
	if r.Finished() {
		r.round()
	}
	return nil
}

// update changes the parameters by the gradient, which it clears.
func (r *Run) update() {
	var steps []kernel.Step
	parts := r.network.parts()
	for _, p := range parts {
		s := kernel.NewStep(r.Step, r.rate(r.Step-1), beta1, beta2, r.Decay, p.limit, p.unit)
		s.Grain = float32(p.grain)
		steps = append(steps, s)
	}
	r.parallel(func(thread int, _ *worker) {
		switch {
		case r.lazy:
			r.updateTouched(thread, &steps[0])
		case r.folds():
			r.updateZones(thread, &steps[0])
		default:
			from, to := r.part(thread, r.hiddenSize(), kernel.Width)
			r.updateRange(&steps[0], from, to)
		}
		from, to := r.part(thread, r.size()-r.hiddenSize(), kernel.Width)
		from, to = from+r.hiddenSize(), to+r.hiddenSize()
		first := 0
		for i, p := range parts {
			if a, b := min(max(first, from), to), min(max(p.end, from), to); a < b {
				r.updateRange(&steps[i], a, b)
			}
			first = p.end
		}
	})
	for _, w := range r.workers {
		if w.touched != nil {
			w.touched.inputs = w.touched.inputs[:0]
		}
	}
}

// updateRange makes a step for some parameters, by the gradients of all workers.
func (r *Run) updateRange(s *kernel.Step, from, to int) {
	r.merge(from, to)
	r.stepRange(s, from, to)
}

// stepRange makes a step for some parameters, by the gradient of the first worker.
func (r *Run) stepRange(s *kernel.Step, from, to int) {
	g, at := r.workers[0].gradient, r.size()-len(r.workers[0].gradient)
	s.Run(r.parameters[from:to], r.rounded[from:to], r.mean[from:to], r.square[from:to], g[from-at:to-at])
}

// merge adds the gradients of all workers to that of the first.
func (r *Run) merge(from, to int) {
	g, at := r.workers[0].gradient, r.size()-len(r.workers[0].gradient)
	for _, w := range r.workers[1:] {
		kernel.Merge(g[from-at:to-at], w.gradient[from-at:to-at])
	}
}

// train adds n positions of a turn, from a place of the stream on, to the gradient of a worker
// and returns the sum of their squared errors. Some are flipped.
func (r *Run) train(w *worker, t *turn, from uint64, n int) (loss float64) {
	aim := r.target()
	w.begin(r.rounded)
	for ; n > 0; n -= group {
		w.load(min(n, group), func(int) (*dataset.Packed, bool) {
			at := from
			from++
			return t.at(at), r.flips(at)
		})
		w.forward(r.rounded)
		loss += w.loss(aim, 1/float64(r.Batch))
		w.backward(r.rounded)
	}
	return loss
}

// flips reports whether the position at a place of the stream is flipped.
func (r *Run) flips(at uint64) bool { return r.Flip && mix(at+r.Seed)&1 != 0 }

// Loss returns the mean squared error over a set, or over at most the given number of its positions,
// evenly spread.
func (r *Run) Loss(s *Held, most int) float64 {
	t := r.target()
	n := min(s.Len(), most)
	r.parallel(func(thread int, w *worker) {
		sum := 0.0
		r.each(thread, w, s, n, func(*worker) { sum += w.loss(t, 0) })
		r.losses[thread] = sum
	})
	total := 0.0
	for _, l := range r.losses {
		total += l
	}
	return total / float64(n)
}

// each runs a thread's share of n positions of a set, evenly spread, through the network.
func (r *Run) each(thread int, w *worker, s *Held, n int, visit func(w *worker)) {
	from, to := r.part(thread, n, 1)
	for ; from < to; from += group {
		w.load(min(group, to-from), func(i int) (*dataset.Packed, bool) {
			return s.at(uint64(from+i) * uint64(s.Len()) / uint64(n)), false
		})
		w.forward(r.rounded)
		visit(w)
	}
}

// Network is a network that a run has made, quantised.
type Network struct {
	File   []byte
	Hash   string                // SHA-256 of File in hexadecimal digits
	Source core.EvaluatorFactory // the evaluation by it
}

// Network returns the network so far. Of the header only its names and
// the step count.
func (r *Run) Network(header nnue.Header) (*Network, error) {
	if r.config.From == nil && r.config.FromForeign == nil { // what an earlier run has learned of rare inputs stays
		r.forget(r.rounded, r.square)
	}
	return r.network.write(r.rounded, header)
}
