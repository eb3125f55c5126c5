package smp_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

func newEngine(t testing.TB, threads int) *smp.Engine {
	t.Helper()
	e := smp.New(
		smp.Game{GameInfo: chess.Rules.Start(core.Settings{}).GameInfo(), Params: params.Chess(), Evaluators: chesseval.Classic()},
		smp.Game{GameInfo: shogi.Rules.Start(core.Settings{}).GameInfo(), Params: params.Shogi(), Evaluators: shogieval.Classic()},
	)
	e.SetPartialAfter(time.Hour) // whole iterations are reported, however slow the machine is
	must.OK(t, e.SetThreads(threads))
	t.Cleanup(e.Close)
	return e
}

// newChess returns an engine that plays chess only, with an evaluation of the test.
func newChess(t testing.TB, threads int, evaluator func() core.Evaluator) *smp.Engine {
	t.Helper()
	e := smp.New(smp.Game{
		GameInfo: chess.Rules.Start(core.Settings{}).GameInfo(), Params: params.Chess(), Evaluators: core.EvaluatorsOf("test", evaluator),
	})
	t.Cleanup(e.Close)
	must.OK(t, e.SetThreads(threads))
	return e
}

// outcome is what a search reports.
type outcome struct {
	result core.Result
	infos  []core.Info
	dones  atomic.Int32
}

func (o *outcome) callbacks() core.Callbacks {
	return core.Callbacks{
		Info: func(i core.Info) {
			i.PV = append([]core.Move(nil), i.PV...)
			o.infos = append(o.infos, i)
		},
		Done: func(r core.Result) {
			o.result = r
			o.dones.Add(1)
		},
	}
}

func search(t testing.TB, e *smp.Engine, p core.Position, l core.Limits) *outcome {
	t.Helper()
	o := new(outcome)
	e.Go(p.Clone(), l, o.callbacks())
	e.Wait()
	if n := o.dones.Load(); n != 1 {
		t.Fatalf("%d answers", n)
	}
	return o
}

func parse(t testing.TB, r core.Rules, text string) core.Position {
	t.Helper()
	p, err := r.Parse(text, core.Settings{})
	must.OK(t, err)
	return p
}

// Search answers like Go, leaves the position as it was and can be stopped.
func TestSearch(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		e := newEngine(t, 1)
		p := rules.Start(core.Settings{})
		want := search(t, e, p, core.Limits{Depth: 6}).result
		e.NewGame()
		got := e.Search(p, core.Limits{Depth: 6})
		if got.Best != want.Best || got.Score != want.Score || got.Nodes != want.Nodes {
			t.Errorf("%s: answer %+v, that of Go %+v", rules.Name, got, want)
		}
		if start := rules.Start(core.Settings{}); p.Key() != start.Key() || p.String() != start.String() {
			t.Errorf("%s: the position is now %s", rules.Name, p)
		}
		answered := make(chan core.Result)
		go func() { answered <- e.Search(p, core.Limits{Infinite: true}) }()
		for r := (core.Result{}); r.Best == core.NoMove; {
			select {
			case r = <-answered:
			case <-time.After(time.Millisecond): // the first ones may come before the search begins
				e.Stop()
			}
		}
	}
}

// The first thread to reach the depth ends the search. Reported lines get deeper and
// deeper, whichever thread they are from, and the last one is that of the answer.
func TestDepthLimit(t *testing.T) {
	const depth = 6
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		for _, threads := range []int{1, 2, 4, 9} {
			e := newEngine(t, threads)
			p := rules.Start(core.Settings{})
			o := search(t, e, p, core.Limits{Depth: depth})
			name := fmt.Sprintf("%s, %d threads", rules.Name, threads)
			last := o.infos[len(o.infos)-1]
			if last.Depth != depth || o.result.Depth != depth || p.ValidateMove(o.result.Best.ID()) == core.NoMove {
				t.Errorf("%s: last depth %d, that of the answer %d, move %#x", name, last.Depth, o.result.Depth, o.result.Best)
			}
			if last.PV[0] != o.result.Best || last.Score != o.result.Score || last.Nodes != o.result.Nodes {
				t.Errorf("%s: the last line is not that of the answer", name)
			}
			for i, info := range o.infos[1:] {
				before := o.infos[i]
				if end := i+2 == len(o.infos); info.Depth < before.Depth || !end && info.Depth == before.Depth {
					t.Errorf("%s: depth %d is reported after depth %d", name, info.Depth, before.Depth)
				}
			}
		}
	}
}

// Several lines are those of one thread, reported together, deeper and deeper; the last
// ones are those of the answer.
func TestSeveralLines(t *testing.T) {
	const lines = 3
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		for _, threads := range []int{1, 2, 4, 9} {
			for _, limits := range []core.Limits{{Depth: 6}, {Nodes: 20_000}} {
				limits.MultiPV = lines
				o := search(t, newEngine(t, threads), rules.Start(core.Settings{}), limits)
				name := fmt.Sprintf("%s, %d threads, depth %d", rules.Name, threads, limits.Depth)
				if len(o.infos) == 0 || len(o.infos)%lines != 0 {
					t.Fatalf("%s: %d lines reported", name, len(o.infos))
				}
				depth := 0
				for first := range slices.Chunk(o.infos, lines) {
					moves := map[core.Move]bool{}
					for i, info := range first {
						moves[info.PV[0]] = true
						if info.Rank != i+1 || info.Depth != first[0].Depth || i > 0 && info.Score > first[i-1].Score {
							t.Errorf("%s: line %d of depth %d, score %d, is reported as line %d", name, info.Rank, info.Depth, info.Score, i+1)
						}
					}
					if len(moves) != lines {
						t.Errorf("%s: %d moves in %d lines of depth %d", name, len(moves), lines, first[0].Depth)
					}
					if first[0].Depth < depth {
						t.Errorf("%s: depth %d is reported after depth %d", name, first[0].Depth, depth)
					}
					depth = first[0].Depth
				}
				best := o.infos[len(o.infos)-lines]
				if best.PV[0] != o.result.Best || best.Score != o.result.Score || best.Depth != o.result.Depth || best.Nodes != o.result.Nodes {
					t.Errorf("%s: the last lines are not those of the answer", name)
				}
			}
		}
	}
}

// A proved mate ends a search unless there are other lines to search on.
func TestProvedMates(t *testing.T) {
	const (
		backRank  = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" // a mate in one, 19 other moves
		twoMates  = "7k/8/6K1/8/8/8/8/R3R3 w - - 0 1"
		nodeLimit = 100_000
	)
	for _, c := range []struct {
		name, fen string
		limits    core.Limits
		ends      bool // before the limit
	}{
		{"one line", backRank, core.Limits{}, true},
		{"two lines, the second open", backRank, core.Limits{MultiPV: 2}, false},
		{"two lines, both mates", twoMates, core.Limits{MultiPV: 2}, true},
		{"three lines, the third open", backRank, core.Limits{MultiPV: 3}, false},
		{"more lines than moves, all mates", twoMates, core.Limits{MultiPV: 9, RootMoves: []core.Move{firstMove(t, twoMates, "a1a8"), firstMove(t, twoMates, "e1e8")}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.limits.Nodes = nodeLimit
			o := search(t, newEngine(t, 1), parse(t, chess.Rules, c.fen), c.limits)
			if ended := o.result.Nodes < nodeLimit; ended != c.ends {
				t.Errorf("searched %d nodes, to depth %d", o.result.Nodes, o.result.Depth)
			}
		})
	}
}

// A node limit is missed by one interval at most. It is passed only by the first move of
// the thread that answers, if that starts after the others have used up the limit: there
// has to be an answer.
func TestNodeLimit(t *testing.T) {
	tests := []struct {
		name    string
		threads int
		nodes   uint64
		missed  uint64 // at most
		passed  uint64 // at most
	}{
		{"one thread is exact", 1, 20000, 0, 0},
		{"few nodes", 1, 5, 0, 0},
		{"two threads", 2, 50000, 256, 16},
		{"four threads", 4, 100000, 256, 16},
		{"many threads", 32, 30000, 256, 16},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := newEngine(t, test.threads)
			o := search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{Nodes: test.nodes})
			if n := o.result.Nodes; n > test.nodes+test.passed || n+test.missed < test.nodes {
				t.Errorf("%d nodes, want %d", n, test.nodes)
			}
		})
	}
}

// Once the soft limit is reached, the current iteration is finished and no other begins.
func TestSoftNodeLimit(t *testing.T) {
	e := newEngine(t, 1)
	p := chess.Rules.Start(core.Settings{})
	o := search(t, e, p, core.Limits{SoftNodes: 2000})
	last := o.infos[len(o.infos)-1]
	if o.result.Nodes < 2000 || last.Depth != o.result.Depth || last.Bound != core.Exact {
		t.Errorf("%d nodes, depth %d, last line %+v", o.result.Nodes, o.result.Depth, last)
	}
	for _, i := range o.infos[:len(o.infos)-1] {
		if i.Nodes >= 2000 {
			t.Errorf("went on after %d nodes", i.Nodes)
		}
	}
	e.NewGame()
	if again := search(t, e, p, core.Limits{Depth: o.result.Depth}); again.result.Nodes != o.result.Nodes {
		t.Errorf("%d nodes, but %d for the same depth", o.result.Nodes, again.result.Nodes)
	}
}

func TestCountsAreOfAllThreads(t *testing.T) {
	for _, threads := range []int{1, 3} {
		c := search(t, newEngine(t, threads), chess.Rules.Start(core.Settings{}), core.Limits{Depth: 8}).result.Counts
		if c.Cutoffs == 0 || c.CutoffsAt[0] == 0 || c.CutoffsAt[0] > c.Cutoffs {
			t.Errorf("%d threads: %+v", threads, c)
		}
	}
}

// An answer without a search does not count the nodes of the last search.
func TestDeclarationTakesNoNodes(t *testing.T) {
	e := newEngine(t, 1)
	search(t, e, shogi.Rules.Start(core.Settings{}), core.Limits{Depth: 5})
	entered := parse(t, shogi.Rules, "+P+P+P+PK+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1")
	o := search(t, e, entered, core.Limits{Depth: 5})
	if !o.result.Declare || o.result.Nodes != 0 || o.infos[0].Nodes != 0 {
		t.Errorf("declares %v after %d nodes", o.result.Declare, o.result.Nodes)
	}
}

func TestNewGameMakesSearchesEqual(t *testing.T) {
	e := newEngine(t, 1)
	p := parse(t, chess.Rules, "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9")
	first := search(t, e, p, core.Limits{Depth: 8})
	search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{Depth: 6})
	e.NewGame()
	second := search(t, e, p, core.Limits{Depth: 8})
	if first.result.Best != second.result.Best || first.result.Nodes != second.result.Nodes {
		t.Errorf("%d nodes, then %d", first.result.Nodes, second.result.Nodes)
	}
}

// Shared histories are forgotten, too.
func TestNewGameForgetsSharedHistories(t *testing.T) {
	own, sharing := newEngine(t, 1), newEngine(t, 1)
	sharing.ShareFrom(1)
	p := parse(t, chess.Rules, "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9")
	want := search(t, own, p, core.Limits{Depth: 8}).result.Nodes
	for i := range 2 {
		if got := search(t, sharing, p, core.Limits{Depth: 8}).result.Nodes; got != want {
			t.Errorf("search %d: %d nodes with shared histories, %d without", i, got, want)
		}
		search(t, sharing, chess.Rules.Start(core.Settings{}), core.Limits{Depth: 6})
		sharing.NewGame()
	}
}

// Many threads share histories, few do not, and each game has its own.
func TestSharing(t *testing.T) {
	e := newEngine(t, 1)
	for _, c := range []struct {
		rules         core.Rules
		threads, want int
	}{
		{chess.Rules, 1, 0}, {chess.Rules, smp.ShareFrom, 1}, {chess.Rules, 2 * smp.ShareFrom, 1}, {shogi.Rules, 2 * smp.ShareFrom, 1},
		{shogi.Rules, smp.ShareFrom - 1, 0}, {chess.Rules, smp.ShareFrom, 1},
	} {
		must.OK(t, e.SetThreads(c.threads))
		search(t, e, c.rules.Start(core.Settings{}), core.Limits{Nodes: 5000})
		if got := e.Shared(); got != c.want {
			t.Errorf("%d threads of %s share %d histories, want %d", c.threads, c.rules.Name, got, c.want)
		}
	}
}

func TestGamesAlternate(t *testing.T) {
	e := newEngine(t, 2)
	for range 3 {
		for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
			p := rules.Start(core.Settings{})
			if o := search(t, e, p, core.Limits{Depth: 4}); p.ValidateMove(o.result.Best.ID()) != o.result.Best {
				t.Fatalf("%s: illegal answer", rules.Name)
			}
		}
	}
}

func TestRootWithoutMoves(t *testing.T) {
	tests := []struct {
		name  string
		rules core.Rules
		text  string
		score core.Score
	}{
		{"mated", chess.Rules, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", core.LossIn(0)},
		{"stalemate", chess.Rules, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", core.Draw},
		{"mated in shogi", shogi.Rules, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", core.LossIn(0)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := search(t, newEngine(t, 2), parse(t, test.rules, test.text), core.Limits{Depth: 3})
			if o.result.Best != core.NoMove || o.result.Score != test.score {
				t.Errorf("move %#x, score %d, want %d", o.result.Best, o.result.Score, test.score)
			}
			if len(o.infos) != 1 || o.infos[0].Score != test.score || o.infos[0].Depth != 0 {
				t.Errorf("infos %+v", o.infos)
			}
		})
	}
}

func TestRefusedOptions(t *testing.T) {
	e := newEngine(t, 1)
	tests := []struct {
		name string
		set  func() error
		want string
	}{
		{"no threads", func() error { return e.SetThreads(0) }, "threads 0"},
		{"too many threads", func() error { return e.SetThreads(core.MaxThreads + 1) }, "is not within"},
		{"no hash", func() error { return e.SetHash(0) }, "keeping 16 MiB"},
		{"a hash beyond all addresses", func() error { return e.SetHash(math.MaxInt>>20 + 1) }, "-bit program can use, keeping 16 MiB"},
		{"absurd hash", func() error { return e.SetHash(1 << 30) }, "MiB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.set()
			if err == nil {
				err = e.Prepare(chess.Rules.Start(core.Settings{})) // without knowing the size of memory, the system itself refuses
			}
			must.Say(t, err, test.want)
			search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{Depth: 2})
		})
	}
}

func TestResizing(t *testing.T) {
	e := newEngine(t, 2)
	for _, size := range []int{1, 64, 3, 16} {
		must.OK(t, e.SetHash(size))
		must.OK(t, e.Prepare(shogi.Rules.Start(core.Settings{})))
		search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{Depth: 4})
	}
	for _, n := range []int{4, 1, 2} {
		must.OK(t, e.SetThreads(n))
		search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{Depth: 4})
	}
}

// A bug in an evaluation must not end the process or lose the answer.
func TestPanicIsContained(t *testing.T) {
	e := newChess(t, 2, func() core.Evaluator { return &bomb{Evaluator: chesseval.New()} })
	p := chess.Rules.Start(core.Settings{})
	var note string
	o := new(outcome)
	l := o.callbacks()
	l.Fault = func(err error) { note = err.Error() }
	for range 3 {
		e.Go(p.Clone(), core.Limits{Depth: 12}, l)
		e.Wait()
		if p.ValidateMove(o.result.Best.ID()) == core.NoMove {
			t.Fatalf("answer %#x is not legal", o.result.Best)
		}
	}
	must.Has(t, note, "panic")
}

// The same holds for a bug in the rules, before the search begins.
func TestPanicBeforeTheSearchIsContained(t *testing.T) {
	e := newEngine(t, 1)
	good := chess.Rules.Start(core.Settings{})
	search(t, e, good, core.Limits{Depth: 1})
	o := new(outcome)
	e.Go(mine{good.Clone()}, core.Limits{Depth: 3}, o.callbacks())
	e.Wait()
	if o.dones.Load() != 1 || good.ValidateMove(o.result.Best.ID()) == core.NoMove {
		t.Errorf("%d answers, the last %+v", o.dones.Load(), o.result)
	}
	if again := search(t, e, good, core.Limits{Depth: 3}); good.ValidateMove(again.result.Best.ID()) == core.NoMove {
		t.Error("the engine is unusable")
	}
}

// mine is a position that panics when it is looked at.
type mine struct{ core.Position }

func (mine) Claim() core.Claim { panic("boom") }

// bomb is an evaluator that panics after a while.
type bomb struct {
	core.Evaluator
	evaluations int
}

func (b *bomb) Evaluate() core.Score {
	if b.evaluations++; b.evaluations%1000 == 0 {
		panic("boom")
	}
	return b.Evaluator.Evaluate()
}

// After Prepare a search starts no thread. A game that is not played is an error.
func TestPrepare(t *testing.T) {
	e := newEngine(t, 3)
	p := shogi.Rules.Start(core.Settings{})
	must.OK(t, e.Prepare(p))
	goroutines := runtime.NumGoroutine()
	search(t, e, p, core.Limits{Depth: 1})
	if now := runtime.NumGoroutine(); now != goroutines {
		t.Errorf("%d goroutines, then %d", goroutines, now)
	}
	must.Say(t, newChess(t, 1, chesseval.New).Prepare(p), "does not play shogi")
}

// The memory of a table is described once, when asked for and never during a search,
// where front ends take it for a line of play.
func TestTableIsDescribedOnce(t *testing.T) {
	e := newEngine(t, 1)
	start := chess.Rules.Start(core.Settings{})
	if text := e.Describe(); text != "" {
		t.Errorf("without a table: %q", text)
	}
	for _, c := range []struct {
		name      string
		mebibytes int
		searches  bool // first
		want      string
	}{
		{"a table", 2, false, "hash 2 MiB in "},
		{"the same", 2, false, ""},
		{"the same after a search", 2, true, ""},
		{"another", 3, false, "hash 3 MiB in "},
		{"another, made by a search", 4, true, "hash 4 MiB in "},
	} {
		must.OK(t, e.SetHash(c.mebibytes))
		if c.searches {
			e.Go(start.Clone(), core.Limits{Depth: 1}, core.Callbacks{Fault: func(err error) { t.Errorf("%s: the search says %v", c.name, err) }})
			e.Wait()
		}
		must.OK(t, e.Prepare(start))
		if got := e.Describe(); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: described as %q, want %q", c.name, got, c.want)
		}
	}
}

// By the 24-point rule a declaration with 24 to 30 points draws: a side makes it where a draw
// is worth more than what it can reach by moves.
func TestDrawingDeclaration(t *testing.T) {
	const (
		camp   = "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b "
		better = camp + "2R4S 1"                                            // 24 points
		worse  = "K3+P+P+PRR/5+P+P+P+P/1g4+P+PB/9/9/9/9/9/k8 b b3g4s4n4l 1" // 24 points, mated soon
	)
	for _, c := range []struct {
		name, sfen, rule string
		draw             core.Score
		declares         bool
	}{
		{"the better side", better, core.CSARule24, core.Draw, false},
		{"the worse side", worse, core.CSARule24, core.Draw, true},
		{"a draw is worth a mate", better, core.CSARule24, core.WinIn(1), true},
		{"a draw is worth a loss", worse, core.CSARule24, core.LossIn(1), false},
		{"by the 27-point rule", worse, core.CSARule27, core.Draw, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := shogi.Rules.Parse(c.sfen, core.Settings{EnteringKing: c.rule})
			must.OK(t, err)
			o := search(t, newEngine(t, 1), p, core.Limits{Depth: 3, Draw: c.draw})
			last := o.infos[len(o.infos)-1]
			if r := o.result; r.Declare != c.declares || c.declares && (r.Score != c.draw || last.Score != c.draw) || p.ValidateMove(r.Best.ID()) == core.NoMove {
				t.Errorf("%+v, last told %+v", r, last)
			}
		})
	}
}
