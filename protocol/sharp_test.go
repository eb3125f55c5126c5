package protocol_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Sharpness is told after the last line of an iteration, of all lines, whatever MultiPV shows, and not
// in games, which it would slow.
func TestShowSharpness(t *testing.T) {
	const lines, moves = 4, 3 // that are searched, and that there are
	for _, c := range []struct {
		name     string
		commands []string
		multiPV  int // of the search
		want     []string
	}{
		{"off", []string{"go depth 2"}, 1, []string{"multipv 1", "multipv 1"}},
		{"on", []string{"setoption name Show Sharpness value true", "go depth 2"}, lines,
			[]string{"multipv 1", "string sharpness 1.0", "multipv 1", "string sharpness 2.0"}},
		{"with lines that are shown", []string{"setoption name Show Sharpness value true", "setoption name MultiPV value 2", "go infinite", "stop"}, lines,
			[]string{"multipv 1", "multipv 2", "string sharpness 1.0", "multipv 1", "multipv 2", "string sharpness 2.0"}},
		{"with more lines", []string{"setoption name Show Sharpness value true", "setoption name MultiPV value 6", "go depth 2"}, 6,
			[]string{"multipv 1", "multipv 2", "multipv 3", "string sharpness 1.0", "multipv 1", "multipv 2", "multipv 3", "string sharpness 2.0"}},
		{"in a game", []string{"setoption name Show Sharpness value true", "go wtime 1000 btime 1000"}, 1, []string{"multipv 1", "multipv 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, e, out := configuredSession(t, func(c *protocol.Config) {
				c.Modes[0].Sharpness = func(scores []core.Score, _, depth, settled int) (float64, bool) {
					if want := []core.Score{40, 30, 20}; !slices.Equal(scores, want) || settled != depth {
						t.Errorf("scores %v, settled at depth %d of %d, want %v and the last", scores, settled, depth, want)
					}
					return float64(depth), true
				}
			})
			e.search = func(_ core.Position, l core.Limits, to core.Callbacks) core.Result {
				if l.MultiPV != c.multiPV {
					t.Errorf("%d lines are searched, want %d", l.MultiPV, c.multiPV)
				}
				for depth := 1; depth <= 2; depth++ {
					to.Info(core.Info{Depth: depth, Rank: 1, Lines: moves, Score: 90, Bound: core.Lower, PV: take(3)})
					for rank := 1; rank <= min(l.MultiPV, moves); rank++ {
						to.Info(core.Info{Depth: depth, Rank: rank, Lines: min(l.MultiPV, moves), Score: core.Score(50 - 10*rank), Bound: core.Exact, PV: take(depth)})
					}
				}
				return core.Result{Best: take(2)[0]}
			}
			for _, command := range c.commands {
				s.Line(command)
			}
			s.Wait()
			var got []string
			for line := range strings.Lines(out.String()) {
				if rest, ok := strings.CutPrefix(line, "info string sharpness"); ok {
					got = append(got, "string sharpness"+strings.TrimRight(rest, "\n"))
				} else if i := strings.Index(line, "multipv"); i >= 0 && strings.HasPrefix(line, "info") && !strings.Contains(line, "bound") {
					got = append(got, line[i:i+len("multipv 1")])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
