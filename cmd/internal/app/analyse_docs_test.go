//go:build !js

package app

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/tests/must"
)

// pageOfAnalyses returns docs/use/analysis.md.
func pageOfAnalyses(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/use/analysis.md")
	must.OK(t, err)
	return strings.ReplaceAll(string(text), "\r", "")
}

// docs/use/analysis.md shows the numbers of the code.
func TestPageShowsHowMovesAreJudged(t *testing.T) {
	page := pageOfAnalyses(t)
	var want []string
	for _, g := range games.All() {
		s := review.StandardOf(g.Name)
		dubious := "–"
		if s.Dubious > 0 {
			dubious = fmt.Sprint(s.Dubious)
		}
		want = append(want, fmt.Sprintf("| %s | %g | %g | %s | %g | %g |", g.Name, g.Chances.At(30).Scale, s.Inaccuracy, dubious, s.Mistake, s.Blunder))
	}
	head, row := "| Loss |", "| Accuracy |"
	for _, loss := range []float64{0, 5, 10, 20, 50} {
		head += fmt.Sprintf(" %g |", loss)
		row += fmt.Sprintf(" %.1f |", review.Accuracy(loss))
	}
	want = append(want, head, row, fmt.Sprintf("%d nodes", review.MateNodes))
	own := games.Chess().Chances.Curve
	want = append(want, fmt.Sprintf("%g asinh(score / %g)", own.Size, own.Bend))
	for q := range review.Qualities {
		times := "–"
		if deeper := q.Deeper(); deeper > 0 {
			times = fmt.Sprint(deeper)
		}
		want = append(want, fmt.Sprintf("| `%s` | %d | %s |", q, q.Nodes(), times))
	}
	for p := review.OnlyMove; p < review.Praises; p++ {
		want = append(want, "`"+p.String()+"`")
	}
	for j := review.Forced; j <= review.Blunder; j++ {
		want = append(want, "`"+j.String()+"`")
	}
	japanese := review.Words{Language: review.Japanese}
	for _, j := range []review.Judgement{review.Inaccuracy, review.Dubious, review.Mistake, review.Blunder} {
		want = append(want, japanese.Judgement(j)+" |")
	}
	must.Has(t, page, want...)
}

// It names all flags.
func TestPageIsComplete(t *testing.T) {
	page := pageOfAnalyses(t)
	f, _ := gameFlags(cli.Streams{})
	f.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(page, "--"+f.Name) {
			t.Errorf("docs/use/analysis.md does not mention --%s", f.Name)
		}
	})
}
