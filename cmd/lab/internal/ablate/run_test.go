package ablate

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// bench is a fake of engines: the nodes of a search depend on the position and on how many
// techniques of the game are off. Mate in one does nothing.
type bench struct {
	base   map[string]uint64 // nodes of the full search, by position
	log    []string          // every search: what is off and which position
	after  int               // number of searches after which stop is called
	stop   func()
	opened int
	on     map[string][]params.Row // by game, what open looks at
}

const (
	start  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	ending = "8/8/4k3/3p4/3P1K2/8/8/8 w - - 0 1"
	middle = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
)

func newBench() *bench {
	return &bench{base: map[string]uint64{start: 100, ending: 10, middle: 1000}, on: map[string][]params.Row{}}
}

// config asks the fake for chess with three positions and two techniques.
func (b *bench) config() Config {
	g := games.Chess
	g.Bench.Positions = []string{start, ending, middle}
	return Config{Games: []games.Game{g}, Only: "killer,null move pruning", Depth: 5, Cap: 30, Time: time.Second, Sample: 2, Open: b.open}
}

func (b *bench) open(g games.Game, p *params.Set) Engine {
	b.opened++
	if b.on[g.Name] == nil {
		defaults := g.Params()
		for _, r := range params.Rows() {
			if used(defaults, r) && r.Name != "MateInOne" {
				b.on[g.Name] = append(b.on[g.Name], r)
			}
		}
	}
	off := []string{}
	for _, r := range b.on[g.Name] {
		if valueOf(p, r) == r.Off {
			off = append(off, r.Name)
		}
	}
	return &fake{bench: b, off: off}
}

// used reports whether the row governs a technique that is on.
func used(p *params.Set, r params.Row) bool {
	return r.Technique != "" && valueOf(p, r) != r.Off
}

func valueOf(p *params.Set, r params.Row) int {
	return int(reflect.ValueOf(*p).FieldByName(r.Name).Int())
}

type fake struct {
	bench *bench
	off   []string
}

func (f *fake) Close() { f.bench.opened-- }

func (f *fake) Search(ctx context.Context, p core.Position, l core.Limits) (Search, core.Counts, error) {
	b := f.bench
	if b.after--; b.after == 0 {
		b.stop()
		return Search{}, core.Counts{}, ctx.Err()
	}
	what := strings.Join(f.off, "+") + " " + p.String()[:3]
	if l.MoveTime > 0 {
		b.log = append(b.log, what+" timed")
		return Search{Nodes: 4, Iterations: []uint64{1, 2, 3, 4}[:4-min(3, len(f.off))]}, core.Counts{}, nil
	}
	b.log = append(b.log, what)
	s := Search{Nodes: b.base[p.String()] * uint64(1+10*len(f.off))}
	if l.Nodes > 0 && s.Nodes > l.Nodes {
		s.Nodes = l.Nodes
		l.Depth--
	}
	for i := range l.Depth {
		s.Iterations = append(s.Iterations, s.Nodes-uint64(l.Depth-1-i))
	}
	return s, core.Counts{Evaluations: s.Nodes}, nil
}

// reportOf returns the report of a log.
func reportOf(c Config, l *measure.Log) (*Report, error) {
	s, err := c.Setup()
	if err != nil {
		return nil, err
	}
	return NewReport(s, l)
}

// resume continues a log.
func resume(t *testing.T, ctx context.Context, c Config, l *measure.Log) *Report {
	t.Helper()
	err := Run(ctx, c, l)
	if err != nil {
		t.Fatal(err)
	}
	r, err := reportOf(c, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func run(t *testing.T, ctx context.Context, c Config) *Report {
	t.Helper()
	return resume(t, ctx, c, measure.New())
}

func TestRun(t *testing.T) {
	b := newBench()
	c := b.config()
	c.Only = "killer, PLAIN"
	done, total := 0, 0
	l := measure.New()
	l.Progress = func(d, _, n int, _ string) { done, total = d, n }
	r := resume(t, context.Background(), c, l)
	if !r.Complete || b.opened != 0 || len(r.Games) != 1 {
		t.Fatalf("complete %v, %d engines left open, %d games", r.Complete, b.opened, len(r.Games))
	}
	g := r.Games[0]
	var names []string
	for _, row := range g.Rows {
		names = append(names, row.Technique)
	}
	if want := []string{Full, "killer moves", Plain}; !slices.Equal(names, want) {
		t.Errorf("rows %q, want %q", names, want)
	}
	if !slices.Equal(g.Sample, []int{0, 2}) {
		t.Errorf("sample %v: not the two that take most nodes", g.Sample)
	}
	nodes := func(row int) (n []uint64) {
		for _, s := range g.Rows[row].Searches {
			n = append(n, s.Nodes)
		}
		return n
	}
	for i, want := range [][]uint64{{100, 10, 1000}, {1100, 110, 11000}, {3000, 300, 30000}} {
		if !slices.Equal(nodes(i), want) {
			t.Errorf("row %d took %d nodes, want %d", i, nodes(i), want)
		}
	}
	for i, want := range []uint64{1110, 12210, 33300} {
		if c := g.Rows[i].Counts; c == nil || c.Evaluations != want {
			t.Errorf("row %d counted %+v, want %d evaluations: the sum of all positions", i, c, want)
		}
	}
	s := g.Summaries()
	if s[1].Ratio < 10.99 || s[1].Ratio > 11.01 || s[1].Capped != 0 || s[2].Capped != 3 || s[2].Depth != 4 {
		t.Errorf("summaries %+v", s[1:])
	}
	if s[0].InTime != 4 || s[1].InTime != 3 {
		t.Errorf("depths in time %v and %v", s[0].InTime, s[1].InTime)
	}
	if all := 3 * 2; total != all || done != all {
		t.Errorf("the last progress was %d of %d, want %d", done, total, all)
	}
}

// The plain search keeps the quiescence search and nothing else. What a game does not use
// cannot be switched off.
func TestVariants(t *testing.T) {
	for _, g := range games.All() {
		list, unused, err := variants(g.Params())
		if err != nil {
			t.Fatal(err)
		}
		techniques, defaults := 0, g.Params()
		for _, r := range params.Rows() {
			if used(defaults, r) {
				techniques++
			}
			if want := r.Technique != "" && !used(defaults, r); slices.Contains(unused, r.Technique) != want && r.Technique != "" {
				t.Errorf("%s: %s: unused should be %v", g.Name, r.Technique, want)
			}
		}
		if len(list) != techniques+2 || list[0].name != Full || list[len(list)-1].name != Plain {
			t.Fatalf("%s: %d variants of %d techniques", g.Name, len(list), techniques)
		}
		if *list[0].params != *g.Params() {
			t.Errorf("%s: the full search is not the default", g.Name)
		}
		b := newBench()
		for _, v := range list {
			off := b.open(g, v.params).(*fake).off
			switch {
			case v.parameter == "MateInOne":
			case v.name == Full && len(off) != 0,
				v.name == Plain && (len(off) != techniques-2 || slices.Contains(off, "Quiescence")),
				v.parameter != "" && !slices.Equal(off, []string{v.parameter}):
				t.Errorf("%s, %s: off are %q", g.Name, v.name, off)
			}
		}
	}
}

// A run that continues after any interruption ends like one that was never interrupted,
// and measures nothing twice but the full search.
func TestResume(t *testing.T) {
	b := newBench()
	whole := run(t, context.Background(), b.config())
	all := len(b.log)
	for after := 1; after <= all; after++ {
		b := newBench()
		ctx, cancel := context.WithCancel(context.Background())
		b.after, b.stop = after, cancel
		c, l := b.config(), measure.New()
		part := resume(t, ctx, c, l)
		cancel()
		if part.Complete {
			t.Errorf("interrupted in search %d and called complete", after)
		}
		part.Text()
		kept := 0
		for _, row := range part.Games[0].Rows {
			kept += len(row.Searches) + len(row.Timed)
		}
		want := all - kept
		if kept > 0 {
			want += 3 // the full search again
		}
		b.log = nil
		again := resume(t, context.Background(), c, l)
		if !reflect.DeepEqual(again.Games, whole.Games) || !again.Complete || !again.Began.Equal(part.Began) {
			t.Errorf("interrupted in search %d, the end is\n%+v, want\n%+v", after, again, whole)
		}
		if len(b.log) != want {
			t.Errorf("interrupted in search %d: %d more searches, want %d", after, len(b.log), want)
		}
	}
}

func TestResumeKeepsRowsNotAskedFor(t *testing.T) {
	for name, interrupted := range map[string]bool{"complete": false, "interrupted": true} {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			c, l := b.config(), measure.New()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if interrupted {
				b.after, b.stop = 12, cancel // in the timed searches
			}
			resume(t, ctx, c, l)
			c.Only = "delta"
			r := resume(t, context.Background(), c, l)
			g := r.Games[0]
			if r.Complete == interrupted || len(g.Rows) != 4 || (g.row("killer moves").Timed == nil) != interrupted || g.row("delta pruning").Timed == nil {
				t.Errorf("complete: %v, rows %+v", r.Complete, g.Rows)
			}
		})
	}
}

// A run in one game keeps what was measured in the other.
func TestOneGame(t *testing.T) {
	b := newBench()
	c, l := b.config(), measure.New()
	other := games.Shogi
	other.Bench.Positions = nil
	c.Games, c.Names, c.Sample = append(c.Games, other), []string{"chess"}, 0
	r := resume(t, context.Background(), c, l)
	c.Names = []string{"shogi"}
	again := resume(t, context.Background(), c, l)
	if len(r.Games[0].Rows) != 3 || len(r.Games[1].Rows) != 0 || len(again.Games[0].Rows) != 3 || len(again.Games[1].Rows) != 3 {
		t.Errorf("first %+v\nthen %+v", r, again)
	}
}

func TestJournalThatDoesNotFit(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(*Config, *bench)
	}{
		{"another depth", `depths is {"chess":5}, wanted is {"chess":6}`, func(c *Config, _ *bench) { c.Depth = 6 }},
		{"another cap", "cap is 30, wanted is 9", func(c *Config, _ *bench) { c.Cap = 9 }},
		{"another time", "time_ns is 1000000000, wanted is 2000000000", func(c *Config, _ *bench) { c.Time *= 2 }},
		{"other positions", "other positions", func(c *Config, _ *bench) { c.Games[0].Bench.Positions = []string{start, middle} }},
		{"another sample", "sample is 2, wanted is 1", func(c *Config, _ *bench) { c.Sample = 1 }},
		{"other games", `match is "", wanted is "5 nodes"`, func(c *Config, _ *bench) { c.MatchAt = "5 nodes" }},
		{"another search", `took 1000 nodes for "` + middle + `", now it takes 1001`, func(_ *Config, b *bench) { b.base[middle]++ }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench()
			c, path := b.config(), filepath.Join(t.TempDir(), "j")
			again := func() error {
				s, err := c.Setup()
				if err != nil {
					return err
				}
				l, err := measure.Open(path, Format, s, func(l *measure.Log) error {
					_, err := NewReport(s, l)
					return err
				})
				if err == nil {
					err = errors.Join(Run(context.Background(), c, l), l.Close())
				}
				return err
			}
			if err := errors.Join(again(), again()); err != nil {
				t.Fatal(err)
			}
			test.change(&c, b)
			if err := again(); !errors.Is(err, measure.ErrOther) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestBadConfigurations(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(*Config)
	}{
		{"no game", "no game", func(c *Config) { c.Games = nil }},
		{"a game twice", "chess is given twice", func(c *Config) { c.Games = append(c.Games, c.Games[0]) }},
		{"a negative depth", "the depth has to be 0 to 245, not -1", func(c *Config) { c.Depth = -1 }},
		{"too deep", "not 246", func(c *Config) { c.Depth = core.MaxPly }},
		{"a cap below one", "not 0.5", func(c *Config) { c.Cap = 0.5 }},
		{"a negative time", "cannot be negative, as -1s is", func(c *Config) { c.Time = -time.Second }},
		{"a negative sample", "cannot be negative, as -1 is", func(c *Config) { c.Sample = -1 }},
		{"an odd number of games", "has to be even, as each opening is played twice, not 3", func(c *Config) { c.MatchGames = 3 }},
		{"games without a match", "play matches", func(c *Config) { c.MatchGames = 2 }},
		{"an unknown technique", `"magic"`, func(c *Config) { c.Only = "killer,magic" }},
		{"a bad position", `"8/8 w"`, func(c *Config) { c.Games[0].Bench.Positions = []string{"8/8 w"} }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newBench().config()
			test.change(&c)
			if err := Run(context.Background(), c, measure.New()); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestMatches(t *testing.T) {
	b := newBench()
	c := b.config()
	c.Only = ""
	c.MatchGames, c.MatchAt = 48, "100 nodes a move"
	done, total := 0, 0
	l := measure.New()
	l.Progress = func(d, _, n int, _ string) { done, total = d, n }
	played := map[string][]int{} // by what is off, the openings in their order
	c.Match = func(_ context.Context, g games.Game, without *params.Set, first, n int) (stats.Pairs, error) {
		off := strings.Join(b.open(g, without).(*fake).off, "+")
		for i := range n {
			played[off] = append(played[off], first+i)
		}
		return stats.Pairs{0, 0, n, 0, 0}, nil
	}
	r := resume(t, context.Background(), c, l)
	if len(played) != len(r.Games[0].Rows)-2 || played[""] != nil {
		t.Errorf("matches against %d: not against all but the full search and the one that is the same", len(played))
	}
	for off, openings := range played {
		if len(openings) != 24 || slices.Max(openings) != 23 || !slices.IsSorted(openings) {
			t.Errorf("against the one without %s, openings %d: not 24, each once", off, openings)
		}
	}
	if idle := r.Games[0].row("mate in one"); idle.Timed != nil || idle.Match != nil {
		t.Errorf("measured what cannot differ: %+v", idle)
	}
	if rows := len(r.Games[0].Rows); done != total || total != rows*(2+3) {
		t.Errorf("the last progress was %d of %d", done, total)
	}
	if e := r.Games[0].Summaries()[1].Elo; e == nil || e.Elo != 0 || e.DrawRatio != 1 {
		t.Errorf("Elo %+v", e)
	}
	if at, games := r.Games[0].Limits.Match, r.Games[0].played(); at != "100 nodes a move" || games != "48" {
		t.Errorf("match at %q, %s games", at, games)
	}
	broken := errors.New("no opponent")
	c.Match = func(context.Context, games.Game, *params.Set, int, int) (stats.Pairs, error) {
		return stats.Pairs{}, broken
	}
	l = measure.New()
	err := Run(context.Background(), c, l)
	if r, _ := reportOf(c, l); !errors.Is(err, broken) || r.Complete || r.Games[0].Rows[1].Timed == nil {
		t.Errorf("error %v, report %+v", err, r)
	}
}

// A later run adds games against the techniques that it is asked for, from new openings,
// and one without games keeps what was played.
func TestMoreGames(t *testing.T) {
	b := newBench()
	c := b.config()
	c.MatchGames, c.MatchAt = 4, "100 nodes a move"
	var asked []int
	c.Match = func(_ context.Context, _ games.Game, _ *params.Set, first, n int) (stats.Pairs, error) {
		asked = append(asked, first, n)
		return stats.Pairs{0, 0, 0, n, 0}, nil
	}
	l := measure.New()
	resume(t, context.Background(), c, l)
	asked = nil
	c.Only, c.MatchGames = "killer", 30
	more := resume(t, context.Background(), c, l)
	g := &more.Games[0]
	if want := []int{2, 8, 10, 5}; !slices.Equal(asked, want) || g.played() != "4 to 30" || !more.Complete {
		t.Errorf("asked for %d, want %d; the report: %+v", asked, want, g)
	}
	c.MatchGames, c.Only = 0, "delta"
	asked = nil
	last := resume(t, context.Background(), c, l)
	if g = &last.Games[0]; asked != nil || *g.row("killer moves").Match != (stats.Pairs{0, 0, 0, 15, 0}) || g.Limits.Match != c.MatchAt {
		t.Errorf("a run without games asked for %d and left %+v", asked, g)
	}
}

// Our engine, with real searches.
func TestOurEngine(t *testing.T) {
	var c Config
	for _, g := range games.All() {
		g.Bench.Positions = g.Bench.Positions[2:4]
		c.Games = append(c.Games, g)
	}
	c.Only, c.Depth, c.Cap, c.Time, c.Sample = "null move pruning,late move reductions", 6, 30, 5*time.Millisecond, 1
	r := run(t, context.Background(), c)
	again := run(t, context.Background(), c)
	for i := range r.Games {
		g := &r.Games[i]
		if len(g.Rows) != 3 {
			t.Fatalf("%s: %d rows", g.Setup.Game, len(g.Rows))
		}
		for k, row := range g.Rows {
			s := row.Searches[0]
			if c := row.Counts; c == nil || c.Cutoffs != s.Cutoffs+row.Searches[1].Cutoffs || c.Evaluations == 0 {
				t.Errorf("%s, %s: counts %+v", g.Setup.Game, row.Technique, c)
			}
			if s.Depth() != 6 || s.Cutoffs == 0 || s.FirstMoveCutoffs >= s.Cutoffs || len(row.Timed) != 1 || row.Timed[0].Depth() == 0 {
				t.Errorf("%s, %s: %+v", g.Setup.Game, row.Technique, row)
			}
			if s.Nodes != again.Games[i].Rows[k].Searches[0].Nodes {
				t.Errorf("%s, %s: not the same nodes a second time", g.Setup.Game, row.Technique)
			}
			if k > 0 && s.Nodes == g.Rows[0].Searches[0].Nodes {
				t.Errorf("%s: nothing changes without %s", g.Setup.Game, row.Technique)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.Depth = 200
	if r := run(t, ctx, c); r.Complete || r.Text() != measure.Nothing {
		t.Errorf("a run that was over before it began says\n%s", r.Text())
	}
}
