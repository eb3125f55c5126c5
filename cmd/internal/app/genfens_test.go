//go:build !js

package app

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestGenfens(t *testing.T) {
	book := filepath.Join(t.TempDir(), "book.epd")
	must.Write(t, book, []byte("# endings\n4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1\n"))
	tests := []struct {
		name    string
		command string
		game    games.Game
		count   int
		without string // a letter that no position holds
	}{
		{"as OpenBench asks", "genfens 3 seed 12345 book None", games.Chess(), 3, ""},
		{"without a book", "genfens 2 seed 1", games.Chess(), 2, ""},
		{"from a book", "genfens 2 seed 1 book " + book, games.Chess(), 2, "Q"},
		{"shogi", "genfens 2 seed 7 book None shogi", games.Shogi(), 2, ""},
		{"unknown words of a script", "genfens 1 seed 1 book None whatever", games.Chess(), 1, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			first, err := call(t, test.command, "quit")
			must.OK(t, err)
			second, _ := call(t, test.command, "quit")
			if first != second {
				t.Errorf("not reproducible:\n%s\n%s", first, second)
			}
			lines := strings.Split(strings.TrimSpace(first), "\n")
			if len(lines) != test.count {
				t.Fatalf("%d lines, want %d:\n%s", len(lines), test.count, first)
			}
			for _, line := range lines {
				fen, ok := strings.CutPrefix(line, "info string genfens ")
				if !ok {
					t.Fatalf("line %q", line)
				}
				if _, err := test.game.Parse(fen, core.Settings{}); err != nil {
					t.Errorf("%q: %v", fen, err)
				}
				if test.without != "" && strings.Contains(fen, test.without) {
					t.Errorf("%q is not from the book", fen)
				}
				if n := len(strings.Fields(fen)); test.game.Name == "chess" && n != 6 {
					t.Errorf("%q has %d fields; OpenBench cuts it into 6", fen, n)
				}
			}
		})
	}
}

// The lines of a book are found without comments and blank lines, whatever ends them, and
// each is drawn.
func TestStarts(t *testing.T) {
	const white, black = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1"
	for _, test := range []struct{ name, text string }{
		{"plain", white + "\n" + black + "\n"},
		{"no end of the last line", "# endings\n\n" + white + "\n  # a note\n" + black},
		{"a byte order mark", "\ufeff" + white + "\n" + black},
		{"of Windows", white + "\r\n\r\n" + black + "\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			book, err := newStarts(strings.NewReader(test.text), games.Chess())
			must.OK(t, err)
			drawn := map[string]bool{}
			rng := rand.New(rand.NewPCG(1, 2))
			for range 20 {
				p, err := book.draw(rng)
				must.OK(t, err)
				drawn[p.String()] = true
			}
			if len(drawn) != 2 || !drawn[white] || !drawn[black] {
				t.Errorf("drew %v", drawn)
			}
		})
	}
	if _, err := newStarts(strings.NewReader("# nothing\n"), games.Chess()); err == nil {
		t.Error("a book of comments is no error")
	}
	book, err := newStarts(strings.NewReader("startpos\n"), games.Chess())
	must.OK(t, err)
	_, err = book.draw(rand.New(rand.NewPCG(1, 2)))
	must.Say(t, err, `"startpos" of the book`)
}

func TestBadGenfens(t *testing.T) {
	for _, command := range []string{"genfens", "genfens 3", "genfens x seed 1", "genfens 1 seed x", "genfens 1 seed 1 book /no/such/file"} {
		out, err := call(t, command, "quit")
		if err != nil || !strings.HasPrefix(out, "info string ERROR") || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: error %v, printed %q", command, err, out)
		}
	}
}
