package texel

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Evaluator is an evaluation that exposes its terms. With m
// and e for the weights of a term in the middlegame and in the endgame, and n for
// how often a term counts, the value for core.First is, before rounding,
//
//	middle * (sum of n*m over Score terms) + end * (sum of n*e over Score terms)
//	+ middle * (Danger(sum of n*m over SecondDanger terms) - the same of FirstDanger)
//
// where middle and end belong to the position. An evaluation without phases uses the
// middlegame only; the Danger terms are optional.
type Evaluator interface {
	core.Evaluator
	// Terms returns the name of each term. Adjacent terms of one name are a group.
	Terms() []string
	// Weights returns the current weights of the terms.
	Weights() (middle, end []int32)
	// Trace calls visit for the terms of the followed position, in any order and any
	// number of times for a term: sum is Score, FirstDanger or SecondDanger, and n is
	// negative for core.Second. The order of terms within a sum and the totals of the
	// visits must not depend on the weights.
	Trace(visit func(sum, term, n int)) (middle, end float64)
	// Danger returns the cost of the sum of threats to a king.
	Danger(threats float64) float64
}

// The sums that a term can belong to.
const (
	Score        = 0
	FirstDanger  = 1 // threats to the king of core.First
	SecondDanger = 2

	sums = 3
)

// Weights are values of all terms.
type Weights struct{ Middle, End []float64 }

func newWeights(terms int) Weights {
	return Weights{make([]float64, terms), make([]float64, terms)}
}

// weightsOf returns the weights that e has.
func weightsOf(e Evaluator) Weights {
	middle, end := e.Weights()
	w := newWeights(len(middle))
	for i := range middle {
		w.Middle[i], w.End[i] = float64(middle[i]), float64(end[i])
	}
	return w
}

// sigmoid returns the expected result of core.First, 0 to 1.
func sigmoid(score, k float64) float64 { return 1 / (1 + math.Exp(-score/k)) }
