//go:build !js

package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A game as text has a line for each move, with its sign, the chances and what there is to say.
func TestGamesAsText(t *testing.T) {
	for _, test := range []struct {
		name, input string
		args        []string
		want        []string
	}{
		{"chess", scholarsMate, nil, []string{"Ann – Bob  1-0", "C20 King's Pawn Game: Wayward Queen Attack", "   1. e4 ", " 2... Ke7??            +M1  100 %  Blunder. Lets White mate in 1 by Qxe5#. Best was ", "   3. Qxe5#                 100 %  best"}},
		{"in Japanese", scholarsMate, []string{"--lang", "ja"}, []string{" 2... Ke7??           +詰1  100 %  白勝勢 【大悪手】", "Bob 正確さ"}},
		{"one side", scholarsMate, []string{"--side", "white"}, []string{" 2... Ke7              +M1  100 %\n", "   3. Qxe5#                 100 %  best"}},
		{"shogi", usiMoves, nil, []string{"先手 – 後手  *", "    1 ▲７六歩 ", "    4 △同　銀 "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, _, err := analysed(t, test.input, append([]string{"-", "--format", "txt"}, test.args...)...)
			must.OK(t, err)
			must.Has(t, out, test.want...)
		})
	}
}

// Games of shogi are written in every format of records, whatever they were read from.
func TestFormatsOfShogi(t *testing.T) {
	for _, format := range []string{"kif", "ki2", "csa", "jkf"} {
		for from, input := range map[string]string{"USI": usiMoves, "CSA": csaMoves, "KI2": ki2Moves} {
			out, _, err := analysed(t, input, "-", "--format", format)
			must.OK(t, err)
			g, err := record.NewReader(strings.NewReader(out), record.Hint{Name: "x." + format}).Next()
			if err != nil || len(g.Moves()) != 4 || g.Source.Format != record.FormatOf("."+format) {
				t.Errorf("%s from %s: error %v in\n%s", format, from, err, out)
			}
		}
	}
	_, _, err := analysed(t, scholarsMate, "-", "--format", "csa")
	must.Say(t, err, "a game of chess, which CSA cannot hold")
}

// What is no record, another game, or there twice is told in words.
func TestOddFiles(t *testing.T) {
	long := strings.Replace(scholarsMate, "1. e4", "1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 *\n\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4", 1)
	twice := long + "\n" + long
	for _, test := range []struct{ name, file, text, want string }{
		{"a picture", "a.pgn", "\x89PNG\r\n\x1a\n", "a.pgn: this is no record of games but PNG"},
		{"a program", "a.kif", "\x7fELF\x02" + strings.Repeat("\x00\x01", 99), "a.kif: this is no record of games but binary data"},
		{"atomic chess", "a.pgn", "[Variant \"Atomic\"]\n\n1. e4 *\n", "\"Atomic\" is a game of its own: chess and Chess960 are read here"},
		{"small shogi", "a.kif", "手合割：５五将棋\n   1 ３四歩(35)\n", "\"５五将棋\" is a game of its own: shogi of nine by nine squares is read here"},
		{"twice in a file", "a.pgn", twice, "a.pgn, game 3 is the same game as a.pgn, game 1"},
		{"German pieces", "a.pgn", "1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4 *\n", "a.pgn, game 1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(folder(t, map[string]string{test.file: test.text}))
			_, told, err := analysed(t, "", test.file, "--nodes", "1", "--quality", "once")
			if text := fmt.Sprint(told, err); !strings.Contains(text, test.want) {
				t.Errorf("told %s, want %q", text, test.want)
			}
		})
	}
	t.Run("in two files", func(t *testing.T) {
		others := "[White \"Other\"]\n[Black \"Players\"]\n\n1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 *\n"
		t.Chdir(folder(t, map[string]string{"a.pgn": long, "b.pgn": long, "c.pgn": others}))
		_, told, err := analysed(t, "", "a.pgn", "b.pgn", "c.pgn", "--nodes", "1", "--quality", "once", "--out", "to")
		if err != nil || strings.Count(told, "is the same game as") != 1 || !strings.Contains(told, "b.pgn, game 1 is the same game as a.pgn, game 1") {
			t.Errorf("told %s, error %v", told, err)
		}
	})
}
