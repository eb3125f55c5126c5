package record

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// What a record says of the end of a game is read back, whatever language says it.
func TestOutcomesAreReadBack(t *testing.T) {
	for _, r := range []Result{Unfinished, FirstWins, SecondWins, Draw} {
		for e := core.NoEnding; e <= core.Agreement; e++ {
			for _, text := range []string{outcome(r, e), japaneseOutcome(r, e, sides[0]), japaneseOutcome(r, e, sides[1])} {
				if gotResult, gotEnding, ok := parseOutcome(text); !ok || gotResult != r || gotEnding != e {
					t.Errorf("%s is read as %v by %v, %v", text, gotResult, gotEnding, ok)
				}
			}
		}
	}
	for _, text := range []string{"", "先手の好手", "先手の勝ちです", "王者の勝ち", "先手の勝ち（すごい）", "先手の勝ち（投了", "引き分け模様", "勝敗なし（）", "1-0 by magic", "0-1 for me"} {
		if r, e, ok := parseOutcome(text); ok {
			t.Errorf("%q is read as %v by %v", text, r, e)
		}
	}
}
