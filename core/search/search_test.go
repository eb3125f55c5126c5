package search_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/tests/must"
)

// bench is a worker with its table, stop flag and game.
type bench struct {
	*search.Worker
	table *tt.Table
	stop  *atomic.Bool
	game  game
}

type game struct {
	rules  core.Rules
	params *params.Set
	eval   func() core.Evaluator
}

var (
	chessGame = game{chess.Rules, params.Chess(), chesseval.New}
	shogiGame = game{shogi.Rules, params.Shogi(), shogieval.New}
)

func newBench(tb testing.TB, g game) *bench {
	tb.Helper()
	table := tt.Make(4 << 20)
	b := &bench{table: table, stop: new(atomic.Bool), game: g}
	b.Worker = search.New(g.rules.Start(core.Settings{}).GameInfo(), table, b.stop, nil)
	return b
}

// control ends a search by nodes and records the iterations.
type control struct {
	bench *bench
	limit uint64
	last  core.Move
	score core.Score
	pv    []core.Move
	depth int
	all   []int // depths of the iterations
	told  []iteration
	next  []int // depths of the next iterations; after them, one ply more each
}

// iteration is what a finished iteration found, after that many nodes.
type iteration struct {
	nodes uint64
	move  core.Move
	score core.Score
}

func (c *control) Poll(nodes uint64) uint64 {
	if c.limit == 0 {
		return nodes + 1<<40
	}
	if nodes >= c.limit {
		c.bench.stop.Store(true)
	}
	return max(nodes+1, c.limit)
}

func (c *control) Iterated(w *search.Worker) int {
	c.last, c.score, c.depth = w.Best().Move, w.Best().Score, w.Depth()
	c.all = append(c.all, c.depth)
	c.told = append(c.told, iteration{w.Nodes(), c.last, c.score})
	c.pv = append(c.pv[:0], w.Best().PV.Moves()...)
	if len(c.next) > 0 {
		next := c.next[0]
		c.next = c.next[1:]
		return next
	}
	return c.depth + 1
}

func (c *control) Current(int, core.Move, int) {}

func (c *control) Partial(*search.Worker, search.Partial) {}

// legal returns the legal moves of p.
func legal(p core.Position) []core.Move {
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	return list.Slice()
}

// run searches a position to a depth or a node count.
func (b *bench) run(tb testing.TB, fen string, depth int, nodes uint64) *control {
	tb.Helper()
	p, err := b.game.rules.Parse(fen, core.Settings{})
	must.OK(tb, err)
	c := &control{
		bench: b, limit: nodes,
		pv: make([]core.Move, 0, core.MaxPly), all: make([]int, 0, core.MaxPly), told: make([]iteration, 0, core.MaxPly),
	}
	b.stop.Store(false)
	b.table.NextSearch()
	b.Search(search.Task{
		Position: p.Clone(), // with room for a search
		Legal:    legal(p), Evaluator: b.game.eval(), Params: b.game.params,
		MultiPV: 1, FirstDepth: 1, MaxDepth: depth, Control: c,
	})
	return c
}

// The control chooses the depths of iterations, up to the deepest one.
func TestDepthsFollowTheControl(t *testing.T) {
	for _, c := range []struct {
		name       string
		first      int
		next, want []int
	}{
		{"one after the other", 1, nil, []int{1, 2, 3, 4, 5, 6, 7}},
		{"from 3 on", 3, nil, []int{3, 4, 5, 6, 7}},
		{"some left out", 1, []int{3, 4, 7}, []int{1, 3, 4, 7}},
		{"once more", 2, []int{2, 4, 4}, []int{2, 2, 4, 4, 5, 6, 7}},
		{"an end", 1, []int{2, 0}, []int{1, 2}},
		{"too deep", 1, []int{2, 8}, []int{1, 2}},
		{"the first is the last", 7, nil, []int{7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, chessGame)
			seen, p := &control{bench: b, next: c.next}, chess.Rules.Start(core.Settings{})
			b.Search(search.Task{
				Position: p, Legal: legal(p), Evaluator: chesseval.New(), Params: b.game.params,
				FirstDepth: c.first, MaxDepth: 7, Control: seen,
			})
			if !slices.Equal(seen.all, c.want) {
				t.Errorf("searched the depths %v, want %v", seen.all, c.want)
			}
		})
	}
}

// A stopped worker still searches the first move, unless it only helps.
func TestStoppedBeforeItBegins(t *testing.T) {
	for _, helping := range []bool{false, true} {
		b := newBench(t, chessGame)
		b.stop.Store(true)
		p := chess.Rules.Start(core.Settings{})
		b.Search(search.Task{
			Position: p, Legal: legal(p), Evaluator: chesseval.New(), Params: b.game.params,
			FirstDepth: 1, MaxDepth: 7, Control: &control{bench: b}, Helping: helping,
		})
		if answers := b.Best() != nil; answers == helping || b.Nodes() > 100 {
			t.Errorf("helping %v: answer %v after %d nodes", helping, answers, b.Nodes())
		}
	}
}

func TestMates(t *testing.T) {
	tests := []struct {
		name  string
		game  game
		fen   string
		plies int // to mate; negative: the side to move is mated
		depth int
	}{
		{"chess, back rank", chessGame, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, 4},
		{"chess, two rooks", chessGame, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3, 6},
		{"chess, smothered", chessGame, "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 3, 8},
		{"chess, mated in two plies", chessGame, "7k/R7/6K1/8/8/8/8/8 b - - 0 1", -2, 5},
		{"shogi, gold on the head", shogiGame, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newBench(t, test.game).run(t, test.fen, test.depth, 0)
			if !c.score.IsDecisive() || c.score.PliesToMate() != test.plies {
				t.Errorf("score %d, %d plies to mate, want %d", c.score, c.score.PliesToMate(), test.plies)
			}
			if want := max(test.plies, -test.plies); len(c.pv) != want {
				t.Errorf("the line has %d moves, want %d", len(c.pv), want)
			}
		})
	}
}

// middlegames of both games, for tests that need a tree with many kinds of nodes.
var middlegames = []struct {
	name string
	game game
	fen  string
}{
	{"chess", chessGame, "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9"},
	{"shogi", shogiGame, "ln1g1gsnl/1r1s1k1b1/p1ppppppp/1p7/9/2PP5/PPBSPPPPP/2R4K1/LNSG1G1NL w - 14"},
}

func TestSearchIsRepeatable(t *testing.T) {
	for _, m := range middlegames {
		t.Run(m.name, func(t *testing.T) {
			b := newBench(t, m.game)
			first := b.run(t, m.fen, 7, 0)
			nodes := b.Nodes()
			b.run(t, m.game.rules.Start(core.Settings{}).String(), 5, 0) // something else in between
			b.Forget()
			b.table.Clear(1, nil)
			second := b.run(t, m.fen, 7, 0)
			if first.last != second.last || first.score != second.score || nodes != b.Nodes() {
				t.Errorf("%d nodes, move %#x, score %d; then %d nodes, move %#x, score %d",
					nodes, first.last, first.score, b.Nodes(), second.last, second.score)
			}
			if nodes < 1000 {
				t.Errorf("only %d nodes: not much of a test", nodes)
			}
		})
	}
}

// A stopped search answers with the result of its last finished iteration, or with
// another move that was better since.
func TestStopAnywhere(t *testing.T) {
	for _, m := range middlegames {
		t.Run(m.name, func(t *testing.T) {
			b := newBench(t, m.game)
			for nodes := uint64(1); nodes < 20000; nodes = nodes*4/3 + 1 {
				b.Forget()
				b.table.Clear(1, nil)
				c := b.run(t, m.fen, 30, nodes)
				best := b.Best()
				if best == nil {
					t.Fatalf("%d nodes: no answer", nodes)
				}
				if c.depth > 0 && best.Move == c.last && best.Score != c.score {
					t.Errorf("%d nodes: answer %#x score %d, but the last iteration said %#x score %d",
						nodes, best.Move, best.Score, c.last, c.score)
				}
				p, _ := m.game.rules.Parse(m.fen, core.Settings{})
				for i, move := range best.PV.Moves() {
					if p.ValidateMove(move.ID()) != move {
						t.Fatalf("%d nodes: move %d of the line is not legal", nodes, i+1)
					}
					p.Do(move, nil)
				}
			}
		})
	}
}

// A search that is stopped late in an iteration answers with the new best move.
func TestStopLateInAnIteration(t *testing.T) {
	for _, m := range middlegames {
		t.Run(m.name, func(t *testing.T) {
			b := newBench(t, m.game)
			changes := 0 // of the best move from an iteration to the next
			for _, fen := range append([]string{m.fen}, switchPositions[m.game.rules.Name]...) {
				if changes += stopLate(t, b, fen); changes > 0 {
					return
				}
			}
			t.Error("the best move never changed in all these positions: not much of a test, add one where it does")
		})
	}
}

// stopLate stops a search at the last node of each iteration that changes the best
// move, and returns how many there are.
func stopLate(t *testing.T, b *bench, fen string) (changes int) {
	stopped := func(nodes uint64, p *params.Set) *search.RootMove {
		before := b.game.params
		b.Forget()
		b.table.Clear(1, nil)
		b.game.params = p
		b.run(t, fen, 30, nodes)
		b.game.params = before
		return b.Best()
	}
	finished := *b.game.params // answers with the last finished iteration
	finished.UnfinishedBest = 0
	b.Forget()
	b.table.Clear(1, nil)
	told := b.run(t, fen, 9, 0).told
	for i := 1; i < len(told); i++ {
		before, after := told[i-1], told[i]
		if before.move == after.move {
			continue
		}
		changes++
		if best := stopped(after.nodes, b.game.params); best.Move != after.move || best.Score != after.score {
			t.Errorf("%s, depth %d, stopped after %d nodes: answer %#x score %d, want %#x score %d",
				fen, i+1, after.nodes, best.Move, best.Score, after.move, after.score)
		}
		if b.Depth() != i {
			t.Errorf("%s: %d finished iterations, want %d", fen, b.Depth(), i)
		}
		if best := stopped(after.nodes, &finished); best.Move != before.move || best.Score != before.score {
			t.Errorf("%s, depth %d, without the technique: answer %#x score %d, want %#x score %d",
				fen, i+1, best.Move, best.Score, before.move, before.score)
		}
	}
	return changes
}

// A move that beats the best one in an unfinished iteration, and loses by force all the same,
// is the answer, but the position is not lost as long as other moves were not searched.
func TestLossOfAnUnfinishedIteration(t *testing.T) {
	for _, c := range []struct {
		name string
		game game
		fen  string
	}{
		{"chess", chessGame, "n7/2r5/1r4R1/4n3/2R3P1/3PQpK1/4N3/7k b - - 1 1"},
		{"chess, later", chessGame, "n7/2r5/1rR5/4n3/2R1Q1P1/3P1pK1/4N3/7k b - - 1 1"},
		{"shogi", shogiGame, "l6nl/4G+R3/Ng4p2/2p4p1/Kp3p2p/2sPP4/P1S5P/1S+r3s2/LN5k1 b NL5P2b2g3p 227"},
		{"shogi, later", shogiGame, "ln2+R4/2kg2+P1s/3l4p/p1pp2s2/1L2B1P2/P1PP2pr1/3KP3P/1G3G3/L3b3+p w G2S3N5P 130"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.game)
			told := b.run(t, c.fen, 6, 0).told
			i := slices.IndexFunc(told, func(i iteration) bool { return i.score.IsLoss() })
			if i < 1 || told[i].move == told[i-1].move {
				t.Fatal("no other move is best in the iteration that finds the loss: not much of a test")
			}
			before, after, others := told[i-1], told[i], 0
			for nodes := before.nodes + 1; nodes <= after.nodes; nodes += 1 + (after.nodes-before.nodes)/50 {
				b.Forget()
				b.table.Clear(1, nil)
				b.run(t, c.fen, 6, nodes)
				best := b.Best()
				if best.Score != before.score {
					t.Errorf("%d nodes: score %d, not %d", nodes, best.Score, before.score)
				}
				if best.Move == before.move {
					continue
				}
				others++
				b.Complete(best)
				p, err := c.game.rules.Parse(c.fen, core.Settings{})
				must.OK(t, err)
				for _, m := range best.PV.Moves() {
					p.Do(m, nil)
				}
				if p.Verdict().Over() {
					t.Errorf("%d nodes: the line ends with %s", nodes, p.Verdict().Ending)
				}
			}
			if others == 0 {
				t.Error("no other move was the answer: not much of a test")
			}
		})
	}
}

func TestMultiPV(t *testing.T) {
	for _, m := range middlegames {
		t.Run(m.name, func(t *testing.T) {
			b := newBench(t, m.game)
			p, err := m.game.rules.Parse(m.fen, core.Settings{})
			must.OK(t, err)
			c := &control{bench: b}
			b.Search(search.Task{
				Position: p, Legal: legal(p), Evaluator: m.game.eval(), Params: m.game.params,
				MultiPV: 4, FirstDepth: 1, MaxDepth: 5, Control: c,
			})
			lines := b.Lines()
			if len(lines) != 4 {
				t.Fatalf("%d lines, want 4", len(lines))
			}
			for i := 1; i < len(lines); i++ {
				if lines[i].Score > lines[i-1].Score {
					t.Errorf("line %d scores %d, more than %d of the line before", i+1, lines[i].Score, lines[i-1].Score)
				}
				for j := range i {
					if lines[i].Move == lines[j].Move {
						t.Errorf("lines %d and %d begin with the same move", i+1, j+1)
					}
				}
			}
		})
	}
}

// With MultiPV, all lines are of the same iteration, whenever the search is stopped.
func TestStopWithSeveralLines(t *testing.T) {
	for _, m := range middlegames {
		t.Run(m.name, func(t *testing.T) {
			for nodes := uint64(2000); nodes < 40000; nodes = nodes*5/4 + 1 {
				b := newBench(t, m.game)
				p, err := m.game.rules.Parse(m.fen, core.Settings{})
				must.OK(t, err)
				c := &control{bench: b, limit: nodes}
				b.Search(search.Task{
					Position: p, Legal: legal(p), Evaluator: m.game.eval(), Params: m.game.params,
					MultiPV: 3, FirstDepth: 1, MaxDepth: 30, Control: c,
				})
				lines := b.Lines()
				if lines[0].Move != c.last || lines[0].Score != c.score {
					t.Errorf("%d nodes: best line %#x score %d, but the last iteration said %#x score %d",
						nodes, lines[0].Move, lines[0].Score, c.last, c.score)
				}
				if !slices.IsSortedFunc(lines, func(a, b search.RootMove) int { return int(b.Score - a.Score) }) {
					t.Errorf("%d nodes: lines are out of order", nodes)
				}
			}
		})
	}
}

func TestNoLegalMove(t *testing.T) {
	b := newBench(t, chessGame)
	b.run(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 5, 0)
	if b.Best() != nil {
		t.Error("an answer in stalemate")
	}
}

// The search of a node does not allocate.
func TestNoAllocationPerNode(t *testing.T) {
	for _, m := range middlegames {
		t.Run(m.name, func(t *testing.T) {
			b := newBench(t, m.game)
			// The mean of several, since the runtime allocates now and then, too.
			allocations := func(depth int) float64 {
				return testing.AllocsPerRun(20, func() {
					b.Forget()
					b.table.Clear(1, nil)
					b.run(t, m.fen, depth, 0)
				})
			}
			if short, long := allocations(1), allocations(7); long > short {
				t.Errorf("%v allocations in a long search, %v in a short one", long, short)
			}
		})
	}
}

// BenchmarkNode measures time and allocations of a node: an operation is a node.
func BenchmarkNode(b *testing.B) {
	for _, m := range middlegames {
		b.Run(m.name, func(b *testing.B) {
			bench := newBench(b, m.game)
			b.ReportAllocs()
			b.ResetTimer()
			bench.run(b, m.fen, core.MaxPly-1, uint64(b.N))
		})
	}
}

// Moves that the generator of the search leaves out are searched at the root, unless only
// sensible ones are to be and nobody asks for them.
func TestPointlessMovesAtTheRoot(t *testing.T) {
	const fen = "4k4/9/9/1P7/9/9/9/9/4K4 b - 1"
	root, err := shogi.Rules.Parse(fen, core.Settings{})
	must.OK(t, err)
	all := legal(root)
	pointless, err := root.ParseMove("8d8c")
	must.OK(t, err)
	for _, c := range []struct {
		name     string
		sensible bool
		only     []core.Move
		want     int
		with     bool
	}{
		{"all", false, nil, len(all), true},
		{"sensible ones", true, nil, len(all) - 1, false},
		{"one that is asked for", true, []core.Move{pointless}, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, shogiGame)
			b.Search(search.Task{
				Position: root.Clone(), Legal: all, RootMoves: c.only, Sensible: c.sensible, Evaluator: b.game.eval(), Params: b.game.params,
				MultiPV: 600, FirstDepth: 1, MaxDepth: 2, Control: &control{bench: b},
			})
			lines := b.Lines()
			with := slices.ContainsFunc(lines, func(r search.RootMove) bool { return r.Move == pointless })
			if len(lines) != c.want || with != c.with {
				t.Errorf("%d lines, want %d; pointless %v", len(lines), c.want, with)
			}
		})
	}
}
