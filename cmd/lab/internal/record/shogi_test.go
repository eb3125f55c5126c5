package record

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func shogiExample() *Game {
	p := shogi.Rules.Start(core.Settings{})
	g := &Game{
		Event: "例", Players: [2]string{"Ada", "Ben"}, Start: p, Result: FirstWins, Ending: core.Resignation,
		Date: time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC), TimeControl: "60+0.6",
	}
	board := p.Clone()
	for _, text := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"} {
		m, _ := board.ParseMove(text)
		g.Moves = append(g.Moves, Move{Move: m, Elapsed: 61500 * time.Millisecond})
		board.Do(m, nil)
	}
	g.Moves[3].Annotated, g.Moves[3].Score, g.Moves[3].Depth, g.Moves[3].Nodes = true, 31, 12, 4567
	g.Moves[3].PV = "3a2b B*4e B*5e"
	g.Moves[4].Annotated, g.Moves[4].Score = true, core.WinIn(5)
	return g
}

func ExampleWriteKIF() {
	if err := WriteKIF(os.Stdout, shogiExample()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// #KIF version=2.0 encoding=UTF-8
	// 開始日時：2024/05/01 12:00:00
	// 棋戦：例
	// 持ち時間：60+0.6
	// 手合割：平手
	// 先手：Ada
	// 後手：Ben
	// 手数----指手---------消費時間--
	//    1 ７六歩(77)   ( 1:01/00:01:01)
	//    2 ３四歩(33)   ( 1:01/00:01:01)
	//    3 ２二角成(88) ( 1:01/00:02:02)
	//    4 同　銀(31)   ( 1:01/00:02:02)
	// **評価値=-31
	// **深さ=12
	// **ノード数=4567
	//    5 ４五角打     ( 1:01/00:03:03)
	// **詰み=先手勝ち:5手
	//    6 投了         ( 0:00/00:02:02)
	// *resignation
}

func ExampleWriteCSA() {
	if err := WriteCSA(os.Stdout, shogiExample()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 'CSA encoding=UTF-8
	// V2.2
	// N+Ada
	// N-Ben
	// $EVENT:例
	// $START_TIME:2024/05/01 12:00:00
	// 'time control 60+0.6
	// PI
	// +
	// +7776FU
	// T61
	// -3334FU
	// T61
	// +8822UM
	// T61
	// -3122GI
	// T61
	// '** -31 +0045KA -0055KA
	// +0045KA
	// T61
	// '** 30000
	// %TORYO
	// '*resignation
}

// Positions that are not the usual start: a late one with full hands, one with
// every kind of piece on the board, and a handicap.
var shogiStarts = []string{
	"",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
	"ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
	"4k4/9/+P+L+N+S5/9/9/9/5+p+l+n+s/1+B5+R1/4K4 b br4g2s2n2l12p 9",
	"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
}

// handicapNames are the handicaps that KIF names, as their pieces are in SFEN; the
// reader of the tests knows them by this.
var handicapNames = map[string]string{
	"香落ち":  "lnsgkgsn1/1r5b1",
	"右香落ち": "1nsgkgsnl/1r5b1",
	"角落ち":  "lnsgkgsnl/1r7",
	"飛車落ち": "lnsgkgsnl/7b1",
	"飛香落ち": "lnsgkgsn1/7b1",
	"二枚落ち": "lnsgkgsnl/9",
	"四枚落ち": "1nsgkgsn1/9",
	"六枚落ち": "2sgkgs2/9",
	"八枚落ち": "3gkg3/9",
	"十枚落ち": "4k4/9",
}

// handicap returns the SFEN, without the number of the move, of a start with these
// pieces of White.
func handicap(pieces, side string) string {
	return pieces + "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL " + side + " -"
}

// A start is named if programs agree on its name, and drawn if not.
func TestHandicapsHaveNames(t *testing.T) {
	type test struct{ name, sfen, want string }
	tests := []test{
		{"even", startBoard + " b -", "平手"},
		{"even, but White begins", startBoard + " w -", "その他"},
		{"two pieces, but Black begins", handicap("lnsgkgsnl/9", "b"), "その他"},
		{"three pieces", handicap("lnsgkgsn1/9", "w"), "その他"},
		{"five pieces", handicap("2sgkgsn1/9", "w"), "その他"},
		{"five pieces, the left knight", handicap("1nsgkgs2/9", "w"), "その他"},
		{"seven pieces", handicap("2sgkg3/9", "w"), "その他"},
		{"a pawn", "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -", "その他"},
		{"a rook in hand", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R", "その他"},
	}
	for name, pieces := range handicapNames {
		tests = append(tests, test{name, handicap(pieces, "w"), name})
	}
	for _, test := range tests {
		for _, number := range []string{" 1", " 7"} {
			t.Run(test.name+number, func(t *testing.T) {
				var text strings.Builder
				g := &Game{Players: [2]string{"Ada", "Ben"}, Start: start(t, shogi.Rules, test.sfen+number, core.Settings{})}
				if err := WriteKIF(&text, g); err != nil {
					t.Fatal(err)
				}
				sides := "先手：Ada\n後手：Ben\n"
				if handicapNames[test.want] != "" {
					sides = "下手：Ada\n上手：Ben\n"
				}
				if kif := text.String(); !strings.Contains(kif, "手合割："+test.want+"\n") || !strings.Contains(kif, sides) {
					t.Errorf("want %s and %s in\n%s", test.want, sides, kif)
				}
				if sfen, _ := readKIF(t, text.String()); sfen != test.sfen {
					t.Errorf("%s is read back as %s", test.sfen, sfen)
				}
			})
		}
	}
}

// usi lists the moves of a game in USI.
func usi(g *Game) []string { return strings.Fields(uci(g)) }

// Random games survive a round trip through independent readers of the formats.
func TestShogiRoundTrip(t *testing.T) {
	formats := []struct {
		name  string
		write func(*strings.Builder, *Game) error
		read  func(*testing.T, string) (sfen string, moves []string)
	}{
		{"KIF", func(b *strings.Builder, g *Game) error { return WriteKIF(b, g) }, readKIF},
		{"CSA", func(b *strings.Builder, g *Game) error { return WriteCSA(b, g) }, readCSA},
	}
	for _, format := range formats {
		t.Run(format.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(4, 4))
			for i := range 20 {
				g := randomGame(start(t, shogi.Rules, shogiStarts[i%len(shogiStarts)], core.Settings{}), rng.IntN(200), rng)
				var text strings.Builder
				if err := format.write(&text, g); err != nil {
					t.Fatal(err)
				}
				sfen, moves := format.read(t, text.String())
				if want := g.Start.String(); !strings.HasPrefix(want, sfen+" ") {
					t.Fatalf("start %q, want %q", sfen, want)
				}
				if !slices.Equal(moves, usi(g)) {
					t.Fatalf("moves %v, want %v", moves, usi(g))
				}
			}
		})
	}
}

var (
	kifLine  = regexp.MustCompile(`^ *(\d+) (同　|[１-９][一二三四五六七八九])(成?[歩香桂銀金角飛玉と馬龍])(成?)(打|\(([1-9])([1-9])\)) +\( ?\d+:\d\d/\d\d:\d\d:\d\d\)$`)
	kifEnd   = regexp.MustCompile(`^ *\d+ (投了|中断|詰み|千日手|持将棋|切れ負け|反則負け|反則勝ち|入玉勝ち) +\(`)
	kifNames = map[string]string{
		"歩": "P", "香": "L", "桂": "N", "銀": "S", "金": "G", "角": "B", "飛": "R", "玉": "K",
		"と": "+P", "成香": "+L", "成桂": "+N", "成銀": "+S", "杏": "+L", "圭": "+N", "全": "+S", "馬": "+B", "龍": "+R",
	}
)

const (
	wideDigits  = "１２３４５６７８９"
	kanjiDigits = "一二三四五六七八九"
	ranks       = "abcdefghi"
	startBoard  = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
)

// index returns the index of r among digits.
func index(digits string, r rune) int { return slices.Index([]rune(digits), r) }

// readKIF reads what WriteKIF wrote: an SFEN without move number and moves in
// USI. Each move's piece must be on its origin square.
func readKIF(t *testing.T, text string) (sfen string, moves []string) {
	t.Helper()
	var board []string
	hands := [2]string{}
	sfen = startBoard + " b -"
	var p core.Position
	last, ended := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		runes := []rune(line)
		switch {
		case strings.HasPrefix(line, "手合割："):
			if pieces := handicapNames[strings.TrimPrefix(line, "手合割：")]; pieces != "" {
				sfen = handicap(pieces, "w")
			}
		case strings.HasPrefix(line, "後手の持駒："):
			hands[1] = strings.ToLower(readHand(t, strings.TrimPrefix(line, "後手の持駒：")))
		case strings.HasPrefix(line, "先手の持駒："):
			hands[0] = readHand(t, strings.TrimPrefix(line, "先手の持駒："))
		case strings.HasPrefix(line, "|"):
			row := ""
			for i := 1; i < 19; i += 2 {
				name := kifNames[string(runes[i+1])]
				if runes[i] == 'v' {
					name = strings.ToLower(name)
				}
				if name == "" {
					name = "1"
				}
				row += name
			}
			if runes[19] != '|' || index(kanjiDigits, runes[20]) != len(board) {
				t.Fatalf("row %q", line)
			}
			board = append(board, row)
		case line == "先手番", line == "後手番":
			side := " b "
			if line == "後手番" {
				side = " w "
			}
			sfen = joinSFEN(strings.Join(board, "/"), side, hands[0]+hands[1])
		case strings.HasPrefix(line, "手数----"):
			p = start(t, shogi.Rules, sfen, core.Settings{})
		case kifEnd.MatchString(line):
			ended = true
		case kifLine.MatchString(line):
			m := kifLine.FindStringSubmatch(line)
			if n, _ := strconv.Atoi(m[1]); n != len(moves)+1 || ended {
				t.Fatalf("line %q is out of order", line)
			}
			to := last
			if square := []rune(m[2]); square[0] != '同' {
				to = fmt.Sprintf("%d%c", index(wideDigits, square[0])+1, ranks[index(kanjiDigits, square[1])])
			}
			move := kifNames[m[3]] + "*" + to
			if m[6] != "" {
				from := m[6] + ranks[m[7][0]-'1':][:1]
				if got := pieceAt(p, from); got != kifNames[m[3]] {
					t.Fatalf("%s moves a %s", line, got)
				}
				move = from + to
			}
			if m[4] != "" {
				move += "+"
			}
			play(t, p, move)
			moves, last = append(moves, move), to
		case p != nil && !strings.HasPrefix(line, "*"):
			t.Fatalf("strange line %q", line)
		}
	}
	if !ended {
		t.Fatal("the record has no end")
	}
	return sfen, moves
}

// readHand reads 飛　歩十二 as R12P.
func readHand(t *testing.T, text string) string {
	t.Helper()
	hand := ""
	if text == "なし" {
		return hand
	}
	for word := range strings.SplitSeq(text, "　") {
		runes := []rune(word)
		n := 0
		for _, r := range runes[1:] {
			if r == '十' {
				n += 10
			} else {
				n += index(kanjiDigits, r) + 1
			}
		}
		if n > 0 {
			hand += strconv.Itoa(n)
		}
		hand += kifNames[string(runes[0])]
	}
	return hand
}

// joinSFEN makes an SFEN of rows in which every empty square is a 1.
func joinSFEN(board, side, hands string) string {
	for n := 9; n > 1; n-- {
		board = strings.ReplaceAll(board, strings.Repeat("1", n), strconv.Itoa(n))
	}
	if hands == "" {
		hands = "-"
	}
	return board + side + hands
}

// pieceAt returns the SFEN letters of the piece on a square, as if of Black.
func pieceAt(p core.Position, square string) string {
	sq := core.Square(square[0]-'1')*9 + core.Square(square[1]-'a')
	names := []string{"", "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R"}
	return names[p.(*shogi.Position).PieceAt(sq).Kind()]
}

func play(t *testing.T, p core.Position, move string) {
	t.Helper()
	m, err := p.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	p.Do(m, nil)
}

var (
	csaLineForm = regexp.MustCompile(`^([+-])(\d)(\d)([1-9])([1-9])([A-Z]{2})$`)
	csaNames    = map[string]string{
		"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R", "OU": "K",
		"TO": "+P", "NY": "+L", "NK": "+N", "NG": "+S", "UM": "+B", "RY": "+R",
	}
)

// readCSA reads what WriteCSA wrote, as readKIF does.
func readCSA(t *testing.T, text string) (sfen string, moves []string) {
	t.Helper()
	var board []string
	hands := ""
	var p core.Position
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch m := csaLineForm.FindStringSubmatch(line); {
		case line == "PI":
			board = []string{startBoard}
		case len(line) == 29 && line[0] == 'P':
			row := ""
			for i := 2; i < 29; i += 3 {
				name := csaNames[line[i+1:i+3]]
				if line[i] == '-' {
					name = strings.ToLower(name)
				}
				if line[i:i+3] == " * " {
					name = "1"
				}
				row += name
			}
			board = append(board, row)
		case strings.HasPrefix(line, "P+"), strings.HasPrefix(line, "P-"):
			for piece := range strings.SplitSeq(line[2:], "00") {
				if line[1] == '-' {
					piece = strings.ToLower(csaNames[piece])
				} else {
					piece = csaNames[piece]
				}
				hands += piece
			}
		case line == "+", line == "-":
			p = start(t, shogi.Rules, joinSFEN(strings.Join(board, "/"), map[string]string{"+": " b ", "-": " w "}[line], hands), core.Settings{})
			sfen = p.String()
			sfen = sfen[:strings.LastIndex(sfen, " ")]
		case m != nil:
			if (m[1] == "+") != (p.Side() == core.First) {
				t.Fatalf("%s is of the wrong side", line)
			}
			to := m[4] + ranks[m[5][0]-'1':][:1]
			move := csaNames[m[6]] + "*" + to
			if m[2] != "0" {
				from := m[2] + ranks[m[3][0]-'1':][:1]
				move = from + to
				if pieceAt(p, from) != csaNames[m[6]] {
					move += "+"
				}
			}
			play(t, p, move)
			if got := pieceAt(p, to); got != csaNames[m[6]] {
				t.Fatalf("%s brings a %s", line, got)
			}
			moves = append(moves, move)
		}
	}
	return sfen, moves
}

func TestShogiEnd(t *testing.T) {
	tests := []struct {
		name     string
		plies    int // an odd number leaves the move to gote
		result   Result
		ending   core.Ending
		kif, csa string
	}{
		{"mated", 1, FirstWins, core.Checkmate, "詰み", "%TSUMI"},
		{"no move left", 1, FirstWins, core.Stalemate, "詰み", "%TSUMI"},
		{"gote resigns", 1, FirstWins, core.Resignation, "投了", "%TORYO"},
		{"sente resigns", 0, SecondWins, core.Resignation, "投了", "%TORYO"},
		{"time", 1, FirstWins, core.TimeForfeit, "切れ負け", "%TIME_UP"},
		{"illegal move", 1, FirstWins, core.IllegalMove, "反則負け", "%ILLEGAL_MOVE"},
		{"wrong claim", 1, FirstWins, core.WrongDeclaration, "反則負け", "%ILLEGAL_MOVE"},
		{"declaration", 1, SecondWins, core.Declaration, "入玉勝ち", "%KACHI"},
		{"declaration of who is not to move", 1, FirstWins, core.Declaration, "投了", "%TORYO"},
		{"perpetual check by gote, whose move it is", 1, FirstWins, core.PerpetualCheck, "反則負け", "%ILLEGAL_MOVE"},
		{"perpetual check by sente", 1, SecondWins, core.PerpetualCheck, "反則勝ち", "%+ILLEGAL_ACTION"},
		{"perpetual check by gote", 0, FirstWins, core.PerpetualCheck, "反則勝ち", "%-ILLEGAL_ACTION"},
		{"repetition", 1, Draw, core.Repetition, "千日手", "%SENNICHITE"},
		{"move limit", 1, Draw, core.MoveLimit, "持将棋", "%JISHOGI"},
		{"adjudicated draw", 1, Draw, core.Adjudication, "持将棋", "%HIKIWAKE"},
		{"adjudicated against who is to move", 1, FirstWins, core.Adjudication, "投了", "%TORYO"},
		{"adjudicated for who is to move", 0, FirstWins, core.Adjudication, "反則勝ち", "%-ILLEGAL_ACTION"},
		{"crash", 1, FirstWins, core.Crash, "投了", "%TORYO"},
		{"unfinished", 1, Unfinished, core.Interrupted, "中断", "%CHUDAN"},
		{"no words", 1, Unfinished, core.NoEnding, "中断", "%CHUDAN"},
	}
	p := start(t, shogi.Rules, "", core.Settings{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := game(t, p, []string{"7g7f"}[:test.plies]...)
			g.Result, g.Ending = test.result, test.ending
			var kif, csa strings.Builder
			if err := WriteKIF(&kif, g); err != nil {
				t.Fatal(err)
			}
			if err := WriteCSA(&csa, g); err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("%4d %s ", test.plies+1, test.kif); !strings.Contains(kif.String(), want) {
				t.Errorf("%q is missing in\n%s", want, &kif)
			}
			if !strings.Contains(csa.String(), "\n"+test.csa+"\n") {
				t.Errorf("%q is missing in\n%s", test.csa, &csa)
			}
			if _, moves := readKIF(t, kif.String()); len(moves) != test.plies {
				t.Errorf("%d moves in\n%s", len(moves), &kif)
			}
		})
	}
}

func TestShogiComments(t *testing.T) {
	p := start(t, shogi.Rules, "", core.Settings{})
	tests := []struct {
		name     string
		move     Move
		kif, csa string
	}{
		{"loss of gote", Move{Annotated: true, Score: core.LossIn(4)}, "**詰み=先手勝ち:4手\n", "'** 30000\n"},
		{"win of gote", Move{Annotated: true, Score: core.WinIn(7)}, "**詰み=後手勝ち:7手\n", "'** -30000\n"},
		{"a line", Move{Annotated: true, Score: 5, PV: "3c3d 2g2f 8c8d"}, "**評価値=-5\n", "'** -5 +2726FU -8384FU\n"},
		{"a line of another move", Move{Annotated: true, PV: "8c8d 2g2f"}, "**評価値=0\n", "'** 0\n"},
		{"a line with an illegal move", Move{Annotated: true, PV: "3c3d 2g2f 1a9i"}, "**評価値=0\n", "'** 0 +2726FU\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := game(t, p, "7g7f", "3c3d")
			test.move.Move = g.Moves[1].Move
			g.Moves[1] = test.move
			var kif, csa strings.Builder
			if err := WriteKIF(&kif, g); err != nil {
				t.Fatal(err)
			}
			if err := WriteCSA(&csa, g); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(kif.String(), test.kif) {
				t.Errorf("%q is missing in\n%s", test.kif, &kif)
			}
			if !strings.Contains(csa.String(), test.csa) {
				t.Errorf("%q is missing in\n%s", test.csa, &csa)
			}
		})
	}
}

func TestShogiFormatsRefuse(t *testing.T) {
	broken := game(t, start(t, shogi.Rules, "", core.Settings{}), "7g7f")
	broken.Moves = append(broken.Moves, broken.Moves[0])
	tests := []struct {
		name string
		game *Game
		want string
	}{
		{"chess", game(t, start(t, chess.Rules, "", core.Settings{})), "games of shogi"},
		{"no start", &Game{}, "games of shogi"},
		{"an illegal move", broken, "ply 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var text strings.Builder
			for _, err := range []error{WriteKIF(&text, test.game), WriteCSA(&text, test.game)} {
				if err == nil || !strings.Contains(err.Error(), test.want) || text.Len() > 0 {
					t.Errorf("error %v, want %q; wrote %q", err, test.want, &text)
				}
			}
		})
	}
}
