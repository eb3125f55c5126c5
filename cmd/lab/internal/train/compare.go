package train

import (
	"math"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// Difference is the difference between the evaluations of a network and those of its floats,
// in units of scores.
type Difference struct {
	Positions   int
	Mean, Worst float64
}

// Compare evaluates samples by the quantised network, as a search does, and by the floats of
// r.
func (r *Run) Compare(n *nnue.Network, samples []Sample) (d Difference, err error) {
	source, err := nnue.NewSource(n, r.config.Encoding)
	if err != nil {
		return d, err
	}
	evaluator := source.New()
	for _, s := range samples {
		p, err := r.config.Game.Parse(s.text, s.settings)
		if err != nil {
			return d, err
		}
		evaluator.Reset(p)
		e := math.Abs(float64(evaluator.Evaluate()) - float64(r.Scale)*r.output(&s.record))
		d.Mean += e
		d.Worst = max(d.Worst, e)
	}
	d.Positions = len(samples)
	d.Mean /= float64(max(1, d.Positions))
	return d, nil
}

// output returns the output for one position.
func (r *Run) output(position *record) float64 {
	w := r.workers[0]
	w.load(1, func(int) (*record, bool) { return position, false })
	w.forward(r.rounded)
	return float64(w.outputs[0])
}
