package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// quoted returns moves as a list in JSON.
func quoted(moves string) string {
	return `["` + strings.Join(strings.Fields(moves), `","`) + `"]`
}

func TestOpening(t *testing.T) {
	const najdorf = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"
	const fourthFile = "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 4i5h 7b8b 5g5f 7a7b 8h7g 9c9d 7h8h 3a3b 9i9h 3b4c 8h9i"
	for _, c := range []struct {
		name, request string
		facts         []fact
	}{
		{"the Najdorf", `"game":"chess","moves":` + quoted(najdorf) + `,"ply":10`, []fact{
			{"code", `"B90"`}, {"name", `{"en":"Sicilian Defence: Najdorf Variation","ja":"シシリアン・ディフェンス、ナイドルフ"}`}, {"castles", "null"},
		}},
		{"the whole game has the name, wherever one looks", `"game":"chess","moves":` + quoted(najdorf) + `,"ply":1`, []fact{
			{"code", `"B90"`}, {"book.0", `"e7e5"`}, {"book.1", `"c7c5"`},
		}},
		{"castling in a book", `"game":"chess","moves":` + quoted("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6") + `,"ply":6`, []fact{{"book.0", `"e1g1"`}}},
		{"no moves", `"game":"chess"`, []fact{{"name", "null"}, {"code", "null"}, {"book.0", `"e2e4"`}, {"book.1", `"d2d4"`}}},
		{"off the book", `"game":"chess","moves":["f2f3","e7e5","g2g4"],"ply":3`, []fact{{"book", "[]"}}},
		{"an endgame", `"position":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"`, []fact{{"name", "null"}, {"book", "[]"}}},
		{"a position of an opening", `"position":"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"`, []fact{{"book.0", `"g1f3"`}}},
		{"a rook on the fourth file", `"game":"shogi","moves":` + quoted(fourthFile) + `,"ply":0`, []fact{
			{"code", "null"}, {"name.ja", `"四間飛車対居飛車穴熊"`}, {"castles.0.ja", `"居飛車穴熊"`}, {"castles.1.en", `"Half Mino"`}, {"strategies.0", `[{"en":"Static Rook","ja":"居飛車"},{"en":"Static against Ranging Rook","ja":"対抗形"}]`},
			{"strategies.1.2.ja", `"四間飛車"`}, {"tactics", "null"}, {"book.0", `"7g7f"`},
		}},
		{"a handicap", `"position":"lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"`, []fact{{"name.ja", `"角落ち"`}, {"castles", "null"}, {"book", "[]"}}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, asked(t, `{"do":"opening",`+c.request+`}`), c.facts) })
	}
}

func TestOpeningFaults(t *testing.T) {
	for _, c := range []struct{ name, request, want string }{
		{"an illegal move", `"moves":["e2e4","e2e4"],"ply":1`, "ply 2"},
		{"a position behind the end", `"moves":["e2e4"],"ply":2`, "no position after 2"},
		{"a position before the start", `"ply":-1`, "no position after -1"},
		{"too many moves", `"moves":[` + strings.Repeat(`"e2e4",`, 4096) + `"e2e4"]`, "4096 are the most"},
	} {
		if got := fmt.Sprint(ask(t, `{"do":"opening",`+c.request+`}`)["error"]); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
