package tt_test

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// write is a position stored in a table of one bucket.
type write struct {
	key      uint64
	depth    int
	bound    core.Bound
	move     core.MoveID
	searches int // begun before it is stored
}

func TestReplacement(t *testing.T) {
	// The full bucket that a fifth position is stored in.
	four := []write{{key: 1, depth: 9}, {key: 2, depth: 3}, {key: 3, depth: 7}, {key: 4, depth: 5}}
	tests := []struct {
		name   string
		writes []write
		stay   []uint64
		gone   []uint64
	}{
		{
			name:   "empty slots first",
			writes: four,
			stay:   []uint64{1, 2, 3, 4},
		},
		{
			name:   "an empty slot before a worthless old entry",
			writes: []write{{key: 1}, {key: 2, searches: 20}},
			stay:   []uint64{1, 2},
		},
		{
			name:   "an empty slot before the oldest entry that can be",
			writes: []write{{key: 1, searches: 3}, {key: 2, searches: 31}},
			stay:   []uint64{1, 2},
		},
		{
			name:   "the shallowest is replaced",
			writes: append(four[:4:4], write{key: 5, depth: 4}),
			stay:   []uint64{1, 3, 4, 5},
			gone:   []uint64{2},
		},
		{
			name:   "even by a shallower one",
			writes: append(four[:4:4], write{key: 5, depth: 0}),
			stay:   []uint64{1, 3, 4, 5},
			gone:   []uint64{2},
		},
		{
			name:   "which is the next to be replaced",
			writes: append(four[:4:4], write{key: 5, depth: 0}, write{key: 6, depth: 1}),
			stay:   []uint64{1, 3, 4, 6},
			gone:   []uint64{2, 5},
		},
		{
			name: "an old entry is replaced before a slightly shallower new one",
			writes: []write{
				{key: 1, depth: 10}, {key: 2, depth: 5, searches: 1}, {key: 3, depth: 5}, {key: 4, depth: 5},
				{key: 5, depth: 5},
			},
			stay: []uint64{2, 3, 4, 5},
			gone: []uint64{1},
		},
		{
			name: "a deep old entry is kept before a shallow new one",
			writes: []write{
				{key: 1, depth: 30}, {key: 2, depth: 5, searches: 1}, {key: 3, depth: 6}, {key: 4, depth: 7},
				{key: 5, depth: 5},
			},
			stay: []uint64{1, 3, 4, 5},
			gone: []uint64{2},
		},
		{
			name: "but not forever",
			writes: []write{
				{key: 1, depth: 30}, {key: 2, depth: 5, searches: 4}, {key: 3, depth: 6}, {key: 4, depth: 7},
				{key: 5, depth: 5},
			},
			stay: []uint64{2, 3, 4, 5},
			gone: []uint64{1},
		},
		{
			name: "of two old entries the older is replaced",
			writes: []write{
				{key: 1, depth: 12, searches: 1}, {key: 2, depth: 8, searches: 1},
				{key: 3, depth: 20, searches: 1}, {key: 4, depth: 20}, {key: 5, depth: 1},
			},
			stay: []uint64{2, 3, 4, 5},
			gone: []uint64{1},
		},
		{
			name: "ages are right when the generation wraps around",
			writes: []write{
				{key: 1, depth: 10, searches: 31}, {key: 2, depth: 5, searches: 1}, {key: 3, depth: 5}, {key: 4, depth: 5},
				{key: 5, depth: 5},
			},
			stay: []uint64{2, 3, 4, 5},
			gone: []uint64{1},
		},
		{
			name: "a deep entry from before the wrap is not the oldest after it",
			writes: []write{
				{key: 1, depth: 30, searches: 31}, {key: 2, depth: 5, searches: 1}, {key: 3, depth: 6}, {key: 4, depth: 7},
				{key: 5, depth: 5},
			},
			stay: []uint64{1, 3, 4, 5},
			gone: []uint64{2},
		},
		{
			name: "an update replaces no other entry",
			writes: append(four[:4:4], write{key: 2, depth: 4}, write{key: 3, depth: 1, bound: core.Exact},
				write{key: 1, depth: 30}),
			stay: []uint64{1, 2, 3, 4},
		},
		{
			name: "an update makes an entry new",
			writes: []write{
				{key: 1, depth: 10}, {key: 2, depth: 10}, {key: 3, depth: 10}, {key: 4, depth: 9},
				{key: 4, depth: 9, searches: 3}, {key: 5, depth: 1},
			},
			stay: []uint64{2, 3, 4, 5},
			gone: []uint64{1},
		},
		{
			name: "even one that does not replace it",
			writes: []write{
				{key: 1, depth: 10}, {key: 2, depth: 10}, {key: 3, depth: 9}, {key: 4, depth: 9},
				{key: 4, depth: 1, searches: 3}, {key: 5, depth: 1},
			},
			stay: []uint64{1, 2, 4, 5},
			gone: []uint64{3},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(t, 1)
			for _, w := range test.writes {
				store(table, w)
			}
			for _, key := range test.stay {
				if _, ok := table.Probe(key, 0); !ok {
					t.Errorf("position %d was replaced", key)
				}
			}
			for _, key := range test.gone {
				if e, ok := table.Probe(key, 0); ok {
					t.Errorf("position %d is still there: %+v", key, e)
				}
			}
		})
	}
}

func store(table *tt.Table, w write) core.StoreOutcome {
	for range w.searches {
		table.NextSearch()
	}
	return table.Store(w.key, 0, tt.Entry{Move: w.move, Depth: w.depth, Bound: w.bound})
}

// Store returns what it did.
func TestStoreOutcome(t *testing.T) {
	four := []write{{key: 1, depth: 9}, {key: 2, depth: 3}, {key: 3, depth: 7}, {key: 4, depth: 5}}
	tests := []struct {
		name   string
		writes []write // before
		last   write
		want   core.StoreOutcome
	}{
		{"in an empty bucket", nil, write{key: 1}, core.IntoEmpty},
		{"in the last empty slot", four[:3], write{key: 4}, core.IntoEmpty},
		{"in an empty slot, though others are old", four[:3], write{key: 4, searches: 9}, core.IntoEmpty},
		{"the same position", four, write{key: 2, depth: 8}, core.OverSame},
		{"the same position, a little shallower", four, write{key: 1, depth: 5}, core.OverSame},
		{"the same position of an earlier search", four, write{key: 1, depth: 5, searches: 1}, core.OverSame},
		{"the same position of an earlier search, much shallower", four, write{key: 1, depth: 4, searches: 1}, core.NotStored},
		{"the same position, much shallower", four, write{key: 1, depth: 4}, core.NotStored},
		{"the same position, much shallower, but exact", four, write{key: 1, depth: 4, bound: core.Exact}, core.OverSame},
		{"another position", four, write{key: 5}, core.OverLive},
		{"another position of an earlier search", four, write{key: 5, searches: 1}, core.OverOld},
		{"another position, before the generation wraps around", append(four[:4:4], write{key: 1, depth: 9, searches: 31}), write{key: 5, searches: 1}, core.OverOld},
		{"as many searches later as there are generations", four, write{key: 5, searches: 32}, core.OverLive},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(t, 1)
			for _, w := range test.writes {
				store(table, w)
			}
			if got := store(table, test.last); got != test.want {
				t.Errorf("stored %v, want %v", got, test.want)
			}
		})
	}
}

func TestHeld(t *testing.T) {
	memory := alignedMemory(1, 0)
	table, err := tt.New(memory)
	if err != nil {
		t.Fatal(err)
	}
	if held := table.Held(1, nil); len(held) > 0 {
		t.Errorf("an empty bucket holds %v", held)
	}
	for key := range uint64(3) {
		store(table, write{key: key + 7})
	}
	buffer := make([]uint64, 0, 4)
	if held := table.Held(1, buffer); !slices.Equal(held, []uint64{7, 8, 9}) {
		t.Errorf("the bucket holds %v", held)
	}
	memory[8] ^= 0x40 // of the data of the first slot: now its words belong to different writes
	if held := table.Held(1, buffer); !slices.Equal(held, []uint64{7 ^ 0x40, 8, 9}) {
		t.Errorf("with a torn entry, the bucket holds %v", held)
	}
}

// A later result of a position replaces an earlier one, unless it is much shallower.
func TestSamePosition(t *testing.T) {
	old := write{key: 9, depth: 10, bound: core.Lower, move: 0x11}
	tests := []struct {
		name  string
		later write
		depth int
		bound core.Bound
		move  core.MoveID
	}{
		{"deeper", write{depth: 12, bound: core.Upper, move: 0x22}, 12, core.Upper, 0x22},
		{"as deep", write{depth: 10, bound: core.Upper, move: 0x22}, 10, core.Upper, 0x22},
		{"a little shallower", write{depth: 6, bound: core.Upper, move: 0x22}, 6, core.Upper, 0x22},
		{"much shallower: only its move", write{depth: 5, bound: core.Upper, move: 0x22}, 10, core.Lower, 0x22},
		{"much shallower without a move", write{depth: 5, bound: core.Upper}, 10, core.Lower, 0x11},
		{"much shallower, but exact", write{depth: 0, bound: core.Exact, move: 0x22}, 0, core.Exact, 0x22},
		{"much shallower, in a later search", write{depth: 0, bound: core.Upper, move: 0x22, searches: 1}, 10, core.Lower, 0x22},
		{"a result without a move keeps the stored one", write{depth: 11, bound: core.Upper}, 11, core.Upper, 0x11},
		{"even in a later search", write{depth: 6, bound: core.Upper, searches: 3}, 6, core.Upper, 0x11},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(t, 1)
			store(table, old)
			test.later.key = old.key
			store(table, test.later)
			got, ok := table.Probe(old.key, 0)
			want := tt.Entry{Move: test.move, Depth: test.depth, Bound: test.bound}
			if !ok || got != want {
				t.Errorf("got %+v (%v), want %+v", got, ok, want)
			}
		})
	}
}
