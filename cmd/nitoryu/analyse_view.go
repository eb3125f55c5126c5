package main

import (
	"fmt"
	"io"
	"slices"
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
	show   *display
	mode   protocol.Mode
	limits core.Limits
	room   func(width, height int) int // rows that leave the board above in sight
	began  time.Time

	mu     sync.Mutex
	root   core.Position // lines are replayed on it
	infos  []core.Info
	faults []string
	busy   string // the root move being searched
	drawn  int    // lines on the terminal that the next drawing replaces
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

func newView(p core.Position, m protocol.Mode, l core.Limits, out io.Writer, d *display) *view {
	v := &view{out: out, show: d, mode: m, limits: l, began: time.Now(), root: p.Clone(), room: func(int, int) int { return tableRows }}
	if d.size == nil {
		fmt.Fprintln(out, v.table().header())
	}
	return v
}

// above tells the view what stands above it: so many lines that fit, and one that may not.
func (v *view) above(lines int, long string) {
	v.room = func(width, height int) int {
		lines := lines + 1 + max(0, cli.Columns(long)-1)/max(1, width)
		return min(tableRows, max(fewRows, height-lines-3)) // 3: header, status and cursor
	}
}

// table returns the table for the terminal as wide as it is.
func (v *view) table() table {
	t := table{mode: v.mode, moves: v.show.moves, fields: allFields(), mover: v.show.mover}
	if v.show.size != nil {
		width, _ := v.show.size()
		t.fields = fieldsFor(width)
	}
	return t
}

// info adds a report. A second report of an iteration replaces the first; with several
// lines the table shows the latest report of each.
func (v *view) info(i core.Info) {
	v.mu.Lock()
	defer v.mu.Unlock()
	i.PV = slices.Clone(i.PV)
	if v.show.size == nil {
		r := v.table().row(v.root, i, v.limits.MultiPV)
		fmt.Fprintln(v.out, r.columns+strings.Join(r.moves, " "))
		return
	}
	for at := range v.infos {
		if v.infos[at].Rank == i.Rank && (v.limits.MultiPV > 1 || v.infos[at].Depth == i.Depth) {
			v.infos[at] = i
			return
		}
	}
	v.infos = append(v.infos, i)
}

func (v *view) current(c core.CurrentMove) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.busy = fmt.Sprintf(", depth %d, move %d: %s", c.Depth, c.Number, v.show.moves(v.root, c.Move, core.NoMove))
}

func (v *view) fault(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.show.size == nil {
		fmt.Fprintln(v.out, err)
		return
	}
	v.faults = append(v.faults, err.Error())
}

// draw replaces the table on the terminal. The last drawing has no status line.
func (v *view) draw(last bool) {
	if v.show.size == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	width, height := v.show.size()
	style, table := v.show.look.Style, v.table()
	var lines []string
	for _, note := range v.faults {
		lines = append(lines, cli.Cut(note, width))
	}
	lines = append(lines, style.Faint(cli.Cut(table.header(), width)))
	infos := v.infos
	// What scrolls off the top cannot be replaced: header, status and the line of the
	// cursor must fit as well.
	space := max(1, height-len(v.faults)-3)
	if v.limits.MultiPV > 1 {
		infos = infos[:min(len(infos), space)]
	} else {
		infos = infos[len(infos)-min(len(infos), space, v.room(width, height)):]
	}
	for _, i := range infos {
		r := table.row(v.root, i, v.limits.MultiPV)
		lines = append(lines, r.paint(style, cli.Cut(r.fit(width), width)))
	}
	if !last {
		lines = append(lines, style.Faint(cli.Cut(v.status(), width)))
	}

	var b strings.Builder
	if v.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\r", v.drawn)
	}
	for _, line := range lines {
		b.WriteString(line + eraseLine + "\n")
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
