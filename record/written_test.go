package record

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Positions that are not the usual start: a late one with full hands, one with
// every kind of piece on the board, and a handicap.
var writtenStarts = []string{
	"",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
	"ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
	"4k4/9/+P+L+N+S5/9/9/9/5+p+l+n+s/1+B5+R1/4K4 b br4g2s2n2l12p 9",
	"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
}

// namedHandicaps are the handicaps that KIF names, as their pieces are in SFEN; the
// reader of the tests knows them by this.
var namedHandicaps = map[string]string{
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
	for name, pieces := range namedHandicaps {
		tests = append(tests, test{name, handicap(pieces, "w"), name})
	}
	for _, test := range tests {
		for _, number := range []string{" 1", " 7"} {
			t.Run(test.name+number, func(t *testing.T) {
				g, err := NewGame(shogi.Rules, test.sfen+number, core.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				g.Ending = core.Interrupted
				g.SetPlayer(core.First, "Ada")
				g.SetPlayer(core.Second, "Ben")
				text := write(t, g, KIF, Options{})
				if number != " 1" {
					test.want = "その他" // the number stands with a diagram only
				}
				sides := "先手：Ada\n後手：Ben\n"
				if namedHandicaps[test.want] != "" {
					sides = "下手：Ada\n上手：Ben\n"
				}
				if kif := text; !strings.Contains(kif, "手合割："+test.want+"\n") || !strings.Contains(kif, sides) {
					t.Errorf("want %s and %s in\n%s", test.want, sides, kif)
				}
				if sfen, _ := readKIF(t, text); sfen != test.sfen {
					t.Errorf("%s is read back as %s", test.sfen, sfen)
				}
			})
		}
	}
}

// Random games are read with the same moves by readers that share nothing with those of the
// package.
func TestWrittenShogi(t *testing.T) {
	for _, format := range []struct {
		Format
		read func(*testing.T, string) (sfen string, moves []string)
	}{{KIF, readKIF}, {CSA, readCSA}} {
		t.Run(format.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(4, 4))
			for i := range 20 {
				p := start(t, shogi.Rules, writtenStarts[i%len(writtenStarts)], core.Settings{})
				g, err := NewGame(shogi.Rules, p.String(), core.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				g.Result, g.Ending = WinOf(core.Color(i&1)), core.Adjudication
				var want []string
				for n, plies := g.Root, rng.IntN(200); len(want) < plies && !p.Verdict().Over(); {
					m := randomMove(p, rng)
					n = n.Add(m)
					n.Spent = Known(time.Duration(rng.IntN(400)) * time.Second)
					want = append(want, p.FormatMove(m))
					p.Do(m, nil)
				}
				sfen, moves := format.read(t, write(t, g, format.Format, Options{}))
				if !strings.HasPrefix(g.Start, sfen+" ") {
					t.Fatalf("start %q, want %q", sfen, g.Start)
				}
				if !slices.Equal(moves, want) {
					t.Fatalf("moves %v, want %v", moves, want)
				}
			}
		})
	}
}

var (
	writtenRow = regexp.MustCompile(`^ *(\d+) (同　|[１-９][一二三四五六七八九])(成?[歩香桂銀金角飛玉と馬龍])(成?)(打|\(([1-9])([1-9])\)) +\( ?\d+:\d\d/\d\d:\d\d:\d\d\)$`)
	kifTail    = regexp.MustCompile(`^ *\d+ (投了|中断|詰み|千日手|持将棋|切れ負け|反則負け|反則勝ち|入玉勝ち)$`)
	kifNames   = map[string]string{
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

// readKIF reads the KIF that Write wrote: an SFEN without move number and moves in
// USI. Each move's piece must be on its origin square.
func readKIF(t *testing.T, text string) (sfen string, moves []string) {
	t.Helper()
	var board []string
	hands := [2]string{}
	sfen = startBoard + " b -"
	var p core.Position
	last, ended, base := "", false, 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		runes := []rune(line)
		switch {
		case strings.HasPrefix(line, "手合割："):
			if pieces := namedHandicaps[strings.TrimPrefix(line, "手合割：")]; pieces != "" {
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
		case kifTail.MatchString(line):
			ended = true
		case writtenRow.MatchString(line):
			m := writtenRow.FindStringSubmatch(line)
			n, _ := strconv.Atoi(m[1])
			if len(moves) == 0 {
				base = n
			}
			if n != base+len(moves) || ended {
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
			playAll(t, p, move)
			moves, last = append(moves, move), to
		case p != nil && !strings.HasPrefix(line, "*") && !strings.HasPrefix(line, "まで"):
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
	return names[p.(*shogi.Position).PieceAt(sq).Type()]
}

func playAll(t *testing.T, p core.Position, move string) {
	t.Helper()
	m, err := p.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	p.Do(m, nil)
}

var (
	writtenCSA = regexp.MustCompile(`^([+-])(\d)(\d)([1-9])([1-9])([A-Z]{2})$`)
	csaLetters = map[string]string{
		"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R", "OU": "K",
		"TO": "+P", "NY": "+L", "NK": "+N", "NG": "+S", "UM": "+B", "RY": "+R",
	}
)

// readCSA reads the CSA that Write wrote, as readKIF does.
func readCSA(t *testing.T, text string) (sfen string, moves []string) {
	t.Helper()
	var board []string
	hands := ""
	var p core.Position
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch m := writtenCSA.FindStringSubmatch(line); {
		case line == "PI":
			board = []string{startBoard}
		case len(line) == 29 && line[0] == 'P':
			row := ""
			for i := 2; i < 29; i += 3 {
				name := csaLetters[line[i+1:i+3]]
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
					piece = strings.ToLower(csaLetters[piece])
				} else {
					piece = csaLetters[piece]
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
			move := csaLetters[m[6]] + "*" + to
			if m[2] != "0" {
				from := m[2] + ranks[m[3][0]-'1':][:1]
				move = from + to
				if pieceAt(p, from) != csaLetters[m[6]] {
					move += "+"
				}
			}
			playAll(t, p, move)
			if got := pieceAt(p, to); got != csaLetters[m[6]] {
				t.Fatalf("%s brings a %s", line, got)
			}
			moves = append(moves, move)
		}
	}
	return sfen, moves
}
