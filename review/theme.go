package review

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// classify fills in the theme and the rating of a puzzle.
func (z *Puzzle) classify(s Standard) {
	p := inside.Core(z.Position)
	l := look{Standard: s, p: p, line: inside.ReadMoves(p, z.Line...)}
	z.Theme, z.Rating = "advantage", rating(p, l.line, s)
	if len(l.line) == 0 {
		return
	}
	first := l.line[0]
	l.won = exchange(p.GameInfo(), core.NoMove, l.line, len(l.line))
	switch reason, ok := l.motif(); {
	case z.Mate > 0:
		w := Words{Plies: s.Held != nil}
		z.Theme = "mate " + w.mate(z.Mate)
	case z.Score.IsWin():
		z.Theme = "mate"
	case ok:
		z.Theme = factTexts[reason.Fact].name
	case first.IsCapture() && p.SEE(first, s.Material):
		z.Theme = "hanging piece"
	case l.gives():
		z.Theme = "sacrifice"
	}
}

// gives reports whether the first move of the line leaves more to be taken than it takes.
func (l *look) gives() (ok bool) {
	least := l.Sacrifice + gain(l.p.GameInfo(), l.line[0])
	l.after(1, func() { ok = takes(l.p, least) != core.NoMove })
	return ok
}
