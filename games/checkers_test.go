package games_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

func TestCheckers(t *testing.T) {
	for _, c := range []struct{ name, position, want string }{
		{"none in chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""},
		{"one in chess", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "e1"},
		{"two in chess", "4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1", "e1 f6"},
		{"none in shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", ""},
		{"a pawn in shogi", "4k4/4P4/9/9/9/9/9/9/4K4 w - 1", "5b"},
		{"two in shogi", "4k4/9/3N5/9/9/9/9/9/K3R4 w - 1", "5i 6c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := games.Guess(c.position)
			p, err := g.Parse(c.position, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(g.Checkers(p), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
