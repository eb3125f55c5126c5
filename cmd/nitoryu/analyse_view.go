package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// view is the table of a running analysis. On a terminal, draw replaces what it drew
// before; elsewhere each report is printed once, as it comes in. Search threads report;
// the goroutine that waits for the search draws.
type view struct {
	out    io.Writer
	size   func() (width, height int) // of the terminal; nil without one
	mode   protocol.Mode
	moves  notation
	limits core.Limits
	began  time.Time

	mu    sync.Mutex
	root  core.Position // lines are replayed on it
	rows  []row
	notes []string
	busy  string // the root move being searched
	drawn int    // lines on the terminal that the next drawing replaces
}

// row is a line of the table: its fixed columns, and the moves in the rest of the width.
type row struct {
	depth, rank int
	columns     string
	moves       []string
}

// tableRows is the maximum number of iterations shown on a terminal.
const tableRows = 12

const (
	tableColumns = "%7s %9s %5s %9s %9s %9s  "
	eraseLine    = "\x1b[K"
	eraseBelow   = "\x1b[J"
)

var tableHeader = fmt.Sprintf(tableColumns, "depth", "score", "win", "time", "nodes", "nodes/s") + "line"

func newView(p core.Position, m protocol.Mode, l core.Limits, out io.Writer, size func() (width, height int), moves notation) *view {
	v := &view{out: out, size: size, mode: m, moves: moves, limits: l, began: time.Now(), root: p.Clone()}
	if size == nil {
		fmt.Fprintln(out, tableHeader)
	}
	return v
}

// info adds a report. A second report of an iteration replaces the first; with several
// lines the table shows the latest report of each.
func (v *view) info(i core.Info) {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := newRow(v.mode, v.root, i, v.limits.MultiPV, v.moves)
	if v.size == nil {
		fmt.Fprintln(v.out, r.columns+strings.Join(r.moves, " "))
		return
	}
	for at := range v.rows {
		if v.rows[at].rank == r.rank && (v.limits.MultiPV > 1 || v.rows[at].depth == r.depth) {
			v.rows[at] = r
			return
		}
	}
	v.rows = append(v.rows, r)
}

func (v *view) current(c core.CurrentMove) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.busy = fmt.Sprintf(", depth %d, move %d: %s", c.Depth, c.Number, v.moves(v.root, c.Move, core.NoMove))
}

func (v *view) note(text string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.size == nil {
		fmt.Fprintln(v.out, text)
		return
	}
	v.notes = append(v.notes, text)
}

// newRow returns the row of a report about root, one of so many best lines.
func newRow(m protocol.Mode, root core.Position, i core.Info, lines int, moves notation) row {
	score, points := "", ""
	if len(i.PV) > 0 {
		score = scoreText(m.Dialect, i.Score, i.Bound)
		points = fmt.Sprintf("%.0f%%", m.Chances.Points(i.Score, m.Chances.PhaseOf(root)))
	}
	seconds := max(i.Elapsed, time.Millisecond).Seconds()
	columns := fmt.Sprintf(tableColumns, fmt.Sprintf("%d/%d", i.Depth, i.SelDepth), score, points,
		fmt.Sprintf("%.2f s", i.Elapsed.Seconds()), short(float64(i.Nodes)), short(float64(i.Nodes)/seconds))
	line := moves.line(root, i.PV)
	if lines > 1 {
		line = append([]string{fmt.Sprintf("%d.", i.Rank)}, line...)
	}
	return row{i.Depth, i.Rank, columns, line}
}

// draw replaces the table on the terminal. The last drawing has no status line.
func (v *view) draw(last bool) {
	if v.size == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	width, height := v.size()
	lines := append([]string{}, v.notes...)
	lines = append(lines, tableHeader)
	rows := v.rows
	// What scrolls off the top cannot be replaced: header, status and the line of the
	// cursor must fit as well.
	space := max(1, height-len(v.notes)-3)
	if v.limits.MultiPV > 1 {
		rows = rows[:min(len(rows), space)]
	} else {
		rows = rows[len(rows)-min(len(rows), space, tableRows):]
	}
	for _, r := range rows {
		lines = append(lines, r.fit(width))
	}
	if !last {
		lines = append(lines, v.status())
	}

	var b strings.Builder
	if v.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\r", v.drawn)
	}
	for _, line := range lines {
		b.WriteString(cli.Cut(line, width) + eraseLine + "\n")
	}
	b.WriteString(eraseBelow)
	v.drawn = len(lines)
	_, _ = io.WriteString(v.out, b.String()) // the answer that follows reports a broken output
}

// status says what the search is doing.
func (v *view) status() string {
	text := fmt.Sprintf("%.1f s", time.Since(v.began).Seconds())
	if v.limits.MoveTime > 0 {
		text += fmt.Sprintf(" of %.1f s", v.limits.MoveTime.Seconds())
	}
	return text + v.busy
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
