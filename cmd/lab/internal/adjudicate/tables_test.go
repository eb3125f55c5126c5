package adjudicate

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestByTables(t *testing.T) {
	tables, problems := syzygy.Open("../../../../web/api/testdata/syzygy")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	defer tables.Close()
	for _, test := range []struct {
		name, fen    string
		known, drawn bool
		winner       core.Color
	}{
		{"won by the side to move", "7k/8/8/8/8/8/8/K2Q4 w - - 0 40", true, false, core.First},
		{"lost by the side to move", "7k/8/8/8/3Q4/8/8/K7 b - - 0 40", true, false, core.First},
		{"won by Second", "k2q4/8/8/8/8/8/8/7K b - - 0 40", true, false, core.Second},
		{"drawn by a capture", "8/8/8/8/8/8/2Kq4/k7 w - - 0 40", true, true, 0},
		{"moves since the last capture", "7k/8/8/8/8/8/8/K2Q4 w - - 1 40", false, false, 0},
		{"no table", "7k/8/8/8/8/8/8/K2R4 w - - 0 40", false, false, 0},
		{"castling", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false, false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := chess.Rules.Parse(test.fen, core.Settings{})
			must.OK(t, err)
			drawn, winner, known := ByTables(tables, p)
			if known != test.known || drawn != test.drawn || winner != test.winner {
				t.Errorf("known %v, drawn %v, winner %v", known, drawn, winner)
			}
			if _, _, known := ByTables(nil, p); known {
				t.Error("known without tables")
			}
		})
	}
	if _, _, known := ByTables(tables, shogi.Rules.Start(core.Settings{})); known {
		t.Error("a position of shogi is known")
	}
}
