package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// FeatureSets returns how networks of ours see a position: with an input for each piece on each
// square, the usual way, or with such inputs for each of four or eight zones that the own king
// can stand in.
func FeatureSets() []*nnue.FeatureSet { return featureSets }

var featureSets = []*nnue.FeatureSet{inputs, newZones("chess768hmx4", fourZones), newZones("chess768hmx8", eightZones)}

// zones numbers the zones of the king by its rank, as its side sees it, and by its file,
// counted from the nearer edge.
type zones [8][4]uint8

var (
	fourZones = zones{
		{0, 0, 1, 1},
		{2, 2, 2, 2},
		{3, 3, 3, 3},
		{3, 3, 3, 3},
		{3, 3, 3, 3},
		{3, 3, 3, 3},
		{3, 3, 3, 3},
		{3, 3, 3, 3},
	}
	eightZones = zones{
		{0, 0, 1, 2},
		{3, 3, 4, 4},
		{5, 5, 5, 5},
		{6, 6, 6, 6},
		{6, 6, 6, 6},
		{7, 7, 7, 7},
		{7, 7, 7, 7},
		{7, 7, 7, 7},
	}
)

// newZones returns the usual inputs, once for each zone. The last zone holds the king on its
// last rank.
func newZones(name string, z zones) *nnue.FeatureSet {
	n := int(z[7][0]) + 1
	in := *inputs
	in.Name, in.Count = name, n*inputs.Count
	in.KingBuckets = nil
	for table := range in.Tables {
		for zone := range n {
			in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: table, First: zone * inputs.Count})
		}
	}
	for c := range in.KingBucket {
		for sq := range 64 {
			rank, file := relative(core.Color(c), core.Square(sq))/8, sq%8
			in.KingBucket[c][sq] = uint8(n)*inputs.KingBucket[c][sq] + z[rank][min(file, 7-file)]
		}
	}
	return &in
}
