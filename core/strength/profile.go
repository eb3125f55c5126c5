package strength

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Profile is a way to play at some strength.
type Profile struct {
	Nodes  uint64  // start no iteration after so many; the first is always finished
	Lines  int     // number of best lines to choose from
	Noise  float64 // scale of the error in judging a line, in units of feel
	Glance float64 // share of moves with one iteration only, 0 to 1
	Slip   float64 // share of moves for which losses look half as large, 0 to 1
}

// Effort returns after how many nodes to start no iteration. It is Nodes, but 1 for the
// share Glance of all moves: then the player sees captures and mates in one, but
// nothing two plies deep.
func (p Profile) Effort(r *rand.Rand) uint64 {
	if r.Float64() < p.Glance {
		return 1
	}
	return p.Nodes
}

// Line is one of the lines that a search of a position found.
type Line struct {
	Move  core.Move // the first one
	Score core.Score
}

// Choose returns the index of the line to play in a position; before is the last
// move that the same side played, or NoMove.
//
// Each score gets a random error from a Gumbel distribution, and the best line is
// chosen. Its probability is proportional to exp(score/Noise), the Boltzmann
// distribution
// (https://en.wikipedia.org/wiki/Categorical_distribution#Sampling_via_the_Gumbel_distribution).
// So small losses are often overlooked. Among many lines that lose a piece, the error
// would often select one, while people see hanging pieces; so these lines are left out,
// unless the player slips. Then a loss looks half as large.
func (p Profile) Choose(g core.Game, before core.Move, lines []Line, r *rand.Rand) int {
	slips := r.Float64() < p.Slip
	much := piece(g.GameInfo())
	top := math.Inf(-1)
	for _, l := range lines {
		top = max(top, feel(l.Score))
	}
	chosen, best := 0, math.Inf(-1)
	for i, l := range lines {
		loss := top - feel(l.Score)
		switch {
		case slips:
			loss /= 2
		case loss >= much:
			continue
		}
		// Of an exponential variable, the negative logarithm is Gumbel's.
		if v := p.taste(g, before, l.Move) - loss - p.Noise*math.Log(r.ExpFloat64()); v > best {
			chosen, best = i, v
		}
	}
	return chosen
}

// taste returns how much people like a move apart from its score. They take what they
// can win, the more so the less they search, and do not take back their last move.
func (p Profile) taste(g core.Game, before, m core.Move) float64 {
	switch {
	case m.IsCapture() && g.SEE(m, 1):
		return 4 * p.Glance * p.Noise
	case m.IsCapture() && g.SEE(m, 0):
		return p.Glance * p.Noise
	case undoes(m, before):
		return -3 * p.Noise
	}
	return 0
}

// undoes reports whether m takes back the last move of the same side.
func undoes(m, before core.Move) bool {
	return !m.IsCapture() && !m.IsDrop() && !before.IsDrop() && m.From() == before.To() && m.To() == before.From()
}

// piece returns the loss that every player notices, in units of feel: a fifth of the
// most valuable piece, nearly two pawns in chess and less than a lance in shogi.
func piece(t *core.GameInfo) float64 { return float64(slices.Max(t.Value[:])) / 5 }

// feel returns how large a score feels to a player: a pawn counts in full when the game
// is level and for less the more it is won or lost. Forced wins are above all other
// scores, with large differences between the nearest ones; losses likewise.
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
	forced  = 2100 // just more than feel of core.EvalBound
	nearest = 1000 // how much more a win in one ply feels than a distant one
)
