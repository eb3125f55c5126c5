package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		name, request string
		facts         []fact
	}{
		{"chess begins", `"game":"chess"`, []fact{
			{"position", `"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`}, {"side", `"first"`}, {"ply", "0"}, {"check", "[]"},
			{"last", "null"}, {"names", "[]"}, {"outcome", "null"}, {"claim", `{"declaration":false}`}, {"hands", `{"first":{},"second":{}}`},
		}},
		{"shogi begins", `"game":"shogi"`, []fact{
			{"position", `"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"`}, {"side", `"first"`},
		}},
		{"the game follows from the position", `"position":"4k4/9/9/9/9/9/9/9/4K4 b P 1"`, []fact{{"hands", `{"first":{"P":1},"second":{}}`}}},
		{"moves of chess", `"game":"chess","moves":["e2e4","e7e5","g1f3"]`, []fact{
			{"side", `"second"`}, {"ply", "3"}, {"names.2", `{"figurine":"♘f3","san":"Nf3"}`},
			{"last", `{"from":"g1","move":"g1f3","names":{"figurine":"♘f3","san":"Nf3"},"piece":"N","to":"f3"}`},
		}},
		{"moves of shogi", `"game":"shogi","moves":["7g7f","3c3d","8h2b+","3a2b"]`, []fact{
			{"names.2", `{"kanji":"▲２二角成","western":"Bx2b+"}`}, {"names.3", `{"kanji":"△同　銀","western":"Sx2b"}`},
			{"hands", `{"first":{"B":1},"second":{"B":1}}`}, {"last.capture", "true"},
		}},
		{"castling", `"position":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1","moves":["e1g1","e8c8"]`, []fact{
			{"position", `"2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"`}, {"names.0.san", `"O-O"`},
			{"last", `{"castles":true,"from":"e8","move":"e8c8","names":{"figurine":"O-O-O","san":"O-O-O"},"piece":"K","rook":"a8","to":"c8"}`},
		}},
		{"castling in Chess960", `"position":"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1","chess960":true,"moves":["e1h1"]`, []fact{
			{"position", `"r3k2r/8/8/8/8/8/8/R4RK1 b ha - 1 1"`}, {"last.move", `"e1h1"`},
		}},
		{"castling as in Chess960, without it", `"position":"1r2k3/8/8/8/8/8/8/1R2K2R w KQq - 0 1","moves":["e1g1"]`, []fact{
			{"position", `"1r2k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"`},
		}},
		{"en passant", `"position":"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1","moves":["d2d4","e4d3"]`, []fact{
			{"position", `"4k3/8/8/8/8/3p4/8/4K3 w - - 0 2"`}, {"last.capture", "true"},
		}},
		{"a promotion of chess", `"position":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1","moves":["a7a8n"]`, []fact{{"last.promotes", `"N"`}, {"last.piece", `"P"`}}},
		{"a promotion of shogi", `"position":"4k4/9/9/4S4/9/9/9/9/4K4 b - 1","moves":["5d5c+"]`, []fact{{"last.promotes", `true`}, {"last.piece", `"S"`}}},
		{"a drop", `"position":"4k4/9/9/9/9/9/9/9/4K4 b G 1","moves":["G*5b"]`, []fact{
			{"last", `{"check":true,"drop":"G","move":"G*5b","names":{"kanji":"▲５二金","western":"G*5b"},"piece":"G","to":"5b"}`}, {"check", `["5b"]`},
		}},
		{"a promoted piece", `"position":"4k4/9/9/9/4+B4/9/9/9/4K4 b - 1"`, []fact{{"board.1", `{"piece":"+B","side":"first","square":"5e"}`}}},

		{"what a pass leads to", `"position":"4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1"`, []fact{{"passed", `"4k3/8/8/8/4pP2/8/8/4K3 w - - 0 1"`}}},
		{"what a pass leads to in shogi", `"game":"shogi","moves":["7g7f"]`, []fact{{"passed", `"lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 2"`}}},
		{"no pass in check", `"position":"4k3/8/8/8/8/8/8/4RK2 b - - 0 1"`, []fact{{"passed", "null"}}},
		{"no pass on to a check", `"position":"4k3/8/8/8/8/8/4r3/3K4 b - - 0 1"`, []fact{{"passed", `"4k3/8/8/8/8/8/4r3/3K4 w - - 0 1"`}}},

		{"checkmate", `"game":"chess","moves":["f2f3","e7e5","g2g4","d8h4"]`, []fact{
			{"outcome", `{"reason":"checkmate","result":"0-1","text":{"en":"Black wins: checkmate","ja":"黒の勝ち（詰み）"}}`}, {"legal", "[]"},
		}},
		{"stalemate", `"position":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"`, []fact{
			{"outcome", `{"reason":"stalemate","result":"1/2-1/2","text":{"en":"Draw: stalemate","ja":"引き分け（ステイルメイト）"}}`},
		}},
		{"repetition in chess", `"game":"chess","moves":[` + strings.TrimSuffix(strings.Repeat(`"g1f3","g8f6","f3g1","f6g8",`, 2), ",") + `]`, []fact{
			{"outcome.reason", `"repetition"`}, {"outcome.text.ja", `"引き分け（同一局面3回）"`}, {"legal.19.move", `"h2h4"`},
		}},
		{"repetition in shogi", `"game":"shogi","moves":[` + strings.TrimSuffix(strings.Repeat(`"2h3h","8b7b","3h2h","7b8b",`, 3), ",") + `]`, []fact{
			{"outcome", `{"reason":"repetition","result":"1/2-1/2","text":{"en":"Draw: repetition","ja":"引き分け（千日手）"}}`},
		}},
		{"perpetual check", `"position":"4k4/9/9/9/9/9/9/4R4/4K4 w - 1","moves":[` +
			strings.TrimSuffix(strings.Repeat(`"5a4a","5h4h","4a5a","4h5h",`, 3), ",") + `]`, []fact{
			{"outcome", `{"reason":"perpetual check","result":"0-1","text":{"en":"Gote wins: perpetual check","ja":"後手の勝ち（連続王手の千日手）"}}`},
		}},
		{"fifty moves", `"position":"4k3/8/8/8/8/8/8/R3K3 w - - 99 80","moves":["a1a2"]`, []fact{{"outcome.reason", `"fifty-move rule"`}}},
		{"insufficient material", `"position":"4k3/8/8/8/8/8/8/B3K3 w - - 0 1"`, []fact{{"outcome.reason", `"insufficient material"`}}},
		{"a move limit", `"game":"shogi","moves":["7g7f","3c3d"],"rules":{"moves":2}`, []fact{{"outcome.reason", `"move limit"`}}},
		{"a flag", `"moves":["e2e4"],"flagged":true`, []fact{
			{"outcome", `{"reason":"time forfeit","result":"1-0","text":{"en":"White wins: time forfeit","ja":"白の勝ち（時間切れ）"}}`},
		}},
		{"a flag against a side that cannot mate", `"position":"8/8/4k3/8/8/4K3/4R3/8 w - - 0 1","flagged":true`, []fact{
			{"outcome", `{"reason":"time forfeit","result":"1/2-1/2","text":{"en":"Draw: time forfeit","ja":"引き分け（時間切れ）"}}`},
		}},
		{"a flag after mate", `"moves":["f2f3","e7e5","g2g4","d8h4"],"flagged":true`, []fact{{"outcome.reason", `"checkmate"`}}},
		{"sides of a handicap game", `"position":"4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1","moves":["5a4b"],"declared":true`, []fact{
			{"side", `"first"`}, {"names.0.kanji", `"△４二玉"`}, {"sides.1", `{"en":"Uwate","ja":"上手"}`}, {"outcome.text", `{"en":"Uwate wins: wrong declaration","ja":"上手の勝ち（宣言の誤り）"}`},
		}},
		{"lines that go on", `"game":"shogi","moves":["7g7f","3c3d","8h2b+"],"lines":[["3a2b","B*3c"],[],["3a2b","3a2b","2g2f"],["3a2b","B*5e","2b3c","5e3c+","2a3c"]]`, []fact{
			{"lines.0", `[{"kanji":"△同　銀","western":"Sx2b"},{"kanji":"▲３三角","western":"B*3c"}]`}, {"lines.1", "[]"},
			{"lines.2.1", "null"}, {"lines.3.4.kanji", `"△同　桂"`}, {"side", `"second"`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, asked(t, `{"id":1,"do":"position",`+c.request+`}`), c.facts)
		})
	}
}

// A king in the camp with ten pieces there and 28 points may declare, with one point less
// it loses by that.
func TestDeclaration(t *testing.T) {
	const enough = "4K4/RBRBGGGGS/PP7/9/9/9/9/9/4k4 b P 1"
	for _, c := range []struct {
		name, position, more string
		claim                bool
		facts                []fact
	}{
		{"not declared", enough, "", true, []fact{{"outcome", "null"}}},
		{"declared", enough, `,"declared":true`, true, []fact{{"outcome.result", `"1-0"`}, {"outcome.reason", `"declaration"`}, {"outcome.text.en", `"Sente wins: declaration"`}}},
		{"28 points draw by the 24-point rule", enough, `,"declared":true,"rules":{"declaration":"CSARule24"}`, true, []fact{
			{"outcome", `{"reason":"declaration","result":"1/2-1/2","text":{"en":"Draw: declaration","ja":"引き分け（入玉宣言）"}}`}, {"claim.drawn", "true"},
		}},
		{"24 points draw", "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 4P 1", `,"declared":true,"rules":{"declaration":"CSARule24"}`, true, []fact{{"outcome.result", `"1/2-1/2"`}}},
		{"23 points lose", "4K4/RRG1GGGSS/PPPP5/9/9/9/9/9/4k4 b 3P 1", `,"declared":true,"rules":{"declaration":"CSARule24"}`, false, []fact{{"outcome.result", `"0-1"`}}},
		{"31 points win", enough[:len(enough)-len("P 1")] + "4P 1", `,"declared":true,"rules":{"declaration":"CSARule24"}`, true, []fact{{"outcome.result", `"1-0"`}, {"claim.drawn", "null"}}},
		{"without a rule", enough, `,"declared":true,"rules":{"declaration":"NoEnteringKing"}`, false, []fact{{"outcome.reason", `"wrong declaration"`}}},
		{"too early", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", `,"declared":true`, false, []fact{
			{"outcome", `{"reason":"wrong declaration","result":"0-1","text":{"en":"Gote wins: wrong declaration","ja":"後手の勝ち（宣言の誤り）"}}`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asked(t, `{"do":"position","position":"`+c.position+`"`+c.more+`}`)
			check(t, a, append(c.facts, fact{"claim.declaration", fmt.Sprint(c.claim)}))
		})
	}
}

// The legal moves are those of the rules, and each leads to where its description says.
func TestLegalMoves(t *testing.T) {
	for _, position := range []string{
		"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
	} {
		g := games.Guess(position)
		p := g.Start(core.Settings{})
		if position != "" {
			var err error
			if p, err = g.Parse(position, core.Settings{}); err != nil {
				t.Fatal(err)
			}
		}
		var list core.MoveList
		p.Generate(core.AllMoves, &list)
		var want []string
		for _, m := range list.Slice() {
			want = append(want, p.FormatMove(m))
		}
		a := asked(t, `{"do":"position","game":"`+g.Name+`","position":"`+position+`"}`)
		var got []string
		for _, m := range a["legal"].([]any) {
			d := m.(object)
			text := d["move"].(string)
			got = append(got, text)
			parts := fmt.Sprint(d["from"], d["to"])
			if drop, ok := d["drop"]; ok {
				parts = fmt.Sprintf("%s*%s", drop, d["to"])
			}
			switch promotes := d["promotes"].(type) {
			case string:
				parts += strings.ToLower(promotes)
			case bool:
				parts += "+"
			}
			if parts != text {
				t.Errorf("the parts of %s are %s", text, parts)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", position, got, want)
		}
	}
}

func TestWrongPositions(t *testing.T) {
	for _, c := range []struct{ name, request, want, kept string }{
		{"an illegal move", `"game":"chess","moves":["e2e4","e7e5","e4e5"]`, `ply 3: move "e4e5" is illegal`, "2"},
		{"no move", `"game":"shogi","moves":["hello"]`, `ply 1: `, "0"},
		{"a move of the other game", `"game":"shogi","moves":["e2e4"]`, `ply 1: `, "0"},
		{"a broken FEN", `"game":"chess","position":"8/8 w - - 0 1"`, `board "8/8" has 2 ranks instead of 8`, "null"},
		{"no kings", `"game":"chess","position":"8/8/8/8/8/8/8/8 w - - 0 1"`, "White has 0 kings instead of one", "null"},
		{"an unknown game", `"game":"go"`, `there is no game "go"; choose chess or shogi`, "null"},
		{"an unknown rule", `"game":"shogi","position":"4k4/9/9/9/9/9/9/9/4K4 b - 1","rules":{"declaration":"Mine"}`, "Mine", "null"},
		{"an unknown rule at the start", `"game":"shogi","rules":{"declaration":"Mine"}`, "Mine", "null"},
		{"a negative limit", `"game":"shogi","rules":{"moves":-1}`, "a game cannot end after -1 moves", "null"},
		{"moves of a wrong type", `"game":"chess","moves":"e2e4"`, "the request is not understood", "null"},
		{"too many moves", `"game":"chess","moves":[` + strings.Repeat(`"g1f3",`, 4096) + `"g1f3"]`, "the game has 4097 moves, 4096 are the most", "null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := ask(t, `{"id":1,"do":"position",`+c.request+`}`)
			if got := fmt.Sprint(a["error"]); !strings.Contains(got, c.want) {
				t.Errorf("the error is %q, want %q", got, c.want)
			}
			check(t, a, []fact{{"id", "1"}, {"kept", c.kept}})
		})
	}
}

// Positions of shogi tell how far both sides are from a declaration, where the rules have any.
func TestDeclarations(t *testing.T) {
	const entered = `"position":"1K+P6/9/9/9/9/9/9/9/4k4 b Rr2b4g4s4n4l17p 1"`
	for _, c := range []struct {
		name, request, want string
	}{
		{"28 and 27 points", entered, `[{"draws":28,"entered":true,"pieces":1,"points":6,"wins":28},{"draws":27,"entered":true,"pieces":0,"points":48,"wins":27}]`},
		{"31 points, 24 for a draw", entered + `,"rules":{"declaration":"CSARule24"}`, `[{"draws":24,"entered":true,"pieces":1,"points":6,"wins":31},{"draws":24,"entered":true,"pieces":0,"points":48,"wins":31}]`},
		{"the try rule", entered + `,"rules":{"declaration":"TryRule"}`, "null"},
		{"no rule", entered + `,"rules":{"declaration":"NoEnteringKing"}`, "null"},
		{"chess", `"game":"chess"`, "null"},
	} {
		if got := text(t, asked(t, `{"do":"position",`+c.request+`}`)["declarations"]); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
