package cli

import (
	"strings"
	"testing"
)

func TestPlural(t *testing.T) {
	for n, want := range []string{"0 games", "1 game", "2 games"} {
		if got := Plural(n, "game"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestListed(t *testing.T) {
	for _, test := range []struct{ words, want string }{
		{"", ""}, {"a", "a"}, {"a b", "a or b"}, {"a b c", "a, b or c"},
	} {
		if got := Listed(strings.Fields(test.words), "or"); got != test.want {
			t.Errorf("%q: %q, want %q", test.words, got, test.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"UTF-8", "é 棋\ufffd", "é 棋\ufffd"},
		{"Latin-1", "Andr\xe9.pgn", `Andr\xe9.pgn`},
		{"Shift-JIS", "\x8a\xfb.kif", `\x8a\xfb.kif`},
		{"cut off", "é\xe6\xa3", `é\xe6\xa3`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Printable(test.text); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
