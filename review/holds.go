package review

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// holds reports whether a reason is true on the board: its line can be played, and its first move does what
// is said of it. What no rule knows of is taken as it is.
func (e *explanation) holds(r *Reason) (ok bool) {
	check := func() { ok = e.true(r) }
	if r.Missed {
		check()
	} else {
		e.played(check)
	}
	return ok
}

// true is holds for a reason in the position from which its line begins.
func (e *explanation) true(r *Reason) bool {
	if len(r.Line) == 0 {
		return r.Fact == Stalemate || r.Fact == Draw || r.Fact == Castling || r.Fact == TableWin
	}
	first := r.Line[0]
	if e.p.ValidateMove(first.ID()) != first {
		return false
	}
	switch r.Fact {
	case Hanging, PutEnPrise, Undefended:
		return len(r.Kinds) == 1 && first.Captured() == r.Kinds[0]
	case Tempo, Attack:
		return includes(e.attackedBy(first), r.Kinds)
	case Fork:
		kinds := e.attackedBy(first)
		if e.p.GivesCheck(first) {
			kinds = append(kinds, 0)
		}
		return includes(kinds, r.Kinds) || r.Kinds[0] == 0 && e.p.GivesCheck(first)
	case Mate, BackRank:
		if r.Plies != len(r.Line) {
			return true // the line was cut short, or comes from a proof
		}
		l := look{Standard: e.Standard, p: e.p, line: r.Line}
		mated := false
		l.after(len(r.Line), func() { v := e.p.Verdict(); mated = v.Over() && !v.Drawn })
		return mated
	case Camp:
		return !first.IsCapture() && promoted(r.Line)
	case Promotion:
		return promoted(r.Line)
	}
	return true
}

// promoted reports whether the side that begins a line promotes a piece in its course.
func promoted(line []core.Move) bool {
	for i := 0; i < len(line); i += 2 {
		if line[i].IsPromotion() {
			return true
		}
	}
	return false
}

// attackedBy returns the kinds that the piece of a move could take next.
func (e *explanation) attackedBy(m core.Move) (kinds []core.PieceType) {
	l := look{Standard: e.Standard, p: e.p, line: []core.Move{m}}
	l.after(1, func() {
		pass(e.p, func() {
			var captures core.MoveList
			e.p.Generate(core.AllMoves, &captures)
			for _, c := range captures.Slice() {
				if c.IsCapture() && !c.IsDrop() && c.From() == m.To() {
					kinds = append(kinds, c.Captured())
				}
			}
		})
	})
	return kinds
}

// includes reports whether all kinds are among others.
func includes(all, kinds []core.PieceType) bool {
	all = slices.Clone(all)
	for _, k := range kinds {
		i := slices.Index(all, k)
		if i < 0 {
			return false
		}
		all = slices.Delete(all, i, i+1)
	}
	return true
}
