package strength

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Profile is a way to play at some strength.
type Profile struct {
	Nodes  uint64  // start no iteration after this many; the first is always finished
	Lines  int     // number of best lines to choose from
	Noise  float64 // scale of the error in judging a line, in units of feel
	Glance float64 // share of moves with one iteration only, 0 to 1
	Slip   float64 // share of moves for which losses look half as large, 0 to 1
}

// Usual is a move that is usual in a position, the more so the greater its weight.
type Usual struct {
	Move   core.Move
	Weight int
}

// Recall returns the move that a player knows to be usual after a number of own moves, or NoMove: knowledge ends
// after that many moves of theory on average, see [Ladder.Theory], and not in the first quarter of them. Nobody recalls
// what hardly anybody plays.
func Recall(theory float64, played int, usual []Usual, r *rand.Rand) core.Move {
	const rare = 100 // one in a hundred
	sum := func(moves []Usual) (total int) {
		for _, u := range moves {
			total += u.Weight
		}
		return total
	}
	total := sum(usual)
	common := slices.DeleteFunc(slices.Clone(usual), func(u Usual) bool { return u.Weight*rare < total })
	sure := theory / 4
	rest := theory - sure
	if known := r.Float64() < rest/(1+rest); len(common) == 0 || total <= 0 || !known && float64(played) >= sure {
		return core.NoMove
	}
	at := r.IntN(sum(common))
	for _, u := range common {
		if at -= u.Weight; at < 0 {
			return u.Move
		}
	}
	return core.NoMove
}

// Haste is what a move asks of the player.
type Haste uint8

// The hastes: a move to think about, one that is seen at a glance, and one that is known or
// forced.
const (
	Thoughtful Haste = iota
	Glanced
	Obvious
)

// Pause returns how long a person takes for a move, as a multiple of the usual time: most
// moves take less, some much more.
func Pause(h Haste, r *rand.Rand) float64 {
	const median, spread, most = 0.7, 0.8, 2.5
	pause := median * math.Exp(spread*r.NormFloat64())
	switch h {
	case Glanced:
		pause /= 2
	case Obvious:
		pause /= 5
	}
	return min(most, pause)
}

// Memory is the last moves of a side, the latest first.
type Memory [6]core.Move

// Add adds the move that was played.
func (m *Memory) Add(played core.Move) {
	copy(m[1:], m[:])
	m[0] = played
}

// returns returns how many of the last moves a move undoes by leading a piece back to
// where it stood before them; 0: none.
func (m *Memory) returns(back core.Move) int {
	if back.IsCapture() || back.IsDrop() {
		return 0
	}
	at, moves := back.From(), 0
	for _, played := range m {
		switch {
		case played == core.NoMove || played.IsDrop() && played.To() == at:
			return 0
		case played.To() != at:
			continue
		}
		at = played.From()
		if moves++; at == back.To() {
			return moves
		}
	}
	return 0
}

// Effort returns the number of nodes after which no iteration starts: Nodes, but 1 for
// the share Glance of all moves. Then the player sees captures and mates in one, but
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

// Choose returns the index of the line to play in a position that many plies into the
// game; memory has the last moves of the same side.
//
// Each score gets a random error from a Gumbel distribution, and the best line is
// chosen. Its probability is proportional to exp(score/Noise), the Boltzmann
// distribution
// (https://en.wikipedia.org/wiki/Categorical_distribution#Sampling_via_the_Gumbel_distribution).
// So small losses are often overlooked. Among many lines that lose a piece, the error
// would often select one, while people see hanging pieces. So lines that lose three
// quarters of a piece are left out, unless the player slips; then a loss looks half as
// large. A bound on scores alone is not enough: how much a hanging piece loses depends on
// the network. So a line is left out for a much smaller loss if a capture punishes it.
func (p Profile) Choose(g core.Game, plies int, memory *Memory, lines []Line, r *rand.Rand) int {
	slips := r.Float64() < p.Slip
	piece := piece(g.GameInfo())
	much, hung := 0.75*piece, 0.2*piece // the error of a score adds to them
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
		case loss >= much || loss >= hung && hangs(g, l.Move, piece):
			continue
		}
		// The negative logarithm of an exponential variable has a Gumbel
		// distribution.
		if v := p.taste(g, plies, memory, l.Move) - loss - p.Noise*math.Log(r.ExpFloat64()); v > best {
			chosen, best = i, v
		}
	}
	return chosen
}

// hangs reports whether the opponent wins that much by a capture right after a move.
func hangs(g core.Game, m core.Move, much float64) bool {
	g.Do(m, nil)
	defer g.Undo()
	var list core.MoveList
	g.Generate(core.Tactical, &list)
	return slices.ContainsFunc(list.Slice(), func(reply core.Move) bool {
		return reply.IsCapture() && g.SEE(reply, core.Score(much))
	})
}

// openingPlies is the number of plies in which people bring out their pieces.
const openingPlies = 24

// taste returns how much people like a move apart from its score. They take what they
// can win, the more so the less they search, do not lead pieces back to where they were,
// and begin games with the pieces that are brought out first.
func (p Profile) taste(g core.Game, plies int, memory *Memory, m core.Move) float64 {
	switch {
	case m.IsCapture() && g.SEE(m, 1):
		return 4 * p.Glance * p.Noise
	case m.IsCapture() && g.SEE(m, 0):
		return p.Glance * p.Noise
	case memory.returns(m) > 0:
		return -3 * p.Noise
	case m.IsCapture() || m.IsDrop() || m.IsPromotion() || plies >= openingPlies || g.InCheck():
		return 0
	}
	first := manners[g.GameInfo().Name]
	if m.IsCastling() {
		return first.castling * p.Noise
	}
	return first.kinds[m.PieceType()] * p.Noise
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
