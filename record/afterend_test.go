package record_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
)

// A move behind a mate or a stalemate is told as what it is: the game is over. What is wrong in other places
// is told as ever.
func TestMovesAfterTheEnd(t *testing.T) {
	const mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b"
	const csa = "P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI\n"
	const board = "後手の持駒：なし\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n" +
		"| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n" +
		"+---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n   1 ５二金打\n"
	for _, test := range []struct{ name, text, want string }{
		{"PGN, a mate", "1. f3 e5 2. g4 Qh4# 3. a3 *", `ply 5: "a3" comes too late: the game is over by checkmate`},
		{"PGN, a stalemate", `[FEN "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]` + "\n\n1. Qg6 Kh7 *", `ply 2: "Kh7" comes too late: the game is over by stalemate`},
		{"PGN, a stalemate in a variation", `[FEN "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]` + "\n\n1. Qh5# (1. Qg6 Kg8) *", `"Kg8" comes too late: the game is over by stalemate`},
		{"PGN, not over", "1. e4 e5 2. Qh5 Ke7 3. Nf7 *", `ply 5: move "Nf7" is not legal`},
		{"PGN, in check", "1. e4 e5 2. Qh5 d6 3. Qxf7+ a6 *", `ply 6: move "a6" is not legal`},
		{"moves of UCI", "position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3", `move 5: "a2a3" comes too late: the game is over by checkmate`},
		{"moves of USI", mate + " 5a4b", `move 2: "5a4b" comes too late: the game is over by checkmate`},
		{"CSA", csa + "-5142OU\n", `"-5142OU" comes too late: the game is over by checkmate`},
		{"KIF", board + "   2 ４二玉(51)\n", `comes too late: the game is over by checkmate`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var told []string
			for _, err := range record.NewReader(strings.NewReader(test.text), record.Hint{}).All() {
				if err != nil {
					told = append(told, err.Error())
				}
			}
			if all := strings.Join(told, "\n"); !strings.Contains(all, test.want) {
				t.Errorf("%q, want %q", all, test.want)
			}
		})
	}
}
