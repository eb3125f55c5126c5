package record

import (
	"errors"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

var pgnSeeds = []string{
	"[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4! {c} (1. d4 $5 ({before} 1. c4) d5) {gap} 1... e5 ; rest\n2. Nf3 1-0\n",
	"%esc\n[White \"x\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8(Q) {[%clk 0:01:02.5] [%eval #3,12] {} *",
	"1.e4 -- (1... e5 2. Z0) 2. d4 1-0 [Event \"2\"] 0-0 * 1. f3 e5 2. g4 Qh4# {+M1/12 0.051s, n=5, checkmate}",
	"[Variant \"Chess960\"]\n[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n1. d4 {x\n\n[Event \"y\"]\n1. e4 (1. d4 (1. c4",
	"1. e4 {a} {b} (1. d4 {c}) ({only}) {d} ({e} 1. c4 {f}) 1... e5 ;}{\n% x\n2. Nc3 ( 2. d4 ) ( 2. f4 )",
}

var kifSeeds = []string{
	"#KIF version=2.0\n棋戦：x\n手合割：平手　　\n先手：a\n*intro\n手数----指手---------消費時間--\n" +
		"   1 ７六歩(77)   ( 0:16/00:00:16)+\n*評価値\n&しおり\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 角打\n" +
		"   5 投了 ( 0:01/00:00:17)\nまで4手で後手の勝ち\n\n変化：3手\n*before\n   3 ２六歩(27)+\n\n変化：3手\n   3 中断\n\n変化：1手\n   1 ２六歩(27)\n",
	"手合割：香落ち\n下手：a\n上手：b\n1 ３四歩(33)\n*#評価値=12\n*#深さ=5\n2 ７六歩(77)\n3 千日手\n",
	"後手の持駒：飛　角二　歩十八\n|v香v桂 ・ 玉|一\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|二\n先手の持駒：なし\n後手番\n",
	"手合割：平手\n   1 ７六歩(77)+\n   2 パス\n   3 ５五歩(53)\n*foul\n   4 反則勝ち\n\n変化：1手\n   1 パス\n",
	"手合割：平手\n▲７六歩    △３四歩 ▲２二角成 △同　銀 ▲４五角打\n*c\nまで5手で千日手\n変化：2手\n△８四歩\n",
}

var csaSeeds = []string{
	"'CSA encoding=UTF-8\nV3.0\nN+a\nN-b\n$EVENT:x\n$TIME:300+0+10\nPI\n+\n'*intro\n+7776FU,T12.5\n'** 30 -3334FU\n-3334FU\nT3\n'remark\n+8822UM\n%TORYO\nT1\n/\nPI82HI22KA\n-\n",
	"V2.2\nP1-KY-KE * \nP2 * -OU *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00FU\nP-00AL\n-\n-0055KI\n%+ILLEGAL_ACTION\n",
	"V2\nN+a\nN-b\nPI\n+\n+7776FU\nT1\n%KACHI\nT0\n%KACHI\n'P1 * \n'summary:illegal kachi:a lose:b win\n",
	"V2\nPI\n+\n+7776FU\nT1\n-5355FU\n'*foul\n%ILLEGAL_MOVE\n",
	"V2\nPI\n+\n+7776FU\nT1\n'summary:max_moves:a draw:b draw\n",
}

var jkfSeeds = []string{
	`{"header":{"先手":"a","手合割":"平手"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["x","&y"]},` +
		`{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":1,"s":2},"total":{"h":0,"m":1,"s":2}},` +
		`"forks":[[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}},{"special":"CHUDAN"}]]},` +
		`{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},` +
		`{"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","capture":"KA","promote":true}},` +
		`{"move":{"color":1,"from":{"x":3,"y":1},"same":true,"piece":"GI","capture":"UM"}},{"move":{"to":{"x":4,"y":5},"piece":"KA","relative":"H"}},{"special":"TORYO"}]}`,
	"{\n \"initial\": {\"preset\": \"OTHER\", \"data\": {\"color\": 1, \"board\": [[{}]], \"hands\": [{\"FU\": 1}, {}]}},\n \"moves\": [{}]\n}",
	`[{"initial":{"preset":"KY"},"moves":[{},{"special":"ILLEGAL_ACTION"}]},{"moves":[{},{"move":{"to":{"x":5,"y":5},"piece":"OU"}},{"special":"ILLEGAL_MOVE","comments":["a\u0000b"]}]}]`,
}

// Text of no known kind is an error or a game, and never more.
func FuzzReader(f *testing.F) {
	for _, seeds := range [][]string{pgnSeeds, kifSeeds, csaSeeds, jkfSeeds, {"\xff\xfex\x00", "\xef\xbb\xbf", "\x8e\xe8\x8d\x87", "a\rb\r\nc"}} {
		for _, seed := range seeds {
			f.Add([]byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(strings.NewReader(string(data)), Hint{})
		for g, err := range r.All() {
			if g == nil && err == nil {
				t.Fatal("neither a game nor an error")
			}
		}
	})
}

var listSeeds = []string{
	"1 ▲７六歩 0秒 2 △３四歩 0.5秒 3 ▲２二角成 1:05 4 △同　銀\n5 投了", "７六歩 ３四歩 ２二角成 同銀", "1. P-7f P-3d\n\n2. Bx2b+ Sx2b 5s",
	"7g7f 3c3d 8h2b+ 3a2b 投了 2g2f", "☗76歩 ☖34歩 ☗22角成 ☖同 銀 ☗45角打", "1 P-7f 2 P-3d 3 5 then", "▲７六歩△３四歩▲２二角成", "76歩\xff 同 パス 中断",
}

// A list of moves is a game with legal moves, or an error that names its line; its moves alone are the same
// game.
func FuzzList(f *testing.F) {
	for _, seed := range listSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), Hint{})
		if !looksLikeList(text) {
			r.format, r.parser = SFEN, &listParser{lines: r.lines}
		}
		var fault *Error
		for g, err := range r.All() {
			switch {
			case err != nil && (!errors.As(err, &fault) || fault.Line == 0):
				t.Fatal(err)
			case g == nil && err == nil:
				t.Fatal("neither a game nor an error")
			case g == nil || r.format != SFEN || g.Source.Format != KI2:
				continue
			}
			moves := mainLine(t, g)
			if err := g.Walk(func(core.Position, *Node) error { return nil }); err != nil {
				t.Fatalf("an illegal move: %v", err)
			}
			if moves == "" {
				continue
			}
			again, err := (&listParser{lines: newLineReader(strings.NewReader(moves))}).next()
			if err != nil || mainLine(t, again) != moves {
				t.Fatalf("%s: %v", moves, err)
			}
		}
	})
}

// Notations of moves are legal moves or errors.
func FuzzMoves(f *testing.F) {
	for _, seed := range []string{"e8=Q+", "Ng1-f3", "O-O", "exd8=Q#", "a8(Q)", "e.p.", "0-0-0", "N", "((", "同　歩", "▲７六歩(77)", "5八金右上不成", "P-7f", "+R2hx2b=", "+7776FU", "B*5e"} {
		f.Add(seed)
	}
	var boards []core.Position
	for _, fen := range []string{openBoard, castlings, promotions, passant, queens, rookAway} {
		boards = append(boards, start(f, chess.Rules, fen, core.Settings{}))
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := shogi.Rules.Start(core.Settings{})
		previous, _ := q.ParseMove("7g7f")
		check := func(p core.Position, m core.Move, err error) {
			if (err == nil) != (m != core.NoMove) || err == nil && p.ValidateMove(m.ID()) != m {
				t.Errorf("%q became %s, error %v", text, p.FormatMove(m), err)
			}
		}
		for _, p := range boards {
			m, err := ParseSAN(p, text)
			check(p, m, err)
		}
		m, err := ParseJapanese(q, text, previous)
		check(q, m, err)
		m, err = ParseWestern(q, text)
		check(q, m, err)
		m, err = ParseCSA(q, text)
		check(q, m, err)
	})
}
