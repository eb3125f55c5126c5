//go:build !js

package app

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/protocol"
)

// view is the table of a running analysis. On a terminal, draw replaces what it drew
// before; elsewhere each line is printed once, as it comes in. One goroutine adds lines,
// another one draws.
type view struct {
	out    io.Writer
	show   *display
	mode   protocol.Mode
	limits nitoryu.Limits
	room   func(width, height int) int // rows that leave the board above in sight
	began  time.Time

	mu    sync.Mutex    // guards what follows
	root  core.Position // lines are replayed on it
	lines []nitoryu.Line
	drawn int // lines on the terminal that the next drawing replaces
}

// tableRows is the maximum number of iterations shown on a terminal, fewRows what is shown
// even where it moves the board out of sight.
const (
	tableRows = 12
	fewRows   = 4
)

const (
	eraseLine  = "\x1b[K"
	eraseBelow = "\x1b[J"
)

func newView(p core.Position, l nitoryu.Limits, out io.Writer, d *display) *view {
	v := &view{out: out, show: d, mode: modeOf(p), limits: l, began: time.Now(), root: p.Clone(), room: func(int, int) int { return tableRows }}
	if d.size == nil {
		fmt.Fprintln(out, v.table().header())
	}
	return v
}

// above tells the view what stands above it: a number of lines that fit, and one that may not.
func (v *view) above(lines int, long string) {
	v.room = func(width, height int) int {
		lines := lines + 1 + max(0, cli.Columns(long)-1)/max(1, width)
		return min(tableRows, max(fewRows, height-lines-3)) // 3: header, status and cursor
	}
}

// table returns the table for the terminal as wide as it is.
func (v *view) table() table {
	t := table{mode: v.mode, moves: v.show.moves, fields: allFields(), mover: v.show.mover, japanese: v.show.japanese}
	if v.show.size != nil {
		width, _ := v.show.size()
		t.fields = fieldsFor(width)
	}
	return t
}

// add adds a line. A second one of an iteration replaces the first; where several are asked
// for, the table shows the latest of each rank.
func (v *view) add(l nitoryu.Line) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.show.size == nil {
		r := v.table().row(v.root, l, v.limits.Lines)
		fmt.Fprintln(v.out, r.columns+strings.Join(r.moves, " "))
		return
	}
	for at := range v.lines {
		if v.lines[at].Rank == l.Rank && (v.limits.Lines > 1 || v.lines[at].Depth == l.Depth) {
			v.lines[at] = l
			return
		}
	}
	v.lines = append(v.lines, l)
}

// draw replaces the table on the terminal. The last drawing has no status line.
func (v *view) draw(now nitoryu.Progress, last bool) {
	if v.show.size == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	width, height := v.show.size()
	style, table := v.show.look.Style, v.table()
	rows := []string{style.Faint(cli.Cut(table.header(), width))}
	lines := v.lines
	// What scrolls off the top cannot be replaced: header, status and the line of the
	// cursor must fit as well.
	space := max(1, height-3)
	if v.limits.Lines > 1 {
		lines = lines[:min(len(lines), space)]
	} else {
		lines = lines[len(lines)-min(len(lines), space, v.room(width, height)):]
	}
	for _, l := range lines {
		r := table.row(v.root, l, v.limits.Lines)
		rows = append(rows, r.paint(style, cli.Cut(r.fit(width), width)))
	}
	if !last {
		rows = append(rows, style.Faint(cli.Cut(v.status(now), width)))
	}

	var b strings.Builder
	if v.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\r", v.drawn)
	}
	for _, line := range rows {
		b.WriteString(line + eraseLine + "\n")
	}
	b.WriteString(eraseBelow)
	v.drawn = len(rows)
	_, _ = io.WriteString(v.out, b.String()) // the answer that follows reports a broken output
}

// closing returns the lines below the table: the answer and, on a terminal, where rows are cut
// to the width, the whole line of the best move.
func (v *view) closing(r nitoryu.Result) []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	style, answer := v.show.look.Style, answer(v.show.moves, v.root, r, v.show.japanese)
	if v.show.size == nil {
		return []string{style.Strong(answer)}
	}
	const indent = 2
	width, _ := v.show.size()
	lines := cli.Wrap(answer, width, indent)
	for i := range lines {
		lines[i] = style.Strong(lines[i])
	}
	for _, l := range slices.Backward(v.lines) {
		if len(l.Moves) > 2 && l.First() == r.Best { // the answer has two moves
			whole := v.show.in("line: ", "読み筋：") + strings.Join(v.show.moves.Line(v.root, inside.ReadMoves(v.root, l.Moves...)), " ")
			return append(lines, cli.Wrap(whole, width, indent)...)
		}
	}
	return lines
}

// status says what the search is doing.
func (v *view) status(now nitoryu.Progress) string {
	text := fmt.Sprintf(v.show.in("%.1f s", "%.1f秒"), time.Since(v.began).Seconds())
	if v.limits.Time > 0 {
		text += fmt.Sprintf(v.show.in(" of %.1f s", "／%.1f秒"), v.limits.Time.Seconds())
	}
	for _, m := range inside.ReadMoves(v.root, now.Move) {
		text += fmt.Sprintf(v.show.in(", depth %d, move %d: %s", "、深さ%d、%d番目の手：%s"), now.Depth, now.Number, v.show.moves(v.root, m, core.NoMove))
	}
	return text
}
