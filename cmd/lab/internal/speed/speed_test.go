package speed

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// Ratios are taken within runs, not between the medians.
func TestRatio(t *testing.T) {
	j := Job{Rows: []Row{{Speeds: []float64{10, 20, 40, 0, 5}}, {Speeds: []float64{20, 30, 20, 7, 0}}, {Speeds: make([]float64, 5)}}}
	if r, ok := j.ratio(1); !ok || r != (Ratio{1.5, 0.5, 2}) {
		t.Errorf("%v, %v", r, ok)
	}
	if _, ok := j.ratio(2); ok {
		t.Error("a row without a run has a ratio")
	}
	if got := fmt.Sprint(j.Rows[1].known()); got != "[20 30 20 7]" {
		t.Errorf("measured are %s", got)
	}
}

func TestTurns(t *testing.T) {
	for run, want := range []string{"[0 1 2]", "[1 2 0]", "[2 0 1]", "[0 1 2]"} {
		if got := fmt.Sprint(turns(3, run)); got != want {
			t.Errorf("run %d: %s, want %s", run, got, want)
		}
	}
}

// The positions can be read, and a ply or two less is counted as it should be.
func TestCounts(t *testing.T) {
	for _, g := range games.All() {
		for _, k := range Counts(g.Name) {
			p := g.Start(core.Settings{})
			if k.Position != "" {
				var err error
				if p, err = g.Parse(k.Position, core.Settings{}); err != nil {
					t.Fatal(err)
				}
			}
			want := map[string]uint64{"chess6": 197_281, "chess5": 97_862, "shogi5": 25_470, "shogi3": 207}[fmt.Sprint(g.Name, k.Depth)]
			if n := core.Perft(p, k.Depth-2); n != want {
				t.Errorf("%s, %s: two plies less are %d", g.Name, k.Name, n)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	declared := []player.OptionSpec{{Name: "USI_Hash"}, {Name: "threads"}, {Name: "Ponder"}}
	if got := fmt.Sprint(oneThread(declared, 32)); got != "[{USI_Hash 32} {threads 1}]" {
		t.Error(got)
	}
}

func TestBenchNodes(t *testing.T) {
	for out, want := range map[string]uint64{
		"chess  1/20: 5 nodes, e2e4\nchess 1234 nodes\r\n1234 nodes 99 nps\n": 1234, "shogi 5 nodes\n5 nodes 1 nps\n": 0, "": 0,
	} {
		if got := benchNodes(out, "chess"); got != want {
			t.Errorf("%q: %d, want %d", out, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	named := func(names ...string) (list []Engine) {
		for _, n := range names {
			list = append(list, Engine{Config: player.Config{Name: n}})
		}
		return list
	}
	for _, test := range []struct {
		want string
		c    Config
	}{
		{"no engine", Config{}},
		{"at least 1 run", Config{Engines: named("a")}},
		{"too short", Config{Engines: named("a"), Runs: 1}},
		{"MiB", Config{Engines: named("a"), Runs: 1, MoveTime: time.Second}},
		{`two engines called "a"`, Config{Engines: named("a", "b", "a"), Runs: 1, MoveTime: time.Second, Hash: 1}},
		{`two engines called "a"`, Config{Engines: named("a"), Variants: named("b", "a"), Runs: 1, MoveTime: time.Second, Hash: 1}},
		{"<nil>", Config{Engines: named("a", "b"), Variants: named("b"), Runs: 1, MoveTime: time.Second, Hash: 1}},
	} {
		if got := fmt.Sprint(test.c.Validate()); !strings.Contains(got, test.want) {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// handMade returns a profile of stacks, the outermost function first, with their times.
func handMade(stacks map[string]int64) *profile.Profile {
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}}
	for stack, time := range stacks {
		s := &profile.Sample{Value: []int64{1, time}}
		for name := range strings.FieldsSeq(stack) {
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: strings.Replace(name, "~", module+"core/", 1)}
			p.Function = append(p.Function, f)
			s.Location = append([]*profile.Location{{Line: []profile.Line{{Function: f}}}}, s.Location...)
		}
		p.Sample = append(p.Sample, s)
	}
	return p
}

func TestProfile(t *testing.T) {
	p, err := newProfile(handMade(map[string]int64{
		"runtime.main ~search.(*Worker).search ~search.(*Worker).search ~eval/chess.Evaluate":                 30,
		"runtime.main ~search.(*Worker).search ~tt.Probe sync/atomic.(*Uint64).Load runtime.asyncPreempt":     20,
		"runtime.main ~search.(*Worker).search ~search.quiesce ~search.(*Worker).search ~eval/chess.Evaluate": 10,
		"runtime.main ~search.(*Worker).search runtime.memmove":                                               39,
		"assembly": 1,
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(p.Packages), "[{core/eval/chess 0.4} {runtime 0.39} {core/tt 0.2} {others 0.01}]"; got != want {
		t.Errorf("packages %s, want %s", got, want)
	}
	var lines []string
	var list func(f *Frame, indent string)
	list = func(f *Frame, indent string) {
		lines = append(lines, fmt.Sprint(indent, f.Name, " ", f.Time))
		for _, c := range f.Calls {
			list(c, indent+" ")
		}
	}
	list(p.Root, "")
	want := []string{
		"all 100", " runtime.main 99", "  search.(*Worker).search 99", "   chess.Evaluate 40", "   runtime.memmove 39",
		"   tt.Probe 20", "    atomic.(*Uint64).Load 20", "   search.quiesce 0", " assembly 1",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("frames\n%s", strings.Join(lines, "\n"))
	}
	picture := p.picture("chess")
	for _, want := range []string{"<title>chess.Evaluate: 40.0 %</title>", ">Evaluate<", ">core/tt<"} {
		if !strings.Contains(picture, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	if strings.Contains(picture, "quiesce") {
		t.Error("a function that takes no time has a box")
	}
	if _, err := newProfile(handMade(nil)); err == nil {
		t.Error("an empty profile is one")
	}
}

// logOf returns a log of samples.
func logOf(t *testing.T, list []Sample) *measure.Log {
	t.Helper()
	l := measure.New()
	l.Began = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	err := l.Run(context.Background(), func(context.Context) error {
		for _, s := range list {
			if _, err := measure.Do(l, measure.Key(samples, s.Part, s.Run, s.Job, s.Engine), "", func() (Sample, error) { return s, nil }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func sampleSetup() *Setup {
	return &Setup{
		Machine: measure.Machine{System: "here", Compiler: "go1", Processors: 2}, Game: "chess", MoveTime: time.Second, Hash: 64, Core: 3,
		Engines: []Named{{Name: "One"}, {Name: "Two", NoPerft: true}, {Name: "Three"}, {Name: "Four"}}, Refused: []string{"--cpu avx512"},
	}
}

func TestDocument(t *testing.T) {
	const job = "Search"
	r, err := NewReport(sampleSetup(), logOf(t, []Sample{
		{SearchPart, job, "One", 0, 1e6, time.Second, ""}, {SearchPart, job, "Two", 0, 2e6, time.Second, ""}, {SearchPart, job, "Three", 0, 1e6, time.Second, ""},
		{SearchPart, job, "Two", 1, 6e6, 2 * time.Second, ""}, {SearchPart, job, "Three", 1, 0, 0, "it crashed"}, {SearchPart, job, "One", 1, 2e6, time.Second, ""},
		{PerftPart, "Count", "One", 0, 1, 1, ""}, {VariantsPart, "Bench", "One", 0, 1, 1, ""},
	}))
	if err != nil {
		t.Fatal(err)
	}
	pictures := report.Pictures{Prefix: "speed-", Files: map[string]string{}}
	text, known := r.Part("search chess", &pictures)
	want := "Measured on 2 January 2026, here, go1, 2 processors, searches of 1s, one thread, tables of 64 MiB, 2 runs, " + timeKind + ` on processor 3, one process at a time.

| Job | Engine | Million nodes/s | By the first | Lowest run | Highest run | Runs |
|---|---|--:|--:|--:|--:|--:|
| Search | One | 1.50 |  |  |  | 2 |
| Search | Two | 2.50 | 1.75 | 1.50 | 2.00 | 2 |
| Search | Three | failed |  |  |  | 1 |
| Search | Four | not measured |  |  |  | 0 |

- Three, Search: it crashed.

![Nodes per second, by those of the first](speed-search-chess.svg)
`
	if !known || text != want {
		t.Errorf("known %v, text\n%s\nwant\n%s", known, text, want)
	}
	if p := pictures.Files["speed-search-chess.svg"]; len(pictures.Files) != 1 || !strings.Contains(p, "1.75×") {
		t.Errorf("%d pictures, one is\n%s", len(pictures.Files), p)
	}
	for name, want := range map[string]bool{"perft shogi": true, "profile chess": true, "perft": false, "speed chess": false, "perft go": false} {
		text, known := r.Part(name, &pictures)
		if known != want || text != "" {
			t.Errorf("%s: known %v, text %q", name, known, text)
		}
	}
	for _, want := range []string{"- Two is left out", "- One refuses --cpu avx512", "Search  Two"} {
		if !strings.Contains(r.Text(), want) {
			t.Errorf("the text lacks %q:\n%s", want, r.Text())
		}
	}
	if got := new(Report).Text(); got != measure.Nothing {
		t.Errorf("an empty report says %q", got)
	}
}

// A journal with a sample that cannot have been measured is refused.
func TestBadSamples(t *testing.T) {
	for name, s := range map[string]Sample{
		"an unknown engine":           {SearchPart, "Search", "Five", 0, 1, 1, ""},
		"one that counts no moves":    {PerftPart, "Count", "Two", 0, 1, 1, ""},
		"no variant":                  {VariantsPart, "Bench", "Three", 0, 1, 1, ""},
		"no nodes":                    {SearchPart, "Search", "One", 0, 0, 1, ""},
		"no time":                     {SearchPart, "Search", "One", 0, 1, 0, ""},
		"a negative run":              {SearchPart, "Search", "One", -1, 1, 1, ""},
		"more runs than anybody does": {SearchPart, "Search", "One", 1 << 30, 1, 1, ""},
	} {
		if _, err := NewReport(sampleSetup(), logOf(t, []Sample{s})); err == nil || !strings.Contains(err.Error(), "this is no sample") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
