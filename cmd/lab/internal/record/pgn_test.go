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
	"github.com/nitoryu/nitoryu/core/shogi"
)

// game plays moves in protocol notation.
func game(t testing.TB, p core.Position, moves ...string) *Game {
	t.Helper()
	g := &Game{Start: p}
	board := p.Clone()
	for _, text := range moves {
		m, err := board.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, Move{Move: m})
		board.Do(m, nil)
	}
	return g
}

func ExampleWritePGN() {
	p := chess.Rules.Start(core.Settings{})
	g := &Game{
		Event: "Example", Players: [2]string{"Ada", "Ben"}, Start: p, Result: SecondWins, Ending: core.Checkmate,
		Date: time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC), TimeControl: "60+0.6",
	}
	board := p.Clone()
	for i, text := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		m, _ := board.ParseMove(text)
		g.Moves = append(g.Moves, Move{Move: m, Annotated: true, Depth: 9 + i, Score: -35, Elapsed: 51 * time.Millisecond})
		board.Do(m, nil)
	}
	g.Moves[3].Score = core.WinIn(1)
	if err := WritePGN(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "Example"]
	// [Site "?"]
	// [Date "2024.05.01"]
	// [Round "?"]
	// [White "Ada"]
	// [Black "Ben"]
	// [Result "0-1"]
	// [Time "12:00:00"]
	// [TimeControl "60+0.6"]
	// [Termination "normal"]
	// [PlyCount "4"]
	//
	// 1. f3 {-0.35/9 0.051s} e5 {-0.35/10 0.051s} 2. g4 {-0.35/11 0.051s} Qh4# {+M1/12
	// 0.051s, checkmate} 0-1
}

func ExamplePGNReader() {
	r := NewPGNReader(strings.NewReader(`
[White "Ada"]
1. e4 (1. d4 d5) 1... e5 $1 2. Nf3 {a comment} 1/2-1/2
[White "Cid"]
1. e4 Ke5 *
[White "Eve"]
1. Nf3 1-0`))
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Players[core.First], len(g.Moves), g.Result)
	}
	// Output:
	// Ada 3 1/2-1/2
	// game 2, line 5: ply 2: move "Ke5" is not legal
	// Eve 1 1-0
}

// Random games with all kinds of annotations survive a round trip.
func TestPGNRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var text strings.Builder
	var games []*Game
	for i := range 30 {
		fen, s := "", core.Settings{}
		switch i % 3 {
		case 1:
			fen, s = frcStarts[i/3%len(frcStarts)], core.Settings{Chess960: true}
		case 2:
			fen = pawnWalls
		}
		g := randomGame(start(t, chess.Rules, fen, s), rng.IntN(160), rng)
		g.Chess960 = s.Chess960
		games = append(games, g)
		if err := WritePGN(&text, g); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(text.String()) {
		if len([]rune(line)) > lineWidth+1 && !strings.HasPrefix(line, "[") {
			t.Errorf("line too long: %s", line)
		}
		if strings.HasPrefix(line, "{") && strings.TrimSpace(line) != "{adjudication}" {
			t.Errorf("comment parted from its move: %s", line)
		}
	}
	r := NewPGNReader(iotest.OneByteReader(strings.NewReader(text.String())))
	for i, want := range games {
		got, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if difference := compare(got, want); difference != "" {
			t.Fatalf("game %d: %s", i+1, difference)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the last game: %v", err)
	}
}

// compare reports where two games differ.
func compare(got, want *Game) string {
	if got.Start.String() != want.Start.String() {
		return fmt.Sprintf("start %s, want %s", got.Start, want.Start)
	}
	if len(got.Moves) != len(want.Moves) {
		return fmt.Sprintf("%d moves, want %d", len(got.Moves), len(want.Moves))
	}
	for i := range got.Moves {
		if got.Moves[i] != want.Moves[i] {
			return fmt.Sprintf("ply %d is %+v, want %+v", i+1, got.Moves[i], want.Moves[i])
		}
	}
	a, b := *got, *want
	a.Start, b.Start, a.Moves, b.Moves = nil, nil, nil, nil
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("%+v, want %+v", a, b)
	}
	return ""
}

func TestWritePGN(t *testing.T) {
	afterE4 := "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	tests := []struct {
		name string
		game *Game
		want []string
	}{
		{"nothing known", game(t, start(t, chess.Rules, "", core.Settings{})),
			[]string{`[Event "?"]`, `[Date "????.??.??"]`, `[Result "*"]`, `[Termination "unterminated"]`, `[PlyCount "0"]`, "\n\n*\n"}},
		{"Black begins", game(t, start(t, chess.Rules, afterE4, core.Settings{}), "e7e5", "g1f3"),
			[]string{`[SetUp "1"]`, `[FEN "` + afterE4 + `"]`, "\n1... e5 2. Nf3 *\n"}},
		{"later in a game", game(t, start(t, chess.Rules, "4k3/8/8/8/8/8/8/4K2R w K - 7 42", core.Settings{}), "e1g1"),
			[]string{"\n42. O-O *\n"}},
		{"ending without moves", &Game{Start: start(t, chess.Rules, "", core.Settings{}), Ending: core.Crash, Result: Draw},
			[]string{`[Termination "abandoned"]`, "\n{crash} 1/2-1/2\n"}},
		{"quotes and lines in names", &Game{Start: start(t, chess.Rules, "", core.Settings{}), Event: "a \"b\"\n\\c"},
			[]string{`[Event "a \"b\" \\c"]`}},
		{"a time alone", &Game{Start: start(t, chess.Rules, "", core.Settings{}), Ending: core.Crash,
			Moves: []Move{{Move: game(t, start(t, chess.Rules, "", core.Settings{}), "e2e4").Moves[0].Move, Elapsed: 1500 * time.Millisecond}}},
			[]string{"1. e4 {1.500s, crash} *"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var text strings.Builder
			if err := WritePGN(&text, test.game); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(text.String(), want) {
					t.Errorf("%q is missing in\n%s", want, &text)
				}
			}
		})
	}
}

func TestWritePGNRefuses(t *testing.T) {
	broken := game(t, start(t, chess.Rules, "", core.Settings{}), "e2e4")
	broken.Moves = append(broken.Moves, broken.Moves[0])
	tests := []struct {
		name string
		game *Game
		want string
	}{
		{"shogi", game(t, start(t, shogi.Rules, "", core.Settings{})), "games of chess"},
		{"no start", &Game{}, "games of chess"},
		{"an illegal move", broken, "ply 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var text strings.Builder
			err := WritePGN(&text, test.game)
			if err == nil || !strings.Contains(err.Error(), test.want) || text.Len() > 0 {
				t.Errorf("error %v, want %q; wrote %q", err, test.want, &text)
			}
		})
	}
}

func TestTermination(t *testing.T) {
	tests := []struct {
		ending core.Ending
		result Result
		want   string
		back   core.Ending // what is left of the ending when the tag alone is read
	}{
		{core.Checkmate, FirstWins, "normal", core.NoEnding},
		{core.Resignation, FirstWins, "normal", core.NoEnding},
		{core.TimeForfeit, SecondWins, "time forfeit", core.TimeForfeit},
		{core.Adjudication, Draw, "adjudication", core.Adjudication},
		{core.IllegalMove, FirstWins, "illegal move", core.IllegalMove},
		{core.WrongDeclaration, FirstWins, "illegal move", core.IllegalMove},
		{core.Crash, FirstWins, "abandoned", core.Crash},
		{core.Hang, FirstWins, "abandoned", core.Crash},
		{core.Interrupted, Unfinished, "unterminated", core.Interrupted},
	}
	for _, test := range tests {
		t.Run(test.ending.String(), func(t *testing.T) {
			g := Game{Ending: test.ending, Result: test.result}
			if got := g.pgnTermination(); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if got := endingOf(test.want, core.Verdict{}); got != test.back {
				t.Errorf("read as %q, want %q", got, test.back)
			}
		})
	}
}

// uci lists the moves of a game.
func uci(g *Game) string {
	var moves []string
	_ = g.Replay(func(p core.Position, m Move) bool {
		moves = append(moves, p.FormatMove(m.Move))
		return true
	})
	return strings.Join(moves, " ")
}

func TestReadMovetext(t *testing.T) {
	const want = "e2e4 e7e5 g1f3"
	tests := []struct{ name, text string }{
		{"plain", "1. e4 e5 2. Nf3 *"},
		{"no end", "1. e4 e5 2. Nf3"},
		{"numbers without blanks", "1.e4 1...e5 2.Nf3 *"},
		{"no numbers", "e4 e5 Nf3 *"},
		{"dots apart", "1 . e4 1 ... e5 2. Nf3 *"},
		{"carriage returns", "1. e4\r\ne5\r\n2. Nf3\r\n*\r\n"},
		{"byte order mark", "\ufeff1. e4 e5 2. Nf3 *"},
		{"comments", "{before} 1. e4 {one\ntwo\n} e5{ } 2. Nf3 {%eval (} *"},
		{"comment to the end of the line", "1. e4 ; the best { move (\ne5 2. Nf3 *"},
		{"comments do not nest", "1. e4 {a { b} e5 2. Nf3 *"},
		{"no escapes in comments", "1. e4 {a\n% b} e5 2. Nf3 *"},
		{"escape", "% 1. d4 d5\n1. e4 e5\n%{\n2. Nf3 *"},
		{"glyphs", "1. e4 $1 e5$2 2. Nf3!! $140 *"},
		{"opinions apart", "1. e4 ! e5 ?! +- 2. Nf3 ± *"},
		{"variation", "1. e4 (1. d4 d5) e5 2. Nf3 *"},
		{"nested variations", "1. e4 (1. d4 d5 (1... Nf6 {)} (1... f5)) 2. c4) e5 2. Nf3 (2. f4) *"},
		{"nonsense within a variation", "1. e4 (1. Qh9 and so on 1-0) e5 2. Nf3 *"},
		{"UCI", "1. e2e4 e7e5 2. g1f3 *"},
		{"stray end before", "* 1-0 {x} ) 1. e4 e5 2. Nf3 *"},
		{"several tags on a line", "[White \"x\"] [Black \"y\"] 1. e4 e5 2. Nf3 *"},
		{"blank lines between tags", "[White \"x\"]\n\n[Black \"y\"]\n\n1. e4 e5 2. Nf3 *"},
		{"a form feed", "\f1. e4\ve5 2. Nf3 *"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := NewPGNReader(strings.NewReader(test.text))
			g, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if got := uci(g); got != want {
				t.Errorf("moves %q, want %q", got, want)
			}
			if g, err := r.Next(); err != io.EOF {
				t.Errorf("afterwards: %+v, %v", g, err)
			}
		})
	}
}

func TestReadTags(t *testing.T) {
	tests := []struct {
		name, text string
		get        func(*Game) any
		want       any
	}{
		{"players", `[White "A"] [Black "B"] *`, func(g *Game) any { return g.Players }, [2]string{"A", "B"}},
		{"unknown", `[White "?"] [Site "-"] *`, func(g *Game) any { return g.Players[0] + g.Site }, ""},
		{"escapes", `[Event "a \"b\" \\ c"] *`, func(g *Game) any { return g.Event }, `a "b" \ c`},
		{"bare quotes", `[Event "a "b" c"] *`, func(g *Game) any { return g.Event }, `a "b" c`},
		{"brackets", `[Event "a [b] c" ] *`, func(g *Game) any { return g.Event }, `a [b] c`},
		{"UTF-8", "[White \"Grünfeld\"] *", func(g *Game) any { return g.Players[0] }, "Grünfeld"},
		{"Latin-1", "[White \"Gr\xfcnfeld\"] *", func(g *Game) any { return g.Players[0] }, "Grünfeld"},
		{"date", `[Date "2024.05.01"] *`, func(g *Game) any { return g.Date }, time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)},
		{"part of a date", `[Date "2024.??.??"] *`, func(g *Game) any { return g.Date }, time.Time{}},
		{"result of the movetext", `[Result "1-0"] 0-1`, func(g *Game) any { return g.Result }, SecondWins},
		{"result of the tag", `[Result "1/2-1/2"] 1. e4`, func(g *Game) any { return g.Result }, Draw},
		{"no result of a variation", `[Result "1/2-1/2"] 1. e4 (1. d4 1-0)`, func(g *Game) any { return g.Result }, Draw},
		{"a half", `[Result "*"] 1. e4 1/2`, func(g *Game) any { return g.Result }, Draw},
		{"position", `[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 9"] 9... Ke7 *`, func(g *Game) any { return g.Start.String() },
			"4k3/8/8/8/8/8/8/4K3 b - - 0 9"},
		{"Chess960", `[Variant "Chess960"] [FEN "` + frcStarts[1] + `"] *`, func(g *Game) any { return g.Chess960 }, true},
		{"fischerandom", `[Variant "fischerandom"] [FEN "` + frcStarts[1] + `"] *`, func(g *Game) any { return g.Start.String() }, frcStarts[1]},
		{"standard", `[Variant "Standard"] *`, func(g *Game) any { return g.Chess960 }, false},
		{"ending by its tag", `[Termination "Time forfeit"] 1. e4 1-0`, func(g *Game) any { return g.Ending }, core.TimeForfeit},
		{"ending by the position", "1. f3 e5 2. g4 Qh4 0-1", func(g *Game) any { return g.Ending }, core.Checkmate},
		{"ending by the last comment", "1. e4 {hang} e5 {0.00/1 1s, resignation} 1-0", func(g *Game) any { return g.Ending }, core.Resignation},
		{"no ending of a variation", "1. e4 (1. d4 {hang}) 1-0", func(g *Game) any { return g.Ending }, core.NoEnding},
		{"no ending by another comment", "1. e4 {hang} e5 1-0", func(g *Game) any { return g.Ending }, core.NoEnding},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := NewPGNReader(strings.NewReader(test.text)).Next()
			if err != nil {
				t.Fatal(err)
			}
			if got := test.get(g); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// An error in one game has its line, and the next game is read.
func TestReadBadGames(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"illegal move", "1. e4\ne5 2. Ke3 Nc6 3. Qh9 1-0\n", "game 2, line 4: ply 3: move \"Ke3\" is not legal"},
		{"null move", "1. e4 -- 2. d4 1-0\n", `game 2, line 3: ply 2: "--" is no move`},
		{"illegal move, no end", "1. e5\n\n", "game 2, line 3: ply 1"},
		{"broken position", "[Event \"x\"]\n[FEN \"8/8 w\"]\n1. e4 1-0\n", "game 2, line 5: FEN tag: board"},
		{"broken position without moves", "[FEN \"8/8 w\"]\n1-0\n", "game 2, line 3: FEN tag: board"},
		{"strange variant", "[Variant \"Atomic\"]\n1. e4 1-0\n", `game 2, line 4: variant "Atomic" is not known`},
		{"broken tag", "[White \"x\n[Black \"y\"]\n1. e4 1-0\n", `game 2, line 3: tag "[White \"x" is broken`},
		{"tag without quotes", "[White x]\n1. e4 1-0\n", "game 2, line 3: tag"},
		{"tag without a name", "[\"x\"]\n1. e4 1-0\n", "game 2, line 3: tag"},
		{"open variation", "1. e4 (1. d4\n(1. c4) 1-0\n", "game 2, line 3: variation is not closed"},
		{"closed variation", "1. e4 e5) 1-0\n", "game 2, line 3: closing parenthesis"},
		{"closed comment", "1. e4 } 1-0\n", "game 2, line 3: '}' without"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "[Event \"one\"]\n1. d4 *\n" + test.text + "[Event \"three\"]\n1. c4 *\n"
			r := NewPGNReader(strings.NewReader(text))
			var events []string
			var faults []string
			for {
				g, err := r.Next()
				if err == io.EOF {
					break
				}
				var fault *PGNError
				switch {
				case errors.As(err, &fault):
					faults = append(faults, err.Error())
				case err != nil:
					t.Fatal(err)
				default:
					events = append(events, g.Event)
				}
			}
			if len(faults) != 1 || !strings.HasPrefix(faults[0], test.want) {
				t.Errorf("errors %q, want %q", faults, test.want)
			}
			if !slices.Equal(events, []string{"one", "three"}) {
				t.Errorf("games %q", events)
			}
		})
	}
}

func TestReadBadEnds(t *testing.T) {
	tests := []struct {
		name string
		r    io.Reader
		want string
	}{
		{"open comment", strings.NewReader("1. e4\n{no end\n\n"), "game 1, line 2: comment that begins on line 2 is not closed"},
		{"open variation", strings.NewReader("1. e4\n(1. d4"), "game 1, line 2: variation is not closed"},
		{"reader's own error", io.MultiReader(strings.NewReader("1. e4"), iotest.ErrReader(errors.New("disk on fire"))), "disk on fire"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := NewPGNReader(test.r).Next()
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestReadGamesWithoutMoves(t *testing.T) {
	r := NewPGNReader(strings.NewReader("[Event \"a\"]\n[White \"x\"]\n\n[Event \"b\"]\n[White \"y\"]\n\n[Event \"c\"]\n1. e4"))
	for _, want := range []string{"a x", "b y", "c "} {
		g, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Event + " " + g.Players[core.First]; got != want {
			t.Errorf("game %q, want %q", got, want)
		}
	}
}

func TestReadLine(t *testing.T) {
	r := NewPGNReader(strings.NewReader("\n\n[Event \"a\"]\n1. e4 *\n\n{x}\n1. d4 *\n"))
	for _, want := range []int{3, 7} {
		if _, err := r.Next(); err != nil || r.Line() != want {
			t.Errorf("line %d, error %v, want line %d", r.Line(), err, want)
		}
	}
}

func TestReaderSettings(t *testing.T) {
	r := NewPGNReader(strings.NewReader("[FEN \"" + frcStarts[1] + "\"] *"))
	r.Settings.Chess960 = true
	if g, err := r.Next(); err != nil || !g.Chess960 || g.Start.String() != frcStarts[1] {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestParseAnnotation(t *testing.T) {
	tests := []struct {
		text string
		want Move
	}{
		{"+0.31/12 0.051s", Move{Annotated: true, Score: 31, Depth: 12, Elapsed: 51 * time.Millisecond}},
		{"-1.05/7 2s", Move{Annotated: true, Score: -105, Depth: 7, Elapsed: 2 * time.Second}},
		{"0.00/1 51ms", Move{Annotated: true, Depth: 1, Elapsed: 51 * time.Millisecond}},
		{"+0.29/9 3", Move{Annotated: true, Score: 29, Depth: 9, Elapsed: 3 * time.Second}},
		{"0.31/12", Move{Annotated: true, Score: 31, Depth: 12}},
		{"+M5/20 0.1s", Move{Annotated: true, Score: core.WinIn(5), Depth: 20, Elapsed: 100 * time.Millisecond}},
		{"-M4/20 0.1s, White mates", Move{Annotated: true, Score: core.LossIn(4), Depth: 20, Elapsed: 100 * time.Millisecond}},
		{"+M9999/1", Move{Annotated: true, Score: core.WinIn(core.MaxPly), Depth: 1}},
		{"-M9999/1", Move{Annotated: true, Score: core.LossIn(core.MaxPly), Depth: 1}},
		{"+9999.00/1", Move{Annotated: true, Score: core.EvalBound, Depth: 1}},
		{"-9999.00/1", Move{Annotated: true, Score: -core.EvalBound, Depth: 1}},
		{"+0.31/12 0.051s, n=1234, sd=20, nps=99, pv=\"e2e4\ne7e5\"",
			Move{Annotated: true, Score: 31, Depth: 12, SelDepth: 20, Nodes: 1234, Elapsed: 51 * time.Millisecond, PV: "e2e4 e7e5"}},
		{"/0 0.5s", Move{Elapsed: 500 * time.Millisecond}},
		{"0.5s", Move{Elapsed: 500 * time.Millisecond}},
		{"0.5", Move{}},
		{"-1s", Move{}},
		{"book", Move{}},
		{"", Move{}},
		{"31/12", Move{}},
		{"win/loss 1s", Move{}},
		{"+-0.31/12", Move{}},
		{"1e300.0/12", Move{}},
		{"+Mx/3", Move{}},
		{"the move +0.31/12", Move{}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			var got Move
			parseAnnotation(test.text, &got)
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func FuzzPGNReader(f *testing.F) {
	f.Add([]byte("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O+ {+M5/2 1s, n=1} (1. Rf1) Ke7 $1 ; x\n% y\n1-0"))
	f.Add([]byte("\ufeff[Variant \"Chess960\"] 1. e4 1... e5 1/2 * 0-1 {"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewPGNReader(strings.NewReader(string(text)))
		for {
			g, err := r.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				continue
			}
			// A game that was read survives a round trip.
			var out strings.Builder
			if err := WritePGN(&out, g); err != nil {
				t.Fatalf("cannot write what was read: %v", err)
			}
			again, err := NewPGNReader(strings.NewReader(out.String())).Next()
			if err != nil || uci(again) != uci(g) || again.Result != g.Result || again.Start.String() != g.Start.String() {
				t.Fatalf("not read back: %v\n%s", err, &out)
			}
		}
	})
}
