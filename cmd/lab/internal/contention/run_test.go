package contention

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/games"
)

// small is a configuration for short runs. Every position is watched.
func small(g games.Game) Config {
	depth := map[string]int{"chess": 5, "shogi": 4}[g.Name]
	g.Bench.Positions = g.Bench.Positions[:3]
	return Config{Games: []games.Game{g}, Setup: Setup{Threads: []int{2, 5}, Tables: []int{8, 1024}, Positions: 2, Depth: depth, Sample: 1}}
}

// run returns the log of a run and its report.
func run(ctx context.Context, c Config, l *measure.Log) (*Report, error) {
	if err := c.Complete(); err != nil {
		return nil, err
	}
	failed := Run(ctx, c, l)
	r, err := NewReport(&c.Setup, l)
	return r, errors.Join(failed, err)
}

func measured(t *testing.T, c Config) *Report {
	t.Helper()
	r, err := run(context.Background(), c, measure.New())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunsAreEqual(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			c := small(g)
			first := measured(t, c)
			if second := measured(t, c); !reflect.DeepEqual(first, second) {
				t.Errorf("two runs counted\n%+v\nand\n%+v", first, second)
			}
			c.Seed = 1
			other := measured(t, c)
			a, _ := first.Games[0].Cell(1024, 5)
			b, _ := other.Games[0].Cell(1024, 5)
			if a.Nodes == b.Nodes {
				t.Error("another seed makes no difference")
			}
		})
	}
}

// free is a Control that never stops a search.
type free struct{}

func (free) Poll(uint64) uint64                     { return math.MaxUint64 }
func (free) Iterated(w *search.Worker) int          { return w.Depth() + 1 }
func (free) Partial(*search.Worker, search.Partial) {}
func (free) Current(int, core.Move, int)            {}

func parse(t *testing.T, g games.Game, text string) core.Position {
	t.Helper()
	p, err := g.Parse(text, core.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// One thread of the machine searches what a worker searches without one.
func TestOneThreadIsThePlainSearch(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			report := measured(t, small(g))
			game := &report.Games[0]
			for _, s := range game.Searches {
				if s.Threads != 1 {
					continue
				}
				memory, err := alignedMemory(s.KiB << 10)
				if err != nil {
					t.Fatal(err)
				}
				table, err := tt.New(memory)
				if err != nil {
					t.Fatal(err)
				}
				table.NextSearch()
				p := parse(t, g, s.FEN)
				var legal core.MoveList
				p.Generate(core.AllMoves, &legal)
				w := search.New(p.Traits(), table, new(atomic.Bool))
				w.Search(search.Task{
					Position: p, Legal: legal.Slice(), Evaluator: g.Source.New(), Params: g.Params(),
					MultiPV: 1, FirstDepth: 1, MaxDepth: game.Depth, Control: free{},
				})
				counts := w.Counts()
				if s.Nodes != w.Nodes() || s.Time != w.Nodes() || s.Stores != counts.TableStores || s.Hits != counts.TableHits {
					t.Errorf("%s, %d KiB: counted %+v, want %d nodes, stores %v", p, s.KiB, s, w.Nodes(), counts.TableStores)
				}
			}
		})
	}
}

// What the views see must be what the searches count.
func TestCountsAddUp(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			var sum Watch
			for _, s := range measured(t, small(g)).Games[0].Searches {
				stores := uint64(0)
				for _, n := range s.Stores {
					stores += n
				}
				w := s.Watch
				if w.Probes != s.Probes || w.Hits != s.Hits || w.Stores != stores {
					t.Errorf("%+v: %d stores", s, stores)
				}
				if s.Hits > s.Probes || s.Probes > s.Nodes || w.Together > w.Known || w.Known > w.Probes || w.Foreign > w.Hits || w.Collision > w.Stores {
					t.Errorf("%+v: a part is larger than the whole", s)
				}
				if s.Stores[core.OverOld] != 0 {
					t.Errorf("%+v: an empty table held something old", s)
				}
				if slots := uint64(s.KiB << 10 / entrySize); s.Stores[core.IntoEmpty] > slots {
					t.Errorf("%+v: more than %d slots filled", s, slots)
				}
				if s.Threads == 1 && w != (Watch{Probes: w.Probes, Hits: w.Hits, Stores: w.Stores}) {
					t.Errorf("%+v: one thread is not alone", s)
				}
				// All threads are equally fast, but for the lengths of their turns.
				if ratio := float64(s.Nodes) / float64(uint64(s.Threads)*s.Time); ratio < 0.85 || ratio > 1.15 {
					t.Errorf("%+v: %d nodes in the time of %d", s, s.Nodes, s.Time)
				}
				if s.Threads > 1 {
					sum.add(&w)
				}
			}
			if sum.Known == 0 || sum.Together == 0 || sum.Foreign == 0 || sum.Collision == 0 {
				t.Errorf("threads never met: %+v", sum)
			}
		})
	}
}

// A sample of the positions has the same shares as all.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("a sample takes more positions than the other tests")
	}
	c := small(games.Chess)
	c.Threads, c.Depth = []int{4}, 8
	all := measured(t, c)
	c.Sample = 4
	some := measured(t, c)
	a, _ := all.Games[0].Cell(1024, 4)
	b, _ := some.Games[0].Cell(1024, 4)
	if a.Nodes != b.Nodes {
		t.Errorf("watching changes the search: %d and %d nodes", a.Nodes, b.Nodes)
	}
	shares := func(c *Cell) []float64 {
		w := &c.Watch
		return []float64{share(w.Probes, c.Probes), share(w.Known, w.Probes), share(w.Hits, w.Probes), share(w.Foreign, w.Hits)}
	}
	want := shares(&a)
	want[0] /= 4
	for i, got := range shares(&b) {
		if math.Abs(got-want[i]) > 0.1*want[i] {
			t.Errorf("share %d is %.3f, of all positions %.3f", i, got, want[i])
		}
	}
}

func TestParams(t *testing.T) {
	c := small(games.Chess)
	plain := measured(t, c)
	for _, name := range []string{"Stagger", "AspirationDelta"} {
		c.Params = map[string]int{name: 2}
		if name == "AspirationDelta" {
			c.Params[name] = 30
		}
		r := measured(t, c)
		if reflect.DeepEqual(r.Games, plain.Games) {
			t.Errorf("%s makes no difference", name)
		}
		if !strings.Contains(r.Text(), "`"+name+"=") {
			t.Errorf("%s is not shown", name)
		}
	}
	c.Params = map[string]int{"Stagger": 99}
	if _, err := run(context.Background(), c, measure.New()); err == nil {
		t.Error("a value out of range is no error")
	}
}

// A position without a move is an error, and no thread waits forever.
func TestNothingToSearch(t *testing.T) {
	for _, test := range []struct {
		game games.Game
		mate string
	}{
		{games.Chess, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"},
		{games.Shogi, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"},
	} {
		c := small(test.game)
		c.Games[0].Bench.Positions = []string{test.mate}
		if _, err := run(context.Background(), c, measure.New()); err == nil || !strings.Contains(err.Error(), "nothing to search") {
			t.Errorf("%s: error %v", test.game.Name, err)
		}
	}
}

// A run that is interrupted keeps the complete positions, and continues.
func TestInterruption(t *testing.T) {
	c := small(games.Chess)
	whole := measured(t, c)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	l, total := measure.New(), 0
	l.Progress = func(done, _, of int, next string) {
		total = of
		if strings.Contains(next, "position 2 of 2") && strings.Contains(next, "5 threads") {
			cancel()
		}
	}
	r, err := run(ctx, c, l)
	if err != nil || r.Complete {
		t.Fatalf("complete: %v, error %v", r.Complete, err)
	}
	g := &r.Games[0]
	if len(g.Positions) != 1 || len(g.Searches) != 6 {
		t.Errorf("%d positions and %d searches were kept, want 1 and 6", len(g.Positions), len(g.Searches))
	}
	if want := 3 + 2*5; total != want {
		t.Errorf("%d searches announced, want %d", total, want)
	}
	if !strings.Contains(r.Text(), "interrupted") {
		t.Error("the text does not say so")
	}
	l.Progress = nil
	if r, err := run(context.Background(), c, l); err != nil || !reflect.DeepEqual(r, whole) {
		t.Errorf("continued: error %v,\n%+v, want\n%+v", err, r, whole)
	}
}

func TestConfig(t *testing.T) {
	tests := []struct {
		name   string
		config Config
		wants  string
	}{
		{"no thread", Config{Setup: Setup{Threads: []int{0}}}, "threads"},
		{"too many threads", Config{Setup: Setup{Threads: []int{4, 5000}}}, "1 to 1024"},
		{"no table", Config{Setup: Setup{Tables: []int{0, 16}}}, "KiB"},
		{"too large a table", Config{Setup: Setup{Tables: []int{1 << 25}}}, "GiB"},
		{"too deep", Config{Setup: Setup{Depth: core.MaxPly}}, "depth"},
		{"negative slice", Config{Setup: Setup{Slice: -1}}, "negative"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := run(context.Background(), test.config, measure.New()); err == nil || !strings.Contains(err.Error(), test.wants) {
				t.Errorf("error %v, want one with %q", err, test.wants)
			}
		})
	}
	c := Config{Setup: Setup{Threads: []int{8, 2, 8}}}
	if err := c.Complete(); err != nil || !reflect.DeepEqual(c.Threads, []int{1, 2, 8}) || len(c.Games) != 2 || c.Slice != 4 {
		t.Errorf("completed to %+v, error %v", c, err)
	}
}

func TestTears(t *testing.T) {
	tear, err := CountTears(context.Background(), 8, 1, 20000)
	if err != nil || tear.Wrong != 0 || tear.Hits == 0 || tear.Probes < 20000 || tear.Torn > tear.Probes {
		t.Errorf("%+v, error %v", tear, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := CountTears(ctx, 2, 1, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTornKeysAreKnown(t *testing.T) {
	const positions = 1000
	known := func(key uint64) bool { i := indexOf(key); return i < positions && keyOf(i) == key }
	for i := range uint64(positions) {
		if !known(keyOf(i)) {
			t.Fatalf("key %d is not known", i)
		}
		if torn := keyOf(i) ^ mix(i) ^ mix(i+1); known(torn) {
			t.Errorf("the torn key %#x is taken for position %d", torn, indexOf(torn))
		}
	}
}
