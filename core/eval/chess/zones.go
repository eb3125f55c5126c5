package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// Zones returns the inputs of [Inputs], once for each of four zones that the own king can
// stand in: in the corner or towards the middle of its first rank, on the second, or further
// up the board.
func Zones() *nnue.FeatureSet { return kingZones }

var kingZones = newZones()

func newZones() *nnue.FeatureSet {
	const zones = 4
	in := *inputs
	in.Name, in.Count = "chess768hmx4", zones*inputs.Count
	in.KingBuckets = nil
	for table := range in.Tables {
		for zone := range zones {
			in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: table, First: zone * inputs.Count})
		}
	}
	for c := range in.KingBucket {
		for sq := range 64 {
			rank, file := relative(core.Color(c), core.Square(sq))/8, sq%8
			zone := min(rank+1, zones-1)
			if corner := min(file, 7-file) < 2; rank == 0 && corner {
				zone = 0
			}
			in.KingBucket[c][sq] = zones*inputs.KingBucket[c][sq] + uint8(zone)
		}
	}
	return &in
}
