package review

import (
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

// MarshalText implements [encoding.TextMarshaler] with the name.
func (p Praise) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// praise returns what a move of p is that was judged.
func (s Standard) praise(p core.Position, previous, m *Move) Praise {
	second, ok := secondBest(m)
	if plies, _ := m.Before.Lines[0].Score.Mate(); !ok || m.Judgement != Best || plies == 1 {
		return NoPraise // a mate in one is nothing special
	}
	chance, other := s.chance(p, m.Before.Lines[0].Score), s.chance(p, second)
	switch {
	case chance >= 50 && other < winning && s.sacrifices(p, m.Move):
		return Brilliant
	case chance-other < s.Mistake || chance < 100-winning || recaptures(previous, m):
		return NoPraise
	case chance >= 50 && previous.Judgement.Bad():
		return Great
	}
	return OnlyMove
}

// secondBest returns the score of the best move but for the engine's choice, which m is.
func secondBest(m *Move) (score nitoryu.Score, ok bool) {
	if len(m.Before.Lines) < 2 {
		return 0, false
	}
	return m.Before.Lines[1].Score, true
}

// recaptures reports whether a move takes back what the one before it took: anybody sees that.
func recaptures(previous, m *Move) bool {
	return previous.Move.IsCapture() && m.Move.To() == previous.Move.To()
}

// sacrifices reports whether a move of p offers material that was not to be had before.
func (s Standard) sacrifices(p core.Position, m core.Move) bool {
	least := s.Sacrifice + gain(p.GameInfo(), m)
	p.Do(m, nil)
	offer := takes(p, least)
	p.Undo()
	if offer == core.NoMove || p.InCheck() || offer.To() == m.To() {
		return offer != core.NoMove
	}
	p.DoNull()
	defer p.UndoNull()
	return takes(p, s.Sacrifice) == core.NoMove
}

// takes returns a capture that gains at least so much, or NoMove.
func takes(p core.Position, least core.Score) core.Move {
	if all := gains(p, least); len(all) > 0 {
		return all[0]
	}
	return core.NoMove
}
