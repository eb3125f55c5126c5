package texel

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Evaluator is an evaluation that can tell what its value consists of. With m
// and e for the weights of a term in the middlegame and in the endgame, and n for
// how often a term counts, the value for core.First is, before rounding,
//
//	middle * (sum of n*m over Score terms) + end * (sum of n*e over Score terms)
//	+ middle * (Danger(sum of n*m over SecondDanger terms) - the same of FirstDanger)
//
// where middle and end belong to the position. The middlegame alone is an
// evaluation without phases, and one without visits of dangers has none.
type Evaluator interface {
	core.Evaluator
	// Terms returns the name of each term. Neighbours of one name are a group.
	Terms() []string
	// Weights returns the weights of the terms as they are.
	Weights() (middle, end []int32)
	// Trace calls visit for what counts in the followed position, in any order
	// and any number of times for a term: sum is Score, FirstDanger or
	// SecondDanger, and n is negative for what core.Second has. The order of
	// terms within a sum and what visits add up to must not depend on the weights.
	Trace(visit func(sum, term, n int)) (middle, end float64)
	// Danger returns what a king in danger costs, by the sum of the threats to it.
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
