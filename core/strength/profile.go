package strength

import (
	"math"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core"
)

// Profile is how to play at some strength.
type Profile struct {
	Nodes uint64  // begin no iteration after so many; the first is always finished
	Lines int     // best lines to choose among
	Noise float64 // scale of the error in judging a line, in units of feel
}

// Choose returns the index of the line to play, given the scores of all. Each
// score is misjudged by an error of its own from a Gumbel distribution, and what
// then looks best is taken: a line is chosen with a probability proportional to
// exp(score/Noise), Boltzmann's distribution
// (https://en.wikipedia.org/wiki/Categorical_distribution#Sampling_via_the_Gumbel_distribution).
// So a small loss is often overlooked and a large one seldom.
func (p Profile) Choose(scores []core.Score, r *rand.Rand) int {
	chosen, best := 0, math.Inf(-1)
	for i, s := range scores {
		// Of an exponential variable, the negative logarithm is Gumbel's.
		if v := feel(s) - p.Noise*math.Log(r.ExpFloat64()); v > best {
			chosen, best = i, v
		}
	}
	return chosen
}

// feel returns how a player feels a score: a pawn counts in full when the game
// is level and for less and less when it is won or lost. A forced win lies above
// all other scores and the nearest one far above the next, a loss likewise.
func feel(s core.Score) float64 {
	const level = 500 // where a pawn counts for half
	if s.IsDecisive() {
		n := float64(s.PliesToMate())
		if n == 0 {
			n = -1 // mated on the spot
		}
		return math.Copysign(forced, n) + nearest/n
	}
	v := float64(s)
	return math.Copysign(level*math.Log1p(math.Abs(v)/level), v)
}

const (
	forced  = 2100 // just more than is felt of core.EvalBound
	nearest = 1000 // a win in one ply is felt so much more than a distant one
)
