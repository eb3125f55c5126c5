package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestExport(t *testing.T) {
	src := write(t, header(chess.Rules, 1), foolsMate(t))
	tests := []struct {
		name   string
		filter Filter
		want   []string
	}{
		{"all with a score", Filter{}, []string{
			"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1 | -80 | 0.0",
			"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 | -300 | 0.0",
			"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 | -31999 | 0.0",
		}},
		{"filtered", Filter{MinPly: 2, MaxScore: 1000}, []string{
			"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 | -300 | 0.0",
		}},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		rep, err := Export(background(), &out, chess.Rules, []string{src}, ExportOptions{Filter: tt.filter}, nil)
		want := Report{Games: 1, Positions: int64(len(tt.want)), Dropped: int64(4 - len(tt.want))}
		if err != nil || rep != want {
			t.Errorf("%s: report %+v, error %v", tt.name, rep, err)
		}
		if got := strings.Split(strings.TrimSpace(out.String()), "\n"); !slices.Equal(got, tt.want) {
			t.Errorf("%s: lines\n%s", tt.name, out.String())
		}
	}
}

func lineCounts(text string) map[string]int {
	counts := map[string]int{}
	for line := range strings.Lines(text) {
		counts[line]++
	}
	return counts
}

func TestExportReordered(t *testing.T) {
	for _, rules := range bothGames() {
		games := append(randomGames(rules, 1, 10), randomGames(rules, 1, 3)...) // three of them twice
		srcs := []string{write(t, header(rules, 1), games[:7]...), write(t, header(rules, 2), games[7:]...)}
		run := func(o ExportOptions, budget int64) (string, Report) {
			var out bytes.Buffer
			o.TempDir = t.TempDir()
			rep, err := export(background(), &out, rules, srcs, o, budget, nil)
			must.OK(t, err)
			if names := files(t, o.TempDir+"/x"); len(names) > 0 {
				t.Errorf("files %v are left", names)
			}
			return out.String(), rep
		}
		plain, all := run(ExportOptions{}, 0)
		for _, budget := range []int64{1 << 30, 1 << 16} {
			name := fmt.Sprintf("%s, budget %d", rules.Name, budget)
			shuffled, rep := run(ExportOptions{Shuffle: true, Seed: 1}, budget)
			again, _ := run(ExportOptions{Shuffle: true, Seed: 1}, budget)
			other, _ := run(ExportOptions{Shuffle: true, Seed: 2}, budget)
			if rep != all || !maps.Equal(lineCounts(shuffled), lineCounts(plain)) {
				t.Errorf("%s: shuffled: other lines than in order, report %+v, not %+v", name, rep, all)
			}
			if shuffled != again || shuffled == other || shuffled == plain {
				t.Errorf("%s: the order does not depend on the seed alone", name)
			}
			for _, shuffle := range []bool{false, true} {
				unique, rep := run(ExportOptions{Unique: true, Shuffle: shuffle}, budget)
				checkUnique(t, name, rules, plain, unique)
				if rep.Positions+rep.Dropped != all.Positions+all.Dropped || rep.Positions != int64(strings.Count(unique, "\n")) {
					t.Errorf("%s: report %+v", name, rep)
				}
			}
		}
	}
}

// Without a shuffle the first of equal positions is written, in the order of games.
func TestExportUniqueInOrder(t *testing.T) {
	second := foolsMate(t)
	second.Scores[0]++
	src := write(t, header(chess.Rules, 1), foolsMate(t), second)
	run := func(o ExportOptions) string {
		var out bytes.Buffer
		if _, err := Export(background(), &out, chess.Rules, []string{src}, o, nil); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if all, unique := run(ExportOptions{}), run(ExportOptions{Unique: true}); len(unique) == 0 || all[:len(all)/2] != unique {
		t.Errorf("unique\n%sof\n%s", unique, all)
	}
}

// checkUnique compares the keys of all lines with those of the unique ones.
func checkUnique(t *testing.T, name string, rules core.Rules, all, unique string) {
	keys := func(text string) map[uint64]int {
		found := map[uint64]int{}
		for line := range strings.Lines(text) {
			position, _, _ := strings.Cut(line, " | ")
			p, err := rules.Parse(position, core.Settings{})
			must.OK(t, err)
			found[p.Key()]++
		}
		return found
	}
	want := keys(all)
	for key := range want {
		want[key] = 1
	}
	if !maps.Equal(keys(unique), want) {
		t.Errorf("%s: not every position once", name)
	}
	known := lineCounts(all)
	for line := range strings.Lines(unique) {
		if known[line] == 0 {
			t.Errorf("%s: a line of no position: %s", name, line)
		}
	}
}

func TestExportGames(t *testing.T) {
	random := Game{Index: 1, Random: 1, Moves: moves(t, shogi.Rules.Start(core.Settings{}), "7g7f"), Ending: core.Adjudication}
	later := Game{Run: 1, Start: "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", Result: 1, Ending: core.Declaration}
	p, err := shogi.Rules.Parse(later.Start, core.Settings{})
	must.OK(t, err)
	later.Moves, later.Scores = moves(t, p, "8h2b+", "3a2b", "B*5e"), []core.Score{20, core.NoScore, -7}
	tests := []struct {
		name  string
		rules core.Rules
		game  *Game
		want  string
	}{
		{"chess", chess.Rules, foolsMate(t),
			"startpos moves f2f3 e7e5 g2g4 d8h4 | scores - 80 -300 31999 | result -1 | ending checkmate | run 0 | index 7\n"},
		{"no moves", chess.Rules, &Game{}, "startpos | scores | result 0 | ending unknown | run 0 | index 0\n"},
		{"chess from a position", chess.Rules, &Game{Start: "4k3/8/8/8/8/8/8/4K2R w K -"},
			"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 | scores | result 0 | ending unknown | run 0 | index 0\n"},
		{"shogi", shogi.Rules, &random, "startpos moves 7g7f | scores - | result 0 | ending adjudicated draw | run 0 | index 1\n"},
		{"shogi from a position", shogi.Rules, &later,
			"sfen " + later.Start + " moves 8h2b+ 3a2b B*5e | scores 20 - -7 | result 1 | ending declaration | run 1 | index 0\n"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		rep, err := ExportGames(background(), &out, tt.rules, []string{write(t, header(tt.rules, 1, 2), tt.game)}, nil)
		if err != nil || rep.Games != 1 || out.String() != tt.want {
			t.Errorf("%s: %q, error %v", tt.name, out.String(), err)
		}
	}
}

// The output of ExportGames can be replayed from its notation.
func TestExportedGamesReplay(t *testing.T) {
	for _, rules := range bothGames() {
		games := randomGames(rules, 4, 5)
		var out bytes.Buffer
		if _, err := ExportGames(background(), &out, rules, []string{write(t, header(rules, 1), games...)}, nil); err != nil {
			t.Fatal(err)
		}
		i := 0
		for line := range strings.Lines(out.String()) {
			fields := strings.Split(line, " | ")
			g := Game{Index: games[i].Index, Random: games[i].Random, Result: games[i].Result, Ending: games[i].Ending}
			g.Moves = moves(t, rules.Start(core.Settings{}), strings.Fields(fields[0])[2:]...)
			for _, text := range strings.Fields(fields[1])[1+g.Random:] {
				score, err := strconv.Atoi(text)
				must.OK(t, err)
				g.Scores = append(g.Scores, core.Score(score))
			}
			if !equalGames(&g, games[i]) {
				t.Errorf("%s: %s", rules.Name, line)
			}
			i++
		}
		if i != len(games) {
			t.Errorf("%s: %d lines", rules.Name, i)
		}
	}
}

// failing is a writer that is full.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

func TestExportStops(t *testing.T) {
	illegal := &Game{Index: 9, Moves: []core.MoveID{0}, Scores: []core.Score{0}}
	src := write(t, header(chess.Rules, 1), foolsMate(t))
	bad := write(t, header(chess.Rules, 1), foolsMate(t), illegal)
	cancelled, cancel := context.WithCancel(background())
	cancel()
	full := errors.New("full")
	var out bytes.Buffer
	tests := []struct {
		name string
		ctx  context.Context
		src  string
		game core.Rules
		want string
	}{
		{"an illegal move", background(), bad, chess.Rules, bad + ": game 9 of run 0: ply 0"},
		{"cancelled", cancelled, src, chess.Rules, "canceled"},
		{"wrong rules", background(), src, shogi.Rules, "games of chess cannot be replayed as shogi"},
		{"no file", background(), src + "x", chess.Rules, "no such file"},
	}
	for _, tt := range tests {
		for _, o := range []ExportOptions{{}, {Shuffle: true}} {
			if _, err := Export(tt.ctx, &out, tt.game, []string{tt.src}, o, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
			}
		}
		if _, err := ExportGames(tt.ctx, &out, tt.game, []string{tt.src}, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: games: error %v does not say %q", tt.name, err, tt.want)
		}
		if _, err := Measure(tt.ctx, tt.game, []string{tt.src}, Filter{}, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: statistics: error %v does not say %q", tt.name, err, tt.want)
		}
	}
	if _, err := Export(background(), failing{full}, chess.Rules, []string{src}, ExportOptions{}, nil); !errors.Is(err, full) {
		t.Errorf("a full disk: %v", err)
	}
	long := write(t, header(chess.Rules, 1), randomGames(chess.Rules, 1, 60)...)
	if rep, err := Export(background(), failing{full}, chess.Rules, []string{long}, ExportOptions{}, nil); !errors.Is(err, full) || rep.Games > 30 {
		t.Errorf("a full disk: %d games read, error %v", rep.Games, err)
	}
	if _, err := ExportGames(background(), failing{full}, chess.Rules, []string{src}, nil); !errors.Is(err, full) {
		t.Errorf("a full disk: games: %v", err)
	}
}
