package tt_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/tests/must"
)

// alignedMemory returns zeroed memory for n buckets and extra bytes, aligned to
// a bucket.
func alignedMemory(n, extra int) []byte {
	size := n*tt.BucketSize + extra
	memory := make([]byte, size+tt.BucketSize)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(memory)))) & (tt.BucketSize - 1)
	return memory[skip : skip+size : skip+size]
}

func newTable(tb testing.TB, buckets int) *tt.Table {
	tb.Helper()
	table, err := tt.New(alignedMemory(buckets, 0))
	must.OK(tb, err)
	return table
}

func TestNew(t *testing.T) {
	tests := []struct {
		name   string
		memory []byte
		size   int
		wants  string // part of the error; empty: accepted
	}{
		{"nil", nil, 0, "smaller than one bucket"},
		{"no bytes", []byte{}, 0, "smaller than one bucket"},
		{"a byte short of a bucket", alignedMemory(1, -1), 0, "smaller than one bucket"},
		{"one bucket", alignedMemory(1, 0), tt.BucketSize, ""},
		{"a bucket and a rest", alignedMemory(1, tt.BucketSize-1), tt.BucketSize, ""},
		{"a number that is no power of two", alignedMemory(77, 0), 77 * tt.BucketSize, ""},
		{"off by one byte", alignedMemory(3, 0)[1:], 0, "not aligned"},
		{"off by a word", alignedMemory(3, 0)[8:], 0, "not aligned"},
		{"off by half a bucket", alignedMemory(3, 0)[tt.BucketSize/2:], 0, "not aligned"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table, err := tt.New(test.memory)
			if test.wants != "" {
				if err == nil || !strings.Contains(err.Error(), test.wants) || table != nil {
					t.Fatalf("table %v, error %v; want an error with %q", table, err, test.wants)
				}
				return
			}
			must.OK(t, err)
			if table.Size() != test.size {
				t.Errorf("size %d, want %d", table.Size(), test.size)
			}
		})
	}
}

func TestBucketFillsACacheLine(t *testing.T) {
	if tt.BucketSize != 64 {
		t.Errorf("a bucket has %d bytes, want 64", tt.BucketSize)
	}
}

func TestRoundTrip(t *testing.T) {
	tests := []struct {
		name  string
		entry tt.Entry
	}{
		{"nothing but a depth", tt.Entry{}},
		{"an ordinary entry", tt.Entry{Move: 0x1234, Score: 55, Eval: -44, Depth: 9, Bound: core.Lower, PV: true}},
		{"all bits of the move", tt.Entry{Move: 0xffff, Depth: 1, Bound: core.Upper}},
		{"the last bit of the move", tt.Entry{Move: 0x8000, Depth: 1, Bound: core.Upper}},
		{"a negative score alone", tt.Entry{Score: -1}},
		{"a negative evaluation alone", tt.Entry{Eval: -1}},
		{"best evaluation", tt.Entry{Score: core.EvalBound, Eval: core.EvalBound, Depth: 3, Bound: core.Exact}},
		{"worst evaluation", tt.Entry{Score: -core.EvalBound, Eval: -core.EvalBound, Depth: 3, Bound: core.Exact}},
		{"no evaluation", tt.Entry{Score: 7, Eval: core.NoScore, Depth: 2, Bound: core.Upper}},
		{"no score", tt.Entry{Score: core.NoScore, Eval: 31, Depth: 0}},
		{"neither", tt.Entry{Score: core.NoScore, Eval: core.NoScore}},
		{"quickest win", tt.Entry{Move: 1, Score: core.WinIn(1), Depth: 5, Bound: core.Lower}},
		{"mated on the spot", tt.Entry{Score: core.LossIn(0), Eval: core.NoScore, Depth: 5, Bound: core.Exact}},
		{"longest win", tt.Entry{Score: core.MateBound, Depth: 5, Bound: core.Lower}},
		{"longest loss", tt.Entry{Score: -core.MateBound, Depth: 5, Bound: core.Upper}},
		{"greatest depth", tt.Entry{Score: 1, Depth: core.MaxPly - 1, Bound: core.Exact, PV: true}},
		{"every field at its largest", tt.Entry{
			Move: 0xffff, Score: core.WinIn(1), Eval: core.NoScore, Depth: core.MaxPly - 1, Bound: core.Exact, PV: true,
		}},
		{"PV alone", tt.Entry{PV: true}},
	}
	keys := []uint64{0, 1, 1 << 63, 0x123456789abcdef0, ^uint64(0)}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, key := range keys {
				table := newTable(t, 3)
				if e, ok := table.Probe(key, 0); ok {
					t.Fatalf("key %#x: the empty table knows %+v", key, e)
				}
				for generation := range 33 {
					table.Store(key, 0, test.entry)
					if got, ok := table.Probe(key, 0); !ok || got != test.entry {
						t.Fatalf("key %#x, search %d: got %+v (%v), want %+v", key, generation, got, ok, test.entry)
					}
					if _, ok := table.Probe(key^1<<40, 0); ok {
						t.Fatalf("key %#x: found under another key", key)
					}
					table.Clear(1, nil)
					for range generation {
						table.NextSearch()
					}
				}
			}
		})
	}
}

// Values that do not fit are kept as the nearest ones that do, and spoil nothing else.
func TestExtremeValues(t *testing.T) {
	for _, test := range []struct {
		name  string
		ply   int
		entry tt.Entry
		want  tt.Entry
	}{
		{"a depth of 254", 0, tt.Entry{Move: 1, Depth: 254, Bound: core.Lower}, tt.Entry{Move: 1, Depth: 254, Bound: core.Lower}},
		{"a depth of 255", 0, tt.Entry{Move: 1, Depth: 255, Bound: core.Lower}, tt.Entry{Move: 1, Depth: 254, Bound: core.Lower}},
		{"a depth of 256", 0, tt.Entry{Move: 1, Depth: 256, Bound: core.Upper}, tt.Entry{Move: 1, Depth: 254, Bound: core.Upper}},
		{"a depth of 1000", 0, tt.Entry{Move: 1, Depth: 1000, Bound: core.Exact, PV: true}, tt.Entry{Move: 1, Depth: 254, Bound: core.Exact, PV: true}},
		{"better than a mate on the board", 2, tt.Entry{Move: 1, Score: core.Mate, Depth: 1, Bound: core.Lower}, tt.Entry{Move: 1, Score: core.WinIn(2), Depth: 1, Bound: core.Lower}},
		{"worse than being mated on the board", 1, tt.Entry{Move: 1, Score: -core.Infinite, Depth: 1, Bound: core.Upper}, tt.Entry{Move: 1, Score: core.LossIn(1), Depth: 1, Bound: core.Upper}},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(t, 1)
			table.Store(5, test.ply, test.entry)
			if got, ok := table.Probe(5, test.ply); !ok || got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// Depths below zero are stored as zero, so that no entry looks deeper or empty.
func TestNegativeDepthIsZero(t *testing.T) {
	table := newTable(t, 1)
	for key, depth := range []int{-1, -2, -300} {
		table.Store(uint64(key), 0, tt.Entry{Depth: depth})
		if got, ok := table.Probe(uint64(key), 0); !ok || got.Depth != 0 {
			t.Errorf("depth %d: got %+v (%v), want depth 0", depth, got, ok)
		}
	}
}

// Wins and losses are stored as distances from the node, which are right wherever the
// position occurs again.
func TestMatesCountFromTheNode(t *testing.T) {
	tests := []struct {
		name     string
		stored   core.Score
		at       int
		probedAt int
		want     core.Score
	}{
		{"win, probed at the same ply", core.WinIn(9), 4, 4, core.WinIn(9)},
		{"win, probed nearer to the root", core.WinIn(9), 4, 0, core.WinIn(5)},
		{"win, probed further away", core.WinIn(9), 4, 10, core.WinIn(15)},
		{"loss, probed nearer to the root", core.LossIn(9), 5, 1, core.LossIn(5)},
		{"loss, probed further away", core.LossIn(9), 5, 7, core.LossIn(11)},
		{"mated at the node", core.LossIn(30), 30, 2, core.LossIn(2)},
		{"mate in one at the last ply", core.WinIn(core.MaxPly), core.MaxPly - 1, 0, core.WinIn(1)},
		{"mate in one, probed at the last ply", core.WinIn(1), 0, core.MaxPly - 1, core.WinIn(core.MaxPly)},
		{"a win probed too far away stays a win", core.WinIn(9), 0, core.MaxPly - 1, core.MateBound},
		{"a loss probed too far away stays a loss", core.LossIn(9), 0, core.MaxPly - 1, -core.MateBound},
		{"ordinary score stays", 1234, 40, 3, 1234},
		{"a table win comes nearer", core.TableWinIn(9), 9, 3, core.TableWinIn(3)},
		{"a table win probed too far away is no evaluation", core.TableWinIn(9), 0, core.MaxPly - 1, core.WinBound},
		{"a table loss probed too far away is no evaluation", -core.TableWinIn(9), 0, core.MaxPly - 1, -core.WinBound},
		{"best evaluation stays", core.EvalBound, 40, 3, core.EvalBound},
		{"worst evaluation stays", -core.EvalBound, 3, 40, -core.EvalBound},
		{"unknown score stays", core.NoScore, 40, 3, core.NoScore},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(t, 1)
			table.Store(77, test.at, tt.Entry{Score: test.stored, Eval: 5, Depth: 3, Bound: core.Exact})
			got, ok := table.Probe(77, test.probedAt)
			if !ok || got.Score != test.want {
				t.Errorf("score %d (%v), want %d", got.Score, ok, test.want)
			}
			if got.Eval != 5 {
				t.Errorf("the evaluation became %d", got.Eval)
			}
		})
	}
}

func TestKeysSpreadOverAllBuckets(t *testing.T) {
	for _, buckets := range []int{1, 3, 8, 77} {
		table := newTable(t, buckets)
		// As many equally spaced keys as slots: each must be stored.
		n := buckets * 4
		step := ^uint64(0)/uint64(n) + 1
		for i := range uint64(n) {
			table.Store(i*step, 0, tt.Entry{Move: core.MoveID(i + 1)})
		}
		for i := range uint64(n) {
			if e, ok := table.Probe(i*step, 0); !ok || e.Move != core.MoveID(i+1) {
				t.Errorf("%d buckets: entry %d is %+v (%v)", buckets, i, e, ok)
			}
		}
	}
}

func TestFull(t *testing.T) {
	table := newTable(t, 2) // 8 entries
	fill := func(n int) {
		for i := range n {
			// Alternately in the lower and the upper half of the keys.
			table.Store(uint64(i)<<63|uint64(i), 0, tt.Entry{Depth: 5})
		}
	}
	steps := []struct {
		name string
		do   func()
		want int
	}{
		{"empty", func() {}, 0},
		{"one of eight", func() { fill(1) }, 125},
		{"half", func() { fill(4) }, 500},
		{"entries of an earlier search do not count", table.NextSearch, 0},
		{"unless they are updated", func() { fill(2) }, 250},
		{"all", func() { fill(8) }, 1000},
		{"overfull", func() { fill(40) }, 1000},
		{"cleared", func() { table.Clear(1, nil) }, 0},
		{"after more searches than there are generations", func() {
			for range 40 {
				table.NextSearch()
			}
			fill(4)
		}, 500},
	}
	for _, step := range steps {
		step.do()
		if got := table.Full(); got != step.want {
			t.Errorf("%s: %d permille, want %d", step.name, got, step.want)
		}
	}
}

func TestClear(t *testing.T) {
	for _, buckets := range []int{1, 2, 5, 1000} {
		for _, workers := range []int{-1, 0, 1, 2, 3, 7, 2000} {
			t.Run(fmt.Sprintf("%d buckets, %d workers", buckets, workers), func(t *testing.T) {
				memory := alignedMemory(buckets, 0)
				for i := range memory {
					memory[i] = 0xff
				}
				table, err := tt.New(memory)
				must.OK(t, err)
				table.Clear(workers, nil)
				for i, b := range memory {
					if b != 0 {
						t.Fatalf("byte %d is %#x", i, b)
					}
				}
			})
		}
	}
}

// Clear does not write outside of the memory of the table.
func TestTableStaysInItsMemory(t *testing.T) {
	memory := alignedMemory(4, 0)
	for i := range memory {
		memory[i] = 0xff
	}
	table, err := tt.New(memory[tt.BucketSize : 3*tt.BucketSize : 3*tt.BucketSize])
	must.OK(t, err)
	table.Clear(2, nil)
	for i := range uint64(1000) {
		table.Store(i*0x9e3779b97f4a7c15, 0, tt.Entry{Depth: int(i % 200)})
	}
	for i, b := range memory {
		if outside := i < tt.BucketSize || i >= 3*tt.BucketSize; outside && b != 0xff {
			t.Fatalf("byte %d outside the table was written", i)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	table := newTable(t, 8)
	key := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		key += 0x9e3779b97f4a7c15
		table.Store(key, 3, tt.Entry{Move: 7, Score: 8, Depth: 9, Bound: core.Exact})
		table.Probe(key, 3)
		table.Full()
		table.NextSearch()
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func ExampleTable() {
	table, err := tt.New(alignedMemory(1024, 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	const key = 0xfeed
	table.NextSearch()
	// A win in 9 plies, found 4 plies from the root ...
	table.Store(key, 4, tt.Entry{Move: 0x42, Score: core.WinIn(9), Depth: 6, Bound: core.Lower})
	// ... is a win in 7 when the position is probed 2 plies from the root.
	e, ok := table.Probe(key, 2)
	fmt.Println(ok, e.Move, e.Score.PliesToMate(), e.Depth)
	// Output: true 66 7 6
}
