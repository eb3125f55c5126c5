package nitoryu_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// open opens a position and plays moves.
func open(t *testing.T, s nitoryu.Setup, moves ...nitoryu.Move) *nitoryu.Position {
	t.Helper()
	p, err := nitoryu.Open(s)
	must.OK(t, err)
	must.OK(t, p.Play(moves...))
	return p
}

// engine returns an engine that ends with the test.
func engine(t *testing.T, o nitoryu.Options) *nitoryu.Engine {
	t.Helper()
	e, err := nitoryu.New(o)
	must.OK(t, err)
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestOpen(t *testing.T) {
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		want  string // what the position contains, or the error
		fails bool
	}{
		{"nothing", nitoryu.Setup{}, "rnbqkbnr/pppppppp", false},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, "lnsgkgsnl/", false},
		{"a FEN", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, "4k3/8/8/8/8/8/8/4K2R w K", false},
		{"an SFEN", nitoryu.Setup{Position: "4k4/9/9/9/9/9/9/9/4K4 b P 1"}, "4k4/9", false},
		{"a handicap", nitoryu.Setup{Handicap: "2-piece"}, "lnsgkgsnl/9/", false},
		{"Chess960", nitoryu.Setup{Position: "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", Chess960: true}, "w GBgb", false},
		{"another game", nitoryu.Setup{Variant: "go"}, `there is no game "go"`, true},
		{"an SFEN for chess", nitoryu.Setup{Variant: nitoryu.Chess, Position: "4k4/9/9/9/9/9/9/9/4K4 b P 1"}, "ranks", true},
		{"a rank too short", nitoryu.Setup{Position: "4k3/7/8/8/8/8/8/4K3 w - - 0 1"}, "rank 7", true},
		{"text", nitoryu.Setup{Position: "hello"}, "board", true},
		{"an unknown handicap", nitoryu.Setup{Handicap: "queen"}, `no handicap "queen"`, true},
		{"a handicap and a position", nitoryu.Setup{Handicap: "rook", Position: "4k4/9/9/9/9/9/9/9/4K4 b - 1"}, "of its own", true},
		{"a handicap in chess", nitoryu.Setup{Variant: nitoryu.Chess, Handicap: "rook"}, "no handicaps in chess", true},
		{"an unknown rule", nitoryu.Setup{Variant: nitoryu.Shogi, EnteringKing: "Rule"}, `rule "Rule"`, true},
		{"a negative limit", nitoryu.Setup{Variant: nitoryu.Shogi, MoveLimit: -1}, "negative", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := nitoryu.Open(test.setup)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = p.String()
			}
			if (err != nil) != test.fails || !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestHandicaps(t *testing.T) {
	for _, name := range nitoryu.Handicaps() {
		if p := open(t, nitoryu.Setup{Handicap: name}); p.Side() != nitoryu.Second || p.Variant() != nitoryu.Shogi {
			t.Errorf("%s: %s", name, p)
		}
	}
}

// Moves are played all or none, and taken back.
func TestPlay(t *testing.T) {
	p := open(t, nitoryu.Setup{}, "e2e4")
	before := p.String()
	must.Say(t, p.Play("e7e5", "e4e5"), "e4e5")
	if got := p.String(); got != before {
		t.Errorf("it left %s", got)
	}
	q := p.Clone()
	if !p.Undo() || p.Undo() || q.String() != before {
		t.Errorf("undone: %s and %s", p, q)
	}
	if p.String() != open(t, nitoryu.Setup{}).String() {
		t.Errorf("undone: %s", p)
	}
}

func TestNotations(t *testing.T) {
	chess, shogi := nitoryu.Setup{}, nitoryu.Setup{Variant: nitoryu.Shogi}
	for _, test := range []struct {
		name     string
		setup    nitoryu.Setup
		notation nitoryu.Notation
		moves    []nitoryu.Move
		want     string // the texts, or the error
	}{
		{"UCI", chess, nitoryu.Protocol, []nitoryu.Move{"e2e4", "c7c5"}, "e2e4 c7c5"},
		{"SAN", chess, nitoryu.SAN, []nitoryu.Move{"e2e4", "c7c5", "g1f3"}, "e4 c5 Nf3"},
		{"Japanese", shogi, nitoryu.Japanese, []nitoryu.Move{"7g7f", "3c3d", "8h2b+", "3a2b"}, "▲７六歩 △３四歩 ▲２二角成 △同　銀"},
		{"Western", shogi, nitoryu.Western, []nitoryu.Move{"7g7f", "3c3d", "8h2b+"}, "P-7f P-3d Bx2b+"},
		{"CSA", shogi, nitoryu.CSA, []nitoryu.Move{"7g7f", "3c3d"}, "+7776FU -3334FU"},
		{"SAN in shogi", shogi, nitoryu.SAN, nil, "the notation is not of shogi"},
		{"CSA in chess", chess, nitoryu.CSA, nil, "the notation is not of chess"},
		{"an unknown notation", chess, 99, nil, "there is no notation 99"},
		{"an illegal move", chess, nitoryu.SAN, []nitoryu.Move{"e2e4", "e2e4"}, "e2e4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup)
			before := p.String()
			texts, err := p.Write(test.notation, test.moves...)
			got := strings.Join(texts, " ")
			if err != nil {
				got = err.Error()
			}
			if (err == nil && got != test.want) || !strings.Contains(got, test.want) || p.String() != before {
				t.Errorf("%q, want %q; the position is %s", got, test.want, p)
			}
			// What is written can be read.
			for i, text := range texts {
				m, err := p.Parse(text)
				if err != nil || m != test.moves[i] || p.Play(m) != nil {
					t.Errorf("%s is read as %q, %v", text, m, err)
				}
			}
		})
	}
}

// A position of package core is copied.
func TestFromCore(t *testing.T) {
	inner := games.Shogi().Start(core.Settings{})
	p, err := inside.FromCore(inner)
	if err != nil || p.Play("7g7f") != nil || inner.Plies() != 0 || p.Variant() != nitoryu.Shogi {
		t.Errorf("%s, %v; it was %s", p, err, inner)
	}
	if after, err := inside.FromCore(inside.Core(p)); err != nil || p.Start() != "" || after.Start() != p.String() {
		t.Errorf("the game begins at %q and %q", p.Start(), after.Start())
	}
}

// How a game begins is told as it was opened, whatever has been played since.
func TestSetup(t *testing.T) {
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		moves []nitoryu.Move
	}{
		{"chess", nitoryu.Setup{Variant: nitoryu.Chess}, []nitoryu.Move{"e2e4"}},
		{"a FEN", nitoryu.Setup{Variant: nitoryu.Chess, Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1g1"}},
		{"Chess960", nitoryu.Setup{Variant: nitoryu.Chess, Chess960: true}, nil},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f"}},
		{"rules of shogi", nitoryu.Setup{Variant: nitoryu.Shogi, MoveLimit: 256, EnteringKing: core.TryRule}, []nitoryu.Move{"7g7f", "3c3d"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup, test.moves...)
			if got := p.Clone().Setup(); got != test.setup {
				t.Errorf("%+v, want %+v", got, test.setup)
			}
			copied, err := inside.FromCore(inside.Core(p))
			must.OK(t, err)
			if got := copied.Setup(); got.MoveLimit != test.setup.MoveLimit || got.EnteringKing != test.setup.EnteringKing || got.Chess960 != test.setup.Chess960 {
				t.Errorf("a copy has the rules %+v", got)
			}
		})
	}
}

func TestOptionsThatCannotBeMet(t *testing.T) {
	for _, test := range []struct {
		name    string
		options nitoryu.Options
		want    string
	}{
		{"threads", nitoryu.Options{Threads: -1}, "threads -1"},
		{"too many threads", nitoryu.Options{Threads: 5000}, "threads 5000"},
		{"a negative table", nitoryu.Options{Hash: -16}, "hash -16"},
		{"a table too large", nitoryu.Options{Hash: 1 << 30}, "MiB"},
		{"no file", nitoryu.Options{Networks: map[nitoryu.Variant]nitoryu.Network{nitoryu.Chess: {File: "no such file"}}}, "no such file"},
		{"another game", nitoryu.Options{Networks: map[nitoryu.Variant]nitoryu.Network{"go": {File: nitoryu.Classic}}}, `"go"`},
		{"no folder", nitoryu.Options{Tables: filepath.Join(t.TempDir(), "none")}, "none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if e, err := nitoryu.New(test.options); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
				_ = e.Close()
			}
		})
	}
}

func TestLimitsThatMakeNoSense(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{})
	for _, test := range []struct {
		name   string
		limits nitoryu.Limits
		want   string
	}{
		{"none", nitoryu.Limits{}, "never end"},
		{"pondering for ever", nitoryu.Limits{Ponder: true, Nodes: 1}, "never end"},
		{"a mate alone", nitoryu.Limits{Mate: 3}, "never end"},
		{"negative time", nitoryu.Limits{Time: -1}, "negative"},
		{"negative depth", nitoryu.Limits{Depth: -1}, "negative"},
		{"negative lines", nitoryu.Limits{Nodes: 1, Lines: -1}, "negative"},
		{"an illegal move", nitoryu.Limits{Nodes: 1, Moves: []nitoryu.Move{"e2e5"}}, "e2e5"},
		{"a clock that runs backwards", nitoryu.Limits{Clock: &nitoryu.Clock{Byoyomi: -1}}, "negative"},
		{"a draw better than a win", nitoryu.Limits{Nodes: 1, Draw: 1 << 20}, "no more than a win"},
		{"an Elo too low", nitoryu.Limits{Nodes: 1, Elo: 1}, "the Elo 1 is not within"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := nitoryu.Ask(context.Background(), e, p, test.limits)
			must.Say(t, err, test.want)
		})
	}
	if r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Nodes: 1000}); err != nil || r.Best == nitoryu.NoMove {
		t.Errorf("afterwards: %+v, %v", r, err)
	}
}

// Several engines at once search as each would alone.
func TestEnginesAreIndependent(t *testing.T) {
	const processors = 1
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	setups := []nitoryu.Setup{{}, {Variant: nitoryu.Shogi}, {Position: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"}}
	search := func(s nitoryu.Setup) (nitoryu.Result, error) {
		e, err := nitoryu.New(nitoryu.Options{Hash: 2})
		if err != nil {
			return nitoryu.Result{}, err
		}
		defer e.Close()
		p, err := nitoryu.Open(s)
		if err != nil {
			return nitoryu.Result{}, err
		}
		return nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Depth: 8})
	}
	var wg sync.WaitGroup
	for _, s := range setups {
		alone, err := search(s)
		must.OK(t, err)
		for range 3 {
			wg.Go(func() {
				if r, err := search(s); err != nil || r.Nodes != alone.Nodes || r.Best != alone.Best {
					t.Errorf("%+v: %d nodes, %s, %v; alone %d, %s", s, r.Nodes, r.Best, err, alone.Nodes, alone.Best)
				}
			})
		}
	}
	wg.Wait()
	if after := runtime.GOMAXPROCS(0); after != processors {
		t.Errorf("GOMAXPROCS was %d and is %d", processors, after)
	}
}

// Searches of one engine take turns, and the position stays as it is.
func TestSearchesTakeTurns(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{}, "e2e4")
	before := p.String()
	var wg sync.WaitGroup
	for range 8 {
		q := p.Clone()
		wg.Go(func() {
			if r, err := nitoryu.Ask(context.Background(), e, q, nitoryu.Limits{Nodes: 500}); err != nil || q.Play(r.Best) != nil {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wg.Wait()
	if p.String() != before {
		t.Errorf("the position became %s", p)
	}
}

// A context stops a search, which answers, and one that waits for its turn, which does not.
func TestCancel(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{Variant: nitoryu.Shogi})
	ctx, cancel := context.WithCancel(context.Background())
	search, err := e.Search(ctx, p, nitoryu.Limits{})
	must.OK(t, err)
	for range search.Lines() {
		break
	}
	waiting, leave := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer leave()
	if r, err := nitoryu.Ask(waiting, e, p, nitoryu.Limits{Nodes: 1}); !errors.Is(err, context.DeadlineExceeded) || r.Best != nitoryu.NoMove {
		t.Errorf("a search that waits: %+v, %v", r, err)
	}
	cancel()
	if r, err := search.Result(); !errors.Is(err, context.Canceled) || r.Best == nitoryu.NoMove || len(r.Lines) != 1 {
		t.Errorf("a search that runs: %+v, %v", r, err)
	}
	if _, err := nitoryu.Ask(ctx, e, p, nitoryu.Limits{Nodes: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that has not begun: %v", err)
	}
}

// Lines come as they are found, each once, and agree with the result.
func TestLines(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{})
	search, err := e.Search(context.Background(), p, nitoryu.Limits{Depth: 6, Lines: 3})
	must.OK(t, err)
	seen := map[[2]int]int{}
	last := [4]nitoryu.Line{}
	for l := range search.Lines() {
		seen[[2]int{l.Depth, l.Rank}]++
		last[l.Rank] = l
		if sum := l.Chances.Win + l.Chances.Draw + l.Chances.Loss; sum != 1000 {
			t.Errorf("%d chances", sum)
		}
		if err := p.Clone().Play(l.Moves...); err != nil {
			t.Error(err)
		}
	}
	r, err := search.Result()
	if err != nil || len(r.Lines) != 3 || r.Depth != 6 || r.Best != last[1].Moves[0] || r.Ponder != last[1].Moves[1] {
		t.Errorf("%+v, %v; the last line was %+v", r, err, last[1])
	}
	for i, l := range r.Lines {
		if l.Rank != i+1 || l.Score != last[l.Rank].Score || i > 0 && l.Score > r.Lines[i-1].Score {
			t.Errorf("line %d: %+v", i, l)
		}
	}
	for depth := 1; depth <= 6; depth++ {
		for rank := 1; rank <= 3; rank++ {
			if seen[[2]int{depth, rank}] == 0 {
				t.Errorf("no line %d of depth %d", rank, depth)
			}
		}
	}
	for l := range search.Lines() {
		t.Errorf("%+v comes again", l)
	}
}

// A fault inside the engine is an error of the result, and the engine goes on.
func TestFault(t *testing.T) {
	fuse := 100
	g := games.Chess()
	source := core.EvaluatorsOf("test", func() core.Evaluator { return fragile{g.Evaluators.New(), &fuse} })
	e := inside.Wrap(smp.New(smp.Game{GameInfo: g.Start(core.Settings{}).GameInfo(), Params: g.Params(), Evaluators: source}))
	defer e.Close()
	p := open(t, nitoryu.Setup{})
	var fault *nitoryu.FaultError
	if _, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Nodes: 2000}); !errors.As(err, &fault) || !strings.Contains(err.Error(), "a bug of the test") {
		t.Errorf("%v", err)
	}
	if r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Nodes: 2000}); err != nil || r.Best == nitoryu.NoMove {
		t.Errorf("afterwards: %+v, %v", r, err)
	}
}

// fragile is an evaluation that breaks down once, when its fuse has burnt down.
type fragile struct {
	core.Evaluator
	fuse *int
}

func (f fragile) Evaluate() core.Score {
	if *f.fuse--; *f.fuse == 0 {
		panic("a bug of the test")
	}
	return f.Evaluator.Evaluate()
}

// A quiet search is the same, but for lines before its result.
func TestQuiet(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{})
	ask := func(quiet bool, lines int) (r nitoryu.Result, heard int) {
		t.Helper()
		must.OK(t, e.NewGame(context.Background()))
		search, err := e.Search(context.Background(), p, nitoryu.Limits{Depth: 6, Lines: lines, Quiet: quiet})
		must.OK(t, err)
		for range search.Lines() {
			heard++
		}
		r, err = search.Result()
		must.OK(t, err)
		r.Elapsed = 0
		for i := range r.Lines {
			r.Lines[i].Elapsed = 0
		}
		return r, heard
	}
	for _, lines := range []int{3, 1, 2} { // fewer than before, and more
		loud, heard := ask(false, lines)
		quiet, none := ask(true, lines)
		if loud.Settled < 1 || loud.Settled > loud.Depth || quiet.Settled != 0 {
			t.Errorf("settled at depth %d of %d, in quiet at %d", loud.Settled, loud.Depth, quiet.Settled)
		}
		loud.Settled = 0
		if heard < lines || none != 0 || len(quiet.Lines) != lines || !reflect.DeepEqual(loud, quiet) {
			t.Errorf("%d and %d lines:\n%+v\n%+v", heard, none, loud, quiet)
		}
	}
	if r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Tsume: true, Nodes: 100}); err != nil || len(r.Lines) != 0 {
		t.Errorf("no mate has the lines of another search: %+v, %v", r, err)
	}
}

// Pondering ends with Hit, on the clock, or with Stop.
func TestPonder(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{}, "e2e4", "e7e5")
	ponder := nitoryu.Limits{Ponder: true, Nodes: 1000, Clock: &nitoryu.Clock{Left: [2]time.Duration{time.Hour, time.Hour}}}
	for name, end := range map[string]func(*nitoryu.Search) error{
		"a hit":      func(t *nitoryu.Search) error { return t.PonderHit(nil) },
		"with clock": func(t *nitoryu.Search) error { return t.PonderHit(&nitoryu.Clock{Byoyomi: 100 * time.Millisecond}) },
		"a stop":     func(t *nitoryu.Search) error { t.Stop(); t.Stop(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			search, err := e.Search(context.Background(), p, ponder)
			must.OK(t, err)
			over := make(chan struct{})
			go func() { _, _ = search.Result(); close(over) }()
			select {
			case <-over:
				t.Error("it ended before")
			case <-time.After(20 * time.Millisecond):
			}
			if err := search.PonderHit(&nitoryu.Clock{MovesToGo: -1}); err == nil {
				t.Error("a clock without sense was taken")
			}
			if err := end(search); err != nil {
				t.Error(err)
			}
			hit := time.Now()
			if r, err := search.Result(); err != nil || r.Best == nitoryu.NoMove || name == "a hit" && r.Elapsed > time.Since(hit)+10*time.Millisecond {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// A side that is content with a draw says that the game is even or better for it.
func TestDraw(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{Position: "7k/8/8/8/8/8/r7/7K w - - 98 90"}) // soon drawn
	for _, worth := range []nitoryu.Score{0, 50, -50} {
		if r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Depth: 6, Draw: worth}); err != nil || r.Score < worth-2 || r.Score > worth+2 {
			t.Errorf("a draw that is worth %s: %s, %v", worth, r.Score, err)
		}
	}
}

// Mates are proved or disproved by checks alone.
func TestMate(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	for _, test := range []struct {
		name, position string
		plies          int // 0: there is none
	}{
		{"in one", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1},
		{"none", "4k4/9/9/9/9/9/9/9/4K4 b P 1", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := nitoryu.Ask(context.Background(), e, open(t, nitoryu.Setup{Position: test.position}), nitoryu.Limits{Tsume: true, Nodes: 10_000})
			must.OK(t, err)
			plies, _ := r.Score.Mate()
			if test.plies == 0 && !r.Score.IsLoss() || plies != test.plies {
				t.Errorf("%+v", r)
			}
			if test.plies > 0 && (len(r.Lines) != 1 || len(r.Lines[0].Moves) != test.plies) {
				t.Errorf("%+v", r.Lines)
			}
		})
	}
	if _, err := nitoryu.Ask(context.Background(), e, open(t, nitoryu.Setup{}), nitoryu.Limits{Tsume: true, Depth: 3}); err == nil {
		t.Error("a search without limits")
	}
}

// A position without legal moves has no best move, and no error.
func TestNoMoves(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	r, err := nitoryu.Ask(context.Background(), e, open(t, nitoryu.Setup{}, "f2f3", "e7e5", "g2g4", "d8h4"), nitoryu.Limits{Depth: 3})
	if plies, mated := r.Score.Mate(); err != nil || r.Best != nitoryu.NoMove || !mated || plies != 0 || r.Score.String() != "#-0" {
		t.Errorf("%+v, %v", r, err)
	}
}

// A win is declared.
func TestDeclare(t *testing.T) {
	e := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{Position: "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RB3S 1"})
	r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Nodes: 100})
	if err != nil || p.Claim().Winner != nitoryu.First || p.Claim().Ending != nitoryu.Declaration || !r.Declare || r.Best != nitoryu.NoMove || !r.Score.IsWin() {
		t.Errorf("%+v, %v", r, err)
	}
}

// How a game ends that a side ends by a declaration depends on the rule and the points.
func TestDeclared(t *testing.T) {
	const points24 = "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 4P 1"
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		want  nitoryu.Outcome
	}{
		{"28 points", nitoryu.Setup{Position: "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RB3S 1"}, nitoryu.Outcome{Over: true, Winner: nitoryu.First, Ending: "declaration"}},
		{"24 points by the 24-point rule", nitoryu.Setup{Position: points24, EnteringKing: "CSARule24"}, nitoryu.Outcome{Over: true, Drawn: true, Ending: "declaration"}},
		{"24 points by the usual rule", nitoryu.Setup{Position: points24}, nitoryu.Outcome{Over: true, Winner: nitoryu.Second, Ending: "wrong declaration"}},
		{"chess", nitoryu.Setup{}, nitoryu.Outcome{Over: true, Winner: nitoryu.Second, Ending: "wrong declaration"}},
	} {
		if got := open(t, test.setup).Declared(); got != test.want {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

// Only the moves asked for are searched, and below full strength play is repeatable.
func TestChoices(t *testing.T) {
	p := open(t, nitoryu.Setup{})
	e := engine(t, nitoryu.Options{})
	if r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Nodes: 1000, Moves: []nitoryu.Move{"a2a4"}}); err != nil || r.Best != "a2a4" {
		t.Errorf("%+v, %v", r, err)
	}
	lowest, highest := nitoryu.EloRange(nitoryu.Chess)
	if lowest <= 0 || highest <= lowest {
		t.Errorf("Elo from %d to %d", lowest, highest)
	}
	var games [2]string
	for i := range games {
		e := engine(t, nitoryu.Options{Seed: 7})
		q := p.Clone()
		for range 20 {
			r, err := nitoryu.Ask(context.Background(), e, q, nitoryu.Limits{Nodes: 2000, Elo: lowest})
			if err != nil || q.Play(r.Best) != nil {
				t.Fatalf("%+v, %v", r, err)
			}
		}
		games[i] = q.String()
	}
	if games[0] != games[1] {
		t.Errorf("equal seeds lead to %s and %s", games[0], games[1])
	}
}

// Another evaluation counts, and a new game is like a new engine.
func TestNewGame(t *testing.T) {
	e := engine(t, nitoryu.Options{Networks: map[nitoryu.Variant]nitoryu.Network{nitoryu.Chess: {File: nitoryu.Classic}}})
	usual := engine(t, nitoryu.Options{})
	p := open(t, nitoryu.Setup{Position: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"}, "h2h3")
	var values [2]nitoryu.Score
	for i, e := range []*nitoryu.Engine{e, usual} {
		var err error
		if values[i], err = e.Evaluate(context.Background(), p); err != nil {
			t.Error(err)
		}
	}
	if values[0] == values[1] {
		t.Errorf("both evaluations are %v", values[0])
	}
	nodes := func() uint64 {
		r, err := nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Depth: 7})
		if err != nil {
			t.Error(err)
		}
		return r.Nodes
	}
	first, again := nodes(), nodes()
	if err := e.NewGame(context.Background()); err != nil {
		t.Error(err)
	}
	if anew := nodes(); anew != first || again == first {
		t.Errorf("%d nodes, %d again, %d anew", first, again, anew)
	}
}

// A closed engine says so, whatever it was doing.
func TestClose(t *testing.T) {
	p := open(t, nitoryu.Setup{})
	ctx := context.Background()
	e := engine(t, nitoryu.Options{})
	search, err := e.Search(ctx, p, nitoryu.Limits{Ponder: true})
	must.OK(t, err)
	waits := make(chan error)
	go func() { _, err := nitoryu.Ask(ctx, e, p.Clone(), nitoryu.Limits{Nodes: 1}); waits <- err }()
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
	if r, err := search.Result(); !errors.Is(err, nitoryu.ErrClosed) || r.Best == nitoryu.NoMove {
		t.Errorf("a search that runs: %+v, %v", r, err)
	}
	search.Stop()
	if err := search.PonderHit(nil); err != nil {
		t.Error(err)
	}
	if err := <-waits; !errors.Is(err, nitoryu.ErrClosed) {
		t.Errorf("a search that waits: %v", err)
	}
	_, searched := nitoryu.Ask(ctx, e, p, nitoryu.Limits{Nodes: 1})
	_, thinks := e.Search(ctx, p, nitoryu.Limits{})
	_, mates := nitoryu.Ask(ctx, e, p, nitoryu.Limits{Tsume: true, Nodes: 1})
	_, evaluates := e.Evaluate(ctx, p)
	for i, err := range []error{searched, thinks, mates, evaluates, e.NewGame(ctx)} {
		if !errors.Is(err, nitoryu.ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

// Engines that come and go leave no goroutines and no memory.
func TestEnginesLeaveNothing(t *testing.T) {
	round := func() {
		e, err := nitoryu.New(nitoryu.Options{Threads: 2, Hash: 8})
		must.OK(t, err)
		defer e.Close()
		if _, err := nitoryu.Ask(context.Background(), e, open(t, nitoryu.Setup{}), nitoryu.Limits{Nodes: 1000}); err != nil {
			t.Error(err)
		}
	}
	for range 5 { // until the runtime has the memory that it keeps
		round()
	}
	before, mapped := runtime.NumGoroutine(), mappings()
	for range 20 {
		round()
	}
	for range 100 { // threads end a little later
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
	// The runtime may take another arena of 64 MiB; so many tables of engines would be 160.
	if after := mappings(); after > mapped+128 {
		t.Errorf("%d MiB of address space, %d before", after, mapped)
	}
}

// mappings returns the address space of this process in MiB, 0 where it is unknown.
func mappings() int {
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages := 0
	for _, digit := range strings.Fields(string(status))[0] {
		pages = 10*pages + int(digit-'0')
	}
	return pages * os.Getpagesize() >> 20
}

func TestScores(t *testing.T) {
	for score, want := range map[nitoryu.Score]string{
		35: "+0.35", -120: "-1.20", 0: "+0.00", 31997: "#3", -31996: "#-4", -32000: "#-0", 31753: "+200.00", -31750: "-199.97",
	} {
		if got := score.String(); got != want {
			t.Errorf("%d is %s, want %s", int(score), got, want)
		}
		var back nitoryu.Score
		if err := back.UnmarshalText([]byte(want)); err != nil || back != score {
			t.Errorf("%s is read as %d, want %d; error %v", want, int(back), int(score), err)
		}
	}
	if nitoryu.First.Other() != nitoryu.Second || nitoryu.Second.Other() != nitoryu.First {
		t.Error("the sides are wrong")
	}
}

// The page shows the first example.
func TestPageShowsExample(t *testing.T) {
	page, err := os.ReadFile("docs/build/library.md")
	must.OK(t, err)
	examples := must.Read(t, "example_test.go")
	_, code, _ := strings.Cut(strings.ReplaceAll(string(page), "\r", ""), "```go\n")
	code, _, _ = strings.Cut(code, "```")
	if code == "" || !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(string(examples), "\r", ""), "\n\t", "\n"), code) {
		t.Errorf("docs/build/library.md has another example than example_test.go:\n%s", code)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range [][2]string{{"", "e4"}, {"", "O-O"}, {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "▲５二金打"}, {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "+7776FU"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, position, move string) {
		p, err := nitoryu.Open(nitoryu.Setup{Position: position})
		if err != nil {
			return
		}
		before := p.String()
		m, err := p.Parse(move)
		if (err == nil) != (m != nitoryu.NoMove) || p.String() != before {
			t.Fatalf("%q: %q, %v", move, m, err)
		}
		if err == nil && (p.Play(m) != nil || !p.Undo() || p.String() != before) {
			t.Errorf("%q cannot be played and taken back", m)
		}
	})
}

// Clones have moves in common, and go their own ways all the same.
func TestClonesAreIndependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type line struct {
		p     *nitoryu.Position
		moves []nitoryu.Move
	}
	open := func() line {
		p, err := nitoryu.Open(nitoryu.Setup{})
		must.OK(t, err)
		return line{p: p}
	}
	lines := []line{open()}
	for range 2000 {
		i := rng.IntN(len(lines))
		l := &lines[i]
		switch legal := l.p.Legal(); {
		case rng.IntN(4) == 0 && len(lines) < 8:
			lines = append(lines, line{l.p.Clone(), slices.Clone(l.moves)})
		case rng.IntN(8) == 0 && len(lines) > 1:
			old := lines[rng.IntN(len(lines))].p
			if old == l.p {
				continue
			}
			lines = slices.DeleteFunc(lines, func(l line) bool { return l.p == old })
			l := lines[rng.IntN(len(lines))]
			lines = append(lines, line{l.p.CloneTo(old), slices.Clone(l.moves)})
		case len(legal) == 0 || rng.IntN(2) == 0 && len(l.moves) > 0:
			l.p.Undo()
			l.moves = l.moves[:len(l.moves)-1]
		default:
			m := legal[rng.IntN(len(legal))]
			must.OK(t, l.p.Play(m))
			l.moves = append(slices.Clone(l.moves), m)
		}
		for i, l := range lines {
			if !slices.Equal(l.p.Moves(), l.moves) {
				t.Fatalf("line %d has %v, want %v", i, l.p.Moves(), l.moves)
			}
		}
	}
	for i, l := range lines {
		for range l.moves {
			l.p.Undo()
		}
		if len(l.p.Moves()) > 0 || l.p.String() != open().p.String() {
			t.Errorf("line %d is %s in the beginning", i, l.p)
		}
	}
}
