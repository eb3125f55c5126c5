package train

import (
	"math"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Difference is the difference between the evaluations of a network and of its floats,
// in units of scores.
type Difference struct {
	Positions   int
	Mean, Worst float64
	Full        float64 // share of the neurons that are at the end of their range
}

// Compare evaluates samples by the quantised network, as a search does, and by the floats of
// r.
func (r *Run) Compare(n *Network, samples []dataset.Packed) (d Difference, err error) {
	evaluator := n.Source.New()
	for i := range samples {
		p, err := parse(r.config.Game, &samples[i])
		if err != nil {
			return d, err
		}
		evaluator.Reset(p)
		e := math.Abs(float64(evaluator.Evaluate()) - float64(r.Scale)*r.output(&samples[i]))
		d.Mean += e
		d.Worst = max(d.Worst, e)
		d.Full += r.full()
	}
	d.Positions = len(samples)
	d.Mean /= float64(max(1, d.Positions))
	d.Full /= float64(max(1, d.Positions))
	return d, nil
}

// output returns the output for one position.
func (r *Run) output(position *dataset.Packed) float64 {
	w := r.workers[0]
	w.load(1, func(int) (*dataset.Packed, bool) { return position, false })
	w.forward(r.rounded)
	return float64(w.outputs[0])
}

// full returns the share of the neurons of the position that output saw last which are at the
// end of their range.
func (r *Run) full() float64 {
	w, n := r.workers[0], 0
	for b := range r.blocks() {
		for _, x := range w.neurons[b*stride:][:kernel.Pair] {
			if x >= r.network.top() {
				n++
			}
		}
	}
	return float64(n) / float64(2*r.hidden)
}

// Limited are the weights of a network that are as large as they may be: what the run would
// have made of them is lost.
type Limited struct {
	Hidden int // of inputs
	Behind int // of what follows the hidden layer
}

// Limited counts the weights at their limits. Weights that inputs share count once.
func (r *Run) Limited() (l Limited) {
	rounded, i := roundParameters(r.network, r.latest()), 0
	for _, p := range r.network.parts() {
		at := &l.Behind
		if p.end == r.hiddenSize() {
			at = &l.Hidden
		}
		most := kernel.Round(float32(p.limit), float32(p.unit), float32(p.grain))
		for ; i < p.end; i++ {
			if x := rounded[i]; x >= most || x <= -most {
				*at++
			}
		}
	}
	return l
}
