package review

import (
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// prover returns the line of a forced mate by the side to move, or nil if it proves none.
// It leaves the position as it was.
type prover func(p core.Position) []core.Move

// mating proves mates.
type mating struct {
	Prove prover
	// Shortest looks for a mate within a number of plies. It may be nil: no length is known then.
	Shortest solver
	// Quick proves mates that do not take long; nil: threats of mate are not looked for.
	Quick prover
}

// prove looks for mates around the bad moves, which it finds where a search does not look: those
// that were missed, those that were allowed, and those that the answer threatens. Mates
// replace the other reasons, and longer ones that the search knows. The judgements stay.
func (r *Game) prove(by mating) error {
	return r.each(func(p core.Position, _, _ *record.Node, m *Move, after *nitoryu.Result) {
		if !m.Judgement.Bad() {
			return
		}
		if line := by.Prove(p); len(line) > 0 && line[0] != m.Move {
			m.mate(by.reason(p, line), true)
		}
		p.Do(m.Move, nil)
		defer p.Undo()
		if line := by.Prove(p); len(line) > 0 {
			m.mate(by.reason(p, line), false)
			return
		}
		if len(m.Reasons) == 0 || !m.Reasons[0].Fact.mates() && m.Reasons[0].Fact != TableWin {
			by.threats(p, m, bestLine(p, after))
		}
	})
}

// reason returns the reason that a proved mate is. A proof says nothing about the length.
func (by *mating) reason(p core.Position, line []core.Move) Reason {
	r := Reason{Fact: Mate, Line: line}
	for n := 1; n <= len(line) && by.Shortest != nil; n += 2 {
		shorter, known := by.Shortest(p, n)
		if !known {
			break
		}
		if shorter != nil {
			r.Plies, r.Line = n, shorter
			break
		}
	}
	return r
}

// threats adds that the answer to a move, after which the position is, threatens mate, or that the
// better move did.
func (by *mating) threats(p core.Position, m *Move, reply []core.Move) {
	if by.Quick == nil || len(reply) == 0 {
		return
	}
	mover := false // threatens mate, too
	pass(p, func() { mover = by.Quick(p) != nil })
	p.Do(reply[0], nil)
	threatened := false
	pass(p, func() { threatened = by.Quick(p) != nil })
	unstoppable := threatened && !mover && by.unstoppable(p)
	p.Undo()

	p.Undo()
	better := false // so did the move that was better
	best := bestLine(p, &m.Before)
	if !mover && len(best) > 0 {
		p.Do(best[0], nil)
		pass(p, func() { better = by.Quick(p) != nil })
		p.Undo()
	}
	p.Do(m.Move, nil)
	switch {
	case unstoppable:
		m.first(Reason{Fact: Brinkmate, Line: reply})
	case threatened && better:
		m.first(Reason{Fact: TooSlow, Line: reply})
	case threatened && !mover:
		m.first(Reason{Fact: MateThreat, Line: reply})
	case better:
		m.first(Reason{Fact: MateThreat, Missed: true, Line: best})
	}
}

// unstoppable reports whether every move of p is answered by a mate that is quickly proved.
func (by *mating) unstoppable(p core.Position) bool {
	var moves core.MoveList
	p.Generate(core.AllMoves, &moves)
	for _, m := range moves.Slice() {
		p.Do(m, nil)
		line := by.Quick(p)
		p.Undo()
		if line == nil {
			return false
		}
	}
	return moves.N > 0
}

// first adds a reason in front of those that mean less. Where one is known, it says more than chances.
func (m *Move) first(r Reason) {
	m.Reasons = slices.DeleteFunc(m.Reasons, func(o Reason) bool { return o.Fact >= Chances })
	m.Reasons = append([]Reason{r}, m.Reasons[:min(most-1, len(m.Reasons))]...)
}

// mate adds a mate to the reasons, unless there is one of that kind that is as short.
func (m *Move) mate(r Reason, missed bool) {
	same := func(o Reason) bool { return o.Missed == missed && o.Fact.mates() }
	if i := slices.IndexFunc(m.Reasons, same); i >= 0 && (r.Plies == 0 || m.Reasons[i].Plies <= r.Plies) {
		return
	}
	m.Reasons = slices.DeleteFunc(m.Reasons, func(o Reason) bool {
		return same(o) || !o.Fact.mates() && !(missed && o.Fact.draws()) // next to a mate, material means nothing
	})
	if r.Missed = missed; missed {
		m.Reasons = append(m.Reasons, r)
	} else {
		m.Reasons = append([]Reason{r}, m.Reasons...)
	}
}
