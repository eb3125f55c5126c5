package review

import (
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Praise is what a move was that is more than good. It takes an answer with the second best
// move.
type Praise uint8

// The praises.
const (
	NoPraise  Praise = iota
	OnlyMove         // all others are mistakes
	Great            // so, too, and it makes use of a bad move of the opponent
	Brilliant        // a sound sacrifice
	Praises
)

var praiseNames = [Praises]string{OnlyMove: "only move", Great: "great", Brilliant: "brilliant"}

// String returns the name in English, "" for NoPraise.
func (p Praise) String() string { return praiseNames[min(p, Praises-1)] }

// Sign returns the sign of the praise: □, ! or !!.
func (p Praise) Sign() string {
	return [Praises]string{OnlyMove: "□", Great: "!", Brilliant: "!!"}[min(p, Praises-1)]
}

// MarshalText implements [encoding.TextMarshaler] with the name.
func (p Praise) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// praised is a move of p that may be praised.
type praised struct {
	Standard
	p             core.Position
	previous, m   *Move
	line          []core.Move // begins with the move, as the engine sees the game go on
	chance, other float64     // after it, and after the second best move
}

// praises are the questions that are asked of a move of which the second best one is known, in their order:
// the first that is answered with yes says what it is.
var praises = [...]struct {
	asks string
	yes  func(m *praised) bool
	is   Praise
}{
	{"does the engine choose another one", func(m *praised) bool { return m.m.Judgement != Best }, NoPraise},
	{"does it mate at once", (*praised).mates, NoPraise},
	{"does it take back", func(m *praised) bool { return recaptures(m.previous, m.m) }, NoPraise},
	{"does it take what hangs", (*praised).takesFree, NoPraise},
	{"is the game lost anyway", func(m *praised) bool { return m.chance < 100-winning }, NoPraise},
	{"does it sacrifice soundly", (*praised).sacrifices, Brilliant},
	{"are others as good", func(m *praised) bool { return m.chance-m.other < m.Mistake }, NoPraise},
	{"is there little choice", (*praised).littleChoice, NoPraise},
	{"does it leave a check", func(m *praised) bool { return m.p.InCheck() }, OnlyMove},
	{"does it leave a piece to be taken for more", (*praised).leaves, Brilliant},
	{"does it punish a bad move", func(m *praised) bool { return m.chance >= 50 && m.previous.Judgement.Bad() }, Great},
	{"is it the only good move", func(*praised) bool { return true }, OnlyMove},
}

// praise returns what a move of p is that was judged.
func (s Standard) praise(p core.Position, previous, m *Move) Praise {
	chance, other, ok := s.choice(m)
	if !ok {
		return NoPraise
	}
	q := &praised{Standard: s, p: p, previous: previous, m: m, line: bestLine(p, &m.Before), chance: chance, other: other}
	for _, question := range &praises {
		if question.yes(q) {
			return question.is
		}
	}
	return NoPraise
}

// mates reports whether the move mates: anybody sees that.
func (m *praised) mates() bool {
	plies, _ := m.m.Before.Lines[0].Score.Mate()
	return plies == 1
}

// takesFree reports whether the move wins more than a pawn by taking.
func (m *praised) takesFree() bool {
	return m.m.Move.IsCapture() && m.p.SEE(m.m.Move, 2*m.Material)
}

// littleChoice reports whether the move leaves a check and no more than another one does.
func (m *praised) littleChoice() bool {
	var legal core.MoveList
	m.p.Generate(core.AllMoves, &legal)
	return m.p.InCheck() && legal.N <= 2
}

// choice returns the chances with a move that the engine chose, and those with the second best one by the same search. What
// is known later counts if it is worse: of the other move nothing is known later. It is false if there was no other.
func (s *Standard) choice(m *Move) (chance, other float64, ok bool) {
	if len(m.found) == 0 || m.found[0].First() != m.Played {
		return 0, 0, false
	}
	second := slices.IndexFunc(m.found, func(l nitoryu.Line) bool { return !twins(l.First(), m.Played) })
	if second < 0 {
		return 0, 0, false
	}
	return min(s.Chance(m.found[0].Score, m.phase), s.Chance(m.Before.Lines[0].Score, m.phase)), s.Chance(m.found[second].Score, m.phase), true
}

// twins reports whether two moves are the same, or would be without promotion.
func twins(a, b nitoryu.Move) bool {
	const squares = len("7g7f") // a promotion follows
	return len(a) >= squares && len(b) >= squares && a[:squares] == b[:squares]
}

// recaptures reports whether a move takes back what the one before it took, or takes a piece of its own kind that has just
// moved there: anybody sees that.
func recaptures(previous, m *Move) bool {
	offered := m.Move.IsCapture() && m.Move.Captured() == m.Move.PieceType() && !previous.Move.IsDrop()
	return m.Move.To() == previous.Move.To() && (previous.Move.IsCapture() || offered)
}

// sound reports whether a sacrifice would be one: the game is at least even with it, and not won without it.
func (m *praised) sound() bool { return m.chance >= 50 && m.other < winning && !m.p.InCheck() }

// sacrifices reports whether the move offers material that was not to be had before.
func (m *praised) sacrifices() bool {
	offer := m.offer(m.Sacrifice)
	if !m.sound() || offer == core.NoMove || m.regains() {
		return false
	}
	if gap := m.chance - m.other; gap < m.SacrificeGain || gap < m.Mistake && !m.taken() {
		return false // others are nearly as good, or as good and it is declined
	}
	if offer.To() == m.m.Move.To() {
		return true
	}
	had := false
	return pass(m.p, func() { had = takes(m.p, m.Sacrifice) != core.NoMove }) && !had
}

// leaves reports whether the move leaves material to be taken that could have been saved. One that takes
// something leaves much more, whether that is taken or not.
func (m *praised) leaves() bool {
	if !m.sound() {
		return false
	}
	if !m.m.Move.IsCapture() {
		return m.offer(m.Sacrifice) != core.NoMove && !m.regains()
	}
	offer := m.offer(2 * m.Sacrifice)
	declined := len(m.line) > 1 && m.line[1].To() != offer.To()
	return offer != core.NoMove && (declined || !m.regains())
}

// offer returns a capture that the move allows and that gains so much more than it has taken itself, or NoMove.
func (m *praised) offer(least core.Score) (offer core.Move) {
	m.p.Do(m.m.Move, nil)
	defer m.p.Undo()
	return takes(m.p, least+gain(m.p.GameInfo(), m.m.Move))
}

// regains reports whether what is offered is won back at once, where the engine sees it taken.
func (m *praised) regains() bool {
	const soon = 6 // plies
	if len(m.line) < 2 || !m.line[1].IsCapture() || proven(m.m.Before.Lines[0].Score) {
		return false
	}
	return exchange(m.p.GameInfo(), core.NoMove, m.line, soon).gain > -m.Sacrifice
}

// taken reports whether the engine sees the offer taken, and goes on without what it gave, as far as it tells.
func (m *praised) taken() bool {
	balance := core.Score(0)
	for i, n := range m.line {
		won := gain(m.p.GameInfo(), n)
		if i%2 == 1 {
			won = -won
		}
		balance += won
		if answered := i%2 == 0 || len(m.line) == 2; i > 0 && answered && balance <= -m.Sacrifice {
			return true
		}
	}
	return len(m.line) < 2
}

// takes returns a capture that gains at least so much, or NoMove.
func takes(p core.Position, least core.Score) core.Move {
	if all := gains(p, least); len(all) > 0 {
		return all[0]
	}
	return core.NoMove
}
