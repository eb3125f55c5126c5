package mate

import "testing"

func TestFindKnowsBetterAndWorseHands(t *testing.T) {
	const pawn, gold = 1 << 8, 1 << 40
	for _, c := range []struct {
		name  string
		entry entry
		hand  uint64
		found bool
	}{
		{"the position itself", entry{hand: gold, proof: 3, disproof: 4}, gold, true},
		{"an open position with more", entry{hand: gold, proof: 3, disproof: 4}, gold + pawn, false},
		{"proved with the same", entry{hand: gold, disproof: infinite}, gold, true},
		{"proved with less", entry{hand: gold, disproof: infinite}, gold + pawn, true},
		{"proved with other pieces", entry{hand: gold, disproof: infinite}, 3 * pawn, false},
		{"proved with more", entry{hand: gold + pawn, disproof: infinite}, gold, false},
		{"refuted with more", entry{hand: gold + pawn, proof: infinite}, gold, true},
		{"refuted with less", entry{hand: gold, proof: infinite}, gold + pawn, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tt := table{bound: 1 << 12}
			tt.clear()
			e := c.entry
			e.board = 77
			tt.put(&e)
			if got := tt.find(77, c.hand); (got != nil) != c.found {
				t.Errorf("found %+v", got)
			}
			if got := tt.find(78, c.hand); got != nil {
				t.Errorf("found %+v for another board", got)
			}
		})
	}
}

func TestTableGrowsToItsBoundAndKeepsWhatCostMost(t *testing.T) {
	tt := table{bound: 2 * firstBuckets}
	tt.clear()
	capacity := tt.bound * bucketSize
	costly := 0
	for i := range 4 * capacity {
		work := uint32(1)
		if i%16 == 0 {
			work = 1000
		}
		tt.put(&entry{board: uint64(i) * 0x9e3779b97f4a7c15 >> 8, hand: 1, proof: 1, disproof: 1, work: work})
	}
	for i := 0; i < 4*capacity; i += 16 {
		if tt.find(uint64(i)*0x9e3779b97f4a7c15>>8, 1) != nil {
			costly++
		}
	}
	if len(tt.buckets) != tt.bound || tt.full() < 900 || tt.full() > 1000 {
		t.Errorf("%d buckets of %d, %d permille full", len(tt.buckets), tt.bound, tt.full())
	}
	if want := 4 * capacity / 16; costly < want*9/10 {
		t.Errorf("%d of %d entries with much work are left", costly, want)
	}
}
