package record

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestRating(t *testing.T) {
	const csa = "V2.2\nN+a\nN-b\n"
	for _, test := range []struct {
		name, text    string
		first, second int // 0: none
	}{
		{"PGN", "[WhiteElo \"2700\"]\n[BlackElo \"1500\"]\n\n1. e4 *\n", 2700, 1500},
		{"PGN without", "[White \"a\"]\n\n1. e4 *\n", 0, 0},
		{"PGN of one player", "[BlackElo \"1500\"]\n\n1. e4 *\n", 0, 1500},
		{"PGN with marks for none", "[WhiteElo \"?\"]\n[BlackElo \"-\"]\n\n1. e4 *\n", 0, 0},
		{"PGN with nonsense", "[WhiteElo \"0\"]\n[BlackElo \"1e9\"]\n\n1. e4 *\n", 0, 0},
		{"floodgate", csa + "'black_rate:a+0123:3242.9\n'white_rate:b+4567:812.0\nPI\n+\n+7776FU\n%CHUDAN\n", 3242, 812},
		{"floodgate, one player", csa + "'white_rate:b+4567:812.0\nPI\n+\n+7776FU\n%CHUDAN\n", 0, 812},
		{"floodgate, behind the position", csa + "PI\n+\n'black_rate:a:1:1200.5\n+7776FU\n%CHUDAN\n", 1200, 0},
		{"CSA without", csa + "'a comment\nPI\n+\n+7776FU\n%CHUDAN\n", 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{})
			for side, want := range [2]int{test.first, test.second} {
				got, known := g.Rating(core.Color(side))
				if known != (want > 0) || known && got != want {
					t.Errorf("side %d: %d, %v, want %d", side, got, known, want)
				}
			}
		})
	}
}
