//go:build !js

package app

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// The best line is told whole below the table, as wide as the terminal is.
func TestClosing(t *testing.T) {
	const line = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"
	start := games.Chess().Start(core.Settings{})
	var pv []nitoryu.Move
	for text := range strings.FieldsSeq(line) {
		pv = append(pv, nitoryu.Move(text))
	}
	result := nitoryu.Result{Best: pv[0], Ponder: pv[1]}
	const answer, whole = "best move: e4 (e2e4), expecting c5", "line: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"
	for _, c := range []struct {
		name  string
		width int // 0: not a terminal
		shown []nitoryu.Line
		want  string
		lines int
	}{
		{"wide", 100, []nitoryu.Line{{Depth: 9, Rank: 1, Moves: pv}}, answer + " " + whole, 2},
		{"narrow", 24, []nitoryu.Line{{Depth: 9, Rank: 1, Moves: pv}}, answer + " " + whole, 4},
		{"the best of several lines", 100, []nitoryu.Line{{Depth: 9, Rank: 1, Moves: pv}, {Depth: 9, Rank: 2, Moves: []nitoryu.Move{pv[2], pv[1], pv[0]}}}, answer + " " + whole, 2},
		{"the latest", 100, []nitoryu.Line{{Depth: 8, Rank: 1, Moves: pv[:5]}, {Depth: 9, Rank: 1, Moves: pv}}, answer + " " + whole, 2},
		{"a line that the answer tells", 100, []nitoryu.Line{{Depth: 1, Rank: 1, Moves: pv[:2]}}, answer, 1},
		{"no report", 100, nil, answer, 1},
		{"not a terminal", 0, []nitoryu.Line{{Depth: 9, Rank: 1, Moves: pv}}, answer, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &display{moves: record.People(false)}
			if c.width > 0 {
				d.size = func() (int, int) { return c.width, 24 }
			}
			v := newView(start, nitoryu.Limits{Lines: len(c.shown)}, io.Discard, d)
			for _, l := range c.shown {
				v.add(l)
			}
			lines := v.closing(result)
			if got := strings.Join(strings.Fields(strings.Join(lines, " ")), " "); got != c.want || len(lines) != c.lines {
				t.Errorf("%q", lines)
			}
			if c.width > 0 && slices.ContainsFunc(lines, func(l string) bool { return cli.Columns(l) > c.width }) {
				t.Errorf("too wide: %q", lines)
			}
		})
	}
}
