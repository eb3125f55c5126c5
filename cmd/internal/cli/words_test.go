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
