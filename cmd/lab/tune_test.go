package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/spsa"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// tunedNames returns the names of parameters that can be tuned.
func tunedNames(t *testing.T, g games.Game) (names []string) {
	t.Helper()
	list, err := tunable(g, "all", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		names = append(names, p.Name)
	}
	return names
}

// A run that is interrupted and gone on with ends as one that is not, in both
// games, and is shown without playing.
func TestTune(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			if testing.Short() && g.Name == "shogi" {
				t.Skip("one game is enough for the race detector")
			}
			dir := t.TempDir()
			journal, page := filepath.Join(dir, "journal"), filepath.Join(dir, "page.html")
			args := []string{"tune", "--game", g.Name, "--nodes", "30", "--hash", "1", "--games", "7", "--pairs", "2", "--r-end", "0.5", "--journal", journal}
			out, log, err := call(t, append(args, "--html", page, "--concurrency", "2")...)
			if err != nil {
				t.Fatal(err, log)
			}
			names := tunedNames(t, g)
			if len(names) < 20 {
				t.Errorf("only %d parameters are tuned", len(names))
			}
			for _, name := range names {
				if !regexp.MustCompile(`(?m)^` + name + ` +\d+ +\d+ `).MatchString(out) {
					t.Errorf("no %s in\n%s", name, out)
				}
			}
			if !strings.Contains(out, "2 of 2 iterations, 8 games") {
				t.Errorf("printed\n%s", out)
			}
			if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), names[0]) {
				t.Errorf("the page: error %v", err)
			}
			whole, err := os.ReadFile(journal)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(whole), "\n")
			if err := os.WriteFile(journal, []byte(lines[0]+lines[1]+lines[2][:9]), 0o666); err != nil {
				t.Fatal(err)
			}
			again, log, err := call(t, append(args, "--concurrency", "1")...)
			if err != nil || again != out || !strings.Contains(log, "going on after 1 iteration\n") {
				t.Errorf("error %v, gone on with\n%s%s", err, again, log)
			}
			if now, _ := os.ReadFile(journal); string(now) != string(whole) {
				t.Error("the journal differs")
			}
			if shown, _, err := call(t, "tune", "--journal", journal, "--print"); err != nil || shown != out {
				t.Errorf("error %v, shown\n%s", err, shown)
			}
			if _, _, err := call(t, append(args, "--seed", "2")...); err == nil || !strings.Contains(err.Error(), "seed is 1, wanted is 2") {
				t.Errorf("another run goes on with the journal: error %v", err)
			}
			engine := out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:]
			changes := len(regexp.MustCompile(`(?m)^\w+ +\d+ +\d+ +[+-]\d+ `).FindAllString(out, -1))
			if e, err := parseEngine(engine, "nodes=1"); err != nil || !e.Self || len(e.Params) != changes {
				t.Errorf("%q is no engine with %d changes: error %v", engine, changes, err)
			}
		})
	}
}

func TestBadTuning(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious")
	if err := os.WriteFile(precious, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
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
		{"two lengths", []string{"--games", "10", "--iterations", "10"}, "a number of games above 0, or else --iterations"},
		{"a negative length", []string{"--games", "-1"}, "a number of games above 0, or else --iterations"},
		{"no iterations", []string{"--iterations", "0"}, "at least one iteration and one pair"},
		{"no pairs", []string{"--games", "10", "--pairs", "0"}, "at least one iteration and one pair"},
		{"no games at once", []string{"--concurrency", "0"}, "--concurrency"},
		{"no perturbation", []string{"--c-end", "0"}, "--c-end"},
		{"a bad rate", []string{"--r-end", "-1"}, "r_end"},
		{"a bad exponent", []string{"--gamma", "NaN"}, "gamma"},
		{"an unknown parameter", []string{"--params", name + ",Contempt"}, `no parameter "Contempt"`},
		{"a misspelt parameter", []string{"--params", name + ",nulmovebase"}, `no parameter "nulmovebase"; did you mean "NullMoveBase"?`},
		{"a misspelt start", []string{"--start", "NulMoveBase=3"}, `no parameter "NulMoveBase"; did you mean "NullMoveBase"?`},
		{"a pattern that fits none", []string{"--params", "Contempt*"}, `no parameter fits the pattern "Contempt*"`},
		{"a bad pattern", []string{"--params", "[" + name}, "no pattern"},
		{"a switch", []string{"--params", fixed}, fixed + " is not for tuning"},
		{"no parameters", []string{"--params", ""}, "no parameter"},
		{"a bad start", []string{"--start", name}, "NAME=VALUE"},
		{"a start out of range", []string{"--start", name + "=1000000"}, "not within"},
		{"a start of another", []string{"--params", name, "--start", "self " + other + "=1"}, "is not among the parameters to tune; --params names them"},
		{"nothing to show", []string{"--print"}, "--journal FILE is missing"},
		{"a file to show that is not there", []string{"--print", "--journal", dir + "/none"}, "no such file"},
		{"another file to show", []string{"--print", "--journal", precious}, "no journal"},
		{"another file", []string{"--journal", precious}, "no journal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := call(t, append([]string{"tune"}, test.args...)...)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	if now, _ := os.ReadFile(precious); string(now) != "precious" {
		t.Errorf("a file of somebody else is now %q", now)
	}
}

func TestSelection(t *testing.T) {
	g := games.Chess
	all := tunedNames(t, g)
	first := all[0]
	tests := []struct {
		selection string
		want      []string
	}{
		{"all", all},
		{"*", all},
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
	if err != nil {
		t.Fatal(err)
	}
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

// What an engine finds depends on its parameters of now, not on those it had or
// began with: nothing that the search derives from a parameter stays behind. Two
// engines, one of which began elsewhere, go through all values in opposite orders.
func TestParametersOfALivingEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("short: many searches, one after the other")
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			root, err := g.Parse(g.Bench.Positions[1], core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			var sets []params.Set
			extreme := *g.Params()
			for _, r := range params.Rows() {
				changed, value := *g.Params(), r.Max
				if err := changed.Assign(r.Name, value); err == nil && changed == *g.Params() {
					value = r.Min
				}
				if err := errors.Join(changed.Assign(r.Name, value), extreme.Assign(r.Name, value)); err != nil {
					t.Fatal(err)
				}
				sets = append(sets, changed)
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
			for i, r := range params.Rows() {
				if different[one[i]] = true; one[i] != other[i] {
					t.Errorf("%s: %s, after others %s", r.Name, one[i], other[i])
				}
			}
			if len(different) < 5 {
				t.Errorf("all parameters lead to %d different searches", len(different))
			}
		})
	}
}

func tuneEngine(t *testing.T, g games.Game, set *params.Set) *player.Local {
	t.Helper()
	e, err := player.NewLocal(player.LocalConfig{Name: "x", Rules: g.Rules, Params: set, Source: g.Source, Hash: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// search returns what a search from nothing finds, with everything that tells it
// from another.
func search(t *testing.T, e *player.Local, root core.Position) string {
	t.Helper()
	if err := e.NewGame(context.Background()); err != nil {
		t.Fatal(err)
	}
	r, err := e.Think(context.Background(), player.Request{Position: root, Limits: core.Limits{Nodes: 3000}})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintln(r.Text, r.Info.Score, r.Info.Depth, r.Info.SelDepth, r.Info.Nodes, r.Info.PV)
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
	g, fuse := games.Chess, 0
	sound := g.Source.New
	g.Source = core.SourceFunc(func() core.Evaluator { return fragile{sound(), &fuse} })
	parameters, err := tunable(g, "all", 1)
	if err != nil {
		t.Fatal(err)
	}
	var complaints []string
	m, err := newTuneMatch(g, parameters, 30, 1, 1, func(text string) { complaints = append(complaints, text) })
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	pair := spsa.Pair{Number: 3}
	for _, p := range parameters {
		pair.Plus, pair.Minus = append(pair.Plus, p.Min), append(pair.Minus, p.Max)
	}
	play := func() int {
		t.Helper()
		points, err := m.Play(context.Background(), pair)
		if err != nil {
			t.Fatal(err)
		}
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
		if err != nil || len(lines) != len(tunedNames(t, g)) {
			t.Fatalf("%s: error %v, printed\n%s", g.Name, err, out)
		}
		for i, name := range tunedNames(t, g) {
			if !regexp.MustCompile(`^` + name + `, int, \d+, \d+, \d+, \d+(\.\d+)?, 0\.002$`).MatchString(lines[i]) {
				t.Errorf("%s: line %q", g.Name, lines[i])
			}
		}
	}
	if _, _, err := call(t, "params", "--openbench", "go"); err == nil || !strings.Contains(err.Error(), "no game") {
		t.Errorf("error %v", err)
	}
}
