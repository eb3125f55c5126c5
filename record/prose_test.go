package record_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
)

// What comments say to people stays, and nothing of what they say to programs.
func TestProse(t *testing.T) {
	const shogi, chess = "手合割：平手\n   1 ７六歩(77)\n", "1. e4 *"
	for _, test := range []struct {
		name, game string
		comments   []string
		want       string
	}{
		{"words", chess, []string{" a  good\nmove ", "and another"}, "a good move and another"},
		{"clocks and evaluations", chess, []string{"[%clk 0:01:00] best [%eval 0.31,12] by test"}, "best by test"},
		{"drawings, however long", chess, []string{"see[%csl Ge4][%c_effect e4;square;e4;type;Mistake;size;100%;animated;true;persistent;true;keyPressed;undefined]this"}, "see this"},
		{"a match manager", chess, []string{"+0.31/12 0.051s, n=1200, book"}, "book"},
		{"without nodes", chess, []string{"-M4/9 1.2s, White mates"}, "White mates"},
		{"an unclosed command", chess, []string{"[%clk"}, "[%clk"},
		{"ShogiHome", shogi, []string{"#評価値=24\n#読み筋=▲２六歩\n#深さ=2\n#ノード数=5\n#エンジン=x\n定跡"}, "定跡"},
		{"floodgate", shogi, []string{"* 123 +7776FU", "本手"}, "本手"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := record.NewReader(strings.NewReader(test.game), record.Hint{}).Next()
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Prose(test.comments); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
