package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// table writes reports of a search as rows of columns and moves.
type table struct {
	mode   protocol.Mode
	moves  notation
	fields []field
	mover  bool // scores are for the side to move, not for core.First
}

// field is a column of the table.
type field struct {
	head  string
	width int
	text  func(facts) string
}

// facts are a report with its score for the side that looks at it.
type facts struct {
	core.Info
	score, win, wdl string
}

// scoreAt is the column where the field of the score begins, behind that of the depth.
const (
	depthWidth = 7
	scoreAt    = depthWidth + 1
	scoreWidth = 9
)

// allFields returns all columns.
func allFields() []field {
	return []field{
		{"depth", depthWidth, func(f facts) string { return fmt.Sprintf("%d/%d", f.Depth, f.SelDepth) }},
		{"score", scoreWidth, func(f facts) string { return f.score }},
		{"win", 5, func(f facts) string { return f.win }},
		{"w/d/l", 8, func(f facts) string { return f.wdl }},
		{"time", 9, func(f facts) string { return fmt.Sprintf("%.2f s", f.Elapsed.Seconds()) }},
		{"nodes", 9, func(f facts) string { return short(float64(f.Nodes)) }},
		{"nodes/s", 9, func(f facts) string {
			return short(float64(f.Nodes) / max(f.Elapsed, time.Millisecond).Seconds())
		}},
	}
}

// chosen returns the columns with these heads.
func chosen(heads ...string) (fields []field) {
	for _, f := range allFields() {
		for _, head := range heads {
			if f.head == head {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// dialogueFields are the columns for a person who talks to the engine.
func dialogueFields() []field { return chosen("depth", "score", "win", "time", "nodes", "nodes/s") }

// fieldsFor returns the columns for a terminal so wide, so that moves have room, too.
func fieldsFor(width int) []field {
	switch {
	case width >= 100:
		return allFields()
	case width >= 76:
		return chosen("depth", "score", "w/d/l", "time", "nodes")
	case width >= 50:
		return chosen("depth", "score", "w/d/l")
	}
	return chosen("depth", "score")
}

// header returns the heads of the columns.
func (t table) header() string {
	text := ""
	for _, f := range t.fields {
		text += fmt.Sprintf("%*s ", f.width, f.head)
	}
	return text + " line"
}

// row is a line of the table: its columns, and the moves in the rest of the width.
type row struct {
	columns string
	moves   []string
	feel    core.Score // the score, where there is one
}

// row returns the row of a report about root, one of so many best lines.
func (t table) row(root core.Position, i core.Info, lines int) row {
	f := facts{Info: i}
	r := row{}
	if len(i.PV) > 0 {
		phase := t.mode.Chances.PhaseOf(root)
		score, bound := i.Score, i.Bound
		win, _, loss := t.mode.Chances.WDL(score, phase)
		points := t.mode.Chances.Points(score, phase)
		if !t.mover && root.Side() != core.First {
			score, bound, win, loss, points = -score, opposite(bound), loss, win, 100-points
		}
		win, loss = (win+5)/10, (loss+5)/10
		f.score = scoreText(t.mode.Dialect, score, bound)
		f.win = fmt.Sprintf("%.0f%%", points)
		f.wdl = fmt.Sprintf("%d/%d/%d", win, max(0, 100-win-loss), loss)
		r.feel = score
	}
	for _, one := range t.fields {
		r.columns += fmt.Sprintf("%*s ", one.width, one.text(f))
	}
	r.columns += " "
	if r.moves = t.moves.line(root, i.PV); lines > 1 {
		r.moves = append([]string{fmt.Sprintf("%d.", i.Rank)}, r.moves...)
	}
	return r
}

// opposite returns the bound of the score with the other sign.
func opposite(b core.Bound) core.Bound {
	switch b {
	case core.Lower:
		return core.Upper
	case core.Upper:
		return core.Lower
	}
	return b
}

// notable is the least score that is shown as good or bad.
const notable = core.Score(50)

// paint returns a row that has been cut to the terminal, with the score in colour.
func (r row) paint(s cli.Style, text string) string {
	if len(text) < scoreAt+scoreWidth {
		return text
	}
	before, score, after := text[:scoreAt], text[scoreAt:scoreAt+scoreWidth], text[scoreAt+scoreWidth:]
	switch {
	case r.feel >= notable:
		score = s.Good(score)
	case r.feel <= -notable:
		score = s.Bad(score)
	}
	return before + score + after
}

// fit returns the row with as many whole moves as the width has room for.
func (r row) fit(width int) string {
	const more = " ..."
	text := r.columns
	for n, m := range r.moves {
		next := text + m
		if n > 0 {
			next = text + " " + m
		}
		room := width - len(more)
		if n == len(r.moves)-1 {
			room = width
		}
		if cli.Columns(next) > room {
			return strings.TrimSuffix(text, " ") + more
		}
		text = next
	}
	return text
}

// scoreText returns a score in pawns, or the distance of a forced mate as the
// dialect counts it; ">" and "<" mark bounds.
func scoreText(d protocol.Dialect, s core.Score, b core.Bound) string {
	text := fmt.Sprintf("%+.2f", float64(s.Points())/100)
	if s.IsMate() {
		text = d.Score(s)
	}
	switch b {
	case core.Lower:
		return ">" + text
	case core.Upper:
		return "<" + text
	}
	return text
}

// short returns a count in at most four digits and a unit.
func short(n float64) string {
	if n < 1e4 {
		return fmt.Sprintf("%.0f", n)
	}
	unit := ""
	for _, unit = range []string{"k", "M", "G", "T"} {
		if n /= 1000; n < 999.95 {
			break
		}
	}
	return fmt.Sprintf("%.1f %s", n, unit)
}
