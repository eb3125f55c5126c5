package web

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/web"
)

// The page calls judgements in Japanese what reviews call them; it counts the two mildest as one.
func TestWordsOfJudgements(t *testing.T) {
	texts, err := web.Files.ReadFile("js/texts.js")
	if err != nil {
		t.Fatal(err)
	}
	words := review.Words{Language: review.Japanese}
	for name, judgements := range map[string][]review.Judgement{
		"inaccuracies": {review.Inaccuracy, review.Dubious}, "mistakes": {review.Mistake}, "blunders": {review.Blunder},
	} {
		var all []string
		for _, j := range judgements {
			all = append(all, words.Judgement(j))
		}
		if want := name + `: "` + strings.Join(all, "・") + `"`; !strings.Contains(string(texts), want) {
			t.Errorf("the texts lack %s", want)
		}
	}
}
