package syzygy

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// unpack makes the array readable.
func (p *packed) unpack(t testing.TB) *pairs {
	t.Helper()
	d := &pairs{blockBits: uint(p.blockBits), spanBits: uint(p.spanBits), sparse: p.sparse, lengths: p.lengths,
		blocks: p.blocks, tree: p.tree}
	copy(d.lowest[:], p.lowest)
	d.setCodes(uint(p.shortest), uint(p.longest))
	if !d.setExtents() {
		t.Fatal("the symbols are damaged")
	}
	return d
}

// What was packed is unpacked, with blocks and spans of all sizes.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	tests := []struct {
		name                string
		count, kinds        int
		skew                float64
		pairings            int
		blockBits, spanBits byte
	}{
		{"one number", 1, 1, 0, 0, 5, 10},
		{"a few", 10, 5, 0, 0, 3, 1},
		{"results", 50_000, 5, 0.9, 40, 6, 12},
		{"mostly draws", 200_000, 3, 0.9999, 60, 5, 16},
		{"distances", 40_000, 200, 0.6, 60, 10, 11},
		{"many distances", 20_000, 3000, 0, 0, 10, 12},
		{"a number for each span", 1000, 5, 0.5, 5, 5, 0},
		{"a span for all", 5000, 5, 0.5, 10, 6, 15},
		{"blocks of 64 KiB", 10_000, 40, 0.2, 20, 16, 14},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			values := make([]int, test.count)
			for i := range values {
				if rng.Float64() >= test.skew {
					values[i] = rng.IntN(test.kinds)
				}
			}
			d := pack(values, test.pairings, test.blockBits, test.spanBits).unpack(t)
			for i, want := range values {
				if got, ok := d.at(uint64(i)); !ok || got != want {
					t.Fatalf("number %d is %d %v, want %d", i, got, ok, want)
				}
			}
		})
	}
}

// Symbols without an end are found.
func TestExtents(t *testing.T) {
	node := func(left, right int) []byte { return []byte{byte(left), byte(left>>8 | right<<4), byte(right >> 4)} }
	doubling := node(0, isLeaf)
	for i := range 9 {
		doubling = append(doubling, node(i, i)...)
	}
	tests := []struct {
		name string
		tree []byte
		ok   bool
	}{
		{"a number", node(7, isLeaf), true},
		{"none", nil, false},
		{"itself", node(0, 0), false},
		{"a circle", append(node(1, 2), append(node(0, 2), node(1, isLeaf)...)...), false},
		{"beyond the last", append(node(1, 2), node(1, isLeaf)...), false},
		{"256 numbers", doubling[:27], true},
		{"512 numbers", doubling, false},
	}
	for _, test := range tests {
		d := pairs{tree: test.tree}
		if got := d.setExtents(); got != test.ok {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestDistance(t *testing.T) {
	narrow := [4][]byte{{5, 6}, {7}, {8, 200}, {9}}
	wide := [4][]byte{{5, 1, 6, 2}, {7, 0}, {8, 3}, {9, 4}}
	tests := []struct {
		flags byte
		lists [4][]byte
		value int
		wdl   WDL
		want  int // 0: damaged
	}{
		{0, narrow, 3, Win, 7}, // in moves
		{0, narrow, 3, Loss, 7},
		{0, narrow, 3, CursedWin, 107},
		{flagWinPlies, narrow, 3, Win, 4},
		{flagWinPlies, narrow, 3, Loss, 7},
		{flagLossPlies, narrow, 3, Loss, 4},
		{flagWinPlies | flagLossPlies, narrow, 3, BlessedLoss, 107},
		{flagMapped, narrow, 1, Win, 13},
		{flagMapped, narrow, 0, Loss, 15},
		{flagMapped, narrow, 1, CursedWin, 501},
		{flagMapped, narrow, 0, BlessedLoss, 119},
		{flagMapped, narrow, 2, Win, 0},
		{flagMapped, narrow, 1, Loss, 0},
		{flagMapped | flagWinPlies, narrow, 1, Win, 7},
		{flagMapped | flagWide, wide, 1, Win, 2*(2<<8|6) + 1},
		{flagMapped | flagWide | flagLossPlies, wide, 0, Loss, 8},
		{flagMapped | flagWide, wide, 0, CursedWin, 100 + 2*(3<<8|8) + 1},
		{flagMapped | flagWide, wide, 0, BlessedLoss, 100 + 2*(4<<8|9) + 1},
		{flagMapped | flagWide, wide, 1, BlessedLoss, 0},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("flags %d, %v, %d", test.flags, test.wdl, test.value), func(t *testing.T) {
			p := part{flags: test.flags, lists: test.lists}
			if got, ok := p.distance(test.value, test.wdl); got != test.want || ok != (test.want != 0) {
				t.Errorf("%d %v, want %d", got, ok, test.want)
			}
		})
	}
}
