package record

import (
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestFormatRecognised(t *testing.T) {
	tests := []struct {
		name, text, file string
		want             Format
	}{
		{"tags", "\n[Event \"x\"]\n", "x.kif", PGN},
		{"movetext", "1. e4 e5 *", "", PGN},
		{"moves without numbers", "e4 e5 *", "", PGN},
		{"a comment", "{x}\n1. e4", "", PGN},
		{"KIF header", "#KIF version=2.0 encoding=UTF-8\n", "", KIF},
		{"KIF moves", "1 ７六歩(77)\n", "x.pgn", KIF},
		{"KIF with a header only", "手合割：平手\n先手：a\n", "", KIF},
		{"KI2 with a header only", "手合割：平手\n先手：a\n", "x.ki2", KI2},
		{"KI2", "手合割：平手\n先手：a\n\n▲７六歩\n", "x.kif", KI2},
		{"a diagram", "後手の持駒：なし\n| ・\n", "", KIF},
		{"CSA", "V2.2\n", "x.txt", CSA},
		{"CSA 3", "'CSA encoding=UTF-8\n", "", CSA},
		{"CSA comments", "'x\n'y\nPI\n+\n", "", CSA},
		{"CSA moves", "+7776FU\n", "", CSA},
		{"CSA rows", "P1-KY-KE\n", "", CSA},
		{"position", "# x\nposition startpos\n", "x.sfen", USI},
		{"startpos", "startpos moves 7g7f\n", "", SFEN},
		{"SFEN", shogi.StartSFEN, "", SFEN},
		{"FEN", chess.StartFEN, "x.epd", FEN},
		{"EPD", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "x.fen", EPD},
		{"extension only", "# nothing\n", "dir/X.PGN", PGN},
		{"unknown extension", "rubbish rubbish\n", "x.txt", UnknownFormat},
		{"nothing", "", "", UnknownFormat},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, e := range []Encoding{UTF8, ShiftJIS, EUCJP, UTF16} {
				text := test.text
				if e == UTF16 {
					text = "\ufeff" + text
				}
				data, err := encode(text, e)
				must.OK(t, err)
				if got := NewReader(strings.NewReader(string(data)), Hint{Name: test.file}).Format(); got != test.want {
					t.Errorf("%s in %s, want %s", got, e, test.want)
				}
			}
		})
	}
}

func TestUnknownFormat(t *testing.T) {
	for text, want := range map[string]string{"": "EOF", "\n\n": "EOF", "\nrubbish\nrubbish\n": "game 1, line 2: the text has no format that is known",
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR": "game 1, line 3: the line has a NUL byte; this is no text"} {
		r := NewReader(strings.NewReader(text), Hint{})
		if g, err := r.Next(); g != nil || err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%q: error %v afterwards", text, err)
		}
	}
}

// A file that was put together from files of both encodings is read.
func TestMixedEncodings(t *testing.T) {
	sjis := func(text string) string {
		out, err := encode(text, ShiftJIS)
		must.OK(t, err)
		return string(out)
	}
	const comment = "ああ\nﾆｱ" // either line is valid in the other encoding
	game := kifHead + "*ああ\n*ﾆｱ\n1 ７六歩(77)\n"
	for _, text := range []string{
		game + sjis(game), sjis(game) + game,
		sjis(kifHead) + "*ああ\n" + sjis("手合割：平手\n*ﾆｱ\n1 ７六歩(77)\n"),
	} {
		games, faults := readAll(t, text, Hint{})
		if len(faults) > 0 {
			t.Errorf("faults %q", faults)
		}
		got := ""
		for _, g := range games {
			got += "\n" + strings.Join(g.Root.Comments, "\n")
		}
		if got != "\n"+comment && got != "\n"+comment+"\n"+comment {
			t.Errorf("comments %q", got)
		}
	}
}

// Text is Shift-JIS or EUC-JP by what else it would be.
func TestJapaneseEncodings(t *testing.T) {
	tests := []struct {
		name, text string
		encodings  []Encoding
	}{
		{"KIF", "手合割：平手\n先手：羽生善治\n1 ７六歩(77)\n*ｱｱ\n", []Encoding{UTF8, ShiftJIS, EUCJP, UTF16}},
		{"CSA with names", "V2.2\nN+羽生善治\nN-加藤一二三\nPI\n+\n+7776FU\n'*急戦\n", []Encoding{UTF8, ShiftJIS, EUCJP, UTF16}},
		{"CSA with a comment far below", "V2.2\nPI\n+\n" + strings.Repeat("'x\n", 1000) + "+7776FU\n'*急戦\n", []Encoding{UTF8, ShiftJIS, EUCJP}},
		{"katakana of half width", "V2.2\nN+ｶｷﾉｷ\nN-ﾎﾞﾅﾝｻﾞ\nPI\n+\n+7776FU\n", []Encoding{UTF8, ShiftJIS}},
		{"USI", "# 先手\nstartpos moves 7g7f\n", []Encoding{UTF8, ShiftJIS, EUCJP}},
	}
	for _, test := range tests {
		for _, e := range test.encodings {
			t.Run(test.name+" in "+e.String(), func(t *testing.T) {
				text := test.text
				if e == UTF16 {
					text = "\ufeff" + text
				}
				data, err := encode(text, e)
				must.OK(t, err)
				want := readOne(t, test.text, Hint{})
				g := readOne(t, string(data), Hint{})
				sameTree(t, g, want)
				sameFacts(t, g, want)
				if g.Source.Encoding != e {
					t.Errorf("encoding %s", g.Source.Encoding)
				}
				again := readOne(t, write(t, g, g.Source.Format, g.Source.Options()), Hint{})
				sameTree(t, again, want)
				sameFacts(t, again, want)
			})
		}
	}
}

func TestEncode(t *testing.T) {
	tests := []struct {
		text     string
		encoding Encoding
		want     string // the bytes, or the error
	}{
		{"é€\u0081", Latin1, "\xe9\x80\x81"},
		{"\u0080", Latin1, "Latin-1 has no character '\\u0080'; UTF-8 has"},
		{"日", Latin1, "Latin-1 has no character '日'; UTF-8 has"},
		{"先〜", ShiftJIS, "\x90\xe6\x81\x60"},
		{"先〜", EUCJP, "\xc0\xe8\xa1\xc1"},
		{"▲☗", EUCJP, "EUC-JP has no character '☗'; UTF-8 has"},
		{"▲☗", ShiftJIS, "Shift-JIS has no character '☗'; UTF-8 has"},
		{"a先", UTF16, "a\x00\x48\x51"},
		{"先", UTF8, "先"},
	}
	for _, test := range tests {
		out, err := encode(test.text, test.encoding)
		got := string(out)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q in %s: %q, want %q", test.text, test.encoding, got, test.want)
		}
	}
}

func TestPositionLines(t *testing.T) {
	tests := []struct{ name, text, rules, start, moves string }{
		{"USI", "position startpos moves 7g7f 3c3d", "shogi", "", "7g7f 3c3d"},
		{"SFEN", "sfen " + shogi.StartSFEN + " moves 7g7f", "shogi", shogi.StartSFEN, "7g7f"},
		{"bare SFEN", shogi.StartSFEN, "shogi", shogi.StartSFEN, ""},
		{"no number", "sfen 4k4/9/9/9/9/9/9/9/4K4 b - moves 5i5h", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b -", "5i5h"},
		{"no word", "startpos 7g7f", "shogi", "", "7g7f"},
		{"resigned", "startpos moves 7g7f resign", "shogi", "", "7g7f"},
		{"UCI", "position startpos moves e2e4", "chess", "", "e2e4"},
		{"FEN", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1d1", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
		{"nobody knows", "position startpos", "shogi", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text+"\n", Hint{Format: USI})
			if g.Rules.Name != test.rules || g.Start != test.start || mainLine(t, g) != test.moves {
				t.Errorf("%s, %q, %s", g.Rules.Name, g.Start, mainLine(t, g))
			}
			again := readOne(t, write(t, g, USI, Options{}), Hint{Rules: g.Rules})
			if mainLine(t, again) != test.moves || again.Rules.Name != test.rules {
				t.Errorf("again %s, %s", again.Rules.Name, mainLine(t, again))
			}
		})
	}
	games, faults := readAll(t, "startpos moves 7g7f\nposition\nstartpos moves 7g7x\n# x\nstartpos moves resign 7g7f\nsfen x b -\nstartpos\n", Hint{})
	if len(games) != 2 || len(faults) != 4 || !strings.HasPrefix(faults[1], "game 3, line 3: move 1: \"7g7x\" is no move") {
		t.Errorf("%d games, faults %q", len(games), faults)
	}
	if g := readOne(t, "position startpos", Hint{Rules: chess.Rules}); !g.isChess() {
		t.Error("the hint is not taken")
	}
}

func TestEPD(t *testing.T) {
	const board = "4k3/8/8/8/8/8/4P3/4K3 w - -"
	tests := []struct{ name, text, start, epd, fen string }{
		{"nothing else", board, board + " 0 1", board, board + " 0 1"},
		{"operations", board + ` bm e4, Kd2+; id "a;b"; D1 20;`, board + " 0 1", board + ` bm e4, Kd2+; id "a;b"; D1 20;`, board + ` 0 1 bm e4, Kd2+; id "a;b"; D1 20;`},
		{"counters", board + " hmvc 3; fmvn 7;", board + " 3 7", board + " hmvc 3; fmvn 7;", board + " 3 7"},
		{"FEN", board + " 3 7", board + " 3 7", board + " hmvc 3; fmvn 7;", board + " 3 7"},
		{"perft", board + " 0 1 ;D1 7 ;D2 35", board + " 0 1", board + " D1 7; D2 35;", board + " 0 1 D1 7; D2 35;"},
		{"the word", "fen " + board + " 0 1", board + " 0 1", board, board + " 0 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, "# x\n\n"+test.text+"\n", Hint{})
			if g.Start != test.start {
				t.Errorf("start %s, want %s", g.Start, test.start)
			}
			if got := write(t, g, EPD, Options{}); got != test.epd+"\n" {
				t.Errorf("EPD %s, want %s", got, test.epd)
			}
			if got := write(t, g, FEN, Options{}); got != test.fen+"\n" {
				t.Errorf("FEN %s, want %s", got, test.fen)
			}
		})
	}
	_, faults := readAll(t, board+"\n"+board+" \"x\"\n"+board+" id \"x\n8/8 w\n"+board+" hmvc x;\n", Hint{})
	if len(faults) != 4 || !strings.HasPrefix(faults[0], "game 2, line 2: ") || !strings.Contains(faults[1], "is not closed") {
		t.Errorf("faults %q", faults)
	}
	// Tags of other formats are no operations.
	if got := write(t, readOne(t, "[Event \"x\"]\n1. e4 *", Hint{}), EPD, Options{}); got != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n" {
		t.Errorf("EPD of a game: %s", got)
	}
}

// Walk visits a move, the variations to it, and what follows, and leaves the board as it was.
func TestWalk(t *testing.T) {
	g := readOne(t, "1. e4 (1. d4 d5 (1... f5)) (1. c4) 1... e5 2. Nf3 *", Hint{})
	var seen []string
	err := g.Walk(func(p core.Position, n *Node) error {
		seen = append(seen, SAN(p, n.Move))
		return nil
	})
	if got := strings.Join(seen, " "); err != nil || got != "e4 d4 d5 f5 c4 e5 Nf3" {
		t.Errorf("%s, error %v", got, err)
	}
	if err := g.Walk(func(core.Position, *Node) error { return io.ErrNoProgress }); err != io.ErrNoProgress {
		t.Errorf("error %v", err)
	}
	// A variation may be added to the node that is visited.
	n := 0
	err = g.Walk(func(p core.Position, node *Node) error {
		if n++; n == 1 {
			p.Do(node.Move, nil)
			m, _ := p.ParseMove("c7c5")
			p.Undo()
			node.Add(m)
		}
		return nil
	})
	if err != nil || n != 8 {
		t.Errorf("%d nodes, error %v", n, err)
	}
	if moves := g.Moves(); len(moves) != 3 {
		t.Errorf("moves %v", moves)
	}
}

func TestNewGame(t *testing.T) {
	if _, err := NewGame(core.Rules{}, "", core.Settings{}); err == nil {
		t.Error("a game without rules")
	}
	if _, err := NewGame(shogi.Rules, "x", core.Settings{}); err == nil {
		t.Error("a game from nowhere")
	}
	g, err := NewGame(shogi.Rules, "", core.Settings{})
	if err != nil || len(g.Moves()) != 0 {
		t.Errorf("%v, error %v", g, err)
	}
}

// Marks of the byte order may stand anywhere, as in files put together by cat, and be
// missing in UTF-16.
func TestByteOrderMarks(t *testing.T) {
	utf16 := func(text string, order unicode.Endianness) string {
		out, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().String(text)
		must.OK(t, err)
		return out
	}
	const pgn, kif = "[White \"Müller\"]\n\n1. e4 e5 *", "手合割：平手\n先手：羽生善治\n   1 ７六歩(77)\n*急戦矢倉\n   2 投了"
	const csa = "V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO"
	for _, test := range []struct {
		name, text string
		games      int
	}{
		{"PGN", mark + pgn + "\n" + mark + pgn, 2},
		{"PGN without a line end", mark + pgn + mark + pgn, 2},
		{"KIF", mark + kif + "\n" + mark + kif, 2},
		{"KIF without a line end", mark + kif + mark + kif, 2},
		{"CSA", mark + csa + "\n" + mark + csa, 2},
		{"CSA without a line end", mark + csa + mark + mark + csa + mark, 2},
		{"before a remark", mark + "'CSA encoding=UTF-8\n" + csa + "\n" + mark + "'CSA encoding=UTF-8\n" + csa, 2},
		{"behind blank lines", "\n\n" + mark + pgn, 1},
		{"USI", "startpos moves 7g7f\n" + mark + "startpos moves 2g2f\n", 2},
		{"EPD", "8/P6k/8/8/8/8/8/K7 w - -\n" + mark + "8/P6k/8/8/8/8/8/K7 b - -\n", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			for name, data := range map[string]string{
				"UTF-8": test.text, "UTF-16, little endian": utf16(test.text, unicode.LittleEndian), "UTF-16, big endian": utf16(test.text, unicode.BigEndian),
			} {
				games, faults := readAll(t, data, Hint{})
				if len(games) != test.games || len(faults) > 0 {
					t.Errorf("%s: %d games, faults %q", name, len(games), faults)
				}
				for _, g := range games {
					if len(g.Moves()) == 0 && g.Source.Format != EPD {
						t.Errorf("%s: no moves", name)
					}
				}
			}
		})
	}
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, text := range []string{pgn, kif, csa} {
			g, want := readOne(t, utf16(text, order), Hint{}), readOne(t, text, Hint{})
			sameTree(t, g, want)
			if g.Player(core.First) != want.Player(core.First) || g.Source.Encoding != UTF16 || g.Source.BOM {
				t.Errorf("without a mark: %q, %s", g.Player(core.First), g.Source.Encoding)
			}
		}
	}
	g := readOne(t, "1. e4 *", Hint{})
	g.Root.Main().Comments = []string{"a" + mark + "b"}
	if got := write(t, g, PGN, Options{}); strings.Contains(got, mark) {
		t.Errorf("written %q", got)
	}
}

// A fault in an operation does not cost the position, nor what stands before it.
func TestSalvagedOperations(t *testing.T) {
	for _, more := range []string{`; bm a8=Q; id "x;`, `bm a8=Q; id "x;`} {
		g, err := NewReader(strings.NewReader("8/P6k/8/8/8/8/8/K7 w - - "+more+"\n"), Hint{}).Next()
		var fault *Error
		if !errors.As(err, &fault) || !fault.Aside || g == nil || g.Tags.Get("bm") != "a8=Q" || len(g.Tags) != 1 {
			t.Errorf("%s: %v, error %v", more, g, err)
		}
	}
}

// Text that is no record is an error in every format, and neither a game nor nothing. What is
// empty is nothing.
func TestNoRecord(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"prose", "Dear all,\nthis is not a game.\n"},
		{"prose with a colon", "Note: call Ada\n"},
		{"Japanese prose", "これは棋譜ではありません。\n"},
		{"a list", "* one\n* two\n"},
		{"a heading", "# Heading\n\nSome words.\n"},
		{"a page", "<!DOCTYPE html>\n<html><body>Not found</body></html>\n"},
		{"JSON", `{"moves": "none"}`},
		{"JSON of something else", "{\n  \"name\": \"x\"\n}\n"},
		{"a list of JSON", `[{"name": "x"}]`},
		{"a number", "42\n"},
		{"a comment", "; nothing\n"},
	} {
		for name := range strings.FieldsSeq("x.pgn x.kif x.ki2 x.csa x.usi x.sfen x.epd x.fen x.jkf x.txt x") {
			t.Run(test.name+" in "+name, func(t *testing.T) {
				games, faults := readAll(t, test.text, Hint{Name: name})
				for _, g := range games {
					t.Errorf("a game with %d moves and tags %v", len(g.Moves()), g.Tags)
				}
				if len(faults) == 0 {
					t.Error("no error")
				}
			})
		}
	}
	for f := UnknownFormat; f < formats; f++ {
		if games, faults := readAll(t, " \n\u3000\n\n", Hint{Format: f}); len(games)+len(faults) > 0 {
			t.Errorf("%s: blank text is %d games, faults %v", f, len(games), faults)
		}
	}
}

// A text that is only a result is a game of chess without moves.
func TestOnlyResult(t *testing.T) {
	for text, want := range map[string]Result{"*": Unfinished, "1-0\n": FirstWins, "\n1/2-1/2\n": Draw} {
		g := readOne(t, text, Hint{})
		if !g.isChess() || len(g.Moves()) > 0 || g.Result != want {
			t.Errorf("%q: %s, %s", text, g.Rules.Name, g.Result)
		}
	}
}
