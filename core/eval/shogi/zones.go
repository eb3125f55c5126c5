package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// Zones returns the inputs of [Inputs], once for each of three zones that the own king
// can stand in: at home at the side, at home in the middle, or on its way up the board.
// The board is mirrored if the own king stands on the files 6 to 9.
func Zones() *nnue.FeatureSet { return kingZones }

var kingZones = newZones()

func newZones() *nnue.FeatureSet {
	in := *inputs
	in.Name, in.Count = "shogi2344x3", 3*inputs.Count
	in.Tables, in.KingBuckets = nil, nil
	for c := range core.Color(2) {
		for mirror := range 2 {
			in.Tables = append(in.Tables, newTable(c, mirror == 1))
			for zone := range 3 {
				in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: 2*int(c) + mirror, First: zone * inputs.Count})
			}
		}
		for sq := range 81 {
			seen, mirror := int(relative[c][sq]), 0
			if seen >= 45 {
				seen, mirror = mirrored(seen), 1
			}
			in.KingBucket[c][sq] = uint8(6*int(c) + 3*mirror + zoneOf(seen))
		}
	}
	return &in
}

// zoneOf returns the zone of a king, as its side sees it on the files 1 to 5.
func zoneOf(sq int) int {
	const sideFiles, homeRank = 3, 6
	switch file, rank := sq/9, sq%9; {
	case rank < homeRank:
		return 2
	case file < sideFiles:
		return 0
	}
	return 1
}
