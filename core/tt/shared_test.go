package tt_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// movesEach is the number of moves of each position, different ones for each.
const movesEach = 64

// genuine returns entry number n of position p, which has the given key. All fields
// follow from key and number, and the number is the score, so that a field from
// another position or write is noticed. Only the move may be that of another entry of
// the position, from a store that replaced nothing but the move.
func genuine(p int, key uint64, n int) tt.Entry {
	r := rand.New(rand.NewPCG(key, uint64(n)))
	return tt.Entry{
		Move:  core.MoveID(p*movesEach + n + 1),
		Score: core.Score(n),
		Eval:  core.Score(r.IntN(2*int(core.EvalBound))) - core.EvalBound,
		Depth: r.IntN(core.MaxPly),
		Bound: core.Bound(r.IntN(4)),
		PV:    r.IntN(2) == 1,
	}
}

// TestSharedTable lets many goroutines write to very few slots. Without the xor of key
// and data it fails, since the two words of an entry then sometimes come from
// different writes.
func TestSharedTable(t *testing.T) {
	const (
		goroutines = 16
		positions  = 24
		rounds     = 20000
	)
	for _, buckets := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("%d buckets", buckets), func(t *testing.T) {
			table := newTable(t, buckets)
			keys := make([]uint64, positions)
			random := rand.New(rand.NewPCG(uint64(buckets), 1))
			for i := range keys {
				keys[i] = random.Uint64()
			}
			// Computed beforehand, so that the goroutines collide more often.
			var entries [positions][movesEach]tt.Entry
			for i, key := range keys {
				for n := range entries[i] {
					entries[i][n] = genuine(i, key, n)
				}
			}
			var found atomic.Int64
			var group sync.WaitGroup
			for g := range goroutines {
				group.Go(func() {
					random := rand.New(rand.NewPCG(uint64(buckets), uint64(g)+2))
					hits := int64(0)
					for range rounds {
						i, n := random.IntN(positions), random.IntN(movesEach)
						table.Store(keys[i], 0, entries[i][n])
						i = random.IntN(positions)
						got, ok := table.Probe(keys[i], 0)
						if !ok {
							continue
						}
						hits++
						n = int(got.Score)
						own := n >= 0 && n < movesEach && int(got.Move-1)/movesEach == i
						if move := got.Move; own {
							got.Move = entries[i][n].Move
							own = got == entries[i][n]
							got.Move = move
						}
						if !own {
							t.Errorf("position %d has an entry that was never stored: %+v", i, got)
							return
						}
					}
					found.Add(hits)
				})
			}
			group.Wait()
			// At least one slot has the position stored last.
			if !t.Failed() && found.Load() < rounds/10 {
				t.Errorf("only %d entries found: not much of a test", found.Load())
			}
		})
	}
}

func BenchmarkProbe(b *testing.B) {
	for _, megabytes := range []int{1, 64} {
		b.Run(fmt.Sprintf("%dMiB", megabytes), func(b *testing.B) {
			table := filled(b, megabytes)
			b.ReportAllocs()
			key, hits := uint64(0), 0
			for b.Loop() {
				key += 0x9e3779b97f4a7c15
				if _, ok := table.Probe(key, 4); ok {
					hits++
				}
			}
			b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
		})
	}
}

func BenchmarkStore(b *testing.B) {
	for _, megabytes := range []int{1, 64} {
		b.Run(fmt.Sprintf("%dMiB", megabytes), func(b *testing.B) {
			table := filled(b, megabytes)
			b.ReportAllocs()
			key := uint64(1)
			for b.Loop() {
				key += 0x9e3779b97f4a7c15
				table.Store(key, 4, tt.Entry{Move: 7, Score: 55, Eval: 44, Depth: int(key >> 60), Bound: core.Lower})
			}
		})
	}
}

// filled returns a table without empty slots, as in a long search.
func filled(b *testing.B, megabytes int) *tt.Table {
	table := newTable(b, megabytes<<20/tt.BucketSize)
	key := uint64(0)
	for range table.Size() / 16 * 2 {
		key += 0x9e3779b97f4a7c15
		table.Store(key, 0, tt.Entry{Move: 9, Depth: int(key >> 60)})
	}
	return table
}
