package ablate

import (
	"math"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

// near reports whether a is b but for rounding; NaN is near NaN.
func near(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*max(1, math.Abs(b))
}

func TestBranching(t *testing.T) {
	unknown := math.NaN()
	tests := []struct {
		name     string
		finished []uint64 // nodes so far at the end of each iteration
		want     float64
	}{
		{"nothing finished", nil, unknown},
		{"one iteration", []uint64{20}, unknown},
		{"two, the second alone is three times the first", []uint64{10, 40}, 3},
		{"three: over two steps", []uint64{10, 20, 110}, 3},
		{"a steady factor of two", []uint64{1, 3, 7, 15, 31, 63, 127, 255}, 2},
		{"odd and even iterations differ", []uint64{1, 2, 10, 18, 82, 146, 658, 1170}, math.Sqrt(8)}, // 1 1 8 8 64 64 512 512
		{"only the later half counts", []uint64{1000, 2000, 2001, 2004}, math.Sqrt(3. / 1000)},
		{"of six the span is two", []uint64{1, 2, 3, 4, 5, 14}, 3},
		{"of nine it is four", []uint64{1, 2, 3, 4, 5, 6, 7, 8, 24}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := branching(test.finished); !near(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// sample is a game of two positions to depth 2, with every kind of row.
func sample() Game {
	search := func(elapsed time.Duration, cutoffs, first uint64, iterations ...uint64) Search {
		return Search{Nodes: iterations[len(iterations)-1], Iterations: iterations, Elapsed: elapsed, Cutoffs: cutoffs, FirstMoveCutoffs: first}
	}
	capped := search(time.Second, 10, 5, 20)
	capped.Nodes = 900
	deep := search(time.Second, 0, 0, 1, 2, 3)
	shallow := search(time.Second, 0, 0, 1)
	full := []Search{search(time.Second, 40, 30, 10, 30), search(2*time.Second, 60, 50, 20, 100)}
	return Game{
		Setup:  GameSetup{Game: "chess", Positions: []string{"a", "b"}, Depth: 2},
		Limits: Limits{Cap: 30, Time: time.Second, Sample: 2, Match: "100 nodes a move"},
		Sample: []int{0, 1},
		Rows: []Row{
			{Technique: Full, Searches: full, Timed: []Search{deep, shallow}},
			{Technique: "mate in one", Parameter: "MateInOne", Searches: full},
			{Technique: "killer moves", Parameter: "Killers", Match: &stats.Pairs{0, 1, 1, 2, 0}, Timed: []Search{shallow, shallow},
				Searches: []Search{search(time.Second, 10, 5, 20, 60), search(time.Second, 10, 6, 20, 50)}},
			{Technique: "null move pruning", Parameter: "NullMoveDepth", Match: &stats.Pairs{0, 0, 0, 0, 4},
				Searches: []Search{capped, search(time.Second, 10, 5, 20, 400)}},
			{Technique: Plain, Searches: []Search{capped, capped}},
		},
	}
}

func TestSummaries(t *testing.T) {
	unknown := math.NaN()
	g := sample()
	got := g.Summaries()
	want := []Summary{
		{Technique: Full, Nodes: 130, Ratio: 1, Elapsed: 3 * time.Second, Speed: 130. / 3, Depth: 2, Branching: math.Sqrt(2 * 4), FirstMove: 0.8, InTime: 2},
		{Technique: "null move pruning", Nodes: 1300, Ratio: math.Sqrt(30 * 4), Capped: 1, Elapsed: 2 * time.Second, Speed: 650, Depth: 1.5, Branching: 19, FirstMove: 0.5, InTime: unknown},
		{Technique: "killer moves", Nodes: 110, Ratio: 1, Elapsed: 2 * time.Second, Speed: 55, Depth: 2, Branching: math.Sqrt(2 * 1.5), FirstMove: 11. / 20, InTime: 1},
		{Technique: "mate in one", Unaffected: true, Nodes: 130, Ratio: 1, Elapsed: 3 * time.Second, Speed: 130. / 3, Depth: 2, Branching: math.Sqrt(2 * 4), FirstMove: 0.8, InTime: unknown},
		{Technique: Plain, Nodes: 1800, Ratio: math.Sqrt(30 * 9), Capped: 2, Elapsed: 2 * time.Second, Speed: 900, Depth: 1, Branching: unknown, FirstMove: 0.5, InTime: unknown},
	}
	if len(got) != len(want) {
		t.Fatalf("%d summaries, want %d", len(got), len(want))
	}
	for i, w := range want {
		s := got[i]
		if s.Technique != w.Technique || s.Unaffected != w.Unaffected || s.Nodes != w.Nodes || s.Capped != w.Capped || s.Elapsed != w.Elapsed ||
			!near(s.Ratio, w.Ratio) || !near(s.Speed, w.Speed) || !near(s.Depth, w.Depth) || !near(s.Branching, w.Branching) ||
			!near(s.FirstMove, w.FirstMove) || !near(s.InTime, w.InTime) {
			t.Errorf("row %d is\n%+v, want\n%+v", i, s, w)
		}
	}
	if got[2].Elo == nil || got[2].Elo.Score != 0.5625 || got[0].Elo != nil {
		t.Errorf("Elo is %+v and %+v", got[2].Elo, got[0].Elo)
	}
}

// Equal nodes alone do not prove that nothing changed.
func TestUnaffected(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Search)
		want   bool
	}{
		{"time differs", func(s *Search) { s.Elapsed++ }, true},
		{"nodes differ", func(s *Search) { s.Nodes++ }, false},
		{"cutoffs differ", func(s *Search) { s.Cutoffs++ }, false},
		{"first moves differ", func(s *Search) { s.FirstMoveCutoffs++ }, false},
		{"an iteration differs", func(s *Search) { s.Iterations = []uint64{21, 100} }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := sample()
			changed := append([]Search(nil), g.Rows[0].Searches...)
			test.change(&changed[1])
			g.Rows[1].Searches = changed
			if got := g.unaffected(1); got != test.want {
				t.Errorf("unaffected: %v", got)
			}
		})
	}
}
