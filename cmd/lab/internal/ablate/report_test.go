package ablate

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// sampleReport is a report of sample.
func sampleReport() *Report {
	g := sample()
	g.Setup.Parameters = *games.Chess.Params()
	return &Report{Format: Format, Began: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC), Games: []Game{g}}
}

// twoGames is a report of sample in both games, the full searches with counts. In
// shogi mate in one is not used and the killers are not measured.
func twoGames() *Report {
	r := sampleReport()
	second := sample()
	second.Setup.Game, second.Setup.Parameters = "shogi", *games.Shogi.Params()
	second.Unused = []string{"mate in one"}
	second.Rows = append(second.Rows[:1:1], second.Rows[3:]...)
	r.Games = append(r.Games, second)
	for i := range r.Games {
		r.Games[i].Rows[0].Counts = &core.Counts{
			QuiescenceNodes: 50, TableProbes: 100, TableHits: 25, Cutoffs: 100, CutoffsAt: [8]uint64{80, 10, 10},
			NullTries: uint64(2 * i), NullCutoffs: uint64(i),
		}
	}
	return r
}

func written(t testing.TB, r *Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadWhatWasWritten(t *testing.T) {
	want := twoGames()
	got, err := Read(strings.NewReader(written(t, want)))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("error %v\ngot  %+v\nwant %+v", err, got, want)
	}
}

func TestBadReports(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(*Game)
	}{
		{"an unknown game", `no game "go"`, func(g *Game) { g.Setup.Game = "go" }},
		{"a sample beyond the positions", "position 2 of 2", func(g *Game) { g.Sample[1] = 2 }},
		{"no full search", `row 1, "mate in one", stands in the wrong place`, func(g *Game) { g.Rows = g.Rows[1:] }},
		{"a row twice", `row 3, "killer moves"`, func(g *Game) { g.Rows[1].Technique = "killer moves"; g.Rows = append(g.Rows[:2], g.Rows[1:]...) }},
		{"a search too few", `"full search": 1 searches of 2`, func(g *Game) { g.Rows[0].Searches = g.Rows[0].Searches[1:] }},
		{"a timed search too few", "1 timed searches of 2", func(g *Game) { g.Rows[2].Timed = g.Rows[2].Timed[1:] }},
		{"nothing to compare with", "no full search", func(g *Game) { g.Rows[0].Searches = nil }},
		{"a search without nodes", "search 2: no nodes", func(g *Game) { g.Rows[0].Searches[1] = Search{} }},
		{"iterations out of order", "depth 2 was finished after 7 nodes", func(g *Game) { g.Rows[0].Searches[0].Iterations[1] = 7 }},
		{"iterations beyond the end", "depth 2 was finished after 31 nodes", func(g *Game) { g.Rows[0].Searches[0].Iterations[1] = 31 }},
		{"too many cutoffs", "41 of 40 cutoffs", func(g *Game) { g.Rows[0].Searches[0].FirstMoveCutoffs = 41 }},
		{"time that ran back", "took -1s", func(g *Game) { g.Rows[0].Timed[0].Elapsed = -time.Second }},
		{"negative games", "-1 pairs", func(g *Game) { g.Rows[2].Match = &stats.Pairs{-1} }},
		{"more games than anybody can play", "2000000000 pairs", func(g *Game) { g.Rows[2].Match = &stats.Pairs{2e9} }},
		{"a technique that is not used and is measured", `"killer moves", stands`, func(g *Game) { g.Unused = []string{"killer moves"} }},
		{"counts without searches", "none of theirs", func(g *Game) { g.Rows[4].Counts = &core.Counts{} }},
		{"more first cutoffs than cutoffs", "none of theirs", func(g *Game) { g.Rows[0].Counts = &core.Counts{CutoffsAt: [8]uint64{1}} }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := sampleReport()
			test.change(&r.Games[0])
			_, err := Read(strings.NewReader(written(t, r)))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "game 1: ") {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	// Files from before there were formats hold other techniques.
	for _, text := range []string{"{}", `{"format": 1}`, `{"format": 99}`} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "format") {
			t.Errorf("%q: error %v", text, err)
		}
	}
	for _, text := range []string{"", "{", "[]", `{"games": 3}`} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "no report") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// Whatever is accepted can be shown.
func FuzzRead(f *testing.F) {
	f.Add(written(f, twoGames()))
	f.Add(`{"format": 2, "games": [{"setup": {"game": "shogi"}, "rows": [{"technique": "full search", "searches": []}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		if text := r.Text(); strings.Contains(text, "NaN") {
			t.Error(text)
		}
		if err := r.HTML(io.Discard); err != nil {
			t.Error(err)
		}
		if _, _, err := documentOf(r, everyPart, "p-"); err != nil {
			t.Error(err)
		}
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Skip() // a year that JSON cannot write
		}
		if _, err := Read(&b); err != nil {
			t.Error(err)
		}
	})
}
