//go:build !js

package main

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

// pageOfAnalyses returns docs/use/analysis.md.
func pageOfAnalyses(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/use/analysis.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r", "")
}

// docs/use/analysis.md shows the numbers of the code.
func TestPageShowsHowMovesAreJudged(t *testing.T) {
	page := pageOfAnalyses(t)
	var want []string
	for _, g := range games.All() {
		s := review.StandardOf(g.Name)
		want = append(want, fmt.Sprintf("| %s | %g | %g | %g | %g |", g.Name, s.Scale, s.Inaccuracy, s.Mistake, s.Blunder))
	}
	head, row := "| Loss |", "| Accuracy |"
	for _, loss := range []float64{0, 5, 10, 20, 50} {
		head += fmt.Sprintf(" %g |", loss)
		row += fmt.Sprintf(" %.1f |", review.Accuracy(loss))
	}
	want = append(want, head, row, fmt.Sprintf("--nodes %d", usualNodes), fmt.Sprintf("%d nodes", proverNodes))
	for i, name := range factNames {
		if i > 0 {
			want = append(want, "`"+name+"`")
		}
	}
	for j := review.Forced; j <= review.Blunder; j++ {
		want = append(want, "`"+j.String()+"`")
	}
	japanese := review.Words{Language: review.Japanese}
	for _, j := range []review.Judgement{review.Inaccuracy, review.Mistake, review.Blunder} {
		want = append(want, japanese.Judgement(j)+" |")
	}
	for _, w := range want {
		if !strings.Contains(page, w) {
			t.Errorf("docs/use/analysis.md has no %s", w)
		}
	}
}

// It names all flags, and all keys of the JSON.
func TestPageIsComplete(t *testing.T) {
	page := pageOfAnalyses(t)
	f, _ := gameFlags(cli.Streams{})
	f.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(page, "--"+f.Name) {
			t.Errorf("docs/use/analysis.md does not mention --%s", f.Name)
		}
	})
	for _, v := range []any{gameJSON{}, playerJSON{}, moveJSON{}, thoughtJSON{}, lineJSON{}, reasonJSON{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(v)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || !strings.Contains(page, "`"+name+"`") {
				t.Errorf("docs/use/analysis.md does not explain %s of %T", name, v)
			}
		}
	}
}
