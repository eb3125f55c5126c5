package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// actor is an engine whose searches take as long as it says, without waiting.
type actor struct {
	name  string
	setup Setup
	world *world
	game  bool // a new game has begun
}

// question is what an actor is asked.
type question struct {
	nitoryu.Limits
	position string
	say      func(nitoryu.Line)
}

// world is where actors search. Its answers depend on name, threads and question.
type world struct {
	calls  []string
	open   int
	most   int // open at once
	answer func(a *actor, q *question) (nitoryu.Result, error)
}

func (w *world) engine(name string) Engine {
	return Engine{Name: name, Start: func(_ context.Context, s Setup) (nitoryu.Searcher, error) {
		w.open++
		w.most = max(w.most, w.open)
		return &actor{name: name, setup: s, world: w}, nil
	}}
}

func (a *actor) Close() error {
	a.world.open--
	return nil
}

func (a *actor) NewGame(context.Context) error {
	a.game = true
	return nil
}

func (a *actor) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if !a.game {
		return nil, errors.New("a search without a new game")
	}
	a.game = false
	a.world.calls = append(a.world.calls, fmt.Sprintf("%s%d", a.name, a.setup.Threads))
	search, report := nitoryu.NewSearch(func() {}, nil)
	r, err := a.world.answer(a, &question{l, p.String(), report.Line})
	report.Finish(r, err)
	return search, nil
}

// searched returns a result with a line.
func searched(nodes uint64, depth int, score core.Score, took time.Duration) nitoryu.Result {
	return nitoryu.Result{Elapsed: took, Lines: []nitoryu.Line{{Rank: 1, Nodes: nodes, Depth: depth, Score: nitoryu.Score(score)}}}
}

// settings measures two positions in two runs.
func settings(w *world, measure string, engines ...string) *Config {
	c := &Config{
		Game: games.Chess(), Measures: []string{measure}, Threads: []int{1}, Simulate: []int{1}, Positions: games.Chess().Bench.Positions[:2],
		Runs: 2, Time: time.Second, Cap: 30, Hash: 16, Searches: 3, Seed: 1, Progress: func(int, int, string) {},
	}
	for _, name := range engines {
		c.Engines = append(c.Engines, w.engine(name))
	}
	return c
}

// run returns the only table.
func run(t *testing.T, ctx context.Context, c *Config) Table {
	t.Helper()
	tables, err := Run(ctx, c)
	if err != nil || len(tables) != 1 {
		t.Fatalf("%d tables, error %v", len(tables), err)
	}
	return tables[0]
}

// get returns a figure, rounded.
func get(t *testing.T, r *Row, key string) string {
	t.Helper()
	for _, c := range r.cells {
		if c.key == key {
			return fmt.Sprintf("%.3g", c.Value)
		}
	}
	t.Fatalf("%s has no %s", r.Engine, key)
	return ""
}

// Engines take turns, and are compared with the first one run by run, though the machine is
// ten times slower in the second run.
func TestNodes(t *testing.T) {
	w := &world{}
	w.answer = func(a *actor, q *question) (nitoryu.Result, error) {
		nodes := uint64(1000)
		if a.name == "B" {
			nodes = 2000
		}
		if n := q.Nodes; a.name == "C" && n > 0 {
			return searched(n-100, 3, 0, time.Second), nil
		}
		return searched(nodes, q.Depth, 0, time.Second*time.Duration(1+9*(len(w.calls)/7))), nil
	}
	table := run(t, context.Background(), settings(w, "nodes", "A", "B", "C"))
	if got := strings.Join(w.calls, " "); got != "A1 B1 C1 A1 B1 C1 B1 C1 A1 B1 C1 A1" {
		t.Errorf("the order is %s", got)
	}
	for i, want := range []string{"A 1e+03 0 NaN", "B 2e+03 0 2", "C 2.99e+04 4 30"} {
		r := &table.Rows[i]
		if got := strings.Join([]string{r.Engine, get(t, r, "nodes"), get(t, r, "cut_off"), get(t, r, "by_first")}, " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if w.open != 0 {
		t.Errorf("%d engines are left", w.open)
	}
}

// Each engine searches to depths of its own, found with one thread and a small table, and is
// compared with itself.
func TestTime(t *testing.T) {
	w := &world{}
	w.answer = func(a *actor, q *question) (nitoryu.Result, error) {
		if took := q.Time; took > 0 {
			if a.setup != (Setup{Threads: 1, Hash: 1}) {
				t.Errorf("a depth is found by %+v", a.setup)
			}
			w.calls[len(w.calls)-1] = "depth"
			depth := map[string]int{"A": 7, "B": 9}[a.name]
			q.say(nitoryu.Line{Rank: 1, Depth: depth, Elapsed: took / 2})
			if q.position == games.Chess().Bench.Positions[1] && a.name == "B" {
				return searched(0, 0, core.WinIn(3), took), nil
			}
			return searched(0, 0, 0, took), nil
		}
		if want := map[string]int{"A": 7, "B": 9}[a.name]; q.Depth != want || a.setup.Hash != 16 {
			t.Errorf("%s searches to depth %d with %d MiB", a.name, q.Depth, a.setup.Hash)
		}
		alone := map[string]time.Duration{"A": 6 * time.Second, "B": 12 * time.Second}[a.name]
		return searched(uint64(1e6*alone.Seconds()), 0, 0, alone/time.Duration(a.setup.Threads)), nil
	}
	c := settings(w, "time", "A", "B")
	c.Threads = []int{1, 3}
	table := run(t, context.Background(), c)
	for i, want := range []string{"A 1 6 1e+06 NaN", "A 3 2 3e+06 3", "B 1 12 1e+06 NaN", "B 3 4 3e+06 3"} {
		r := &table.Rows[i]
		got := fmt.Sprintf("%s %d %s %s %s", r.Engine, r.Threads, get(t, r, "seconds"), get(t, r, "nodes_per_second"), get(t, r, "by_fewest"))
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if len(table.Notes) != 1 || !strings.HasPrefix(table.Notes[0], "B: 1 of 2 positions left out") {
		t.Errorf("notes %q", table.Notes)
	}
	if text := table.Text(); strings.Contains(text, "by first") {
		t.Errorf("different depths are compared:\n%s", text)
	}
	if n := strings.Count(strings.Join(w.calls, " "), "depth"); n != 4 || len(w.calls) != n+2*2*2+2*2 {
		t.Errorf("%d searches for depths of %d: %v", n, len(w.calls), w.calls)
	}
	c.Depth = 7
	w.answer = func(a *actor, q *question) (nitoryu.Result, error) {
		return nitoryu.Result{Elapsed: time.Second * time.Duration(len(a.name))}, nil
	}
	c.Engines[1] = w.engine("BB")
	table = run(t, context.Background(), c)
	if got := get(t, &table.Rows[2], "by_first"); got != "0.5" {
		t.Errorf("twice the time is %s times as fast", got)
	}
}

func TestLatency(t *testing.T) {
	w := &world{}
	w.answer = func(_ *actor, q *question) (nitoryu.Result, error) {
		if q.Time > 0 {
			return nitoryu.Result{Elapsed: q.Time + 2*time.Millisecond}, nil
		}
		return nitoryu.Result{Elapsed: time.Hour}, nil
	}
	c := settings(w, "latency", "A")
	table := run(t, context.Background(), c)
	if r := &table.Rows[0]; r.Job != afterMoveTime || get(t, r, "searches") != "3" || get(t, r, "median_ms") != "2" || get(t, r, "max_ms") != "2" {
		t.Errorf("%+v", r)
	}
	if len(table.Rows) != 1 || len(table.Notes) != 1 || !strings.Contains(table.Notes[0], "the answer came before stop") {
		t.Errorf("%d rows, notes %q", len(table.Rows), table.Notes)
	}
}

// An engine that fails is named and not asked again; the others go on.
func TestFaults(t *testing.T) {
	w := &world{}
	w.answer = func(a *actor, q *question) (nitoryu.Result, error) {
		if a.name == "B" {
			return nitoryu.Result{}, &client.Failure{Program: "B", Kind: client.Crash, Detail: "it fell"}
		}
		return searched(10, 0, 0, 0), map[string]error{
			"C": &nitoryu.MoveError{Err: errors.New("e2e5 is not legal")}, "D": &nitoryu.FaultError{Err: errors.New("a bug")},
		}[a.name]
	}
	table := run(t, context.Background(), settings(w, "nodes", "A", "B", "C", "D"))
	if len(table.Rows) != 1 || len(table.Notes) != 3 || !strings.Contains(table.Notes[0], "it fell") || !strings.Contains(table.Notes[1], "not legal") || !strings.Contains(table.Notes[2], "a bug") {
		t.Errorf("%d rows, notes %q", len(table.Rows), table.Notes)
	}
	if got := strings.Join(w.calls, " "); got != "A1 B1 C1 D1 A1 A1 A1" {
		t.Errorf("the order is %s", got)
	}
	c := settings(w, "nodes", "A")
	c.Engines[0].Start = func(context.Context, Setup) (nitoryu.Searcher, error) {
		return nil, &client.Failure{Program: "A", Kind: client.CannotStart, Detail: "no such file"}
	}
	if _, err := Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("error %v", err)
	}
}

// What was measured before an interruption is shown.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	w := &world{}
	w.answer = func(_ *actor, q *question) (nitoryu.Result, error) {
		if len(w.calls) == 3 {
			stop()
		}
		return searched(10, q.Depth, 0, 0), nil
	}
	table := run(t, ctx, settings(w, "nodes", "A", "B"))
	if len(w.calls) != 3 || len(table.Rows) != 2 || get(t, &table.Rows[1], "by_first") != "1" || w.open != 0 {
		t.Errorf("after %d searches %d rows, and %d engines are left", len(w.calls), len(table.Rows), w.open)
	}
}

// Many engines are not all open at once.
func TestManyEngines(t *testing.T) {
	w := &world{answer: func(*actor, *question) (nitoryu.Result, error) {
		return searched(10, 0, 0, 0), nil
	}}
	run(t, context.Background(), settings(w, "nodes", strings.Split("A B C D E F G H I", " ")...))
	if w.most > mostOpen || w.open != 0 {
		t.Errorf("%d engines were open at once, %d are left", w.most, w.open)
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(*Config)
	}{
		{"good", "", func(*Config) {}},
		{"no engine", "no engine", func(c *Config) { c.Engines = nil }},
		{"two of a name", `two engines called "A"`, func(c *Config) { c.Engines = append(c.Engines, c.Engines[0]) }},
		{"a misspelt measure", `did you mean "latency"?`, func(c *Config) { c.Measures = []string{"latnecy"} }},
		{"a program simulated", "give self, not A", func(c *Config) { c.Measures = []string{"simulate"} }},
		{"no runs", "at least 1", func(c *Config) { c.Runs = 0 }},
		{"no searches", "at least 1", func(c *Config) { c.Searches = 0 }},
		{"no time", "too short", func(c *Config) { c.Time = 0 }},
		{"no table", "at least 1 MiB", func(c *Config) { c.Hash = 0 }},
		{"no cap", "1 to 1000000", func(c *Config) { c.Cap = math.NaN() }},
		{"a negative depth", "the depth", func(c *Config) { c.Depth = -1 }},
		{"too many threads", "threads", func(c *Config) { c.Simulate = []int{core.MaxThreads + 1} }},
		{"no such job", `called "moon"`, func(c *Config) { c.Only = "moon" }},
		{"a bad position", `position "moon"`, func(c *Config) { c.Positions = []string{"moon"} }},
		{"nothing to think about", "nothing to do", func(c *Config) {
			c.Positions = []string{"k7/8/8/8/8/8/r7/7K w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := &world{answer: func(*actor, *question) (nitoryu.Result, error) {
				return searched(10, 0, 0, 0), nil
			}}
			c := settings(w, "nodes", "A")
			test.change(c)
			_, err := Run(context.Background(), c)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// Simulated threads give the same counts each time, one thread the counts of a plain search,
// and several are faster.
func TestSimulate(t *testing.T) {
	for _, g := range games.All() {
		c := settings(&world{}, "simulate")
		c.Game, c.Positions, c.Simulate, c.Depth, c.Hash = g, g.Bench.Positions[1:9], []int{1, 4}, g.Bench.Depth-5, 1
		c.Engines = []Engine{{Name: "A", Self: &Self{g.Params(), g.Evaluators}}}
		table := run(t, context.Background(), c)
		one, _ := json.Marshal(table)
		two, _ := json.Marshal(run(t, context.Background(), c))
		if string(one) != string(two) {
			t.Errorf("%s: two runs differ:\n%s\n%s", g.Name, one, two)
		}
		if len(table.Rows) != 2 || get(t, &table.Rows[0], "time") != get(t, &table.Rows[0], "nodes") {
			t.Fatalf("%s:\n%s", g.Name, table.Text())
		}
		if f := table.Rows[1].cells[len(table.Rows[1].cells)-1]; f.key != "by_fewest" || !(f.Value > 1.1 && f.Value < 4 && f.Low < f.Value && f.Value < f.High) {
			t.Errorf("%s:\n%s", g.Name, table.Text())
		}
		c.Seed = 2
		if other, _ := json.Marshal(run(t, context.Background(), c)); string(other) == string(one) {
			t.Errorf("%s: another seed gives the same", g.Name)
		}
		ctx, stop := context.WithCancel(context.Background())
		stop()
		if tables, err := Run(ctx, c); err != nil || len(tables) != 0 {
			t.Errorf("stopped at once: %d tables, error %v", len(tables), err)
		}
	}
}

func TestSmallSearchesAreNotSimulated(t *testing.T) {
	c := settings(&world{}, "simulate")
	c.Depth, c.Hash, c.Engines = 1, 1, []Engine{{Name: "A", Self: &Self{games.Chess().Params(), games.Chess().Evaluators}}}
	if table := run(t, context.Background(), c); len(table.Rows) != 0 || len(table.Notes) != 1 || !strings.HasPrefix(table.Notes[0], "A: 2 of 2 positions left out") {
		t.Errorf("%+v", table)
	}
}

// The count of our own generator is right, and a wrong one is a fault.
func TestPerft(t *testing.T) {
	r := &runner{Config: &Config{Game: games.Chess(), Engines: []Engine{{Self: &Self{}}}}, usedTime: func(nitoryu.Searcher) time.Duration { return 0 }}
	small := job{name: "initial position, 3 plies", depth: 3, leaves: 8902}
	if x, err := measurePerft(context.Background(), r, subject{}, small, 0); err != nil || x.Nodes != 8902 {
		t.Errorf("%+v, error %v", x, err)
	}
	small.leaves++
	if _, err := measurePerft(context.Background(), r, subject{}, small, 0); !errors.Is(err, errUnfit) || !strings.Contains(err.Error(), "8902 leaves of initial position, 3 plies, not 8903") {
		t.Errorf("error %v", err)
	}
}

func TestCalibrate(t *testing.T) {
	const ms = time.Millisecond
	exact := func(depth int, at time.Duration) nitoryu.Line {
		return nitoryu.Line{Rank: 1, Depth: depth, Elapsed: at}
	}
	bound, second, mate := exact(9, 900*ms), exact(9, 900*ms), exact(8, 700*ms)
	bound.Bound, second.Rank, mate.Score = nitoryu.AtLeast, 2, nitoryu.Score(core.WinIn(5))
	for _, test := range []struct {
		name  string
		lines []nitoryu.Line
		took  time.Duration
		depth int
		out   string
	}{
		{"the last iteration", []nitoryu.Line{exact(1, ms), exact(7, 300*ms), exact(8, 700*ms)}, time.Second, 8, ""},
		{"an interrupted one", []nitoryu.Line{exact(7, 300*ms), exact(8, 995*ms)}, time.Second, 7, ""},
		{"bounds and other lines", []nitoryu.Line{exact(8, 400*ms), bound, second}, time.Second, 8, ""},
		{"several lines of a depth", []nitoryu.Line{exact(8, 10*ms), exact(8, 400*ms)}, time.Second, 8, ""},
		{"no iteration in time", []nitoryu.Line{exact(1, time.Second)}, time.Second, 1, ""},
		{"an early end", []nitoryu.Line{exact(40, 100*ms)}, 110 * ms, 0, "ends by itself"},
		{"a mate", []nitoryu.Line{mate}, time.Second, 0, "mate"},
		{"a depth reached at once", []nitoryu.Line{exact(8, 3*ms)}, time.Second, 0, "reached at once"},
		{"silence", nil, time.Second, 0, "reports nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var list iterations
			for i := range test.lines {
				list.add(&test.lines[i])
			}
			if d := calibrate(&nitoryu.Result{Elapsed: test.took, Lines: test.lines}, list, time.Second); d.plies != test.depth || !strings.Contains(d.out, test.out) || (d.out == "") != (test.out == "") {
				t.Errorf("%+v; want %d, %q", d, test.depth, test.out)
			}
		})
	}
}

func TestGeometric(t *testing.T) {
	logs := func(jobs ...[]float64) [][]float64 {
		for _, runs := range jobs {
			for i, x := range runs {
				runs[i] = math.Log(x)
			}
		}
		return jobs
	}
	for _, test := range []struct {
		name      string
		logs      [][]float64
		want      float64
		low, high float64 // 0: unknown
	}{
		{"nothing", nil, math.NaN(), 0, 0},
		{"one number", logs([]float64{3}), 3, 0, 0},
		{"runs of a job: their median", logs([]float64{1, 2, 100}), 2, 1, 100},
		{"jobs: their geometric mean", logs([]float64{1}, []float64{4}), 2, 1, 4},
		{"equal jobs", logs([]float64{3, 3}, []float64{3, 1, 9}), 3, 3, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := geometric(test.logs)
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && (math.IsNaN(b) || b == 0) }
			if !near(got.Value, test.want) || !near(got.Low, test.low) || !near(got.High, test.high) {
				t.Errorf("%+v, want %v (%v to %v)", got, test.want, test.low, test.high)
			}
		})
	}
	// The interval of many jobs is the interval of their mean: 1.96 standard errors of
	// logarithms.
	var many [][]float64
	for i := range 400 {
		many = append(many, []float64{float64(i%2)*2 - 1})
	}
	if f := geometric(many); math.Abs(math.Log(f.High)-1.96/20) > 0.01 || math.Abs(math.Log(f.Low)+1.96/20) > 0.01 {
		t.Errorf("%+v", f)
	}
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		name   string
		sorted []float64
		q      float64
		want   float64
	}{
		{"a median", []float64{1, 2, 9}, 0.5, 2}, {"between two", []float64{1, 2}, 0.5, 1.5}, {"a quarter", []float64{0, 4, 8, 12, 16}, 0.25, 4},
		{"the first", []float64{3, 4}, 0, 3}, {"the last", []float64{3, 4}, 1, 4}, {"one", []float64{7}, 0.999, 7},
	} {
		if got := quantile(test.sorted, test.q); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	if !math.IsNaN(quantile(nil, 0.5)) {
		t.Error("nothing has a median")
	}
}

func TestJSON(t *testing.T) {
	r := Row{Engine: "A", Threads: 2, Job: "x", cells: []cell{
		{"n", "", plain(3), nil}, {"none", "", plain(math.NaN()), nil}, {"ratio", "", Figure{2, 1, 3}, nil}, {"endless", "", plain(math.Inf(1)), nil},
	}}
	text, err := json.Marshal(r)
	if want := `{"endless":null,"engine":"A","job":"x","n":3,"none":null,"ratio":{"high":3,"low":1,"value":2},"threads":2}`; err != nil || string(text) != want {
		t.Errorf("error %v, %s, want %s", err, text, want)
	}
}
