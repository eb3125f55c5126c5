package plural_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/internal/plural"
)

func TestOf(t *testing.T) {
	for _, test := range []struct {
		n    int
		what string
		want string
	}{
		{0, "game", "0 games"}, {1, "game", "1 game"}, {2, "game", "2 games"}, {-1, "move", "-1 moves"},
		{1, "ply", "1 ply"}, {3, "ply", "3 plies"}, {2, "day", "2 days"}, {1, "search", "1 search"}, {2, "search", "2 searches"},
		{2, "box", "2 boxes"}, {2, "class", "2 classes"}, {2, "fitting position", "2 fitting positions"},
	} {
		if got := plural.Of(test.n, test.what); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
