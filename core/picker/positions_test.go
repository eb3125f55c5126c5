package picker_test

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// positions cover every kind of move of both games.
var positions = []struct {
	name     string
	rules    core.Rules
	settings core.Settings
	notation string
	depth    int // of walks
}{
	{"chess, start", chess.Rules, core.Settings{}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3},
	{"chess, castling and captures", chess.Rules, core.Settings{}, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2},
	{"chess, promotions", chess.Rules, core.Settings{}, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3},
	{"chess, en passant", chess.Rules, core.Settings{}, "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 3},
	{"chess, in check", chess.Rules, core.Settings{}, "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3", 2},
	{"chess, in double check", chess.Rules, core.Settings{}, "4k3/8/8/8/1b6/8/4r3/R3K2R w KQ - 0 1", 3},
	{"chess, stalemate", chess.Rules, core.Settings{}, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2},
	{"chess, checkmate", chess.Rules, core.Settings{}, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 2},
	{"chess 960", chess.Rules, core.Settings{Chess960: true}, "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1", 2},
	{"shogi, start", shogi.Rules, core.Settings{}, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 2},
	{"shogi, pointless moves", shogi.Rules, core.Settings{}, "4k4/P2R4B/1pL4p1/N8/9/9/9/4p4/4K1+p2 b - 1", 2},
	{"shogi, pointless moves of the second side", shogi.Rules, core.Settings{}, "4k4/9/9/9/9/9/1l5p1/r3b4/4K4 w - 1", 2},
	{"shogi, drops", shogi.Rules, core.Settings{}, "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1", 2},
	{"shogi, in check", shogi.Rules, core.Settings{}, "4k4/9/9/9/9/4r4/9/9/4K4 b GSP 1", 2},
	{"shogi, middle game", shogi.Rules, core.Settings{}, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 1},
	{"shogi, checkmate", shogi.Rules, core.Settings{}, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", 2},
}

// each runs test for every position with random histories.
func each(t *testing.T, test func(t *testing.T, p core.Position, h *history.Tables, depth int)) {
	for _, x := range positions {
		t.Run(x.name, func(t *testing.T) {
			p, err := x.rules.Parse(x.notation, x.settings)
			if err != nil {
				t.Fatal(err)
			}
			test(t, p, randomHistory(p), x.depth)
		})
	}
}

// randomHistory returns histories with random values for the moves in p and one ply
// later.
func randomHistory(p core.Position) *history.Tables {
	h := history.New(p.GameInfo(), nil)
	r := rand.New(rand.NewPCG(p.Key(), 5))
	learn := func(m core.Move) {
		bonus := r.Int32N(4001) - 2000
		if m.IsTactical() {
			h.UpdateCapture(p.Side(), m, bonus)
			return
		}
		h.UpdateQuiet(noContext(h, p), m, bonus)
	}
	for _, m := range generated(p, core.AllMoves) {
		learn(m)
		p.Do(m, nil)
		for _, m := range generated(p, core.AllMoves) {
			learn(m)
		}
		p.Undo()
	}
	return h
}

// noContext is the context of a node far from the root without earlier moves.
func noContext(h *history.Tables, g core.Game) *history.Context {
	c := h.Context(g.Side(), 10, 0, core.Squares{}, history.Earlier{history.None, history.None, history.None, history.None})
	return &c
}

// generated returns the moves of the kinds.
func generated(g core.Game, kinds ...core.GenKind) []core.Move {
	var list core.MoveList
	for _, kind := range kinds {
		g.Generate(kind, &list)
	}
	return append([]core.Move(nil), list.Slice()...)
}
