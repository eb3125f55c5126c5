package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// halfKPBlock is the number of inputs for a square of the king.
const halfKPBlock = 1 + 2*5*64

// halfKP is the inputs of networks of Stockfish 12: 41,024, 641 for each square of
// the own king. The first of a block is never on; then come 64 squares for each kind of
// piece but kings, own before enemy. The board is turned around for Second.
var halfKP = newHalfKP()

func newHalfKP() *nnue.FeatureSet {
	in := &nnue.FeatureSet{
		Name: "HalfKP", Count: 64 * halfKPBlock, King: chess.King,
		Tables: make([]nnue.Table, 2),
		Pieces: pieces,
		Ranks:  newRanks(), PieceName: chess.PieceName,
	}
	for c := range core.Color(2) {
		turn := core.Square(63 * c)
		for sq := range core.Square(64) {
			in.KingBucket[c][sq] = uint8(len(in.KingBuckets))
			in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: int(c), First: halfKPBlock * int(sq^turn)})
		}
		t := &in.Tables[c]
		t.Clear()
		for owner := range core.Color(2) {
			for k := chess.Pawn; k < chess.King; k++ {
				plane := 2*int(k-chess.Pawn) + int(owner^c)
				for sq := range core.Square(64) {
					t[core.NewPiece(owner, k)][sq] = uint16(1 + 64*plane + int(sq^turn))
				}
			}
		}
	}
	return in
}
