//go:build !js

package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestAnalyseJSON(t *testing.T) {
	out, _, err := analysed(t, foolsMate, "-", "--format", "jsonl", "--engine", self(t, "recorded"))
	var g review.Report
	must.OK(t, errors.Join(err, json.Unmarshal([]byte(out), &g)))
	if g.Number != 1 || g.Game != "chess" || g.Result != "0-1" || g.Limits != "200 nodes a move, 8 times as much where a verdict depends on it" || g.Last != nil || !slices.Contains(g.Turns, 3) {
		t.Errorf("%+v", g)
	}
	for i, want := range []string{
		`{"side":"white","name":"Bob","moves":2,"accuracy":23.2727,"phases":{"opening":23.2727},"loss":23.15,"agreement":0,"counts":{"blunder":1,"theory":1}}`,
		`{"side":"black","name":"Carol","moves":2,"accuracy":100,"phases":{"opening":100},"loss":0,"agreement":100,"counts":{"best":2}}`,
	} {
		p := g.Players[i]
		p.Accuracy, p.Loss = rounded(p.Accuracy), rounded(p.Loss)
		for phase, accuracy := range p.Phases {
			p.Phases[phase] = rounded(accuracy)
		}
		if got := asJSON(t, p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	bad, mate := g.Moves[2], g.Moves[3]
	if bad.Ply != 3 || bad.Side != "white" || bad.Move != "g2g4" || bad.Judgement != "blunder" || rounded(bad.Chance) != 46.3 || bad.After != 0 || *bad.Loss != bad.Chance-bad.After || bad.Comment == "" {
		t.Errorf("%+v", bad)
	}
	if r := bad.Reasons; len(r) != 1 || r[0].Fact != "allows mate" || r[0].Plies != 1 || !slices.Equal(r[0].Line, []nitoryu.Move{"d8h4"}) {
		t.Errorf("%+v", r)
	}
	if l := mate.Before.Lines[0]; mate.Chance != 100 || mate.Praise != "" || mate.After != 100 || mate.Judgement != "best" || l.Score != nil || *l.Mate != 1 {
		t.Errorf("%+v", mate)
	}
}

// rounded returns a percentage as precisely as it is the same on every processor.
func rounded(x float64) float64 { return math.Round(x*10000) / 10000 }

// The solver finds a mate that so short a search does not see, and the annotation shows it.
func TestAnalyseProvesMates(t *testing.T) {
	const game = "position sfen +P5l2/4+S4/p1p+bpp1kp/6pgP/3n1n3/P2NP4/3P1NP2/2P2S3/3K3L1 b RGSL2Prb2gsl3p 1 moves 7h7g\n"
	out, told, err := analysed(t, game, "-", "--format", "jsonl")
	if err != nil {
		t.Fatalf("error %v, told %s", err, told)
	}
	var g review.Report
	must.OK(t, json.Unmarshal([]byte(out), &g))
	m := g.Moves[0]
	if len(m.Reasons) == 0 || m.Before.Lines[0].Mate != nil {
		t.Fatalf("it is no mistake, or the search saw the mate: %+v", m)
	}
	missed := m.Reasons[len(m.Reasons)-1]
	if missed.Fact != "misses mate" || missed.Plies != len(missed.Line) || missed.Plies%2 != 1 || missed.Plies < 9 {
		t.Errorf("reason %+v", missed)
	}
	kif, _, err := analysed(t, game, "-")
	if want := fmt.Sprintf("%d手詰の詰み逃し。最善手は", missed.Plies); err != nil || !strings.Contains(kif, want) {
		t.Errorf("error %v, the record has no %s:\n%s", err, want, kif)
	}
}

// Each game has a page of its own, whatever its file is called.
func TestAnalysePages(t *testing.T) {
	root := folder(t, map[string]string{"a.pgn": foolsMate + "\n" + scholarsMate, "a-1.kif": legalKIF, "b/c.usi": usiMoves, "index.csa": csaMoves, "A.csa": csaMoves})
	pages := filepath.Join(root, "pages")
	want := []string{"A.html", "a-1.html", "a-1-2.html", "a-2.html", "b-c.html", "index-2.html"}

	in := input{faults: &faults{report: func(text string) { t.Error(text) }}, tell: func(int, string) {}, numbered: true}
	in.read(root)
	out, err := newGameOutput(&gameOptions{html: pages}, in.sources, nil)
	if err != nil || !slices.Equal(out.pages, want) {
		t.Errorf("error %v, pages %q, want %q", err, out.pages, want)
	}

	stdout, told, err := analysed(t, "", root, "--html", pages)
	if strings.Contains(told, "not written yet") {
		t.Skip("there are no pages yet")
	}
	if err != nil || stdout != "" {
		t.Fatalf("error %v, told %s, wrote\n%s", err, told, stdout)
	}
	written := contents(t, pages)
	for _, name := range append(want, "index.html") {
		if !strings.Contains(written[name], "<html") {
			t.Errorf("%s is %.100q", name, written[name])
		}
	}
	if len(written) != len(want)+1 {
		t.Errorf("there are %d pages, want %d", len(written), len(want)+1)
	}
}

// A position that is won by declaration is won, and still has a best move.
func TestAnalyseDeclarations(t *testing.T) {
	const game = "position sfen KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b 2RB3S2g 1 moves 8a8b\n"
	for _, engine := range [][]string{nil, {"--engine", self(t, immortal)}} {
		out, told, err := analysed(t, game, append([]string{"-", "--format", "jsonl"}, engine...)...)
		if err != nil {
			t.Fatalf("%q: error %v, told %s", engine, err, told)
		}
		var g review.Report
		must.OK(t, json.Unmarshal([]byte(out), &g))
		if m := g.Moves[0]; m.Chance != 100 || len(m.Before.Lines) != 1 || len(m.Before.Lines[0].Moves) == 0 {
			t.Errorf("%q: %+v", engine, m)
		}
	}
}

// How many lines are shown changes nothing else.
func TestVerdictsDoNotDependOnTheLinesShown(t *testing.T) {
	const game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n"
	var want []review.MoveReport
	for _, lines := range []string{"1", "2", "5"} {
		out, told, err := analysed(t, game, "-", "--format", "jsonl", "--nodes", "2000", "--multipv", lines)
		var g review.Report
		if err := errors.Join(err, json.Unmarshal([]byte(out), &g)); err != nil {
			t.Fatalf("%v, told %s", err, told)
		}
		for i := range g.Moves {
			m := &g.Moves[i]
			if n := len(m.Before.Lines); fmt.Sprint(n) != lines && m.Ply < 13 { // then there are only two moves
				t.Errorf("--multipv %s: %d lines of ply %d", lines, n, m.Ply)
			}
			if m.Before.Lines = m.Before.Lines[:1]; m.Exercise != nil {
				m.Exercise.Solutions = m.Exercise.Solutions[:1] // more lines may have more
			}
		}
		if want == nil {
			want = g.Moves
		} else if got, first := asJSON(t, g.Moves), asJSON(t, want); got != first {
			t.Errorf("--multipv %s:\n%s\nwant\n%s", lines, got, first)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	must.OK(t, err)
	return string(text)
}
