package search

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/tt"
)

// A short line is completed from the table.
func TestComplete(t *testing.T) {
	const (
		foolsMate = "f2f3 e7e5 g2g4 d8h4"
		knights   = "g1f3 g8f6 f3g1 f6g8"
	)
	// stored fills the table along a line from the initial position. The score is for
	// the side that moves first.
	type stored struct {
		line  string
		score core.Score
		moves bool
	}
	for _, c := range []struct {
		name   string
		depth  int
		score  core.Score // of the line
		known  string     // of the line
		stored []stored
		want   string // the whole line
	}{
		{"nothing is stored", 4, 20, "e2e4", nil, "e2e4"},
		{"as deep as the iteration", 3, 20, "e2e4", []stored{{"e2e4 e7e5 g1f3 b8c6", 20, true}}, "e2e4 e7e5 g1f3"},
		{"deep enough", 2, 20, "e2e4 c7c5 g1f3", []stored{{"e2e4 c7c5 g1f3 b8c6", 20, true}}, "e2e4 c7c5 g1f3"},
		{"as far as the table knows", 9, 20, "e2e4", []stored{{"e2e4 e7e5 g1f3 b8c6", 20, true}}, "e2e4 e7e5 g1f3 b8c6"},
		{"the best of the positions after", 2, 20, "e2e4", []stored{{"e2e4 e7e5", 30, false}, {"e2e4 c7c5", 10, false}, {"e2e4 e7e6", 20, false}}, "e2e4 c7c5"},
		{"no repetition", 9, 20, "g1f3", []stored{{knights + " e2e4 e7e5", 20, true}}, "g1f3 g8f6 f3g1"},
		{"a line without a mate does not end in one", 4, 20, "f2f3", []stored{{foolsMate, 20, true}}, "f2f3 e7e5 g2g4"},
		{"nor goes near one", 9, 20, "e2e4", []stored{{"e2e4 e7e5 g1f3 b8c6", core.WinIn(9), true}, {"e2e4 e7e5", 20, true}}, "e2e4 e7e5"},
		{"a loss to its end", 2, core.LossIn(4), "f2f3", []stored{{foolsMate, core.LossIn(4), true}}, foolsMate},
		{"a loss to its end, without stored moves", 2, core.LossIn(4), "f2f3", []stored{{foolsMate, core.LossIn(4), false}}, foolsMate},
		{"a mate at another distance", 9, core.LossIn(6), "f2f3", []stored{{foolsMate, core.LossIn(4), true}}, "f2f3"},
		{"no mate where it should be", 9, core.LossIn(2), "f2f3", []stored{{foolsMate, core.LossIn(2), true}}, "f2f3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := chess.Rules.Start(core.Settings{})
			table := newTable(t)
			parsed := func(line string) (moves []core.Move) {
				for _, text := range strings.Fields(line) {
					m, err := p.ParseMove(text)
					if err != nil {
						t.Fatal(err)
					}
					moves = append(moves, m)
					p.Do(m, nil)
				}
				for range moves {
					p.Undo()
				}
				return moves
			}
			for _, s := range c.stored {
				moves := parsed(s.line)
				for ply := range len(moves) + 1 {
					e := tt.Entry{Score: s.score, Depth: 3, Bound: core.Exact}
					if ply%2 == 1 {
						e.Score = -s.score
					}
					if ply < len(moves) && s.moves {
						e.Move = moves[ply].ID()
					}
					if ply > 0 { // every line of the case begins at the root
						table.Store(p.Key(), ply, e)
					}
					if ply < len(moves) {
						p.Do(moves[ply], nil)
					}
				}
				for range moves {
					p.Undo()
				}
			}
			w := New(p.Traits(), table, new(atomic.Bool))
			w.game, w.depth = p, c.depth
			r := RootMove{Score: c.score}
			r.PV.n = copy(r.PV.moves[:], parsed(c.known))
			before := p.String()
			longer := w.Complete(&r)
			var got []string
			for _, m := range r.PV.Moves() {
				got = append(got, p.FormatMove(m))
				p.Do(m, nil)
			}
			for range got {
				p.Undo()
			}
			if line := strings.Join(got, " "); line != c.want || longer != (c.want != c.known) || p.String() != before {
				t.Errorf("got %q (longer: %v), want %q; the position is %s", line, longer, c.want, p)
			}
		})
	}
}

// newTable returns a small table, aligned to its buckets.
func newTable(t *testing.T) *tt.Table {
	t.Helper()
	memory := make([]byte, 257*tt.BucketSize)
	for len(memory) >= 256*tt.BucketSize {
		if table, err := tt.New(memory); err == nil {
			return table
		}
		memory = memory[1:]
	}
	t.Fatal("no aligned memory")
	return nil
}
