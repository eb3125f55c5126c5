package games_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestAcceptedDraw(t *testing.T) {
	for _, c := range []struct {
		name, game, position string
		want                 bool
	}{
		{"the start", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false},
		{"an opening that was set up", "chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", false},
		{"a dead position that was set up", "chess", "8/8/4k3/3p4/3P4/3K4/8/8 w - - 0 1", true},
		{"a middlegame", "chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 12", true},
		{"shogi", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 99", false},
	} {
		g, err := games.ByName(c.game)
		must.OK(t, err)
		p, err := g.Parse(c.position, core.Settings{})
		must.OK(t, err)
		if least, ok := games.AcceptedDraw(p); ok != c.want || ok && least != -20 {
			t.Errorf("%s: %d, %v", c.name, least, ok)
		}
	}
}
