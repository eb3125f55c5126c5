package record

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

func ExampleReader() {
	r := NewReader(strings.NewReader(`
[White "Ada"]
1. e4 (1. d4 d5) 1... e5 $1 2. Nf3 {a comment} 1/2-1/2
[White "Cid"]
1. e4 Ke5 *
[White "Eve"]
1. Nf3 1-0`), Hint{})
	for g, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Player(core.First), len(g.Moves()), g.Result)
	}
	// Output:
	// Ada 3 1/2-1/2
	// game 2, line 5: ply 2: move "Ke5" is not legal
	// Eve 1 1-0
}

// An analysis adds evaluations, glyphs and better moves to a game.
func ExampleWrite() {
	g, err := NewReader(strings.NewReader("1. f3 e5 2. g4 {blunder} Qh4# 0-1"), Hint{}).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	err = g.Walk(func(p core.Position, n *Node) error {
		switch SAN(p, n.Move) {
		case "f3":
			n.Eval = &Eval{Score: -62, Depth: 20}
		case "g4":
			n.NAGs = append(n.NAGs, 4)
			n.Eval = &Eval{Score: core.LossIn(1)}
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	if err := Write(os.Stdout, g, PGN, Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "0-1"]
	//
	// 1. f3 {[%eval -0.62,20]} 1... e5 2. g4 $4 {[%eval #-1] blunder} 2... Qh4# 0-1
}

// All spellings of these three moves are read.
func TestPGNSpellings(t *testing.T) {
	const want = "e2e4 e7e5 g1f3"
	tests := []struct{ name, text string }{
		{"plain", "1. e4 e5 2. Nf3 *"},
		{"numbers attached", "1.e4 1...e5 2.Nf3 *"},
		{"wrong and missing numbers", "7. e4 e5 Nf3 *"},
		{"dots apart", "1 . e4 1 ... e5 2 . Nf3 *"},
		{"an ellipsis", "1. e4 1…e5 2. Nf3 *"},
		{"no result", "1. e4 e5 2. Nf3"},
		{"UCI", "e2e4 e7e5 g1f3 *"},
		{"long", "1. e2-e4 e7-e5 2. Ng1-f3 *"},
		{"too much origin", "1. e2e4 e5 2. Ngf3 *"},
		{"origin by rank", "1. e4 e5 2. N1f3 *"},
		{"pawn letters", "1. Pe4 Pe5 2. Nf3 *"},
		{"wrong signs", "1. e4+ e5# 2. Nf3++ *"},
		{"opinions", "1. e4! e5?! 2. Nf3!! $140 *"},
		{"opinions apart", "1. e4 ! e5 ?! +- 2. Nf3 ± *"},
		{"comments", "{x} 1. e4 {y} e5 ; z\n2. Nf3 *"},
		{"a comment of lines", "1. e4 {one\n%two\n\n[three]} e5 2. Nf3 *"},
		{"a comment with a bracket", "1. e4 {( 1. d4 [%x]} e5 2. Nf3 *"},
		{"escaped lines", "1. e4\n%d5 1-0\ne5 2. Nf3 *"},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 {)} (1... f5)) 2. c4) e5 2. Nf3 (2. f4) *"},
		{"a result within a variation", "1. e4 (1. d4 1-0) e5 2. Nf3 *"},
		{"an empty variation", "1. e4 () e5 2. Nf3 *"},
		{"line ends of Windows", "1. e4\r\ne5\r\n2. Nf3\r\n*\r\n"},
		{"line ends of old Macintoshes", "1. e4\re5\r2. Nf3\r*\r"},
		{"a byte order mark", "\ufeff1. e4 e5 2. Nf3 *"},
		{"a form feed", "\f1. e4\ve5 2. Nf3 *"},
		{"stray ends before", "* 1-0 {x} 1. e4 e5 2. Nf3 *"},
		{"tags on a line", "[White \"x\"] [Black \"y\"] 1. e4 e5 2. Nf3 *"},
		{"blank lines between tags", "[White \"x\"]\n\n[Black \"y\"]\n\n1. e4 e5 2. Nf3 *"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := mainLine(t, readOne(t, test.text, Hint{Format: PGN})); got != want {
				t.Errorf("moves %q, want %q", got, want)
			}
		})
	}
}

func TestPGNSpecialMoves(t *testing.T) {
	tests := []struct{ name, fen, text, want string }{
		{"castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. O-O", "e1g1"},
		{"castling with zeros", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. 0-0-0", "e1c1"},
		{"promotion", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1. a8=N", "a7a8n"},
		{"promotion without a sign", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1. a8Q+", "a7a8q"},
		{"promotion in parentheses", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1. a8(R)", "a7a8r"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6 e.p.", "e5d6"},
		{"en passant attached", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6e.p.", "e5d6"},
		{"Black begins", "4k3/8/8/8/8/8/8/4K3 b - - 0 9", "9... Kd8", "e8d8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, fmt.Sprintf("[FEN %q]\n%s *", test.fen, test.text), Hint{})
			if got := mainLine(t, g); got != test.want || g.Start != test.fen {
				t.Errorf("moves %q from %s, want %q", got, g.Start, test.want)
			}
			if out := write(t, g, PGN, Options{}); !strings.Contains(out, `[FEN "`+test.fen+`"]`) {
				t.Errorf("no start position in %s", out)
			}
		})
	}
}

// A text that is already as it should be comes out letter for letter.
func TestPGNVerbatim(t *testing.T) {
	const roster = "[Event \"A \\\"big\\\" \\\\ one\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"-\"]\n" +
		"[White \"Grünfeld\"]\n[Black \"a [b]\"]\n[Result \"1-0\"]\n"
	tests := []struct{ name, text string }{
		{"moves", roster + "\n1. e4 e5 2. Nf3 1-0\n\n"},
		{"strange tags in their order", "[Zzz \"1\"]\n" + roster + "[Annotator \"x\"]\n[Annotator \"y\"]\n\n1. e4 1-0\n\n"},
		{"comments", roster + "\n{first} 1. e4 {[%csl Gd4] a [%clk 1:00:00]\n\nb} 1... e5 {x} {y} 2. Nf3 1-0\n\n"},
		{"variations", roster + "\n1. e4 (1. d4 d5 (1... f5 2. c4) 2. c4) (1. c4) 1... e5 1-0\n\n"},
		{"comments around variations", roster + "\n1. e4 {a} ({b} 1. d4 {c}) {d} 1... e5 1-0\n\n"},
		{"glyphs", roster + "\n1. e4 $1 $146 (1. d4 $6 $255) 1... e5 1-0\n\n"},
		{"a brace in a comment", roster + "\n1. e4 ; a } b\n1... e5 1-0\n\n"},
		{"escaped lines", roster + "\n% one\n1. e4\n%two\n1... e5 1-0\n\n"},
		{"cutechess", roster + "\n1. e4 {+0.31/12 0.051s, n=77} 1... e5 {-M4/9 1.2s} 1-0\n\n"},
		{"mate", strings.Replace(roster, "1-0", "0-1", 1) + "\n1. f3 e5 2. g4 Qh4# 0-1\n\n"},
		{"no moves", roster + "\n1-0\n\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := write(t, readOne(t, test.text, Hint{}), PGN, Options{}); got != test.text {
				t.Errorf("got\n%s\nwant\n%s", got, test.text)
			}
		})
	}
}

func TestPGNTree(t *testing.T) {
	g := readOne(t, "{root} 1. e4!? {a} ({b} 1. d4 $14 {c} d5 (1... f5)) {d} 1... e5 * {e}", Hint{})
	e4, d4 := g.Root.Children[0], g.Root.Children[1]
	tests := []struct {
		name      string
		got, want any
	}{
		{"root", g.Root.Comments[0], "root"},
		{"glyph of a suffix", e4.NAGs[0], 5},
		{"comment behind", e4.Comments[0], "a"},
		{"comment in front of a variation", d4.Before[0], "b"},
		{"glyph", d4.NAGs[0], 14},
		{"comment in a variation", d4.Comments[0], "c"},
		{"comment behind the result", e4.Children[0].Comments[0], "e"},
		{"variation in a variation", len(d4.Children), 2},
		{"comment behind a variation", e4.Children[0].Before[0], "d"},
		{"text", e4.Text, "e4"},
		{"nothing else", len(g.Root.Children) + len(e4.Children), 3},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}

func TestPGNTags(t *testing.T) {
	frc := "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1"
	tests := []struct {
		name, text string
		get        func(*Game) any
		want       any
	}{
		{"escapes", `[Event "a \"b\" \\ c"] *`, func(g *Game) any { return g.Tags.Get(TagEvent) }, `a "b" \ c`},
		{"bare quotes", `[Event "a "b" c"] *`, func(g *Game) any { return g.Tags.Get(TagEvent) }, `a "b" c`},
		{"brackets", `[Event "a [b] c" ] *`, func(g *Game) any { return g.Tags.Get(TagEvent) }, `a [b] c`},
		{"UTF-8", "[White \"Grünfeld\"] *", func(g *Game) any { return g.Player(core.First) }, "Grünfeld"},
		{"Latin-1", "[White \"Gr\xfcnfeld\"] *", func(g *Game) any { return g.Player(core.First) }, "Grünfeld"},
		{"code page 1252", "[White \"\x80\"] *", func(g *Game) any { return g.Player(core.First) }, "€"},
		{"unknown", `[White "?"] *`, func(g *Game) any { return g.Player(core.First) }, ""},
		{"result of the movetext", `[Result "1-0"] 0-1`, func(g *Game) any { return g.Result }, SecondWins},
		{"result of the tag", `[Result "1/2-1/2"] 1. e4`, func(g *Game) any { return g.Result }, Draw},
		{"a half", `[Result "*"] 1. e4 1/2`, func(g *Game) any { return g.Result }, Draw},
		{"Chess960", `[Variant "Chess960"] [FEN "` + frc + `"] *`, func(g *Game) any { return g.Settings.Chess960 }, true},
		{"fischerandom", `[Variant "fischerandom"] [FEN "` + frc + `"] *`, func(g *Game) any { return g.Start }, frc},
		{"standard", `[Variant "Standard"] *`, func(g *Game) any { return g.Settings.Chess960 }, false},
		{"ending by its tag", `[Termination "Time forfeit"] 1. e4 1-0`, func(g *Game) any { return g.Ending }, core.TimeForfeit},
		{"ending by the position", "1. f3 e5 2. g4 Qh4 0-1", func(g *Game) any { return g.Ending }, core.Checkmate},
		{"ending by the last comment", "1. e4 {hang} e5 {0.00/1 1s, resignation} 1-0", func(g *Game) any { return g.Ending }, core.Resignation},
		{"ending behind a time", "1. e4 {[%emt 0:00:01] resignation} 1-0", func(g *Game) any { return g.Ending }, core.Resignation},
		{"no ending in a command", "1. e4 {[%say resignation]} 1-0", func(g *Game) any { return g.Ending }, core.NoEnding},
		{"no ending of a variation", "1. e4 (1. d4 {hang}) 1-0", func(g *Game) any { return g.Ending }, core.NoEnding},
		{"no ending by another comment", "1. e4 {hang} e5 1-0", func(g *Game) any { return g.Ending }, core.NoEnding},
		{"line", "\n\n1. e4 1-0", func(g *Game) any { return g.Source.Line }, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.get(readOne(t, test.text, Hint{Format: PGN})); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// An error in one game has its line, and the games around it are read.
func TestPGNFaults(t *testing.T) {
	tests := []struct {
		name, text, want string
		aside            bool // the main line is whole
	}{
		{"illegal move", "1. e4\ne5 2. Ke3 Nc6 3. Qh9 1-0\n", "game 2, line 4: ply 3: move \"Ke3\" is not legal", false},
		{"ambiguous move", "1. Nf3 d6 2. Nc3 d5 3. Nd4 e6 4. Nb5 1-0", "game 2, line 3: ply 7: move \"Nb5\" is ambiguous: Ncb5, Ndb5", false},
		{"null move in check", "1. e4 f6 2. Qh5+ -- 3. d4 1-0\n", `game 2, line 3: ply 4: the side to move passes its turn while it is in check`, false},
		{"null move in check in a variation", "1. e4 f6 2. Qh5+ g6 (2... --) 1-0\n", `game 2, line 3: ply 4: the side to move passes`, true},
		{"move without a rank", "1. e4 d5 2. exd c6 3. d6 1-0\n", `game 2, line 3: ply 3: "exd" is no move`, false},
		{"nonsense in a variation", "1. e4 (1. Qh9 and so on {x} 1-0) e5 1-0\n", `game 2, line 3: ply 1: "Qh9" is no move`, true},
		{"no end", "1. e5\n\n", "game 2, line 3: ply 1", false},
		{"broken position", "[Event \"x\"]\n[FEN \"8/8 w\"]\n1. e4 1-0\n", "game 2, line 4: FEN tag: board", false},
		{"strange variant", "[Variant \"Atomic\"]\n1. e4 1-0\n", `game 2, line 3: "Atomic" is a game of its own: chess and Chess960 are read here`, false},
		{"broken tag", "[White \"x\n[Black \"y\"]\n1. e4 1-0\n", `game 2, line 3: tag "[White \"x" is broken`, true},
		{"tag without a name", "[\"x\"]\n1. e4 1-0\n", "game 2, line 3: tag", true},
		{"broken tag of the position", "[FEN \"x\n1. e4 1-0\n", `game 2, line 3: tag "[FEN`, false},
		{"open variation", "1. e4 (1. d4\n(1. c4) 1-0\n", "game 2, line 3: variation is not closed", false},
		{"closed variation", "1. e4 e5) 1-0\n", "game 2, line 3: closing parenthesis", true},
		{"variation of nothing", "(1. d4) 1. e4 1-0\n", "game 2, line 3: a variation begins before the first move", true},
		{"open comment", "1. e4 {never closed 1-0\n\n", "game 2, line 3: the comment is not closed", false},
		{"NUL", "1. e4 \x00 1-0\n", "game 2, line 3: the line has a NUL byte", false},
		{"long line", "1. e4 " + strings.Repeat(" ", maxLine) + "\n1-0\n", "game 2, line 3: the line is longer than", false},
		{"deep variations", "1. e4" + strings.Repeat(" (1. d4", maxDepth+1) + strings.Repeat(")", maxDepth+1) + " 1-0\n",
			"game 2, line 3: variations are nested more than 256 deep", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "[Event \"one\"]\n1. d4 *\n" + test.text + "\n[Event \"three\"]\n1. c4 *\n"
			games, faults := readAll(t, text, Hint{})
			if len(faults) != 1 || !strings.HasPrefix(faults[0], test.want) {
				t.Errorf("errors %.300q, want %q", faults, test.want)
			}
			var events []string
			for _, g := range games {
				events = append(events, g.Tags.Get(TagEvent))
			}
			if !slices.Equal(events, []string{"one", "three"}) {
				t.Errorf("games %q", events)
			}
			r := NewReader(strings.NewReader(text), Hint{})
			_, _ = r.Next()
			_, err := r.Next()
			var fault *Error
			if !errors.As(err, &fault) || fault.Aside != test.aside {
				t.Errorf("error %v, beside the main line: want %v", err, test.aside)
			}
		})
	}
}

// With a fault in a variation the main line is whole, else it goes up to the fault.
func TestPGNSalvage(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 (1. d4 Ke4 2. c4) e5 2. Nf3 *": "e2e4 e7e5 g1f3",
		"1. e4 e5 2. Ke3 Nc6 *":               "e2e4 e7e5",
		"1. e4 e5 (1... c5":                   "e2e4 e7e5",
		"1. e4 e5) 2. Nf3 *":                  "e2e4 e7e5 g1f3",
		"(1. d4 (1. c4) d5) 1. e4 e5 *":       "e2e4 e7e5",
		"[White \"x\n1. e4 e5 *":              "e2e4 e7e5",
		"1. e4 e5 2. Nf3 {cut off":            "e2e4 e7e5 g1f3",
	} {
		g, err := NewReader(strings.NewReader(text), Hint{Format: PGN}).Next()
		if err == nil || g == nil {
			t.Fatalf("%s: %v, error %v", text, g, err)
		}
		if got := mainLine(t, g); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Errors of the reader underneath are not taken for the end of a game.
func TestReaderError(t *testing.T) {
	for format, text := range map[Format]string{PGN: "1. e4 ", KIF: "1 ７六歩(77)\n", CSA: "PI\n+7776FU\n", USI: "", EPD: ""} {
		r := NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe)), Hint{Format: format})
		if g, err := r.Next(); err != io.ErrClosedPipe {
			t.Errorf("%s: %v, error %v", format, g, err)
		}
	}
}

// Random trees come out again as they went in, in all encodings.
func TestPGNRoundTrip(t *testing.T) {
	starts := []struct {
		fen string
		s   core.Settings
	}{
		{"", core.Settings{}},
		{"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1", core.Settings{Chess960: true}},
		{"1r2k3/P6P/8/3pP3/8/8/p6p/R3K2R w KQ d6 0 1", core.Settings{}},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 30 {
		start := starts[i%len(starts)]
		g := randomGame(t, chess.Rules, start.fen, start.s, 60, rng)
		options := Options{Encoding: []Encoding{UTF8, UTF16}[i%2], BOM: i%4 < 2, CRLF: i%3 == 0}
		text := write(t, g, PGN, options)
		again := readOne(t, text, Hint{})
		// What the fields say is in the comments now.
		sameTree(t, again, g, "comments")
		if again.Player(core.First) != g.Player(core.First) || again.Result != g.Result || again.Settings != g.Settings {
			t.Errorf("read %v %v", again.Tags, again.Result)
		}
		if out := write(t, again, PGN, options); out != text {
			t.Fatalf("written again\n%s\nfirst\n%s", out, text)
		}
		if source := again.Source.Options(); source.CRLF != options.CRLF || source.Encoding != options.Encoding {
			t.Errorf("source %+v, want %+v", source, options)
		}
		if options.Encoding == UTF8 {
			for line := range strings.Lines(text) {
				if len([]rune(strings.TrimRight(line, "\r\n"))) > pgnWidth && !strings.Contains(line, "{") {
					t.Errorf("line too long: %s", line)
				}
			}
		}
	}
}

func TestPGNWriterRefuses(t *testing.T) {
	illegal, _ := NewGame(chess.Rules, "", core.Settings{})
	p, _ := illegal.Position()
	m, _ := p.ParseMove("e2e4")
	illegal.Root.Add(m).Add(m)
	latin := readOne(t, "{日本} 1. e4 *", Hint{})
	tests := []struct {
		name    string
		game    *Game
		format  Format
		options Options
		want    string
	}{
		{"an illegal move", illegal, PGN, Options{}, "is not legal"},
		{"another game", latin, KIF, Options{}, "games of shogi"},
		{"another game", latin, CSA, Options{}, "games of shogi"},
		{"another game", latin, SFEN, Options{}, "games of shogi"},
		{"no format", latin, UnknownFormat, Options{}, "format unknown"},
		{"a character", latin, PGN, Options{Encoding: Latin1}, "Latin-1 has no character '日'"},
	}
	for _, test := range tests {
		var out strings.Builder
		err := Write(&out, test.game, test.format, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestFactsPGN(t *testing.T) {
	tests := []struct {
		name, text   string // after 1. e4
		score        core.Score
		depth        int
		clock, spent time.Duration
	}{
		{"pawns", "[%eval 0.25]", 25, 0, 0, 0},
		{"depth", "[%eval -1.5,18] [%clk 1:02:03.5]", -150, 18, time.Hour + 2*time.Minute + 3500*time.Millisecond, 0},
		{"ChessBase", "[%eval 25]", 25, 0, 0, 0},
		{"Black to move is mated in 3", "[%eval #3]", core.WinIn(6), 0, 0, 0},
		{"Black to move mates in 3", "[%eval #-3]", core.LossIn(5), 0, 0, 0},
		{"time used", "prose [%emt 0:00:07] prose", core.NoScore, 0, 0, 7 * time.Second},
		{"cutechess", "+0.31/12 0.051s", 31, 12, 0, 51 * time.Millisecond},
		{"cutechess, mate", "-M4/9 1.2s, n=5", core.LossIn(4), 9, 0, 1200 * time.Millisecond},
		{"prose", "3/4 of it", core.NoScore, 0, 0, 0},
		{"nonsense", "[%eval x] [%clk 1:2:3:4] [%eval", core.NoScore, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, "1. e4 {"+test.text+"} *", Hint{})
			n := g.Root.Main()
			score, depth := core.NoScore, 0
			if n.Eval != nil {
				score, depth = n.Eval.Score, n.Eval.Depth
			}
			if score != test.score || depth != test.depth || n.Clock.Duration != test.clock || n.Spent.Duration != test.spent {
				t.Errorf("score %d, depth %d, clock %v, time %v", score, depth, n.Clock, n.Spent)
			}
			if got := n.Comments; len(got) != 1 || got[0] != test.text {
				t.Errorf("comment %q", got)
			}
			n.Eval, n.Clock = &Eval{Score: -7, Depth: 3}, Known(90*time.Second)
			again := readOne(t, write(t, g, PGN, Options{}), Hint{}).Root.Main()
			if again.Eval == nil || again.Eval.Score != -7 || again.Eval.Depth != 3 || again.Clock != n.Clock || again.Spent != n.Spent {
				t.Errorf("changed: %q, %+v %v %v", again.Comments, again.Eval, again.Clock, again.Spent)
			}
		})
	}
}

// What the moves do not show about the end of a game is in its Termination tag, and read
// again.
func TestTermination(t *testing.T) {
	for _, test := range []struct {
		result Result
		ending core.Ending
		tag    string // empty: none is written
		again  core.Ending
	}{
		{FirstWins, core.NoEnding, "", core.NoEnding},
		{Draw, core.Repetition, "", core.NoEnding},
		{SecondWins, core.TimeForfeit, "time forfeit", core.TimeForfeit},
		{Draw, core.TimeForfeit, "time forfeit", core.TimeForfeit},
		{FirstWins, core.Adjudication, "adjudication", core.Adjudication},
		{FirstWins, core.Resignation, "normal", core.NoEnding},
		{FirstWins, core.IllegalMove, "illegal move", core.IllegalMove},
		{FirstWins, core.Hang, "abandoned", core.Crash},
		{Unfinished, core.Interrupted, "unterminated", core.Interrupted},
	} {
		t.Run(test.result.String()+" by "+test.ending.String(), func(t *testing.T) {
			g := readOne(t, "1. e4 e5 *", Hint{})
			g.Result, g.Ending = test.result, test.ending
			again := readOne(t, write(t, g, PGN, Options{}), Hint{})
			if tag := again.Tags.Get(TagTermination); tag != test.tag || again.Result != test.result || again.Ending != test.again {
				t.Errorf("tag %q, read as %s by %s", tag, again.Result, again.Ending)
			}
		})
	}
}

// Null moves are kept, in the main line and in variations, in the words of all programs.
func TestNullMoves(t *testing.T) {
	for _, test := range []struct{ name, text, line, want string }{
		{"main line", "1. e4 e5 2. Nf3 -- 3. Nc3 *", "e2e4 e7e5 g1f3 0000 b1c3", "1. e4 e5 2. Nf3 -- 3. Nc3 *"},
		{"variation", "1. e4 e5 (1... Z0 {x} 2. d4 -- $1) 2. Nf3 *", "e2e4 e7e5 g1f3", "1. e4 e5 (1... -- {x} 2. d4 -- $1) 2. Nf3 *"},
		{"first", "1. -- e5 2. e4 *", "0000 e7e5 e2e4", "1. -- e5 2. e4 *"},
		{"alternative to one", "1. e4 -- (1... e5) 2. d4 *", "e2e4 0000 d2d4", "1. e4 -- (1... e5) 2. d4 *"},
		{"two", "1. e4 -- 2. -- -- 3. -- e5 *", "e2e4 0000 0000 0000 0000 e7e5", "1. e4 -- 2. -- -- 3. -- e5 *"},
		{"castling later", "1. e4 e5 2. Nf3 null 3. Bc4 pass 4. O-O *", "e2e4 e7e5 g1f3 0000 f1c4 0000 e1g1", "3. Bc4 -- 4. O-O *"},
		{"no right to take en passant", "1. e4 @@@@ 2. e5 f5 3. <> 0000 4. d4 *", "e2e4 0000 e4e5 f7f5 0000 0000 d2d4", "2. e5 f5 3. -- -- 4. d4 *"},
		{"with a glyph", "1. e4 --!? 2. d4 Z0+ *", "e2e4 0000 d2d4 0000", "1. e4 -- $5 2. d4 -- *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{})
			if got := mainLine(t, g); got != test.line {
				t.Errorf("main line %s, want %s", got, test.line)
			}
			if got := write(t, g, PGN, Options{}); !strings.HasSuffix(strings.TrimSpace(got), test.want) {
				t.Errorf("written\n%swant\n%s", got, test.want)
			}
			if g.Passes() != strings.Contains(test.line, "0000") {
				t.Errorf("passes: %t", g.Passes())
			}
			roundTrip(t, []byte(test.text), PGN)
		})
	}
}

// Text between moves that is no move is kept as a comment, and costs no move.
func TestSignsBetweenMoves(t *testing.T) {
	for _, test := range []struct{ name, text, line, want string }{
		{"sign", "1. e4 ⌓ e5 ⟳ 2. Nf3 *", "e2e4 e7e5 g1f3", "1. e4 {⌓} 1... e5 {⟳} 2. Nf3"},
		{"words", "1. e4 e5 White has the better game 2. Nf3 *", "e2e4 e7e5 g1f3", "1. e4 e5 {White has the better game} 2. Nf3"},
		{"glyph without a number", "1. e4 $ e5 $x *", "e2e4 e7e5", "1. e4 {$} 1... e5 {$x}"},
		{"glyph of the next number", "1. e4 $70000 e5 *", "e2e4 e7e5", "1. e4 {$70000} 1... e5"},
		{"brace", "1. e4 } e5 ] *", "e2e4 e7e5", "1. e4 e5"},
		{"comment in a comment", "1. e4 {see {Alekhine} below} e5 *", "e2e4 e7e5", "1. e4 {see {Alekhine} {below} 1... e5"},
		{"signs of check", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ ch *", "e2e4 e7e5 d1h5 b8c6 h5f7", "3. Qxf7+ *"},
		{"before a variation's move", "1. e4 (TN 1. d4) *", "e2e4", "1. e4 ({TN} 1. d4)"},
		{"dash", "1. e4 – e5 - 2. d4 *", "e2e4 e7e5 d2d4", "1. e4 {–} 1... e5 {-} 2. d4"},
		{"blanks", "1.\u2009e4\u00a0e5\u20032.\u200bNf3 *", "e2e4 e7e5 g1f3", "1. e4 e5 2. Nf3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{Format: PGN})
			if got := mainLine(t, g); got != test.line {
				t.Errorf("main line %s, want %s", got, test.line)
			}
			if got := write(t, g, PGN, Options{}); !strings.Contains(got, test.want) {
				t.Errorf("written\n%swant\n%s", got, test.want)
			}
			roundTrip(t, []byte(test.text), PGN)
		})
	}
}

// Dashes of all kinds, and other characters that programs write in place of the standard ones.
func TestTwins(t *testing.T) {
	for _, dash := range []string{"-", "‐", "\u2011", "‒", "–", "—", "―", "−", "﹘", "﹣", "－"} {
		for _, letter := range []string{"O", "0", "o", "О"} {
			castles := strings.Join([]string{letter, letter}, dash)
			text := "[Result \"0" + dash + "1\"]\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. " + castles + " " + castles + "+ 1/2" + dash + "1/2"
			g := readOne(t, text, Hint{})
			if got := mainLine(t, g); !strings.HasSuffix(got, "e1g1 e8g8") || g.Result != Draw {
				t.Errorf("%s: %s, result %s", text, got, g.Result)
			}
			g = readOne(t, "[Result \"0"+dash+"1\"]\n1. e4", Hint{})
			if g.Result != SecondWins {
				t.Errorf("tag with %s: result %s", dash, g.Result)
			}
		}
	}
	p := chess.Rules.Start(core.Settings{})
	for text, want := range map[string]string{"♘f3": "g1f3", "♞c3": "b1c3", "Ng1–f3": "g1f3", "♙e4": "e2e4", "e2−e4": "e2e4"} {
		if m, err := ParseSAN(p, text); err != nil || p.FormatMove(m) != want {
			t.Errorf("%s: %s, %v", text, p.FormatMove(m), err)
		}
	}
}

func TestBackslashes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"at the end", `[White "Level 6\"]`, `Level 6\`},
		{"at the end, doubled", `[White "Level 6\\"]`, `Level 6\`},
		{"path", `[White "D:\bases\"] `, `D:\bases\`},
		{"escaped bracket", `[White "a\"] b"]`, `a"] b`},
		{"escaped quote at the end", `[White "say \"no\""]`, `say "no"`},
		{"nothing else", `[White "\"]`, `\`},
		{"another tag on the line", `[White "a\\"] [Black "b\"]`, `a\`},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text+"\n1. e4 *", Hint{})
			if got := g.Tags.Get(TagWhite); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			again := readOne(t, write(t, g, PGN, Options{}), Hint{})
			if got := again.Tags.Get(TagWhite); got != test.want {
				t.Errorf("written and read: %q, want %q", got, test.want)
			}
		})
	}
}

// The comments of match managers say what the fields say, and are read again.
func TestReports(t *testing.T) {
	const head = "1. e4 {+0.31/12 0.051s, n=1200} 1... e5 {-M4/9 1.500s} 2. Nf3 {0.00/1} 2... Nc6 {0.002s}"
	for _, test := range []struct {
		name, text, want string
		change           func(g *Game)
	}{
		{"as it is", head + " *", head + " *", nil},
		{"with the ending", head + " 1-0", head[:len(head)-1] + ", crash} 1-0", func(g *Game) { g.Ending = core.Crash }},
		{"the ending once", head[:len(head)-1] + ", crash} 1-0", head[:len(head)-1] + ", crash} 1-0", nil},
		{"from commands", "1. e4 {[%eval 0.31,12] [%emt 0:00:00.051] good} *", "1. e4 {+0.31/13 0.051s, good} *",
			func(g *Game) { g.Root.Main().Eval.Depth = 13 }},
		{"commands that hold", "1. e4 {[%eval 0.31,12]} *", "1. e4 {[%eval 0.31,12]} *", nil},
		{"no moves", "[Result \"1-0\"] 1-0", "{resignation} 1-0", func(g *Game) { g.Ending = core.Resignation }},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text, Hint{})
			if test.change != nil {
				test.change(g)
			}
			text := write(t, g, PGN, Options{Reports: true})
			_, movetext, _ := strings.Cut(text, "\n\n")
			if got := strings.Join(strings.Fields(movetext), " "); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			again := readOne(t, text, Hint{})
			if again.Ending != g.Ending {
				t.Errorf("read as %s, not %s", again.Ending, g.Ending)
			}
			for a, b := again.Root, g.Root; b != nil; a, b = a.Main(), b.Main() {
				if !reflect.DeepEqual(a.Eval, b.Eval) || a.Spent != b.Spent {
					t.Errorf("%+v %v, was %+v %v", a.Eval, a.Spent, b.Eval, b.Spent)
				}
			}
		})
	}
}

// Games without tags and results end where an empty line and the first move of another one
// follow; empty lines alone end nothing.
func TestGamesWithoutResults(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"three", "1. e4 e5\n\n1. d4\nd5 2. c4\n\n\n1.Nf3\n", []string{"e2e4 e7e5", "d2d4 d7d5 c2c4", "g1f3"}},
		{"empty lines within", "1. e4\n\n1... e5\n\n2. Nf3\n\n1. ... \n", []string{"e2e4 e7e5 g1f3"}},
		{"a fault before", "1. e4 Ke5 2. d4\n\n1. d4 d5\n", []string{"e2e4", "d2d4 d7d5"}},
		{"in a variation", "1. e4 (\n\n1. d4 d5) e5", []string{"e2e4 e7e5"}},
		{"behind a comment", "{An opening}\n\n1. e4 e5\n", []string{"e2e4 e7e5"}},
		{"behind tags", "[White \"A\"]\n\n1. e4 e5\n\n[White \"B\"]\n\n1. d4", []string{"e2e4 e7e5", "d2d4"}},
		{"from the second side", "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\"]\n\n1... Kd7\n\n2. Ra7", []string{"e8d7 a1a7"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for g, err := range NewReader(strings.NewReader(test.text), Hint{Format: PGN}).All() {
				if (err != nil) != (test.name == "a fault before" && len(got) == 0) {
					t.Error(err)
				}
				got = append(got, mainLine(t, g))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("games %q, want %q", got, test.want)
			}
		})
	}
}

// Tags may be written over two lines, and tags of the position with any capitals.
func TestFreeTags(t *testing.T) {
	g := readOne(t, "[White \t\n \"Ann\"] [fEn\n\"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8=Q *", Hint{})
	if g.Player(core.First) != "Ann" || mainLine(t, g) != "a7a8q" {
		t.Errorf("%q, %s", g.Tags, mainLine(t, g))
	}
	if games, faults := readAll(t, "[White\n[Black \"Bob\"]\n1. e4 *", Hint{Format: PGN}); len(faults) != 1 || !strings.Contains(faults[0], "line 1: tag") {
		t.Errorf("%d games, faults %q", len(games), faults)
	}
}
