package record

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The targets of this file look for degenerate records, such as a comment that looks like a
// statement, that do not come out as they went in.

// roundTrip reads data, and checks that each game with a whole main line comes out again as it
// was, in its own format, and that it can be converted to the others.
func roundTrip(t *testing.T, data []byte, format Format, without ...string) {
	for g, err := range NewReader(strings.NewReader(string(data)), Hint{Format: format}).All() {
		var fault *Error
		if err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		}
		if g == nil {
			continue
		}
		if err := g.Walk(func(core.Position, *Node) error { return nil }); err != nil {
			t.Fatalf("a game with an illegal move: %v", err)
		}
		if fault != nil && !fault.Aside {
			continue
		}
		own := g.Source.Format
		first := write(t, g, own, Options{})
		again := readOne(t, first, Hint{Format: own, Rules: g.Rules})
		sameTree(t, again, g, without...)
		sameFacts(t, again, g)
		if second := write(t, again, own, Options{}); second != first {
			t.Fatalf("written again\n%s\nfirst\n%s", second, first)
		}
		for f := PGN; f < formats; f++ {
			if f.Game() != "" && f.Game() != g.Rules.Name {
				continue
			}
			if f == CSA && g.Passes() {
				continue
			}
			converted := readOne(t, write(t, g, f, Options{}), Hint{Format: f, Rules: g.Rules, Settings: g.Settings})
			if f == EPD || f == FEN {
				continue
			}
			if got, want := mainLine(t, converted), mainLine(t, g); got != want {
				t.Fatalf("%s: %s, want %s", f, got, want)
			}
		}
	}
}

// What is strange, but not wrong, is kept. The first text is read, the second is in what is
// written.
func TestStrangeRecords(t *testing.T) {
	tests := []struct {
		name       string
		format     Format
		text, want string
	}{
		{"result in a variation", PGN, "1. e4 (1. d4 1-0) *", "(1. d4 {1-0})"},
		{"comment behind an alternative in a variation", PGN, "1. e4 (1. d4 (1. c4) {a} 1... d5 (1... e5) {b} 2. c4) 1... e5 *", "(1. d4 {a} 1... d5 (1... e5) {b} 2. c4) (1. c4)"},
		{"result behind an alternative in a variation", PGN, "1. e4 (1. d4 (1. c4) 1-0 d5) *", "(1. d4 {1-0} 1... d5) (1. c4)"},
		{"FEN without SetUp", PGN, "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8=Q *", "\"]\n[FEN"},
		{"FEN with SetUp", PGN, "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n1. a8=Q *", "[SetUp \"1\"]"},
		{"glyph without a move", PGN, "[White \"x\"]\n$5 *", "$5 *"},
		{"counter that is no number", PGN, "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 2 A\"]\n1. a8=Q *", "1. a8=Q"},
		{"field for a number of moves", KIF, "手合割：平手\n手数：7手\n   1 ７六歩(77)\n", "手数：7手\n"},
		{"field with a digit", KIF, "手合割：平手\n2：x\n   1 ７六歩(77)\n", "2：x\n"},
		{"indented comment", KIF, "   1 ７六歩(77)\n  *a\n", "\n*a\n"},
		{"piece with a blank", KIF, "   1 ７六歩　(77)\n", "   1 ７六歩(77)\n"},
		{"two bookmarks", KIF, "   1 ７六歩(77)\n&a\n&b\n", "&a\n&b\n"},
		{"end with a percent sign", KIF, "   1 %x\n", "   1 %x\n"},
		{"end that is a sentence", KIF, "   1 ７六歩(77)\nまで1手で 日没 再開\n", "まで1手で日没 再開\n"},
		{"end with a plus", KIF, "   1 ７六歩(77)\nまで1手で日没+\n", "まで1手で日没+\n"},
		{"end with a wide blank", KIF, "   1 ７六歩(77)\nまで1手で日　没\n", "まで1手で日　没\n"},
		{"closing with its own word", KIF, "   1 ７六歩(77)\nまで1手で最大手数\n", "   2 最大手数\n"},
		{"closing with a draw", KIF, "   1 ７六歩(77)\nまで1手で引き分けです\n", "   2 引き分け\n"},
		{"variation behind the end of a line", KIF, "   1 ７六歩(77)\n変化：2手\n*a\n   2 ３四歩(33)\n", "*a\n   2 ３四歩(33)\n"},
		{"resigned", KI2, "▲７六歩\nまで1手で投了\n", "まで1手で先手の勝ち\n"},
		{"sealed move", KI2, "▲７六歩\nまで1手で封じ手\n", "まで1手で封じ手\n"},
		{"end that means something else behind まで", KI2, "▲７六歩\n   2 中断*\n", "   2 中断*\n"},
		{"tag without a name", CSA, "$:x\nPI\n+\n+7776FU\n", "$:x\n"},
		{"remark behind a move", CSA, "PI\n+\n+7776FU,T1,'x\n", "'x\n"},
		{"remark like a header", CSA, "PI\n+\n+7776FU\n'CSAx\n", "'CSAx\n"},
		{"resignation", USI, "position startpos moves 7g7f resign\n", "7g7f resign\n"},
		{"declaration at once", USI, "position startpos moves win\n", "startpos moves win\n"},
		{"quote in a string", EPD, `8/P6k/8/8/8/8/8/K7 w - - id "a\";b"; c0 "\\";`, `id "a\";b"; c0 "\\";`},
		{"operation with capitals", EPD, "8/P6k/8/8/8/8/8/K7 w - - Depth 3;", "Depth 3;"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{Format: test.format})
			if got := write(t, g, test.format, Options{}); !strings.Contains(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			roundTrip(t, []byte(test.text), test.format, "time")
		})
	}
}

// A start position that has a name keeps the number of its move, as a diagram.
func TestNumberOfEvenGame(t *testing.T) {
	start := strings.TrimSuffix(shogi.StartSFEN, "1") + "4"
	g := readOne(t, start+" moves 7g7f", Hint{Format: SFEN})
	again := readOne(t, write(t, g, KIF, Options{}), Hint{})
	if again.Start != start {
		t.Errorf("start %q, want %q", again.Start, start)
	}
}

func TestEscapedOperands(t *testing.T) {
	g := readOne(t, chess.StartFEN[:len(chess.StartFEN)-3]+`id "a\";b" "\\" c;`, Hint{Format: EPD})
	if got, ok := g.Operands("id"); !ok || !slices.Equal(got, []string{`a";b`, `\`, "c"}) {
		t.Errorf("operands %q", got)
	}
	g = readOne(t, chess.StartFEN[:len(chess.StartFEN)-3]+`id "D:\bases\"; c0 "x"; bm e4; c1 "y" "\";`, Hint{Format: EPD})
	for range 2 {
		for opcode, want := range map[string][]string{"id": {`D:\bases\`}, "c0": {"x"}, "bm": {"e4"}, "c1": {"y", `\`}} {
			if got, ok := g.Operands(opcode); !ok || !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", opcode, got, want)
			}
		}
		g = readOne(t, write(t, g, EPD, Options{}), Hint{Format: EPD})
	}
	fault := "no error"
	if _, faults := readAll(t, `;id "x";`, Hint{Format: EPD}); len(faults) == 1 {
		fault = faults[0]
	}
	if !strings.Contains(fault, "game 1, line 1") || !strings.Contains(fault, "has no position") {
		t.Errorf("a line without a position: %s", fault)
	}
}

func FuzzPGN(f *testing.F) {
	for _, seed := range pgnSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, PGN) })
}

func FuzzKIF(f *testing.F) {
	for _, seed := range kifSeeds {
		f.Add([]byte(seed))
	}
	// KIF has seconds; what stands behind the result of KI2 has no place there.
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, KIF, "time") })
}

func FuzzCSA(f *testing.F) {
	for _, seed := range csaSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, CSA) })
}

func FuzzJKF(f *testing.F) {
	for _, seed := range jkfSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, JKF) })
}

func FuzzUSI(f *testing.F) {
	f.Add([]byte("position startpos moves 7g7f 3c3d 8h2b+ resign\nstartpos moves e2e4\nsfen " + shogi.StartSFEN + " 2g2f\n"))
	f.Add([]byte("position fen " + chess.StartFEN + " moves e2e4\n# x\n" + shogi.StartSFEN + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, data, USI) })
}

func FuzzEPD(f *testing.F) {
	f.Add([]byte(chess.StartFEN + "\n" + chess.StartFEN[:len(chess.StartFEN)-3] + `bm e4, d4; id "a;b"; hmvc 3; D1 20;` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		roundTrip(t, data, EPD)
		games, _ := readAll(t, string(data), Hint{Format: EPD})
		for _, g := range games {
			for _, tag := range g.Tags {
				_, _ = g.OperandMoves(tag.Name)
			}
			again := readOne(t, write(t, g, EPD, Options{}), Hint{Format: EPD})
			got, _ := again.Position()
			if want, _ := g.Position(); got.String() != want.String() {
				t.Fatalf("start %s, was %s", got, want)
			}
		}
	})
}

// sameFacts reports what is lost of all that does not belong to a move.
func sameFacts(t *testing.T, got, want *Game) {
	t.Helper()
	p, err := got.Position()
	must.OK(t, err)
	q, err := want.Position()
	must.OK(t, err)
	if p.String() != q.String() || got.Settings != want.Settings {
		t.Fatalf("start %s, was %s", p, q)
	}
	if got.Result != want.Result || got.Ending != want.Ending {
		t.Fatalf("%s by %s, was %s by %s", got.Result, got.Ending, want.Result, want.Ending)
	}
	for _, tag := range want.Tags {
		switch tag.Name {
		case TagHandicap, TagFEN, TagSetUp, TagResult: // written from the game
			continue
		}
		if !slices.Contains(got.Tags, tag) {
			t.Fatalf("tags %q, were %q", got.Tags, want.Tags)
		}
	}
	for _, tag := range got.Tags {
		added := tag.Name == TagHandicap || want.Source.Format == PGN && slices.Contains(pgnRoster[:], tag.Name)
		if !added && !want.Tags.Has(tag.Name) {
			t.Fatalf("tags %q, were %q", got.Tags, want.Tags)
		}
	}
}

// A word for an end is written only if it is read so again.
func TestWordsForAnEnd(t *testing.T) {
	for _, test := range []struct{ name, text, kif, csa string }{
		{"plain", "日没", "日没", "%CHUDAN"},
		{"of CSA", "%ERROR", "%ERROR", "%ERROR"},
		{"a blank", "日 没", "中断", "%CHUDAN"},
		{"a form feed behind", "日没\f", "中断", "%CHUDAN"},
		{"a wide blank", "%日　没", "中断", "%CHUDAN"},
		{"two lines", "%日\n没", "中断", "%CHUDAN"},
		{"a comma", "%a,b", "%a,b", "%CHUDAN"},
		{"a parenthesis", "%a(b", "中断", "%a(b"},
		{"a plus behind", "%a+", "中断", "%a+"},
		{"a move", "７六歩(77)", "中断", "%CHUDAN"},
		{"another end", "投了", "中断", "%CHUDAN"},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := &Node{Terminal: OtherTerminal, Text: test.text}
			if got := n.kifWord(); got != test.kif {
				t.Errorf("KIF: %q, want %q", got, test.kif)
			}
			if got := n.csaWord(core.First); got != test.csa {
				t.Errorf("CSA: %q, want %q", got, test.csa)
			}
		})
	}
}

// What is read as a time can be written so that it is read again.
func TestParseClock(t *testing.T) {
	for _, test := range []struct {
		text string
		want time.Duration // negative: none
	}{
		{"7", 7 * time.Second}, {"0:16", 16 * time.Second}, {"1:02:03.5", time.Hour + 2*time.Minute + 3500*time.Millisecond},
		{"999:59:59", 1000*time.Hour - time.Second}, {"59999:59", 1000*time.Hour - time.Second}, {"3599999", 1000*time.Hour - time.Second},
		{"1000:00:00", -1}, {"60000:00", -1}, {"3600000", -1}, {"7710:00:16", -1}, {"65536:00", -1}, {"1:2:3:4", -1}, {"", -1}, {"1:", -1}, {"-1", -1}, {"1e3", -1},
	} {
		d, ok := parseClock(test.text)
		if ok != (test.want >= 0) || ok && d != test.want {
			t.Errorf("%q is %v, %t", test.text, d, ok)
		}
		if !ok {
			continue
		}
		for _, text := range []string{formatClock(d), strings.TrimSpace(csaTime(Known(d)))[1:]} {
			if again, ok := parseClock(text); again != d || !ok {
				t.Errorf("%q is written as %q", test.text, text)
			}
		}
	}
}
