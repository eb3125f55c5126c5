package record

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// told returns what was read of a game, in words.
func told(g *Game, err error) string {
	if g == nil {
		return fmt.Sprint("no game, ", err)
	}
	source := g.Source
	source.Encoding, source.BOM, source.CRLF = 0, false, false // told by what was read so far
	return fmt.Sprintf("%v %v %+v %q\n%s%v", g.Tags, g.Result, source, g.Start, tree(g), err)
}

// byHeaders returns the games of a text that are read by their headers. It fails where a header says
// something else than its game.
func byHeaders(t testing.TB, text string, hint Hint) (all []string, intact bool) {
	t.Helper()
	intact = true
	for h, err := range NewReader(strings.NewReader(text), hint).Headers() {
		if h == nil {
			all, intact = append(all, told(nil, err)), false
			continue
		}
		g, wrong := h.Game()
		if intact = intact && err == nil && wrong == nil; g != nil && err == nil && wrong == nil {
			if h.Result != g.Result || !slices.Equal(h.Tags, g.Tags) || h.Rules.Name != g.Rules.Name {
				t.Errorf("the header has %v, %v; the game %v, %v", h.Tags, h.Result, g.Tags, g.Result)
			}
		}
		all = append(all, told(g, wrong))
	}
	return all, intact
}

// sameGames compares the games of a text with those that are read by their headers.
func sameGames(t testing.TB, text string, hint Hint) {
	t.Helper()
	got, _ := byHeaders(t, text, hint)
	var want []string
	for g, err := range NewReader(strings.NewReader(text), hint).All() {
		want = append(want, told(g, err))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nby headers %q\ngames      %q", text, got, want)
	}
}

// Games are the same whether they are read at once, or after their headers.
func TestHeaders(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"two games", "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. d4 *\n"},
		{"without a result", "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. d4\n"},
		{"on one line", "1. e4 e5 1-0 1. d4 d5 1/2-1/2 1. c4 *"},
		{"without tags", "1. e4 e5\n2. Nf3\n\n1. d4 d5\n"},
		{"a result in a variation", "1. e4 (1. d4 d5 1-0) 1... e5 0-1 1. c4 *"},
		{"a result in a comment", "1. e4 {1-0 [Event \"x\"] ( } e5 ; 0-1 (\n2. Nf3 1-0 1. d4 *"},
		{"a comment of many lines", "1. e4 {a\n[Event \"x\"]\n1-0\n} e5 1-0\n[Event \"b\"]\n1. c4 *\n"},
		{"zeros in castling", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 1-0 1. d4 *"},
		{"moves without numbers", "e4 e5 Nf3 1-0 d4 d5 0-1"},
		{"a number without a dot", "1 e4 e5 2 Nf3 Nc6 10 1-0"},
		{"glyphs", "1. e4! $5 e5!? 2. Nf3$1 Nc6 (2... d6 $2) 1-0\n\n1. d4 *"},
		{"a tag on two lines", "[Event\n\"a\"]\n1. e4 *\n[Event\n\"b\"]\n1. d4 *\n"},
		{"a comment before the first tag", "{intro}\n[Event \"a\"]\n1. e4 *\n{other}\n[Event \"b\"]\n1. d4 *\n"},
		{"prose in front", "These are games of mine.\n\n[Event \"a\"]\n1. e4 *\n"},
		{"a comment behind the result", "1. e4 * {good} ; really\n1. d4 *\n"},
		{"an illegal move", "[Event \"a\"]\n\n1. e4 e4 2. d4 1-0\n\n[Event \"b\"]\n\n1. d4 *\n"},
		{"an unknown variant", "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 *\n"},
		{"a position", "[Event \"a\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg7 *\n"},
		{"half a draw", "1. e4 e5 ½-½\n1. d4 *\n"},
		{"tags alone", "[Event \"a\"]\n\n[Event \"b\"]\n\n"},
		{"a result alone", "1-0\n"},
		{"nothing", ""},
		{"no game", "hello\n"},
		{"lines that programs skip", "%esc\n[Event \"a\"]\n1. e4 e5\n% 1-0 (\n2. d4 *\n"},
		{"a parenthesis too many", "1. e4) e5 1-0\n1. d4 *\n"},
		{"a parenthesis that is not closed", "1. e4 (1. d4 d5\n\n[Event \"b\"]\n1. d4 *\n"},
		{"carriage returns", "[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n"},
		{"Latin-1", "[Event \"caf\xe9\"]\n1. e4 {\xe9} *\n[Event \"b\"]\n1. d4 *\n"},
		{"KIF", kifSeeds[0]},
		{"CSA", csaSeeds[0]},
		{"JKF", jkfSeeds[2]},
		{"lines of USI", "position startpos moves 7g7f 3c3d\nposition startpos moves 2g2f\n"},
	} {
		t.Run(test.name, func(t *testing.T) { sameGames(t, test.text, Hint{}) })
	}
	for i, text := range pgnSeeds {
		t.Run(fmt.Sprint("seed ", i), func(t *testing.T) { sameGames(t, text, Hint{}) })
	}
	t.Run("random games", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		var file strings.Builder
		w := NewWriter(&file, PGN, Options{})
		for range 50 {
			must.OK(t, w.Write(randomGame(t, chess.Rules, "", core.Settings{}, 60, rng)))
		}
		sameGames(t, file.String(), Hint{})
	})
}

// Tags and results are there before moves are looked at, and so before what is wrong with these.
func TestHeadersComeFirst(t *testing.T) {
	r := NewReader(strings.NewReader("[White \"a\"]\n\n1. e4 Ke4 1-0\n\n[White \"b\"]\n\n1. d4 1/2-1/2\n"), Hint{})
	for i, want := range []string{"a 1-0", "b 1/2-1/2"} {
		h, err := r.NextHeader()
		must.OK(t, err)
		if got := h.Tags.Get(TagWhite) + " " + h.Result.String(); got != want || h.Rules.Name != chess.Rules.Name {
			t.Errorf("%s, want %s", got, want)
		}
		_, err = h.Game()
		if fault := new(Error); i == 0 && (!errors.As(err, &fault) || fault.Game != 1 || fault.Line != 3) || i == 1 && err != nil {
			t.Errorf("game %d: %v", i+1, err)
		}
	}
	if _, err := r.NextHeader(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	if g, err := new(Header).Game(); g != nil || err == nil {
		t.Errorf("the zero value has a game: %v", err)
	}
	if _, err := new(Reader).NextHeader(); err != io.EOF {
		t.Errorf("a reader of nothing: %v", err)
	}
	if _, err := new(Reader).Next(); err != io.EOF {
		t.Errorf("a reader of nothing: %v", err)
	}
	h, err := NewReader(strings.NewReader(kifSeeds[4]), Hint{}).NextHeader()
	must.OK(t, err)
	if g, err := h.Game(); h.Rules.Name != shogi.Rules.Name || err != nil || len(g.Moves()) == 0 {
		t.Errorf("KIF: %v, %v", h.Tags, err)
	}
}

// Whatever the text is, headers lead to games, and to all of them where none is damaged.
func FuzzHeaders(f *testing.F) {
	for _, seed := range pgnSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, intact := byHeaders(t, text, Hint{Format: PGN}); intact {
			sameGames(t, text, Hint{Format: PGN})
		}
	})
}
