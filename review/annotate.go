package review

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// lineLength is how many moves of a best line are written as a variation.
const lineLength = 10

// The numeric annotation glyphs of PGN: 6 is ?!, 2 is ? and 4 is ??; 7 is □, 1 is ! and 3 is !!.
var (
	glyphs       = map[Judgement]int{Inaccuracy: 6, Dubious: 6, Mistake: 2, Blunder: 4}
	praiseGlyphs = map[Praise]int{OnlyMove: 7, Great: 1, Brilliant: 3}
)

// Annotate writes the findings into the record: what the engine thinks after each move,
// a glyph for bad moves and for more than good ones, and for bad ones and missed mates the reasons in a
// comment and the best line as a variation. What programs had said is forgotten, see [Forget]. What
// else the record had stays: a move that has a glyph of its own keeps it alone. The error is
// about moves that are not legal.
func (r *Game) Annotate(engine string, w *Words) error {
	if err := Forget(r.Record); err != nil {
		return err
	}
	return r.each(func(p core.Position, parent, n *record.Node, m *Move, after *nitoryu.Result) {
		if len(after.Lines) > 0 {
			move := record.Play(p, m.Move)
			n.Eval = evalOf(p, after, engine)
			record.TakeBack(p, move)
		}
		if glyph := praiseGlyphs[m.Praise]; glyph != 0 {
			mark(n, glyph)
		}
		if m.Judgement.Bad() {
			mark(n, glyphs[m.Judgement])
		}
		if m.Telling() {
			n.Comments = append(n.Comments, w.Comment(p, m))
			suggest(parent, m.Better(p))
		}
	})
}

// evalOf returns an answer about p as records have it.
func evalOf(p core.Position, r *nitoryu.Result, engine string) *record.Eval {
	best := &r.Lines[0]
	e := &record.Eval{Score: core.Score(best.Score), Depth: best.Depth, Nodes: r.Nodes, Engine: engine, PV: bestLine(p, r)}
	if p.Side() == core.Second {
		e.Score = -e.Score
	}
	return e
}

// mark adds a glyph, unless there is one that says how good the move is.
func mark(n *record.Node, glyph int) {
	if !slices.ContainsFunc(n.NAGs, func(nag int) bool { return nag >= 1 && nag <= 7 }) {
		n.NAGs = append(n.NAGs, glyph)
	}
}

// missedMateHead stands in front of what is said of a move in Japanese that only misses a mate.
const missedMateHead = "詰み逃し"

// Comment returns what is to be said of a move that is [Move.Telling] in one line; p is the position before
// it.
func (w *Words) Comment(p core.Position, m *Move) string {
	best := w.Write(p, m.Better(p)[0], core.NoMove)
	var reasons []string
	for i := range m.Reasons {
		reasons = append(reasons, w.Reason(p, m, &m.Reasons[i]))
	}
	switch bad := m.Judgement.Bad(); {
	case !bad && w.Language == Japanese:
		return "【" + missedMateHead + "】" + strings.Join(append(reasons, "最善手は"+best), "。") + "。"
	case !bad:
		return capital(strings.Join(reasons, ", and ")) + ". Best was " + best + "." // by which Forget knows it
	case w.Language == Japanese:
		return "【" + w.Judgement(m.Judgement) + "】" + strings.Join(append(reasons, "最善手は"+best), "。") + "。"
	}
	text := capital(w.Judgement(m.Judgement)) + "."
	if len(reasons) > 0 {
		text += " " + capital(strings.Join(reasons, ", and ")) + "."
	}
	return text + " Best was " + best + "." // by which Forget knows it
}

// capital returns text with a capital letter in front.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// suggest adds a line as a variation below the position of parent, unless there is one
// that begins with its first move.
func suggest(parent *record.Node, line []core.Move) {
	for _, child := range parent.Children {
		if child.Move.ID() == line[0].ID() {
			return
		}
	}
	n := parent
	for _, m := range line[:min(lineLength, len(line))] {
		n = n.Add(m)
	}
}
