package search

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/tests/must"
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
		bound core.Bound // of all scores; NoBound: they are exact
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
		{"as deep as the iteration", 3, 20, "e2e4", []stored{{"e2e4 e7e5 g1f3 b8c6", 20, true, 0}}, "e2e4 e7e5 g1f3"},
		{"deep enough", 2, 20, "e2e4 c7c5 g1f3", []stored{{"e2e4 c7c5 g1f3 b8c6", 20, true, 0}}, "e2e4 c7c5 g1f3"},
		{"as far as the table knows", 9, 20, "e2e4", []stored{{"e2e4 e7e5 g1f3 b8c6", 20, true, 0}}, "e2e4 e7e5 g1f3 b8c6"},
		{"the best of the positions after", 2, 20, "e2e4", []stored{{"e2e4 e7e5", 30, false, 0}, {"e2e4 c7c5", 10, false, 0}, {"e2e4 e7e6", 20, false, 0}}, "e2e4 c7c5"},
		{"no repetition", 9, 20, "g1f3", []stored{{knights + " e2e4 e7e5", 20, true, 0}}, "g1f3 g8f6 f3g1"},
		{"a line without a mate does not end in one", 4, 20, "f2f3", []stored{{foolsMate, 20, true, 0}}, "f2f3 e7e5 g2g4"},
		{"nor goes near one", 9, 20, "e2e4", []stored{{"e2e4 e7e5 g1f3 b8c6", core.WinIn(9), true, 0}, {"e2e4 e7e5", 20, true, 0}}, "e2e4 e7e5"},
		{"a loss to its end", 2, core.LossIn(4), "f2f3", []stored{{foolsMate, core.LossIn(4), true, 0}}, foolsMate},
		{"a loss to its end, without stored moves", 2, core.LossIn(4), "f2f3", []stored{{foolsMate, core.LossIn(4), false, 0}}, foolsMate},
		{"a mate at another distance is held off", 9, core.LossIn(6), "f2f3", []stored{{foolsMate, core.LossIn(4), true, 0}}, "f2f3 e7e5 h2h3 d8h4 g2g3 h4g3"},
		{"a mate that is nowhere", 9, core.LossIn(16), "f2f3", []stored{{foolsMate, core.LossIn(4), true, 0}}, "f2f3"},
		{"an end that misses the mate is replaced", 9, core.LossIn(4), "f2f3 e7e5 h2h3", nil, "f2f3 e7e5 g2g4 d8h4"},
		{"a line beyond the mate", 9, core.LossIn(4), "f2f3 e7e5 h2h3 a7a6 a2a3", nil, "f2f3 e7e5 g2g4 d8h4"},
		{"the best move is never replaced", 9, core.LossIn(4), "e2e4 e7e5", []stored{{foolsMate, core.LossIn(4), true, 0}}, "e2e4 e7e5"},
		{"a move that wins, but not by mate", 9, core.LossIn(4), "f2f3", []stored{{foolsMate, -20, true, 0}}, "f2f3"},
		{"scores that may be better", 9, core.LossIn(4), "f2f3", []stored{{foolsMate, core.LossIn(4), true, core.Lower}}, "f2f3"},
		{"checks that the table lacks", 9, core.LossIn(4), "f2f3 e7e5 g2g4", nil, foolsMate},
		{"no mate where it should be", 9, core.LossIn(2), "f2f3", []stored{{foolsMate, core.LossIn(2), true, 0}}, "f2f3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := chess.Rules.Start(core.Settings{})
			table := newTable(t)
			for _, s := range c.stored {
				moves := parsed(t, p, s.line)
				for ply := range len(moves) + 1 {
					e := tt.Entry{Score: s.score, Depth: 3, Bound: s.bound}
					if s.bound == core.NoBound {
						e.Bound = core.Exact
					}
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
			w := New(p.GameInfo(), table, new(atomic.Bool), nil)
			w.game, w.depth = p, c.depth
			r := RootMove{Score: c.score}
			r.PV.n = copy(r.PV.moves[:], parsed(t, p, c.known))
			before := p.String()
			longer := w.Complete(&r)
			if line := strings.Join(played(p, r.PV.Moves()), " "); line != c.want || longer != (c.want != c.known) || p.String() != before {
				t.Errorf("got %q (longer: %v), want %q; the position is %s", line, longer, c.want, p)
			}
		})
	}
}

// Mates in either game, which the table does not know.
func TestCompleteMate(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rules      core.Rules
		score      core.Score
		known      string
		want       string
	}{
		{"two rooks", "6k1/8/8/8/8/8/R7/1R5K w - - 0 1", chess.Rules, core.WinIn(3), "a2a7", "a2a7 g8f8 b1b8"},
		{"a stalemate is none", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", chess.Rules, core.LossIn(0), "", ""},
		{"a stalemate at the end is replaced", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", chess.Rules, core.WinIn(5), "g5h5 h8g8 h5f7 g8h8 f7g6", "g5h5 h8g8 h5f7 g8h8 f7g7"},
		{"nor where a mate should be", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", chess.Rules, core.WinIn(1), "g5g6", "g5g6"},
		{"a quiet move is not looked for", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", chess.Rules, core.WinIn(5), "f6f7", "f6f7"},
		{"by the fiftieth move", "6k1/8/8/8/8/8/R7/1R5K w - - 97 90", chess.Rules, core.WinIn(3), "a2a7", "a2a7 g8f8 b1b8"},
		{"not after it", "6k1/8/8/8/8/8/R7/1R5K w - - 98 90", chess.Rules, core.WinIn(3), "a2a7", "a2a7"},
		{"a gold in hand", "3gkg3/9/4P4/9/9/9/9/9/4K4 b 2G 1", shogi.Rules, core.WinIn(1), "G*5b", "G*5b"},
		{"three plies", "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51", shogi.Rules, core.WinIn(3), "S*5b", "S*5b 6c5d 3c5e+"},
		{"a declaration is no move", "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 w 2r2b3g4s4n4l9p 1", shogi.Rules, core.LossIn(2), "5i5h", "5i5h"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := c.rules.Parse(c.text, core.Settings{})
			must.OK(t, err)
			w := New(p.GameInfo(), newTable(t), new(atomic.Bool), nil)
			w.game, w.depth = p, 9
			r := RootMove{Score: c.score}
			r.PV.n = copy(r.PV.moves[:], parsed(t, p, c.known))
			longer := w.Complete(&r)
			if got := strings.Join(played(p, r.PV.Moves()), " "); got != c.want || longer != (c.want != c.known) || p.String() != c.text {
				t.Errorf("got %q (longer: %v), want %q; the position is %s", got, longer, c.want, p)
			}
		})
	}
}

// parsed returns the moves of a line.
func parsed(t *testing.T, p core.Position, line string) (moves []core.Move) {
	t.Helper()
	for _, text := range strings.Fields(line) {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		moves = append(moves, m)
		p.Do(m, nil)
	}
	for range moves {
		p.Undo()
	}
	return moves
}

// played returns the notation of a line.
func played(p core.Position, line []core.Move) (text []string) {
	for _, m := range line {
		text = append(text, p.FormatMove(m))
		p.Do(m, nil)
	}
	for range line {
		p.Undo()
	}
	return text
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
