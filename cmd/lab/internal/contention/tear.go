package contention

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// Tear counts torn entries that goroutines met while they stored and probed positions as
// fast as they could. This is not simulated: with few processors, an entry is torn when a
// goroutine has to wait in the middle of a write.
type Tear struct {
	Threads int    `json:"threads"`
	KiB     int    `json:"kib"`
	Probes  uint64 `json:"probes"`
	Torn    uint64 `json:"torn"` // probes of a bucket with an entry from two different writes
	Hits    uint64 `json:"hits"`
	Wrong   uint64 `json:"wrong"` // hits on what no goroutine had stored
}

// entrySize is the size of an entry of the table in bytes.
const entrySize = 16

// TearTables returns the sizes of the tables in KiB: from an extreme one to one as in
// games.
func TearTables() []int { return []int{1, 64, 1 << 10} }

// CountTears has goroutines store and probe random positions, this number of times in
// all. There are three times as many positions as entries in the table. Like the engine,
// it asks for as many processors as there are threads.
func CountTears(ctx context.Context, threads, kib, probes int) (Tear, error) {
	memory, err := alignedMemory(kib << 10)
	if err != nil {
		return Tear{}, err
	}
	table, err := tt.New(memory)
	if err != nil {
		return Tear{}, err
	}
	if before := runtime.GOMAXPROCS(0); before < threads {
		runtime.GOMAXPROCS(threads)
		defer runtime.GOMAXPROCS(before)
	}
	positions := uint64(3 * table.Size() / entrySize)
	var torn, hits, wrong atomic.Uint64
	var group sync.WaitGroup
	start := make(chan struct{})
	each := (probes + threads - 1) / threads
	for thread := range threads {
		group.Go(func() {
			p := tearer{table: table, positions: positions, random: mix(uint64(thread + 1))}
			<-start // or the first would be done before the last begins
			for i := 0; i < each && (i%1024 != 0 || ctx.Err() == nil); i++ {
				p.step()
			}
			torn.Add(p.torn)
			hits.Add(p.hits)
			wrong.Add(p.wrong)
		})
	}
	close(start)
	group.Wait()
	return Tear{
		Threads: threads, KiB: kib, Probes: uint64(each * threads), Torn: torn.Load(), Hits: hits.Load(), Wrong: wrong.Load(),
	}, ctx.Err()
}

// tearer is one of the goroutines.
type tearer struct {
	table             *tt.Table
	positions         uint64
	random            uint64
	keys              [8]uint64
	torn, hits, wrong uint64
}

// step stores a position and probes another.
func (p *tearer) step() {
	p.random = mix(p.random)
	key := keyOf(p.random % p.positions)
	p.table.Store(key, 0, entryOf(key, core.Score(p.random>>48%numbers)))
	p.random = mix(p.random)
	key = keyOf(p.random % p.positions)
	for _, held := range p.table.Held(key, p.keys[:0]) {
		if i := indexOf(held); i >= p.positions || keyOf(i) != held {
			p.torn++
			break
		}
	}
	if e, ok := p.table.Probe(key, 0); ok {
		p.hits++
		if !stored(key, e) {
			p.wrong++
		}
	}
}

// indexBits is the number of low bits of a key that hold the number of its position. A
// torn key is recognised by them.
const indexBits = 28

// keyOf returns the key of a position.
func keyOf(i uint64) uint64 { return mix(i+1)<<indexBits | i }

// indexOf returns the number of the position with a key, if there is one.
func indexOf(key uint64) uint64 { return key & (1<<indexBits - 1) }

// numbers is the number of different entries of a position.
const numbers = 2000

// entryOf returns an entry of a position. All fields follow from the key and the entry's
// number, which is its score, so that a mixture of two entries is recognised.
func entryOf(key uint64, number core.Score) tt.Entry {
	r := mix(key ^ uint64(number))
	return tt.Entry{
		Move: moveOf(key, byte(r>>48)), Score: number, Eval: core.Score(r&0xffff%2001) - 1000, Depth: int(r >> 32 & 63),
		Bound: core.Bound(r >> 40 & 3), PV: r>>42&1 != 0,
	}
}

// moveOf returns one of the moves that any entry of that position may have, and no entry
// of another one.
func moveOf(key uint64, which byte) core.MoveID {
	return core.MoveID(mix(key)<<8) | core.MoveID(which|1)
}

// stored reports whether e is an entry of the position. Its move may be that of another
// entry, since the table keeps the move of a store that it refuses.
func stored(key uint64, e tt.Entry) bool {
	if e.Score < 0 || e.Score >= numbers || e.Move != moveOf(key, byte(e.Move)) {
		return false
	}
	whole := entryOf(key, e.Score)
	whole.Move = e.Move
	return e == whole
}

// mix scrambles x, one to one (the finaliser of splitmix64, https://prng.di.unimi.it).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
