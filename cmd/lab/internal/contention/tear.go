package contention

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// Tear is what goroutines saw of torn entries that stored and probed positions as
// fast as they could. They run on the processors of the machine at hand: where these
// are few, an entry is torn by a goroutine that has to wait in the middle of a write.
type Tear struct {
	Threads int    `json:"threads"`
	KiB     int    `json:"kib"`
	Probes  uint64 `json:"probes"`
	Torn    uint64 `json:"torn"` // whose bucket held two words from different writes as one entry
	Hits    uint64 `json:"hits"`
	Wrong   uint64 `json:"wrong"` // hits on what nobody had stored
}

// entrySize is the size of an entry of the table in bytes.
const entrySize = 16

// TearTables returns the sizes in KiB of the tables that are torn at: one that
// strains, and two that are more and more like those of a game.
func TearTables() []int { return []int{1, 64, 1 << 10} }

// CountTears has goroutines store and probe at random, so many times together, the
// positions of a stream that is three times too large for the table. Like the
// engine, it asks for as many processors as there are threads.
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
			<-start // or the first would be done before the last begin
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
	positions         uint64 // in the stream
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

// indexBits is how many low bits of a key are the number of its position, by which
// a key that belongs to nobody is known.
const indexBits = 28

// keyOf returns the key of a position of the stream.
func keyOf(i uint64) uint64 { return mix(i+1)<<indexBits | i }

// indexOf returns the number of the position with a key, if it is one of the stream.
func indexOf(key uint64) uint64 { return key & (1<<indexBits - 1) }

// numbers is how many entries a position has.
const numbers = 2000

// entryOf returns an entry of a position, every field of which follows from the key
// and the entry's number, its score: one that is made of two is found out.
func entryOf(key uint64, number core.Score) tt.Entry {
	r := mix(key ^ uint64(number))
	return tt.Entry{
		Move: moveOf(key, byte(r>>48)), Score: number, Eval: core.Score(r&0xffff%2001) - 1000, Depth: int(r >> 32 & 63),
		Bound: core.Bound(r >> 40 & 3), PV: r>>42&1 != 0,
	}
}

// moveOf returns one of the moves that only entries of that position have, but all of
// them may.
func moveOf(key uint64, which byte) core.MoveID {
	return core.MoveID(mix(key)<<8) | core.MoveID(which|1)
}

// stored reports whether e is an entry of the position. The move may be that of
// another one: where a store is refused, its move is kept.
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
