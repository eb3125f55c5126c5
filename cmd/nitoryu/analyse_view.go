package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// view is the table of a running analysis. On a terminal, draw replaces what it drew
// before; elsewhere each report is printed once, as it comes in. Search threads report;
// the goroutine that waits for the search draws.
type view struct {
	out     io.Writer
	size    func() (width, height int) // of the terminal; nil without one
	dialect protocol.Dialect
	limits  core.Limits
	began   time.Time

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
	tableColumns = "%7s %9s %9s %9s %9s %6s  "
	eraseLine    = "\x1b[K"
	eraseBelow   = "\x1b[J"
)

var tableHeader = fmt.Sprintf(tableColumns, "depth", "score", "time", "nodes", "nodes/s", "hash") + "line"

func newView(p core.Position, d protocol.Dialect, l core.Limits, out io.Writer, size func() (width, height int)) *view {
	v := &view{out: out, size: size, dialect: d, limits: l, began: time.Now(), root: p.Clone()}
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
	moves := notation(v.root, i.PV)
	if v.limits.MultiPV > 1 {
		moves = append([]string{fmt.Sprintf("%d.", i.Rank)}, moves...)
	}
	r := row{i.Depth, i.Rank, v.columns(i), moves}
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
	v.busy = fmt.Sprintf(", depth %d, move %d: %s", c.Depth, c.Number, v.root.FormatMove(c.Move))
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

// columns formats the fixed columns of a report.
func (v *view) columns(i core.Info) string {
	seconds := max(i.Elapsed, time.Millisecond).Seconds()
	return fmt.Sprintf(tableColumns,
		fmt.Sprintf("%d/%d", i.Depth, i.SelDepth), scoreText(v.dialect, i.Score, i.Bound),
		fmt.Sprintf("%.2f s", i.Elapsed.Seconds()), short(float64(i.Nodes)), short(float64(i.Nodes)/seconds),
		fmt.Sprintf("%.1f%%", float64(i.HashFull)/10))
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
		b.WriteString(cut(line, width) + eraseLine + "\n")
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
		if len(next) > room {
			return strings.TrimSuffix(text, " ") + more
		}
		text = next
	}
	return text
}

// cut returns at most width characters of a line, as a line that wraps would count as two
// when the cursor moves up.
func cut(line string, width int) string {
	if letters := []rune(line); len(letters) > width {
		return string(letters[:max(0, width)])
	}
	return line
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
