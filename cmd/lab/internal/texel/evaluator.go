package texel

import (
	"math"

	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// Weights are values of all terms.
type Weights struct{ Middle, End []float64 }

func newWeights(terms int) Weights {
	return Weights{make([]float64, terms), make([]float64, terms)}
}

// weightsOf returns the weights that e has.
func weightsOf(e tapered.Evaluator) Weights {
	weights := e.Weights()
	w := newWeights(len(weights))
	for i, weight := range weights {
		w.Middle[i], w.End[i] = float64(weight.Middle()), float64(weight.End())
	}
	return w
}

// sigmoid returns the expected result of core.First, 0 to 1.
func sigmoid(score, k float64) float64 { return 1 / (1 + math.Exp(-score/k)) }
