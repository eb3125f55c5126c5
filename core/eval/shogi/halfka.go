package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// halfKA is the inputs of SFNN networks of YaneuraOu (HalfKA_hm2): 73,305, one for
// each number of a piece with each of 45 squares of the own king. Both kings have the
// same numbers. The board is mirrored if the own king stands on the files 6 to 9.
var halfKA = newHalfKA()

func newHalfKA() *nnue.FeatureSet {
	const block = kingBase + 81
	in := &nnue.FeatureSet{
		Name: "HalfKA_hm2", Count: 45 * block, King: shogi.King,
		Tables: make([]nnue.Table, 4),
		Pieces: pieces, Bucket: kingThirds, Set: fullSet,
		Ranks: newRanks(), PieceName: shogi.PieceName,
	}
	for c := range core.Color(2) {
		for sq := range core.Square(81) {
			seen, table := int(relative[c][sq]), 2*int(c)
			if seen >= 45 {
				seen, table = mirrored(seen), table+1
			}
			in.KingBucket[c][sq] = uint8(len(in.KingBuckets))
			in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: table, First: block * seen})
		}
		for i := range 2 {
			t := &in.Tables[2*int(c)+i]
			numberPieces(t, c, i == 1)
			for owner := range core.Color(2) {
				for sq := range 81 {
					t[core.NewPiece(owner, shogi.King)][sq] = uint16(kingBase + seenFrom(c, sq, i == 1))
				}
			}
		}
	}
	return in
}

// kingThirds puts positions into nine buckets, by the third of the board that each king
// stands in, as its own side counts: the far one first.
func kingThirds(p core.Position, _ int) int {
	position := p.(*shogi.Position)
	us := position.Side() & 1
	third := func(c core.Color) int { return int(relative[c][position.KingSquare(c)]) % 9 / 3 }
	return 3*third(us) + third(us^1)
}
