package board

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

const (
	ruy      = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
	exchange = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
)

// Drawings are compared as they stand, so that whoever changes one sees it.
func TestDrawings(t *testing.T) {
	western, japanese := [2]string{"Sente", "Gote"}, [2]string{"先手", "後手"}
	for _, c := range []struct {
		name, position string
		look           Look
		want           string
	}{
		{"chess in letters", ruy, Look{}, `
8  r . b q k b n r
7  p p p p . p p p
6  . . n . . . . .
5  . B . . p . . .
4  . . . . P . . .
3  . . . . . N . .
2  P P P P . P P P
1  R N B Q K . . R
   a b c d e f g h`},
		{"chess in symbols as Black sees it", ruy, Look{Symbols: true, Flipped: true}, "\n" +
			"1  ♖ . . ♔ ♕ ♗ ♘ ♖\n" +
			"2  ♙\ufe0e ♙\ufe0e ♙\ufe0e . ♙\ufe0e ♙\ufe0e ♙\ufe0e ♙\ufe0e\n" +
			"3  . . ♘ . . . . .\n" +
			"4  . . . ♙\ufe0e . . . .\n" +
			"5  . . . ♟\ufe0e . . ♗ .\n" +
			"6  . . . . . ♞ . .\n" +
			"7  ♟\ufe0e ♟\ufe0e ♟\ufe0e . ♟\ufe0e ♟\ufe0e ♟\ufe0e ♟\ufe0e\n" +
			"8  ♜ ♞ ♝ ♚ ♛ ♝ . ♜\n" +
			"   h g f e d c b a"},
		{"shogi in letters", exchange, Look{Sides: western}, `
Gote in hand: nothing
   9  8  7  6  5  4  3  2  1
+---------------------------+
|  l  n  s  g  k  g  s  n  l|a
|  .  r  .  .  .  .  . +B  .|b
|  p  p  p  p  p  p  .  p  p|c
|  .  .  .  .  .  .  p  .  .|d
|  .  .  .  .  .  .  .  .  .|e
|  .  .  P  .  .  .  .  .  .|f
|  P  P  .  P  P  P  P  P  P|g
|  .  .  .  .  .  .  .  R  .|h
|  L  N  S  G  K  G  S  N  L|i
+---------------------------+
Sente in hand: B1`},
		{"shogi in kanji as Gote sees it", exchange, Look{Symbols: true, Flipped: true, Sides: japanese}, `
先手の持駒：角
  １ ２ ３ ４ ５ ６ ７ ８ ９
+---------------------------+
| 香 桂 銀 金 玉 金 銀 桂 香|九
| ・ 飛 ・ ・ ・ ・ ・ ・ ・|八
| 歩 歩 歩 歩 歩 歩 ・ 歩 歩|七
| ・ ・ ・ ・ ・ ・ 歩 ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・v歩 ・ ・ ・ ・ ・ ・|四
|v歩v歩 ・v歩v歩v歩v歩v歩v歩|三
| ・ 馬 ・ ・ ・ ・ ・v飛 ・|二
|v香v桂v銀v金v玉v金v銀v桂v香|一
+---------------------------+
後手の持駒：なし`},
		{"hands", "4k4/9/9/9/9/9/9/9/4K4 b RG13P2b2s 1", Look{Symbols: true, Sides: japanese}, `
後手の持駒：角二　銀二
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛　金　歩十三`},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := Draw(parse(t, c.position), c.look)
			if got := "\n" + strings.Join(lines, "\n"); got != c.want {
				t.Errorf("drawn as%s\nwant%s", got, c.want)
			}
		})
	}
}

func parse(t *testing.T, text string) core.Position {
	t.Helper()
	p, err := games.Guess(text).Parse(text, core.Settings{})
	must.OK(t, err)
	return p
}

// All ranks of a board take the same columns, whatever the width of their letters, and all
// boards fit 60 columns and 20 lines, with room for a few lines more.
func TestBoardsAreStraight(t *testing.T) {
	for _, position := range []string{ruy, exchange} {
		for _, symbols := range []bool{false, true} {
			p := parse(t, position)
			lines := Draw(p, Look{Symbols: symbols, Sides: [2]string{"先手", "後手"}})
			if len(lines) > 16 {
				t.Errorf("%d lines", len(lines))
			}
			width := map[int]int{}
			for _, line := range lines {
				if strings.HasPrefix(line, "|") || strings.HasPrefix(line, "8 ") {
					line = strings.TrimRight(line, "abcdefghi一二三四五六七八九")
					width[cli.Columns(line)]++
				}
			}
			if len(width) != 1 {
				t.Errorf("%s: ranks of different widths %v in\n%s", position, width, strings.Join(lines, "\n"))
			}
		}
	}
}

// Without colours nothing is marked; with them the last move is.
func TestLastMoveIsMarked(t *testing.T) {
	for _, c := range []struct{ name, position, move, want string }{
		{"chess", ruy, "g8f6", "\x1b[" + whitePiece + ";" + markedLight + "m   \x1b[0m"},
		{"shogi", exchange, "3a2b", "\x1b[7m ・\x1b[0m"},
		{"a drop marks one square", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", "\x1b[7m 歩\x1b[0m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.position)
			m, err := p.ParseMove(c.move)
			must.OK(t, err)
			p.Do(m, nil)
			if text := strings.Join(Draw(p, Look{Symbols: true, Last: m}), "\n"); strings.Contains(text, "\x1b") {
				t.Errorf("escapes in\n%s", text)
			}
			text := strings.Join(Draw(p, Look{Symbols: true, Last: m, Style: true}), "\n")
			must.Has(t, text, c.want)
			if marks := strings.Count(text, "[7m"); m.IsDrop() && marks != 1 {
				t.Errorf("%d squares are marked", marks)
			}
		})
	}
}
