package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// halfKABlock is the number of inputs for a square of the king.
const halfKABlock = 11 * 64

// halfKA is the inputs of networks of Stockfish 15 (HalfKAv2_hm): 22,528, 704 for
// each of 32 squares of the own king. There are 64 squares for each kind of piece, own
// before enemy; both kings share theirs. The board is flipped for Second, and mirrored
// if the own king stands on the files a to d.
var halfKA = newHalfKA()

func newHalfKA() *nnue.FeatureSet {
	in := &nnue.FeatureSet{
		Name: "HalfKAv2_hm", Count: 32 * halfKABlock, King: chess.King,
		Tables: make([]nnue.Table, 4),
		Pieces: pieces,
		Ranks:  newRanks(), PieceName: chess.PieceName,
	}
	for c := range core.Color(2) {
		for sq := range core.Square(64) {
			mirrored := sq%8 < 4
			seen := relative(c, sq)
			if mirrored {
				seen ^= 7
			}
			in.KingBucket[c][sq] = uint8(len(in.KingBuckets))
			in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: halfKATable(c, mirrored), First: halfKABlock * (4*(7-seen/8) + 7 - seen%8)})
		}
		for i, mirror := range []int{0, 7} {
			t := &in.Tables[halfKATable(c, i == 1)]
			t.Clear()
			for owner := range core.Color(2) {
				for k := chess.Pawn; k <= chess.King; k++ {
					plane := 2 * int(k-chess.Pawn)
					if k != chess.King {
						plane += int(owner ^ c)
					}
					for sq := range core.Square(64) {
						t[core.NewPiece(owner, k)][sq] = uint16(64*plane + (relative(c, sq) ^ mirror))
					}
				}
			}
		}
	}
	return in
}

// halfKATable returns the index of the table for a side.
func halfKATable(c core.Color, mirrored bool) int {
	if mirrored {
		return 2*int(c) + 1
	}
	return 2 * int(c)
}

// quarters puts positions with up to four pieces into bucket 0, with up to eight into
// bucket 1, and so on.
func quarters(p core.Position) int {
	return (bits.OnesCount64(p.(*chess.Position).Occupied()) - 1) / 4
}
