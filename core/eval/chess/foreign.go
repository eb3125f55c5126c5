package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
)

// Foreign returns the networks of other engines that can be read: those of Stockfish 12
// to 13, 15 and 15.1.
func Foreign() []*foreign.Architecture { return architectures }

var architectures = []*foreign.Architecture{
	{
		Name: "HalfKP 256x2-32-32", Origin: "Stockfish 12", Game: chess.Rules.Name, Inputs: halfKP,
		Version: 0x7AF32F16, Hash: 0x3E5AA6EE, TransformerHash: 0x5D69D7B8, StackHash: 0x63337156, Strict: true,
		Hidden: 256, Stacks: 1, First: 32, Second: 32,
		Score: score12, Unit: foreign.Unit{Output: outputOf, Pawn: 208},
	},
	architecture15("Stockfish 15", false, score15, 208),
	architecture15("Stockfish 15.1", true, score151, 361),
}

// outputOf is the output of a network for a unit of Stockfish's.
const outputOf = 16

func architecture15(origin string, squares bool, score foreign.Scorer, pawn int64) *foreign.Architecture {
	return &foreign.Architecture{
		Name: "HalfKAv2_hm 1024x2-15-32", Origin: origin, Game: chess.Rules.Name, Inputs: halfKA,
		Version: 0x7AF32F20, Hash: 0x1C102EF2, TransformerHash: 0x7F2344B8, StackHash: 0x63336A4A, Strict: true,
		Hidden: 1024, Material: 8, Stacks: 8, First: 16, Second: 32,
		Pooling: foreign.Product, Squares: squares, Forward: [2]int32{600 * outputOf, 127 * 64},
		Score: score, Unit: foreign.Unit{Output: outputOf, Pawn: pawn},
	}
}

// Stockfish does not take the output of a network as it is: the more pieces are on the
// board, the more it counts. What depends on the search, and the fifty-move rule, is
// left out here: the search has its own. In the end Stockfish's units become ours, which
// the search is tuned to: in the positions of our games a win is as likely at 400 of
// Stockfish 15.1 as at 100 of ours.

func score12(_ core.Position, s foreign.Sums, _ int64) int64 {
	return s.Positional / outputOf * 5 / 4 * 100 / 260
}

func score15(p core.Position, s foreign.Sums, _ int64) int64 {
	npm := nonPawnMaterial(p)
	d := 10 - npm/1515
	v := ((128-d)*s.Material + (128+d)*s.Positional) / (128 * outputOf)
	return v * (1036 + 22*npm/1024) / 1024 * 100 / 400
}

func score151(p core.Position, s foreign.Sums, _ int64) int64 {
	npm := nonPawnMaterial(p)
	d := 24 - npm/9560
	v := ((1024-d)*s.Material + (1024+d)*s.Positional) / (1024 * outputOf)
	return v * (1064 + 106*npm/5120) / 1024 * 100 / 400
}

// nonPawnMaterial returns the value of all pieces but pawns and kings in Stockfish's
// units of the middlegame.
func nonPawnMaterial(p core.Position) (sum int64) {
	position := p.(*chess.Position)
	for k, value := range [...]int64{chess.Knight: 781, chess.Bishop: 825, chess.Rook: 1276, chess.Queen: 2538} {
		if value != 0 {
			all := position.Pieces(core.First, core.PieceType(k)) | position.Pieces(core.Second, core.PieceType(k))
			sum += value * int64(bits.OnesCount64(all))
		}
	}
	return sum
}
