package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// FeatureSets returns how networks of ours see a position: with an input for each piece at each
// place, the usual way; the same, but mirrored if the own king stands on the files 6 to 9; or
// mirrored, with such inputs for each of three zones that the own king can stand in.
func FeatureSets() []*nnue.FeatureSet { return featureSets }

var featureSets = []*nnue.FeatureSet{inputs, newZones("shogi2344hm", 1, oneZone), newZones("shogi2344x3", 3, threeZones)}

// newZones returns the usual inputs, mirrored, once for each of n zones of a king's square, as its
// side sees it on the files 1 to 5.
func newZones(name string, n int, zoneOf func(file, rank int) int) *nnue.FeatureSet {
	in := *inputs
	in.Name, in.Count = name, n*inputs.Count
	in.Tables, in.KingBuckets = nil, nil
	for c := range core.Color(2) {
		for mirror := range 2 {
			in.Tables = append(in.Tables, newTable(c, mirror == 1))
			for zone := range n {
				in.KingBuckets = append(in.KingBuckets, nnue.KingBucket{Table: 2*int(c) + mirror, First: zone * inputs.Count})
			}
		}
		for sq := range 81 {
			seen, mirror := seenFrom(c, sq, false), 0
			if seen >= 45 {
				seen, mirror = mirrored(seen), 1
			}
			in.KingBucket[c][sq] = uint8((2*int(c)+mirror)*n + zoneOf(seen/9, seen%9))
		}
	}
	return &in
}

func oneZone(_, _ int) int { return 0 }

// threeZones are at home at the side, at home in the middle, and on the way up the board.
func threeZones(file, rank int) int {
	const sideFiles, homeRank = 3, 6
	switch {
	case rank < homeRank:
		return 2
	case file < sideFiles:
		return 0
	}
	return 1
}
