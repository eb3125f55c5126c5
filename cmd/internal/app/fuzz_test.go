package app

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The words of genfens are a request or an error that says how to ask.
func FuzzGenfens(f *testing.F) {
	for _, seed := range []string{"3 seed 12345 book None", "1 seed 1", "2 seed 7 book a.epd shogi", "1 seed", "-1 seed 1", "1 seed 1 book", "5000000000 seed 18446744073709551616"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		g, count, _, path, err := genfensArguments(words)
		switch {
		case err != nil:
			must.Has(t, err.Error(), "genfens N seed S")
		case g.Name == "" || count > 1<<32 || path == "None" || path != "" && !strings.Contains(text, path):
			t.Errorf("genfens %q: %s, %d openings, book %q", text, g.Name, count, path)
		}
	})
}

// A line of a book for genfens is drawn as a position, or the error quotes it.
func FuzzStarts(f *testing.F) {
	f.Add("# endings\n\n4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1\n", false)
	f.Add("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\r\n", true)
	f.Add("startpos", false)
	f.Fuzz(func(t *testing.T, text string, shogi bool) {
		g := games.Chess()
		if shogi {
			g = games.Shogi()
		}
		book, err := newStarts(strings.NewReader(text), g)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range book.lines {
			p, err := book.draw(rng)
			if err != nil {
				must.Has(t, err.Error(), "of the book")
				continue
			}
			if _, err := g.Parse(p.String(), core.Settings{}); err != nil {
				t.Errorf("%s is read no more: %v", p, err)
			}
		}
	})
}

// A position of the command line can be read again as it is written, or the error says why
// it is no position.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{"", "startpos moves e2e4 e7e5", "position startpos moves 7g7f resign", "fen r3k3/8/8/8/8/8/8/1R3KR1 w GBa - 0 1 moves f1g1",
		"sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1", "4k3/8/8/8/8/8/8/4K2R w K -", "position", "startpos 2g2f"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, last, err := position("", []string{text})
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		again, _, err := position(string(p.Variant()), strings.Fields(p.String()))
		if err != nil || again.String() != p.String() || last != core.NoMove && p.Plies() == 0 {
			t.Errorf("%q is %s, and again %v, %v", text, p, again, err)
		}
	})
}
