package suite

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

func score(s core.Score) *core.Score { return &s }

func moment(ms int, nodes uint64, depth int) *Moment {
	return &Moment{time.Duration(ms) * time.Millisecond, nodes, depth}
}

// example is an outcome with all kinds of results.
func example() Outcome {
	return Outcome{
		Engine: "Some_Engine 1", Limits: "nodes=5000",
		Reports: []Report{
			{Suite: "sts.epd", Game: "chess", Positions: 3, Warnings: []string{"sts.epd:3: bm: no such move"}, Results: []Result{
				{ID: "a|b", Source: "sts.epd:1", Expected: "bm e4", Answer: "e4", Solved: true, Points: 10, MaxPoints: 10, Score: score(31), End: *moment(900, 5000, 9), Solution: moment(100, 1000, 4)},
				{ID: "b", Source: "sts.epd:2", Expected: "bm e4", Answer: "e3", Points: 3, MaxPoints: 10, Score: score(-150), End: *moment(800, 5000, 9)},
				{ID: "c", Source: "sts.epd:3", Expected: "mate in 3", Answer: "Qh7+", Solved: true, Score: score(core.WinIn(3)), MateIn: 3, Stated: 5, End: *moment(700, 5000, 9), Solution: moment(200, 3000, 6)},
			}},
			{Suite: "mate.sfen", Game: "shogi", Positions: 9, Interrupted: true, Results: []Result{
				{ID: "1", Source: "mate.sfen:1", Expected: "mate in 3", Answer: "G*5b", Line: "G*5b 5a4a G*4b 4a3a G*3b", Solved: true, MateIn: 5, Stated: 3, GoMate: true, End: *moment(6, 700, 0), Solution: moment(6, 700, 0)},
				{ID: "2", Source: "mate.sfen:2", Expected: "mate in 3", Stated: 3, Problem: "x: crash: exit status 2\nsegmentation fault"},
			}},
		},
	}
}

const wantMarkdown = `Some_Engine 1, nodes=5000 for each position

| suite | positions | solved | % | points | mean time | median time | mean nodes | median nodes | all nodes | notes |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|
| sts.epd | 3 | 2 | 66.7 | 13/20 | 0.150 s | 0.150 s | 2000 | 2000 | 15000 | 1 shorter than stated, warnings: 1 |
| mate.sfen | 2 | 1 | 50.0 | - | 0.006 s | 0.006 s | 700 | 700 | 700 | interrupted after 2 of 9, 1 by go mate, 1 by search, 1 longer than stated, 1 went wrong |
| total | 5 | 3 | 60.0 | 13/20 | 0.102 s | 0.100 s | 1567 | 1000 | 15700 | interrupted |

Times and nodes count up to the solution: from then on the answer was right, up to the end.
`

func TestMarkdown(t *testing.T) {
	if got := example().Markdown(); got != wantMarkdown {
		t.Errorf("got\n%s\nwant\n%s", got, wantMarkdown)
	}
}

const wantText = `Some_Engine 1, nodes=5000 for each position

suite     positions  solved     %  mean time  median time  mean nodes  median nodes  all nodes  notes
x.sfen            2       1  50.0    0.006 s      0.006 s         700           700        700  1 by go mate, 1 by search, 1 longer than stated, 1 went wrong
none.epd          0       0     -          -            -           -             -          -  interrupted after 0 of 2
total             2       1  50.0    0.006 s      0.006 s         700           700        700  interrupted

Times and nodes count up to the solution: from then on the answer was right, up to the end.
`

func TestText(t *testing.T) {
	o := example()
	shogi := o.Reports[1]
	shogi.Suite, shogi.Interrupted = "x.sfen", false
	o.Reports = []Report{shogi, {Suite: "none.epd", Game: "chess", Positions: 2, Interrupted: true}}
	if got := o.Text(); got != wantText {
		t.Errorf("got\n%s\nwant\n%s", got, wantText)
	}
}

// A single suite needs no total.
func TestTextOfOne(t *testing.T) {
	o := example()
	o.Reports = o.Reports[:1]
	if strings.Contains(o.Text(), "total") {
		t.Error(o.Text())
	}
}

const wantDetails = `sts.epd

id   expected   answer  solved  points   score  depth  nodes  solved at                   notes
a|b  bm e4      e4      yes      10/10   +0.31      9   5000  100ms, depth 4, 1000 nodes
b    bm e4      e3      no        3/10   -1.50      9   5000  -
c    mate in 3  Qh7+    yes          -  mate 2      9   5000  200ms, depth 6, 3000 nodes  mate 2 found
`

func TestDetails(t *testing.T) {
	o := example()
	if got := o.Reports[0].Details(); got != wantDetails {
		t.Errorf("got\n%s\nwant\n%s", got, wantDetails)
	}
	if got := o.Reports[1].Details(); !strings.Contains(got, " 6ms, 700 nodes ") {
		t.Errorf("got\n%s", got)
	}
	if got := o.Reports[1].Details(); !strings.Contains(got, "exit status 2 / segmentation fault\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestJSON(t *testing.T) {
	want := example()
	text, err := json.Marshal(want)
	must.OK(t, err)
	var got Outcome
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("error %v\ngot  %+v\nwant %+v", err, got, want)
	}
	must.Has(t, string(text), `"engine":"Some_Engine 1"`, `"solution":{"elapsed_ns":100000000,"nodes":1000,"depth":4}`, `"interrupted":true`)
}

func TestSummarise(t *testing.T) {
	at := func(ms int) Result {
		return Result{Solved: true, Solution: moment(ms, uint64(ms), 1), End: Moment{Nodes: 10}}
	}
	tests := []struct {
		name         string
		results      []Result
		mean, median float64 // nodes
		solved       int
	}{
		{"nothing", nil, 0, 0, 0},
		{"nothing solved", []Result{{}}, 0, 0, 0},
		{"one", []Result{at(4)}, 4, 4, 1},
		{"an even number", []Result{at(8), at(1), at(2), at(5)}, 4, 3.5, 4},
		{"an odd number", []Result{at(30), {}, at(1), at(2)}, 11, 2, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := summarise(test.results)
			if s.MeanNodes != test.mean || s.MedianNodes != test.median || s.Solved != test.solved || s.Positions != len(test.results) {
				t.Errorf("%+v", s)
			}
			if s.Nodes != uint64(10*test.solved) {
				t.Errorf("%d nodes in all", s.Nodes)
			}
		})
	}
}

func TestSummariseMates(t *testing.T) {
	mate := func(plies int, goMate bool) Result {
		return Result{Solved: plies > 0, Stated: 3, MateIn: plies, GoMate: goMate}
	}
	s := summarise([]Result{{}, mate(3, true), mate(3, false), mate(1, false), mate(5, false), mate(7, true), mate(0, false)})
	if s.Shorter != 1 || s.Longer != 2 || s.GoMates != 2 || s.SearchedMates != 4 {
		t.Errorf("%+v", s)
	}
}

func TestScoreText(t *testing.T) {
	tests := []struct {
		score        core.Score
		chess, shogi string
	}{
		{0, "+0.00", "+0.00"},
		{-205, "-2.05", "-2.05"},
		{core.WinIn(1), "mate 1", "mate 1"},
		{core.WinIn(5), "mate 3", "mate 5"},
		{core.LossIn(0), "mate -0", "mate -0"},
		{core.LossIn(6), "mate -3", "mate -6"},
	}
	for _, test := range tests {
		if c, s := scoreText(test.score, "chess"), scoreText(test.score, "shogi"); c != test.chess || s != test.shogi {
			t.Errorf("%d: %q in chess, %q in shogi", test.score, c, s)
		}
	}
}
