package review

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Prover returns the line of a forced mate by the side to move, or nil if it proves none.
// It leaves the position as it was.
type Prover func(p core.Position) []core.Move

// Prove lets a prover look for mates around the bad moves, which it finds where a search
// does not look: those that were missed, and those that were allowed. Mates that it
// proves replace the other reasons, and longer ones that the search knows. The judgements
// stay.
func (r *Game) Prove(prove Prover) error {
	return r.Each(func(p core.Position, m *Move) {
		if !m.Judgement.Bad() {
			return
		}
		if line := prove(p); len(line) > 0 && line[0] != m.Move {
			m.mate(MissesMate, line)
		}
		p.Do(m.Move, nil)
		if line := prove(p); len(line) > 0 {
			m.mate(AllowsMate, line)
		}
		p.Undo()
	})
}

// mate adds a mate to the reasons, unless there is one of that kind that is as short.
func (m *Move) mate(f Fact, line []core.Move) {
	of := func(f Fact) func(Reason) bool { return func(r Reason) bool { return r.Fact == f } }
	if i := slices.IndexFunc(m.Reasons, of(f)); i >= 0 && m.Reasons[i].Plies <= len(line) {
		return
	}
	m.Reasons = slices.DeleteFunc(m.Reasons, func(r Reason) bool {
		return r.Fact == f || r.Fact != AllowsMate && r.Fact != MissesMate // next to a mate, material means nothing
	})
	m.Reasons = append(m.Reasons, Reason{Fact: f, Plies: len(line), Line: line})
	slices.SortStableFunc(m.Reasons, func(a, b Reason) int { return int(a.Fact) - int(b.Fact) })
}
