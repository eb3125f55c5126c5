package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/spsa"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// tunedNames returns the names of the parameters that a selection tunes.
func tunedNames(t *testing.T, g games.Game, selection string) (names []string) {
	t.Helper()
	list, err := tunable(g, selection, 1)
	must.OK(t, err)
	for _, p := range list {
		names = append(names, p.Name)
	}
	return names
}

// In both games a resumed run ends as one that was not interrupted, and its journal can
// be shown without playing.
func TestTune(t *testing.T) {
	for _, g := range tried() {
		t.Run(g.Name, func(t *testing.T) {
			dir := t.TempDir()
			journal, page := filepath.Join(dir, "journal"), filepath.Join(dir, "page.html")
			args := []string{"tune", "--game", g.Name, "--nodes", "30", "--hash", "1", "--games", "7", "--pairs", "2", "--r-end", "0.5", "--journal", journal}
			out, _ := done(t, append(args, "--html", page, "--concurrency", "2")...)
			names := tunedNames(t, g, "all")
			if len(names) < 20 {
				t.Errorf("only %d parameters are tuned", len(names))
			}
			for _, name := range names {
				if !regexp.MustCompile(`(?m)^` + name + ` +\d+ +\d+ `).MatchString(out) {
					t.Errorf("no %s in\n%s", name, out)
				}
			}
			must.Has(t, out, "2 of 2 iterations, 8 games")
			if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), names[0]) {
				t.Errorf("the page: error %v", err)
			}
			whole, err := os.ReadFile(journal)
			must.OK(t, err)
			lines := strings.SplitAfter(string(whole), "\n")
			write(t, journal, lines[0]+lines[1]+lines[2][:9])
			again, log, err := call(t, append(args, "--concurrency", "1")...)
			if err != nil || again != out || !strings.Contains(log, "resuming after 1 iteration\n") {
				t.Errorf("error %v, resumed with\n%s%s", err, again, log)
			}
			if now, _ := os.ReadFile(journal); string(now) != string(whole) {
				t.Error("the journal differs")
			}
			if shown, _, err := call(t, "tune", "--journal", journal, "--print"); err != nil || shown != out {
				t.Errorf("error %v, shown\n%s", err, shown)
			}
			refused(t, "seed is 1, wanted is 2", append(args, "--seed", "2")...)
			engine := out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:]
			changes := len(regexp.MustCompile(`(?m)^\w+ +\d+ +\d+ +[+-]\d+ `).FindAllString(out, -1))
			if e, err := parseEngine(engine, "nodes=1"); err != nil || !e.Self || len(e.Params) != changes {
				t.Errorf("%q is no engine with %d changes: error %v", engine, changes, err)
			}
		})
	}
}

// Games of fixed nodes cannot tell good time from bad: its rows are tuned on the clock,
// or if they are named.
func TestTuningOfTime(t *testing.T) {
	for _, g := range tried() {
		t.Run(g.Name, func(t *testing.T) {
			var clocked []string
			for _, r := range params.Rows() {
				if r.Clock {
					clocked = append(clocked, r.Name)
				}
			}
			for _, test := range []struct {
				name, args string
				want       []string // all of them, or none
				none       bool
			}{
				{"fixed nodes", "", clocked, true},
				{"fixed nodes, a name", "--params LMRBase,TimeMoves", []string{"TimeMoves", "LMRBase"}, false},
				{"fixed nodes, a pattern", "--params Time*", clocked, false},
				{"the clock", "--tc 0.05+0.002", append(clocked, "LMRBase"), false},
				{"the clock, others", "--tc 0.05+0.002 --params LMR*", clocked, true},
			} {
				t.Run(test.name, func(t *testing.T) {
					var flags tuneFlags
					if _, err := cli.Parse(flags.flags(cli.Streams{}), strings.Fields(test.args)); err != nil {
						t.Fatal(err)
					}
					must.OK(t, flags.complete(&flags.setup, g, false))
					for _, name := range test.want {
						named := func(p spsa.Parameter) bool { return p.Name == name }
						if tuned := slices.ContainsFunc(flags.setup.Parameters, named); tuned == test.none {
							t.Errorf("%s is tuned: %v", name, tuned)
						}
					}
				})
			}
		})
	}
	out, log, err := call(t, "tune", "--tc", "0.05+0.002", "--hash", "1", "--games", "2", "--pairs", "1", "--concurrency", "1")
	if err != nil || !strings.Contains(out, "1 of 1 iteration, 2 games (0.05+0.002 on the clock") || !regexp.MustCompile(`(?m)^TimeMoves +\d+ +\d+ `).MatchString(out) {
		t.Errorf("games on the clock: error %v, printed\n%s%s", err, out, log)
	}
}

func TestBadTuning(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious")
	write(t, precious, "precious")
	name, other, fixed := "", "", ""
	for _, r := range params.Rows() {
		switch {
		case r.Step == 0:
			fixed = r.Name
		case name == "":
			name = r.Name
		default:
			other = r.Name
		}
	}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a stray word", []string{"x"}, `"x" is one word too many`},
		{"an unknown game", []string{"--game", "go"}, "no game"},
		{"no nodes", []string{"--nodes", "0"}, "--nodes has to be at least 1"},
		{"a bad clock", []string{"--tc", "fast"}, "--tc: time control"},
		{"nodes as time without a clock", []string{"--nodestime", "100"}, "--nodestime"},
		{"nodes as time, controls by moves", []string{"--nodestime", "100", "--tc", "40/1"}, "--nodestime goes with"},
		{"two lengths", []string{"--games", "10", "--iterations", "10"}, "either a positive number of games or --iterations"},
		{"a negative length", []string{"--games", "-1"}, "either a positive number of games or --iterations"},
		{"no iterations", []string{"--iterations", "0"}, "at least one iteration and one pair"},
		{"no pairs", []string{"--games", "10", "--pairs", "0"}, "at least one iteration and one pair"},
		{"no games at once", []string{"--concurrency", "0"}, "--concurrency"},
		{"no perturbation", []string{"--c-end", "0"}, "--c-end"},
		{"a bad rate", []string{"--r-end", "-1"}, "r_end"},
		{"a bad exponent", []string{"--gamma", "NaN"}, "gamma"},
		{"an unknown parameter", []string{"--params", name + ",Contempt"}, `no parameter "Contempt"`},
		{"a misspelt parameter", []string{"--params", name + ",nulmovebase"}, `no parameter "nulmovebase"; did you mean "NullMoveBase"?`},
		{"a misspelt start", []string{"--start", "NulMoveBase=3"}, `no parameter "NulMoveBase"; did you mean "NullMoveBase"?`},
		{"a pattern that fits none", []string{"--params", "Contempt*"}, `no parameter matches "Contempt*"`},
		{"a bad pattern", []string{"--params", "[" + name}, "not a pattern"},
		{"a switch", []string{"--params", fixed}, fixed + " cannot be tuned: it has no step"},
		{"no parameters", []string{"--params", ""}, "no parameter"},
		{"a bad start", []string{"--start", name}, "NAME=VALUE"},
		{"a start out of range", []string{"--start", name + "=1000000"}, "not within"},
		{"a start of another", []string{"--params", name, "--start", "self " + other + "=1"}, "is not among the parameters of --params"},
		{"nothing to show", []string{"--print"}, "--journal FILE is missing"},
		{"a file to show that is not there", []string{"--print", "--journal", dir + "/none"}, "no such file"},
		{"another file to show", []string{"--print", "--journal", precious}, "no journal"},
		{"another file", []string{"--journal", precious}, "no journal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refused(t, test.want, append([]string{"tune"}, test.args...)...)
		})
	}
	if now, _ := os.ReadFile(precious); string(now) != "precious" {
		t.Errorf("the file of another program is now %q", now)
	}
}

func TestSelection(t *testing.T) {
	g := games.Chess()
	all := tunedNames(t, g, "all")
	everything, first := slices.Clone(all), all[0]
	for _, r := range params.Rows() {
		if r.Clock {
			everything = append(everything, r.Name)
		}
	}
	tests := []struct {
		selection string
		want      []string
	}{
		{"all", all},
		{"*", everything},
		{first, all[:1]},
		{all[2] + ", " + first, []string{first, all[2]}},
		{first[:3] + "*", startingWith(all, first[:3])},
	}
	for _, test := range tests {
		list, err := tunable(g, test.selection, 2)
		var names []string
		for _, p := range list {
			names = append(names, p.Name)
		}
		if err != nil || fmt.Sprint(names) != fmt.Sprint(test.want) {
			t.Errorf("%q: error %v, names %v, want %v", test.selection, err, names, test.want)
		}
	}
	list, err := tunable(g, first, 2)
	must.OK(t, err)
	for _, r := range params.Rows() {
		if p := list[0]; r.Name == first && (p.Default != r.Chess || p.Start != r.Chess || p.Min != r.Min || p.Max != r.Max || p.End != 2*float64(r.Step)) {
			t.Errorf("%+v does not fit the row %+v", p, r)
		}
	}
}

func startingWith(names []string, prefix string) (list []string) {
	for _, name := range names {
		if strings.HasPrefix(name, prefix) {
			list = append(list, name)
		}
	}
	return list
}

// A search depends on the current parameters only, not on earlier ones: nothing derived
// from a parameter is kept. Two engines with different initial values go through all
// values in opposite orders.
func TestParametersOfALivingEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("short: many searches, one after the other")
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			root, err := g.Parse(g.Bench.Positions[0], core.Settings{})
			must.OK(t, err)
			var sets []params.Set
			var rows []params.Row
			extreme := *g.Params()
			others := slices.DeleteFunc(params.Rows(), func(r params.Row) bool { return r.Clock }) // a search to a depth has none
			for i, r := range others {
				if i%3 > 0 && !must.Full() {
					continue
				}
				changed, value := *g.Params(), r.Max
				if err := changed.Assign(r.Name, value); err == nil && changed == *g.Params() {
					value = r.Min
				}
				must.OK(t, errors.Join(changed.Assign(r.Name, value), extreme.Assign(r.Name, value)))
				sets, rows = append(sets, changed), append(rows, r)
			}
			searchAll := func(first params.Set, order func(i int) int) []string {
				set := first
				e := tuneEngine(t, g, &set)
				defer e.Close()
				search(t, e, root)
				found := make([]string, len(sets))
				for i := range sets {
					set = sets[order(i)]
					found[order(i)] = search(t, e, root)
				}
				return found
			}
			one := searchAll(*g.Params(), func(i int) int { return i })
			other := searchAll(extreme, func(i int) int { return len(sets) - 1 - i })
			different := map[string]bool{}
			for i, r := range rows {
				if different[one[i]] = true; one[i] != other[i] {
					t.Errorf("%s: %s, after others %s", r.Name, one[i], other[i])
				}
			}
			if len(different) < len(sets)/4 {
				t.Errorf("all parameters lead to %d different searches", len(different))
			}
		})
	}
}

func tuneEngine(t *testing.T, g games.Game, set *params.Set) *nitoryu.Engine {
	t.Helper()
	engine := smp.New(smp.Game{GameInfo: g.Start(core.Settings{}).GameInfo(), Params: set, Evaluators: g.Evaluators})
	e, err := openSelf(g, engine, 1, 1, 0, 0)
	must.OK(t, err)
	return e
}

// search returns the result of a new search to a small depth, with everything that
// distinguishes it from another: above all how many nodes it took.
func search(t *testing.T, e *nitoryu.Engine, root core.Position) string {
	t.Helper()
	p, err := inside.FromCore(root)
	if err == nil {
		err = e.NewGame(t.Context())
	}
	must.OK(t, err)
	nodes := uint64(7_000)
	if must.Full() {
		nodes = 20_000
	}
	r, err := nitoryu.Ask(t.Context(), e, p, nitoryu.Limits{Depth: 6, Nodes: nodes})
	must.OK(t, err)
	best := &r.Lines[0]
	return fmt.Sprintln(r.Best, best.Score, best.Depth, best.SelDepth, best.Nodes, best.Moves)
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

// An engine that breaks down loses its game, which is said, and is replaced.
func TestBreakdown(t *testing.T) {
	g, fuse := games.Chess(), 0
	sound := g.Evaluators.New
	g.Evaluators = core.EvaluatorsOf("test", func() core.Evaluator { return fragile{sound(), &fuse} })
	parameters, err := tunable(g, "all", 1)
	must.OK(t, err)
	var complaints []string
	m, err := newTuneMatch(g, parameters, arena.Control{Nodes: 30}, 0, 1, 1, func(text string) { complaints = append(complaints, text) })
	must.OK(t, err)
	defer m.Close()
	pair := spsa.Pair{Number: 3}
	for _, p := range parameters {
		pair.Plus, pair.Minus = append(pair.Plus, p.Min), append(pair.Minus, p.Max)
	}
	play := func() int {
		t.Helper()
		points, err := m.Play(context.Background(), pair)
		must.OK(t, err)
		return points
	}
	want := play()
	fuse = 50
	play()
	if name := parameters[0].Name; len(complaints) != 1 || !strings.Contains(complaints[0], "a bug of the test") || !strings.Contains(complaints[0], name+"=") {
		t.Errorf("complaints %q", complaints)
	}
	if points := play(); points != want || len(complaints) != 1 {
		t.Errorf("%d points with new engines, want %d; complaints %q", points, want, complaints)
	}
}

func TestOpenBench(t *testing.T) {
	for _, g := range games.All() {
		out, _, err := call(t, "params", "--openbench", g.Name)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		names := tunedNames(t, g, "*")
		if err != nil || len(lines) != len(names) {
			t.Fatalf("%s: error %v, printed\n%s", g.Name, err, out)
		}
		for i, name := range names {
			if !regexp.MustCompile(`^` + name + `, int, \d+, \d+, \d+, \d+(\.\d+)?, 0\.002$`).MatchString(lines[i]) {
				t.Errorf("%s: line %q", g.Name, lines[i])
			}
		}
	}
	refused(t, "no game", "params", "--openbench", "go")
}
