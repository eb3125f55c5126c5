package strength

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Profile is how to play at some strength.
type Profile struct {
	Nodes  uint64  // begin no iteration after so many; the first is always finished
	Lines  int     // best lines to choose among
	Noise  float64 // scale of the error in judging a line, in units of feel
	Glance float64 // share of moves for which the first iteration is all, 0 to 1
	Slip   float64 // share of moves for which losses look half as large, 0 to 1
}

// Effort returns after how many nodes to begin no iteration. It is Nodes, but 1 for
// the share Glance of all moves: then the player sees what can be taken, and mates
// in one, but nothing two plies deep.
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
// Each score is misjudged by an error of its own from a Gumbel distribution, and
// what then looks best is taken: a line is chosen with a probability proportional to
// exp(score/Noise), Boltzmann's distribution
// (https://en.wikipedia.org/wiki/Categorical_distribution#Sampling_via_the_Gumbel_distribution).
// So a small loss is often overlooked. Of many lines that lose much, the error would
// sooner or later take one; people see what hangs, so that these are left out,
// unless the player slips. Then a loss looks half as large.
func (p Profile) Choose(g core.Game, before core.Move, lines []Line, r *rand.Rand) int {
	slips := r.Float64() < p.Slip
	much := piece(g.Traits())
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

// taste returns how much a move is liked whatever it is worth. People take what they
// win, the more so the less they look, and do not undo what they did.
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

// undoes reports whether m takes back what the move before of the same side did.
func undoes(m, before core.Move) bool {
	return !m.IsCapture() && !m.IsDrop() && !before.IsDrop() && m.From() == before.To() && m.To() == before.From()
}

// piece returns what nobody gives away, in units of feel: a fifth of the dearest
// piece, nearly two pawns in chess and less than a lance in shogi.
func piece(t *core.Traits) float64 { return float64(slices.Max(t.Value[:])) / 5 }

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
