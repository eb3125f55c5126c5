package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// kings says how kings are numbered as pieces.
type kings int

const (
	noKings   kings = iota // not at all
	oneKing                // both have the same numbers
	bothKings              // each has its own
)

// block returns how many numbers pieces have.
func (k kings) block() int { return kingBase + 81*int(k) }

// newHalf returns inputs for each number of a piece with each square of the own king. If
// mirrored, the board is mirrored where that stands on the files 6 to 9.
func newHalf(name string, k kings, mirrors bool) *nnue.FeatureSet {
	in := &nnue.FeatureSet{
		Name: name, Count: 81 * k.block(), King: shogi.King,
		Pieces: pieces, Set: fullSet,
		Ranks: newRanks(), PieceName: shogi.PieceName,
	}
	if mirrors {
		in.Count = 45 * k.block()
	}
	for c := range core.Color(2) {
		first := len(in.Tables)
		in.Tables = append(in.Tables, numbered(c, k, false))
		if mirrors {
			in.Tables = append(in.Tables, numbered(c, k, true))
		}
		for sq := range core.Square(81) {
			seen, table := seenFrom(c, int(sq), false), first
			if mirrors && seen >= 45 {
				seen, table = mirrored(seen), first+1
			}
			in.KingBucket[c][sq] = uint8(len(in.KingBuckets))
			in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: table, First: k.block() * seen})
		}
	}
	return in
}

// newKP returns inputs for each number of a piece, kings included, whatever the own king's
// square.
func newKP() *nnue.FeatureSet {
	tables := []nnue.Table{numbered(core.First, bothKings, false), numbered(core.Second, bothKings, false)}
	return &nnue.FeatureSet{
		Name: "K+P", Count: bothKings.block(), King: shogi.King,
		KingBucket: newViews(), KingBuckets: nnue.Numbered(tables), Tables: tables,
		Pieces: pieces, Set: fullSet,
		Ranks: newRanks(), PieceName: shogi.PieceName,
	}
}
