package ablate

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// sampleReport is a report of sample.
func sampleReport() *Report {
	g := sample()
	g.Setup.Parameters = *games.Chess.Params()
	return &Report{
		Machine: measure.Machine{Version: "0", System: "linux/amd64", Compiler: "go1", Processors: 2},
		Began:   time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC), Games: []Game{g},
	}
}

// twoGames is a report of sample in both games, the full searches with counts. In
// shogi mate in one is not used and the killers are not measured.
func twoGames() *Report {
	r := sampleReport()
	second := sample()
	second.Setup.Game, second.Setup.Parameters = "shogi", *games.Shogi.Params()
	second.Setup.Unused = []string{"mate in one"}
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

// journalOf returns the journal of a run that measured what is in the report.
func journalOf(t testing.TB, r *Report) string {
	t.Helper()
	s := Setup{
		Machine: r.Machine, Limits: r.Games[0].Limits,
		Depths: map[string]int{}, Positions: map[string][]string{}, Parameters: map[string]params.Set{}, Unused: map[string][]string{},
	}
	for _, g := range r.Games {
		name := g.Setup.Game
		s.Games = append(s.Games, name)
		s.Depths[name], s.Positions[name], s.Parameters[name], s.Unused[name] = g.Setup.Depth, g.Setup.Positions, g.Setup.Parameters, g.Setup.Unused
	}
	path := filepath.Join(t.TempDir(), "j")
	l, err := measure.Open(path, Format, &s, func(*measure.Log) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	put := func(kind string, x result) {
		if _, err := measure.Do(l, measure.Key(kind, x.Game, x.Technique), "", func() (result, error) { return x, nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range r.Games {
		for _, row := range g.Rows {
			x := result{Game: g.Setup.Game, Technique: row.Technique, Parameter: row.Parameter}
			nodesOf, timedOf, matchOf := x, x, x
			nodesOf.Searches, nodesOf.Counts, timedOf.Searches, matchOf.Pairs = row.Searches, row.Counts, row.Timed, row.Match
			put(nodes, nodesOf)
			if row.Timed != nil {
				put(timed, timedOf)
			}
			if row.Match != nil {
				put(match, matchOf)
			}
		}
	}
	text, err := os.ReadFile(path)
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// read returns the report of a journal.
func read(text string) (*Report, error) {
	var s Setup
	l, err := measure.Parse([]byte(text), Format, &s)
	if err != nil {
		return nil, err
	}
	return NewReport(&s, l)
}

func TestReadWhatWasWritten(t *testing.T) {
	want := twoGames()
	got, err := read(journalOf(t, want))
	if err != nil {
		t.Fatal(err)
	}
	if got.Began = want.Began; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestBadJournals(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(*Game)
	}{
		{"an unknown game", `no game "go"`, func(g *Game) { g.Setup.Game = "go" }},
		{"no full search", "has to come first", func(g *Game) { g.Rows = g.Rows[1:] }},
		{"a search too few", `"full search": 1 searches of 2`, func(g *Game) { g.Rows[0].Searches = g.Rows[0].Searches[1:] }},
		{"a timed search too few", "1 timed searches of 2", func(g *Game) { g.Rows[2].Timed = g.Rows[2].Timed[1:] }},
		{"a search without nodes", "search 2: no nodes", func(g *Game) { g.Rows[0].Searches[1] = Search{} }},
		{"iterations out of order", "depth 2 was finished after 7 nodes", func(g *Game) { g.Rows[0].Searches[0].Iterations[1] = 7 }},
		{"iterations beyond the end", "depth 2 was finished after 31 nodes", func(g *Game) { g.Rows[0].Searches[0].Iterations[1] = 31 }},
		{"too many cutoffs", "41 of 40 cutoffs", func(g *Game) { g.Rows[0].Searches[0].FirstMoveCutoffs = 41 }},
		{"negative time", "took -1s", func(g *Game) { g.Rows[0].Timed[0].Elapsed = -time.Second }},
		{"negative games", "-1 pairs", func(g *Game) { g.Rows[2].Match = &stats.Pairs{-1} }},
		{"too many games", "2000000000 pairs", func(g *Game) { g.Rows[2].Match = &stats.Pairs{2e9} }},
		{"a technique that is not used", `"killer moves": it is measured twice, or not used`, func(g *Game) { g.Setup.Unused = []string{"killer moves"} }},
		{"more first cutoffs than cutoffs", "impossible counts", func(g *Game) { g.Rows[0].Counts = &core.Counts{CutoffsAt: [8]uint64{1}} }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := sampleReport()
			test.change(&r.Games[0])
			if _, err := read(journalOf(t, r)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	good := journalOf(t, sampleReport())
	killers := regexp.MustCompile(`(?m)^\{"key":"nodes chess killer moves".*\n`)
	for name, c := range map[string]struct{ text, want string }{
		"a row twice":             {strings.Replace(good, "nodes chess null move pruning", "nodes chess other", 1) + strings.Replace(killers.FindString(good), "nodes chess", "nodes chess again", 1), "measured twice"},
		"nothing to compare with": {killers.ReplaceAllString(good, ""), "nothing to compare"},
		"another game":            {strings.ReplaceAll(good, `"game":"chess"`, `"game":"shogi"`), `"shogi" is no game of this run`},
		"another format":          {`{"format":"nitoryu-lab-ablate-1","setup":{}}` + "\n", "no journal"},
	} {
		if _, err := read(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

// Whatever is accepted can be shown.
func FuzzRead(f *testing.F) {
	f.Add(journalOf(f, twoGames()))
	f.Fuzz(func(t *testing.T, text string) {
		r, err := read(text)
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
	})
}
