package record

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func ExampleWrite_convert() {
	g, err := NewReader(strings.NewReader(`V2.2
N+Ada
N-Ben
PI
+
+7776FU
T16
-3334FU
'** 30 +8822UM
+8822UM
-3122GI
%TORYO
`), Hint{}).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := Write(os.Stdout, g, KIF, Options{}); err != nil {
		fmt.Println(err)
	}
	if err := Write(os.Stdout, g, KI2, Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// #KIF version=2.0 encoding=UTF-8
	// 手合割：平手
	// 先手：Ada
	// 後手：Ben
	// 手数----指手---------消費時間--
	//    1 ７六歩(77)   ( 0:16/00:00:16)
	//    2 ３四歩(33)
	// ** 30 +8822UM
	//    3 ２二角成(88)
	//    4 同　銀(31)
	//    5 投了
	// まで4手で後手の勝ち
	// 手合割：平手
	// 先手：Ada
	// 後手：Ben
	// ▲７六歩    △３四歩
	// ** 30 +8822UM
	// ▲２二角成  △同　銀
	// まで4手で後手の勝ち
}

const kifHead = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n手数----指手---------消費時間--\n"

// A text that is already as it should be comes out letter for letter.
func TestKIFVerbatim(t *testing.T) {
	tests := []struct{ name, text string }{
		{"moves", kifHead + "   1 ７六歩(77)\n   2 ３四歩(33)\n"},
		{"no moves", kifHead},
		{"times", kifHead + "   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)   (61:01/01:01:01)\n   3 ２六歩(27)   ( 0:04/00:00:20)\n"},
		{"sums that do not add up", kifHead + "   1 ７六歩(77)   ( 0:16/00:10:16)\n   2 ３四歩(33)\n   3 ２六歩(27)   ( 0:04/00:00:04)\n"},
		{"comments and bookmarks", kifHead + "*intro\n   1 ７六歩(77)\n*one\n*\n* three\n&しおり\n   2 ３四歩(33)\n"},
		{"drops and promotions", kifHead + "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n"},
		{"resignation", kifHead + "   1 ７六歩(77)\n   2 投了         ( 0:05/00:00:05)\n*gg\nまで1手で先手の勝ち\n"},
		{"a strange end", kifHead + "   1 ７六歩(77)\n   2 封じ\nまで1手で封じ\n"},
		{"a stranger end", kifHead + "   1 ７六歩(77)\n   2 封じ手\nまで1手で封じ手\n"},
		{"variations", kifHead + "   1 ７六歩(77)+\n   2 ３四歩(33)+\n   3 投了+\nまで2手で後手の勝ち\n" +
			"\n変化：3手\n*instead\n   3 ２六歩(27)+\n   4 ８四歩(83)+\n\n変化：4手\n   4 ４四歩(43)\n\n変化：3手\n   3 ６六歩(67)\n" +
			"\n変化：2手\n   2 ８四歩(83)\n   3 中断\n\n変化：1手\n   1 ２六歩(27)\n"},
		{"players", "#KIF version=2.0 encoding=UTF-8\n開始日時：2023/07/30 13:28:35\n棋戦：竜王戦\n手合割：平手\n先手：羽生　善治\n後手：b  c\n" +
			"先手省略名：羽生\n手数----指手---------消費時間--\n"},
		{"handicap", "#KIF version=2.0 encoding=UTF-8\n手合割：二枚落ち\n下手：a\n上手：b\n手数----指手---------消費時間--\n   1 ６二銀(71)\n   2 投了\nまで1手で上手の勝ち\n"},
		{"rare handicap", "#KIF version=2.0 encoding=UTF-8\n手合割：左七枚落ち\n手数----指手---------消費時間--\n   1 ６二玉(51)\n"},
		{"diagram", "#KIF version=2.0 encoding=UTF-8\n手合割：その他\n後手の持駒：飛　角　歩十八\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n" +
			"|v香v桂 ・ ・v玉 ・ ・ ・v杏|一\n" + "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n" +
			"| ・ ・ ・ 圭 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ 馬 ・ ・ ・ ・ ・ ・|五\n" +
			"| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n" +
			"| ・ ・ ・ ・ 玉 ・ ・ ・ 全|九\n+---------------------------+\n先手の持駒：なし\n後手番\n手数----指手---------消費時間--\n   1 １二成香(11)\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := write(t, readOne(t, test.text, Hint{}), KIF, Options{}); got != test.text {
				t.Errorf("got\n%s\nwant\n%s", got, test.text)
			}
		})
	}
}

// All spellings of these three moves are read.
func TestKIFSpellings(t *testing.T) {
	const want = "7g7f 3c3d 8h2b+"
	tests := []struct{ name, text string }{
		{"plain", "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)"},
		{"small digits", "1 76歩(77)\n2 3四歩(33)\n3 22角成(88)"},
		{"marks", "1 ▲７六歩(77)\n2 △３四歩(33)\n3 ▲２二角成(88)"},
		{"times close by", "1 ７六歩(77)(0:01/0:00:01)\n2 ３四歩(33)(0:01)\n3 ２二角成(88)(  0:01/ 00:00:01)+"},
		{"no origins", "1 ７六歩\n2 ３四歩\n3 ２二角成"},
		{"wide blanks", "　1　７六歩(77)\n 2　３四歩(33)\n 3　２二角成(88)　　"},
		{"rubbish", "盤面反転\n1 ７六歩(77)\n# x\n2 ３四歩(33)\n????\n3 ２二角成(88)\n"},
		{"KI2", "▲７六歩△３四歩▲２二角成"},
		{"KI2 on lines", "▲７六歩\n  △３四歩    ▲２二角成"},
		{"KI2 with other marks", "☗７六歩☖３四歩☗２二角成"},
		{"KI2 with black triangles", "▲７六歩▽３四歩▲２二角成"},
		{"line ends of Windows", "1 ７六歩(77)\r\n2 ３四歩(33)\r\n3 ２二角成(88)\r\n"},
		{"a byte order mark", "\ufeff1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := mainLine(t, readOne(t, test.text, Hint{})); got != want {
				t.Errorf("moves %q, want %q", got, want)
			}
			sjis, err := encode(strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(test.text, "\ufeff"), "☗", "▲"), "☖", "△"), ShiftJIS)
			must.OK(t, err)
			g := readOne(t, string(sjis), Hint{})
			if got := mainLine(t, g); got != want || g.Source.Encoding != ShiftJIS {
				t.Errorf("%s: moves %q, want %q", g.Source.Encoding, got, want)
			}
		})
	}
}

func TestKIFEnds(t *testing.T) {
	two := kifHead + "1 ７六歩(77)\n2 ３四歩(33)\n"
	tests := []struct {
		text     string
		terminal Terminal
		result   Result
		ending   core.Ending
		csa      string
	}{
		{"3 投了", Resigns, SecondWins, core.Resignation, "%TORYO"},
		{"3 中断", Breaks, Unfinished, core.Interrupted, "%CHUDAN"},
		{"3 千日手", Repeats, Draw, core.Repetition, "%SENNICHITE"},
		{"3 持将棋", Impasse, Draw, core.MoveLimit, "%JISHOGI"},
		{"3 詰み", IsMated, SecondWins, core.Checkmate, "%TSUMI"},
		{"3 詰", IsMated, SecondWins, core.Checkmate, "%TSUMI"},
		{"3 不詰", HasNoMate, Unfinished, core.NoEnding, "%FUZUMI"},
		{"3 切れ負け", LosesOnTime, SecondWins, core.TimeForfeit, "%TIME_UP"},
		{"3 反則負け", LosesByFoul, SecondWins, core.IllegalMove, "%ILLEGAL_MOVE"},
		{"3 反則勝ち", WinsByFoul, FirstWins, core.IllegalMove, "%-ILLEGAL_ACTION"},
		{"3 入玉勝ち", Declares, FirstWins, core.Declaration, "%KACHI"},
		{"3 入玉宣言", Declares, FirstWins, core.Declaration, "%KACHI"},
		{"3 不戦勝", WinsByDefault, FirstWins, core.NoEnding, "%CHUDAN"},
		{"3 引き分け", AgreesDraw, Draw, core.NoEnding, "%HIKIWAKE"},
		{"3 知らない", OtherTerminal, Unfinished, core.NoEnding, "%CHUDAN"},
		{"まで2手で後手の勝ち", Resigns, SecondWins, core.Resignation, "%TORYO"},
		{"まで2手で先手の勝ち", OtherTerminal, FirstWins, core.NoEnding, "%CHUDAN\n'*1-0"},
		{"まで2手で中断", Breaks, Unfinished, core.Interrupted, "%CHUDAN"},
		{"まで、2手で千日手", Repeats, Draw, core.Repetition, "%SENNICHITE"},
		{"まで2手で時間切れにより後手の勝ち", LosesOnTime, SecondWins, core.TimeForfeit, "%TIME_UP"},
		{"まで2手で先手の反則負け", LosesByFoul, SecondWins, core.IllegalMove, "%ILLEGAL_MOVE"},
		{"まで2手で後手の反則負け", WinsByFoul, FirstWins, core.IllegalMove, "%-ILLEGAL_ACTION"},
		{"まで2手で先手の入玉勝ち", Declares, FirstWins, core.Declaration, "%KACHI"},
		{"まで2手で詰み", IsMated, SecondWins, core.Checkmate, "%TSUMI"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			g := readOne(t, two+test.text+"\n", Hint{})
			end := g.Root.Main().Main().Main()
			if end == nil || end.Terminal != test.terminal || g.Result != test.result || g.Ending != test.ending {
				t.Errorf("%+v, result %s, ending %s", end, g.Result, g.Ending)
			}
			if csa := write(t, g, CSA, Options{}); !strings.HasSuffix(csa, test.csa+"\n") {
				t.Errorf("CSA\n%s, want %s", csa, test.csa)
			}
			again := readOne(t, write(t, g, KI2, Options{}), Hint{})
			if again.Root.Main().Main().Main() == nil || again.Result != test.result && test.terminal != OtherTerminal {
				t.Errorf("KI2: result %s", again.Result)
			}
		})
	}
}

// A game without a terminal is closed by its result and ending. No foul is made up where
// the side to move has won, and every format is read back with the same result.
func TestShogiEndByResult(t *testing.T) {
	tests := []struct {
		result   Result
		ending   core.Ending
		kif, csa string // the word, and the comment behind it
	}{
		{Unfinished, core.NoEnding, "", ""},
		{Unfinished, core.Interrupted, "中断", "%CHUDAN"},
		{Unfinished, core.Crash, "中断 | 勝敗なし（エンジンの異常終了）", "%CHUDAN | * by crash"},
		{SecondWins, core.NoEnding, "投了", "%TORYO"},
		{SecondWins, core.Resignation, "投了", "%TORYO"},
		{SecondWins, core.Adjudication, "投了 | 後手の勝ち（判定）", "%TORYO | 0-1 by adjudication"},
		{SecondWins, core.Crash, "投了 | 後手の勝ち（エンジンの異常終了）", "%TORYO | 0-1 by crash"},
		{SecondWins, core.Checkmate, "詰み", "%TSUMI"},
		{SecondWins, core.TimeForfeit, "切れ負け", "%TIME_UP"},
		{SecondWins, core.IllegalMove, "反則負け", "%ILLEGAL_MOVE"},
		{SecondWins, core.WrongDeclaration, "反則負け | 後手の勝ち（宣言の誤り）", "%ILLEGAL_MOVE | 0-1 by wrong declaration"},
		{SecondWins, core.PerpetualCheck, "反則負け | 後手の勝ち（連続王手の千日手）", "%ILLEGAL_MOVE | 0-1 by perpetual check"},
		{FirstWins, core.NoEnding, "中断 | 先手の勝ち", "%CHUDAN | 1-0"},
		{FirstWins, core.Declaration, "入玉勝ち", "%KACHI"},
		{FirstWins, core.IllegalMove, "反則勝ち", "%-ILLEGAL_ACTION"},
		{FirstWins, core.PerpetualCheck, "反則勝ち | 先手の勝ち（連続王手の千日手）", "%-ILLEGAL_ACTION | 1-0 by perpetual check"},
		{FirstWins, core.Resignation, "中断 | 先手の勝ち（投了）", "%CHUDAN | 1-0 by resignation"},
		{FirstWins, core.Adjudication, "中断 | 先手の勝ち（判定）", "%CHUDAN | 1-0 by adjudication"},
		{FirstWins, core.TimeForfeit, "中断 | 先手の勝ち（時間切れ）", "%CHUDAN | 1-0 by time forfeit"},
		{FirstWins, core.Crash, "中断 | 先手の勝ち（エンジンの異常終了）", "%CHUDAN | 1-0 by crash"},
		{Draw, core.Repetition, "千日手", "%SENNICHITE"},
		{Draw, core.MoveLimit, "持将棋", "%MAX_MOVES"},
		{Draw, core.Declaration, "持将棋 | 引き分け（入玉宣言）", "%HIKIWAKE | 1/2-1/2 by declaration"},
		{Draw, core.Adjudication, "持将棋 | 引き分け（判定）", "%HIKIWAKE | 1/2-1/2 by adjudication"},
	}
	for _, test := range tests {
		t.Run(test.result.String()+" by "+test.ending.String(), func(t *testing.T) {
			g := readOne(t, "startpos moves 7g7f 3c3d", Hint{})
			g.Result, g.Ending = test.result, test.ending
			csa, kif := write(t, g, CSA, Options{}), write(t, g, KIF, Options{})
			_, end, _ := strings.Cut(csa, "-3334FU\n")
			if got := strings.TrimSpace(strings.ReplaceAll(end, "\n'*", " | ")); got != test.csa {
				t.Errorf("CSA ends with %q, want %q", got, test.csa)
			}
			_, end, _ = strings.Cut(kif, "   3 ")
			end, _, _ = strings.Cut(end, "\nまで")
			if got := strings.ReplaceAll(end, "\n*", " | "); got != test.kif {
				t.Errorf("KIF ends with %q, want %q", got, test.kif)
			}
			if version := strings.Contains(csa, "V3.0"); version != (test.csa == "%MAX_MOVES") {
				t.Errorf("version 3.0: %v, in\n%s", version, csa)
			}
			for _, text := range []string{csa, kif, write(t, g, KI2, Options{})} {
				if again := readOne(t, text, Hint{}); again.Result != test.result || test.ending != core.NoEnding && again.Ending != test.ending {
					t.Errorf("%s\nis read as %s by %s", text, again.Result, again.Ending)
				}
			}
		})
	}
}

// A comment about the outcome does not overrule the word for the end.
func TestOutcomeInComments(t *testing.T) {
	for _, test := range []struct {
		name, end string
		result    Result
		ending    core.Ending
	}{
		{"broken off", "%CHUDAN\n'*1-0 by time forfeit\n", FirstWins, core.TimeForfeit},
		{"below another comment", "%CHUDAN\n'*what a game\n'*0-1 by adjudication\n", SecondWins, core.Adjudication},
		{"a result alone", "%CHUDAN\n'*1-0\n", FirstWins, core.NoEnding},
		{"against the word", "%TORYO\n'*1-0 by adjudication\n", SecondWins, core.Resignation},
		{"an unknown reason", "%CHUDAN\n'*1-0 by magic\n", Unfinished, core.Interrupted},
		{"prose", "%CHUDAN\n'*1-0 would be just\n", Unfinished, core.Interrupted},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, csaHead+"PI\n+\n+7776FU\n-3334FU\n"+test.end, Hint{})
			if g.Result != test.result || g.Ending != test.ending {
				t.Errorf("%s by %s, want %s by %s", g.Result, g.Ending, test.result, test.ending)
			}
		})
	}
}

func TestKIFStart(t *testing.T) {
	rows := strings.Repeat("| ・ ・ ・ ・ ・ ・ ・ ・ ・|x\n", 7)
	board := "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n" + rows + "| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九\n"
	tests := []struct{ name, text, want string }{
		{"nothing", "1 ７六歩(77)\n", ""},
		{"even", "手合割：平手　　\n1 ７六歩(77)\n", ""},
		{"lance", "手合割：香落ち\n", "lnsgkgsn1/1r5b1" + handicapRest},
		{"ten pieces", "手合割：十枚落ち\n", "4k4/9" + handicapRest},
		{"unknown", "手合割：トンボ\n", `handicap "トンボ" has no diagram`},
		{"diagram", board, "k8/9/9/9/9/9/9/9/K8 b - 1"},
		{"diagram against the name", "手合割：平手\n" + board, "k8/9/9/9/9/9/9/9/K8 b - 1"},
		{"handicap diagram without a side", "手合割：香落ち\n" + board, "k8/9/9/9/9/9/9/9/K8 w - 1"},
		{"hands", "上手の持駒：飛二　歩十八 \n" + board + "下手の持駒：金 銀4\n上手番\n", "k8/9/9/9/9/9/9/9/K8 w G4S2r18p 1"},
		{"number of the move", board + "手数＝171  ▲６二角成  まで\n後手番\n", "k8/9/9/9/9/9/9/9/K8 w - 172"},
		{"few rows", "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n", "the diagram has 1 rank, want 9"},
		{"strange piece", strings.Replace(board, "v玉", "v爆", 1), "rank 1 of the diagram has a strange piece"},
		{"strange hand", "先手の持駒：玉\n" + board, "pieces in hand: \"玉\" is strange"},
		{"impossible", strings.Replace(board, "v玉 ・", "v玉v玉", 1), "start position: sfen"},
	}
	readStarts(t, KIF, tests)
}

// The example of branching lines that Kakinoki's programs write: each variation leaves the
// line that was read last and is long enough.
func TestKIFVariations(t *testing.T) {
	text := kifHead + `1 ２六歩(27)+
2 ３四歩(33)
3 ２五歩(26)
4 ３三角(22)+
5 ７六歩(77)
6 ４四歩(43)

変化：4手
4 ８四歩(83)+
5 ７六歩(77)
6 ８五歩(84)

変化：6手
6 ３二金(41)

変化：4手
4 ４四歩(43)

変化：6手
6 ３二銀(31)

変化：1手
1 ７六歩(77)
`
	// The sixth move cannot leave the last variation, which has four moves: it leaves the
	// one before.
	g := readOne(t, text, Hint{})
	var lines []string
	var visit func(n *Node, line []string)
	visit = func(n *Node, line []string) {
		if len(n.Children) == 0 {
			lines = append(lines, strings.Join(line, " "))
		}
		for _, c := range n.Children {
			visit(c, append(slices.Clone(line), c.Text))
		}
	}
	visit(g.Root, nil)
	want := []string{
		"２六歩(27) ３四歩(33) ２五歩(26) ３三角(22) ７六歩(77) ４四歩(43)",
		"２六歩(27) ３四歩(33) ２五歩(26) ８四歩(83) ７六歩(77) ８五歩(84)",
		"２六歩(27) ３四歩(33) ２五歩(26) ８四歩(83) ７六歩(77) ３二金(41)",
		"２六歩(27) ３四歩(33) ２五歩(26) ８四歩(83) ７六歩(77) ３二銀(31)",
		"２六歩(27) ３四歩(33) ２五歩(26) ４四歩(43)",
		"７六歩(77)",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("lines\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	for _, f := range []Format{KIF, KI2} {
		sameTree(t, readOne(t, write(t, g, f, Options{}), Hint{}), g)
	}
}

func TestKIFFaults(t *testing.T) {
	one := kifHead + "*one\n1 ７六歩(77)\n"
	three := kifHead + "*three\n1 ２六歩(27)\n"
	tests := []struct {
		name, text, want string
		variation        bool
	}{
		{"illegal move", "1 ７六歩(77)\n2 ５五歩(53)\n", `line 10: move 2: "５五歩(53)": 5c5e is not legal`, false},
		{"no move", "1 ７六歩(77)\n2 ７\n3 ３四歩(33)\n", `line 11: a move follows after "７"`, false},
		{"nifu", "1 ７六歩(77)\n2 ７五歩打\n", "line 10: move 2: \"７五歩打\": P*7e is not legal: there is no such piece in hand", false},
		{"after the end", "1 ７六歩(77)\n2 投了\n3 ３四歩(33)\n", `line 11: a move follows after "投了"`, false},
		{"variation", "1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ５五歩(53)\n3 x\n", "line 13: move 2", true},
		{"variation of nothing", "1 ７六歩(77)\n\n変化：7手\n7 ５五歩(53)\n", "line 11: variation at move 7 leaves no line", true},
		{"variation without a number", "1 ７六歩(77)\n\n変化：手\n7 ５五歩(53)\n", "line 11: variation \"変化：手\" has no number", true},
		{"variation first", "変化：1手\n1 ５五歩(53)\n", "line 10: move 1", false},
		{"another game", "手合割：５五将棋\n1 ５五歩(53)\n", "\"５五将棋\" is a game of its own: shogi of nine by nine squares is read here", false},
		{"another game in kana", "手合割：ごろごろどうぶつしょうぎ\n1 ５五歩(53)\n", "\"ごろごろどうぶつしょうぎ\" is a game of its own: shogi of nine by nine squares is read here", false},
		{"strange handicap", "手合割：トンボ\n1 ５五歩(53)\n", "handicap \"トンボ\" has no diagram", false},
		{"NUL", "1 ７六歩(77)\n\x00\n", "line 10: the line has a NUL byte", false},
		{"no encoding", "1 ７六歩(77)\n\xff\xff\n", "line 10: the line is neither UTF-8 nor Shift-JIS", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := one + kifHead + test.text + three
			games, faults := readAll(t, text, Hint{})
			if len(faults) != 1 || !strings.Contains(faults[0], test.want) || !strings.HasPrefix(faults[0], "game 2, ") && test.name != "strange handicap" && !strings.HasPrefix(test.name, "another game") {
				t.Errorf("errors %q, want %q", faults, test.want)
			}
			var comments []string
			for _, g := range games {
				comments = append(comments, strings.Join(g.Root.Comments, ""))
			}
			if !slices.Contains(comments, "one") || !slices.Contains(comments, "three") {
				t.Errorf("games %q", comments)
			}
			for _, err := range NewReader(strings.NewReader(text), Hint{}).All() {
				var fault *Error
				if errors.As(err, &fault) && fault.Aside != test.variation {
					t.Errorf("error %v, in a variation: want %v", err, test.variation)
				}
			}
		})
	}
}

// Random trees come out again as they went in, in all formats for variations.
func TestShogiRoundTrip(t *testing.T) {
	starts := []string{"", "lnsgkgsn1/1r5b1" + handicapRest, "4k4/1+R5+R1/9/3N1N3/2S1S1S2/9/2+B3+B2/9/4K4 b 4G9P 57"}
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 40 {
		g := randomGame(t, shogi.Rules, starts[i%len(starts)], core.Settings{}, 40, rng)
		options := Options{Encoding: []Encoding{UTF8, ShiftJIS}[i%2], CRLF: i%3 == 0}
		if options.Encoding == ShiftJIS {
			g.SetPlayer(core.First, "〜−—")
		}
		for _, f := range []Format{KIF, KI2} {
			text := write(t, g, f, options)
			again := readOne(t, text, Hint{})
			without := []string{"comments"}
			if f == KI2 {
				without = append(without, "time")
			}
			sameTree(t, again, g, without...)
			if again.Source.Format != f && len(g.Moves()) > 0 || again.Source.Options() != options {
				t.Errorf("source %+v, want %s %+v", again.Source, f, options)
			}
			if second := write(t, again, f, options); second != text {
				t.Fatalf("%s: written again\n%s\nfirst\n%s", f, second, text)
			}
		}
		jkf := write(t, g, JKF, options)
		again := readOne(t, jkf, Hint{})
		sameTree(t, again, g, "before", "comments", "remarks")
		if second := write(t, again, JKF, options); second != jkf {
			t.Fatalf("JKF: written again\n%s\nfirst\n%s", second, jkf)
		}
		csa := write(t, g, CSA, options)
		again = readOne(t, csa, Hint{})
		if got, want := mainLine(t, again), mainLine(t, g); got != want || again.Player(core.Second) != "ベン" {
			t.Errorf("CSA: %s, want %s", got, want)
		}
		if second := write(t, again, CSA, options); second != csa {
			t.Fatalf("CSA: written again\n%s\nfirst\n%s", second, csa)
		}
	}
}

// Several games in a file stay several games.
func TestSeveralGames(t *testing.T) {
	for _, f := range []Format{KIF, KI2, CSA, USI, SFEN} {
		var out strings.Builder
		w := NewWriter(&out, f, Options{CRLF: true})
		for _, moves := range []string{"7g7f 3c3d", "2g2f", ""} {
			g := readOne(t, strings.TrimSpace("startpos moves "+moves), Hint{})
			g.Tags.Set(TagOpening, "x")
			must.OK(t, w.Write(g))
		}
		games, faults := readAll(t, out.String(), Hint{Format: f})
		if len(games) != 3 || len(faults) > 0 || mainLine(t, games[0]) != "7g7f 3c3d" || mainLine(t, games[1]) != "2g2f" {
			t.Errorf("%s: %d games, faults %q in\n%s", f, len(games), faults, &out)
		}
	}
}

func TestShogiFacts(t *testing.T) {
	tests := []struct {
		name, comment string
		score         core.Score
		depth         int
		nodes         uint64
	}{
		{"ShogiHome, player", "*互角\n**評価値=-12\n**読み筋=▲５六歩\n**深さ=5\n**ノード数=775", -12, 5, 775},
		{"ShogiHome, analysis", "*#評価値=120\n*#深さ=8", 120, 8, 0},
		{"ShogiHome, mate", "*#詰み=後手勝ち:7手", core.LossIn(7), 0, 0},
		{"ShogiHome, mate of unknown length", "*#詰み=先手勝ち", core.MateBound, 0, 0},
		{"ShogiGUI", "**解析 0 ○ 候補1 時間 00:15.9 深さ 54 ノード数 100 評価値 207 読み筋 ▲同　歩(87)", 207, 54, 100},
		{"floodgate", "** 123 +7776FU -3334FU", 123, 0, 0},
		{"floodgate, mate", "** -30000", -core.MateBound, 0, 0},
		{"prose", "* 3手目が好手\n*評価値は5", core.NoScore, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, kifHead+"1 ７六歩(77)\n"+test.comment+"\n", Hint{})
			n := g.Root.Main()
			e := Eval{Score: core.NoScore}
			if n.Eval != nil {
				e = *n.Eval
			}
			if e.Score != test.score || e.Depth != test.depth || e.Nodes != test.nodes {
				t.Errorf("%+v", e)
			}
			reply, _ := g.Position()
			reply.Do(n.Move, nil)
			m, _ := reply.ParseMove("3c3d")
			n.Eval = &Eval{Score: -7, Depth: 3, Engine: "e", PV: []core.Move{m, m}}
			text := write(t, g, KIF, Options{})
			if want := "*#評価値=-7\n*#読み筋=△３四歩\n*#深さ=3\n*#エンジン=e\n"; !strings.HasSuffix(text, want) || strings.Count(text, "評価値=") != 1 {
				t.Errorf("KIF\n%s", text)
			}
			if text := write(t, g, CSA, Options{}); !strings.HasSuffix(text, "'** -7 -3334FU\n") {
				t.Errorf("CSA\n%s", text)
			}
		})
	}
}

// Evaluations follow all other comments, as ShogiHome writes them.
func TestEvaluationsFollowComments(t *testing.T) {
	g := readOne(t, kifHead+"1 ７六歩(77)\n*#評価値=120\n*my own words\n", Hint{})
	n := g.Root.Main()
	n.Comments = append(n.Comments, "【疑問手】")
	n.Eval = &Eval{Score: -7}
	if text, want := write(t, g, KIF, Options{}), "*my own words\n*【疑問手】\n*#評価値=-7\n"; !strings.HasSuffix(text, want) {
		t.Errorf("wrote\n%s\nwant\n%s", text, want)
	}
}

// A move against the rules ends the game where the record says so, whichever of the words
// for it stands there. Its comment stays.
func TestFouls(t *testing.T) {
	const kif = kifHead + "   1 ７六歩(77) ( 0:01/00:00:01)\n*one\n   2 ５五歩(53) ( 0:07/00:00:07)\n"
	const csa = csaHead + "PI\n+\n+7776FU\nT1\n'*one\n-5355FU\nT7\n"
	for _, test := range []struct{ name, text, comment string }{
		{"the winner's word", kif + "   3 反則勝ち\n*two\nまで2手で先手の勝ち\n", "５五歩(53)\ntwo"},
		{"the loser's word", kif + "*two\n   3 反則負け\n*three\n", "５五歩(53)\ntwo\nthree"},
		{"a sentence only", kif + "*two\nまで2手で後手の反則負け\n", "５五歩(53)\ntwo"},
		{"a sentence for the winner", kif + "まで2手で先手の反則勝ち\n", "５五歩(53)"},
		{"KI2", "手合割：平手\n▲７六歩\n*one\n△５五歩\nまで2手で後手の反則負け\n", "５五歩"},
		{"CSA", csa + "%ILLEGAL_MOVE\n'*two\n", "-5355FU\ntwo"},
		{"CSA with the side", csa + "'*two\n%-ILLEGAL_ACTION\n", "-5355FU\ntwo"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{})
			if got := mainLine(t, g); got != "7g7f" || g.Result != FirstWins || g.Ending != core.IllegalMove {
				t.Errorf("%s, %s by %s", got, g.Result, g.Ending)
			}
			n := g.Root.Main()
			end := n.Main()
			if strings.Join(n.Comments, "|") != "one" || end.Terminal != LosesByFoul || strings.Join(end.Comments, "|") != test.comment {
				t.Errorf("comments %q, end %+v", n.Comments, end)
			}
			if test.name != "KI2" && end.Spent != Known(7*time.Second) {
				t.Errorf("time %v", end.Spent)
			}
			roundTrip(t, []byte(test.text), g.Source.Format, "time")
		})
	}
	for _, text := range []string{kif + "   3 投了\n", kif + "   3 ３四歩(33)\n", kif, kif + "変化：1手\n   1 ２六歩(27)\n", csa, csa + "%TORYO\n", csa + "+2726FU\n%ILLEGAL_MOVE\n"} {
		g, err := NewReader(strings.NewReader(text), Hint{}).Next()
		if g == nil || err == nil || mainLine(t, g) != "7g7f" || g.Ending != core.NoEnding || !strings.Contains(err.Error(), "move 2") {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

// ShogiGUI writes drops with an origin of zeros.
func TestDropsFromNowhere(t *testing.T) {
	const head = kifHead + "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n"
	for _, text := range []string{"５ ４五角打(00)", "5 ４五角打(00)   ( 0:07/00:00:09)", "5 ４五角(00)", "5 ４五角打（00）+"} {
		text = strings.Replace(text, "５", "5", 1)
		if got := mainLine(t, readOne(t, head+text+"\n", Hint{})); !strings.HasSuffix(got, " B*4e") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// A turn that is passed has a word in the formats of shogi, too, but in CSA.
func TestPassesOfShogi(t *testing.T) {
	const want = "7g7f 0000 2g2f 3c3d 0000"
	for _, text := range []string{
		kifHead + "1 ７六歩(77)\n2 パス ( 0:01/00:00:01)+\n3 ２六歩(27)\n4 ３四歩(33)\n5 パス\n変化：2手\n2 ３四歩(33)\n",
		"手合割：平手\n▲７六歩 △パス ▲２六歩\n△３四歩\n▲パス\n", "position startpos moves 7g7f 0000 2g2f 3c3d pass\n", "startpos moves 7g7f null 2g2f 3c3d 0000",
	} {
		g := readOne(t, text, Hint{})
		for _, f := range []Format{KIF, KI2, USI, SFEN} {
			if got := mainLine(t, readOne(t, write(t, g, f, Options{}), Hint{Format: f})); got != want {
				t.Errorf("%s as %s: %s", text, f, got)
			}
		}
		must.Say(t, Write(io.Discard, g, CSA, Options{}), "CSA has no word")
	}
}

// Some programs have a line for a variation in the header, which means nothing.
func TestVariationInTheHeader(t *testing.T) {
	g := readOne(t, "手合割：平手\n変化：7手\n先手：a\n   1 ７六歩(77)\n   2 ３四歩(33)\n変化：2手\n   2 ８四歩(83)\n", Hint{})
	if mainLine(t, g) != "7g7f 3c3d" || g.Player(core.First) != "a" || len(g.Root.Main().Children) != 2 {
		t.Errorf("%s, %q", mainLine(t, g), g.Tags)
	}
}
