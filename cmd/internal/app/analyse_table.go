package app

import (
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/record"
)

// table writes reports of a search as rows of columns and moves.
type table struct {
	mode   protocol.Mode
	moves  record.Notation
	fields []field
	mover  bool // scores are for the side to move, not for core.First
	// japanese is the language of the heads and scores.
	japanese bool
}

// japaneseHeads are the heads of the columns in Japanese.
var japaneseHeads = map[string]string{
	"depth": "深さ", "score": "評価値", "win": "勝率", "w/d/l": "勝分敗", "time": "時間", "nodes": "ノード数", "nodes/s": "毎秒",
}

// field is a column of the table.
type field struct {
	head  string
	width int
	text  func(facts) string
}

// facts are a line with its score for the side that looks at it.
type facts struct {
	nitoryu.Line
	score, win, wdl string
}

// scoreAt is the column where the field of the score begins, behind the depth.
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
	text, line := "", "line"
	for _, f := range t.fields {
		head := f.head
		if t.japanese {
			head, line = japaneseHeads[head], "読み筋"
		}
		text += padded(head, f.width) + " "
	}
	return text + " " + line
}

// padded puts blanks in front of a text, up to the given number of columns.
func padded(text string, columns int) string {
	return strings.Repeat(" ", max(0, columns-cli.Columns(text))) + text
}

// row is a line of the table: its columns, and the moves in the rest of the width.
type row struct {
	columns string
	moves   []string
	feel    core.Score // the score, where there is one
	score   string     // as it stands in its column
}

// row returns the row of a line from root, one of the given number of best lines.
func (t table) row(root core.Position, l nitoryu.Line, lines int) row {
	f := facts{Line: l}
	r := row{}
	if len(l.Moves) > 0 {
		score, bound, chances := core.Score(l.Score), l.Bound, l.Chances
		if !t.mover && root.Side() != core.First {
			score, bound = -score, opposite(bound)
			chances.Win, chances.Loss = chances.Loss, chances.Win
		}
		win, loss := (chances.Win+5)/10, (chances.Loss+5)/10
		f.score = t.score(score, bound)
		f.win = fmt.Sprintf("%.0f%%", 100*chances.Points())
		f.wdl = fmt.Sprintf("%d/%d/%d", win, max(0, 100-win-loss), loss)
		r.feel, r.score = score, padded(f.score, scoreWidth)
	}
	for _, one := range t.fields {
		r.columns += padded(one.text(f), one.width) + " "
	}
	r.columns += " "
	if r.moves = t.moves.Line(root, inside.ReadMoves(root, l.Moves...)); lines > 1 {
		r.moves = append([]string{fmt.Sprintf("%d.", l.Rank)}, r.moves...)
	}
	return r
}

// opposite returns the bound of the score with the other sign.
func opposite(b nitoryu.Bound) nitoryu.Bound {
	switch b {
	case nitoryu.AtLeast:
		return nitoryu.AtMost
	case nitoryu.AtMost:
		return nitoryu.AtLeast
	}
	return b
}

// notable is the least score that is shown as good or bad.
const notable = core.Score(50)

// paint returns a row that has been cut to the terminal, with the score in colour.
func (r row) paint(s cli.Style, text string) string {
	scoreEnd := scoreAt + len(r.score)
	if len(text) < scoreEnd {
		return text
	}
	before, score, after := text[:scoreAt], text[scoreAt:scoreEnd], text[scoreEnd:]
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

// score returns a score in pawns, in Japanese in hundredths, or the distance of a forced mate
// as the dialect counts it; ">" and "<" mark bounds.
func (t table) score(s core.Score, b nitoryu.Bound) string {
	text := fmt.Sprintf("%+.2f", float64(s.Points())/100)
	switch {
	case s.IsMate() && t.japanese:
		text = fmt.Sprintf("%+d手詰", s.PliesToMate())
	case s.IsMate():
		text = t.mode.Dialect.Score(s)
	case t.japanese:
		text = fmt.Sprintf("%+d", s.Points())
	}
	switch b {
	case nitoryu.AtLeast:
		return ">" + text
	case nitoryu.AtMost:
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
