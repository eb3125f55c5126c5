//go:build !js

package app

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Games with puzzles: a mate in two, a queen to take, and a tsume of three plies.
const (
	matePGN  = "[FEN \"r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1\"]\n\n1. h3 h6 *\n\n"
	queenPGN = "[FEN \"k7/8/8/3q4/8/2N5/5PPP/K7 w - - 3 20\"]\n\n1. Nxd5 Kb7 *\n\n"
	tsumeUSI = "position sfen lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51 moves S*5b 6c5d 5b4a\n"
)

// puzzlesOf runs nitoryu analyse --puzzles with a standard input and returns the file, and
// what was told.
func puzzlesOf(t *testing.T, input string, args ...string) (text, told string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "puzzles")
	out, told, err := analysed(t, input, slices.Concat([]string{"-", "--nodes", "2000", "--puzzles", path}, args)...)
	if err != nil {
		t.Fatalf("error %v, told %s", err, told)
	}
	if out != "" {
		t.Errorf("wrote %s", out)
	}
	all := must.Read(t, path)
	return string(all), told
}

var ratingOf = regexp.MustCompile(`rating \d+`)

func TestPuzzles(t *testing.T) {
	tests := []struct{ name, input, want string }{
		{
			"a mate that was missed", matePGN,
			`r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - bm Qd8+; pv Qd8+ Rxd8 Rxd8#; dm 2; ce 32764; id "stdin, game 1, ply 1"; c0 "missed, played was h3"; c1 "mate in 2"; c2 "rating 1319";` + "\n",
		},
		{
			"a tactic that was found", queenPGN,
			`k7/8/8/3q4/8/2N5/5PPP/K7 w - - hmvc 3; fmvn 20; bm Nxd5; pv Nxd5; ce N; id "stdin, game 1, ply 1"; c0 "found"; c1 "hanging piece"; c2 "rating 300";` + "\n",
		},
		{
			"tsume", tsumeUSI,
			`lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51 bm S*5b; pv S*5b LINE; mate 3; ce 32764; id "stdin, game 1, ply 1"; c0 "found"; c1 "mate in 3 plies"; c2 "rating RATING";` + "\n",
		},
		{"none", foolsMate, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, told := puzzlesOf(t, test.input)
			like := got
			if _, rest, ok := strings.Cut(got, " ce "); ok && !strings.Contains(got, "327") {
				like = strings.Replace(got, " ce "+rest[:strings.Index(rest, ";")], " ce N", 1)
			}
			if _, rest, ok := strings.Cut(got, "pv S*5b "); ok {
				like = strings.Replace(like, rest[:strings.Index(rest, ";")], "LINE", 1)
			}
			if test.name == "tsume" {
				like = ratingOf.ReplaceAllString(like, "rating RATING") // by how many checks the solver finds
			}
			if like != test.want {
				t.Errorf("wrote\n%s\nwant\n%s", got, test.want)
			}
			if !strings.Contains(told, "tactic") || !strings.Contains(told, "mate") {
				t.Errorf("told %s", told)
			}
		})
	}
}

// Equal games have equal puzzles once, with any number of engines and interruptions.
func TestPuzzlesAreTheSame(t *testing.T) {
	input := matePGN + foolsMate + "\n" + queenPGN + matePGN
	want, told := puzzlesOf(t, input, "--threads", "1")
	if steps := regexp.MustCompile(`(\d+)/(\d+)  .*, puzzles\n`).FindStringSubmatch(told); steps == nil || steps[1] != steps[2] {
		t.Errorf("the search for puzzles is no part of the progress: told %s", told)
	}
	if strings.Count(want, "\n") != 2 || !strings.Contains(told, ": 1 tactic and 1 mate\n") {
		t.Errorf("wrote %s, told %s", want, told)
	}
	journal := filepath.Join(t.TempDir(), "j")
	for _, args := range [][]string{{"--threads", "3"}, {"--threads", "1", "--journal", journal}, {"--threads", "2", "--journal", journal}} {
		if got, _ := puzzlesOf(t, input, args...); got != want {
			t.Errorf("%q: wrote\n%s\nwant\n%s", args, got, want)
		}
	}
}

// Every solution is legal, and those of mates mate.
func TestPuzzlesCanBeRead(t *testing.T) {
	chess, _ := puzzlesOf(t, matePGN+queenPGN)
	n := 0
	for g, err := range record.NewReader(strings.NewReader(chess), record.Hint{Name: "x.epd"}).All() {
		must.OK(t, err)
		p, err := g.Position()
		must.OK(t, err)
		best, err := g.OperandMoves("bm")
		pv, _ := g.Operands("pv")
		if err != nil || len(best) != 1 || len(pv) == 0 || record.SAN(p, best[0]) != pv[0] {
			t.Errorf("%s: bm %v, pv %v, error %v", p, best, pv, err)
		}
		solve(t, p, pv, record.ParseSAN, g.Tags.Has("dm"))
		n++
	}
	if n != 2 {
		t.Errorf("%d puzzles, want 2", n)
	}

	tsume, _ := puzzlesOf(t, tsumeUSI)
	position, rest, _ := strings.Cut(tsume, " bm ")
	_, rest, _ = strings.Cut(rest, " pv ")
	pv, _, _ := strings.Cut(rest, ";")
	p, err := shogi.Rules.Parse(position, core.Settings{})
	must.OK(t, err)
	solve(t, p, strings.Fields(pv), func(p core.Position, text string) (core.Move, error) { return p.ParseMove(text) }, true)
}

// solve plays a solution.
func solve(t *testing.T, p core.Position, line []string, parse func(core.Position, string) (core.Move, error), mates bool) {
	t.Helper()
	for _, text := range line {
		m, err := parse(p, text)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		p.Do(m, nil)
	}
	if got := p.Verdict().Ending == core.Checkmate; got != mates || len(line)%2 == 0 {
		t.Errorf("%q ends in %s, mate %t, want %t", line, p, got, mates)
	}
}

func TestPuzzlesRefuseFiles(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate, "b.usi": usiMoves})
	at := func(name string) string { return filepath.Join(root, name) }
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"two games", []string{at("a.pgn"), at("b.usi"), "--puzzles", at("z")}, "are of different games"},
		{"a file in no folder", []string{at("a.pgn"), "--puzzles", at("no/folder")}, "no/folder: no such file or directory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := analysed(t, "", test.args...)
			must.Say(t, err, test.want)
			if len(contents(t, root)) != 2 || contents(t, root)["a.pgn"] != foolsMate {
				t.Error("a file was written")
			}
		})
	}
}

// The solver finds tsume that a short search does not see.
func TestLongTsume(t *testing.T) {
	const sfen = "1nS2S1+Pl/l1n+R5/p1ppp3p/k4+B3/9/8P/P2gPPP2/2P2GK2/L2+r2SNL b BGS5Pgnp 107"
	got, _ := puzzlesOf(t, "position sfen "+sfen+" moves 6b7b\n")
	if want := sfen + " bm B*7f; pv B*7f "; !strings.HasPrefix(got, want) || !strings.Contains(got, "; mate 13; ce 32754; ") {
		t.Errorf("wrote %s, want %s", got, want)
	}
}

func TestQuoted(t *testing.T) {
	if got, want := quoted("a \"b\"\tc"), `"a 'b' c"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// docs/use/analysis.md shows the numbers of verification, and a line that is written.
func TestPageShowsPuzzles(t *testing.T) {
	page := pageOfAnalyses(t)
	line, _ := puzzlesOf(t, matePGN)
	o := review.Options{Limits: nitoryu.Limits{Nodes: 1, Depth: 1}}
	must.Has(t, page, line, fmt.Sprintf("%d times as many nodes", o.Verify().Nodes), fmt.Sprintf("%d plies deeper", o.Verify().Depth-1))
}
