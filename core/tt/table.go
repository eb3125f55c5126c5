package tt

import (
	"errors"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
)

// Entry is what the table knows of a position.
type Entry struct {
	Move  core.MoveID // best or refuting move, 0 if none is known
	Score core.Score  // relative to the node that probes; NoScore: only Eval is known
	Eval  core.Score  // static evaluation, NoScore in check
	Depth int         // of the search that returned Score, kept as 0 to 254
	Bound core.Bound  // how Score bounds the true value
	PV    bool        // the node was searched with an open window
}

// slot is an entry in memory. Atomic words are never torn themselves; the xor detects
// a pair of words from different writes.
type slot struct {
	key  atomic.Uint64 // key ^ data
	data atomic.Uint64
}

const slotsPerBucket = 4

// How entries are replaced, in plies of depth.
const (
	keepMargin = 4 // a stored result that is this much deeper than a new bound stays
	ageCost    = 8 // what an entry loses in value with every search since it was written
)

// bucket fills one cache line.
type bucket [slotsPerBucket]slot

// BucketSize is the size of the smallest unit of a table in bytes.
const BucketSize = int(unsafe.Sizeof(bucket{}))

// Layout of the data word.
//
//	bits  0-15 move    16-31 score    32-47 eval
//	bits 48-55 depth   56-57 bound    58 PV    59-63 generation
const (
	moveMask        = 1<<16 - 1
	scoreShift      = 16
	evalShift       = 32
	depthShift      = 48
	boundShift      = 56
	pvShift         = 58
	generationShift = 59
	generations     = 1 << (64 - generationShift)

	maxDepth = 254 // stored with 1 added, so that no entry looks empty
)

// Table is a transposition table over a piece of memory.
type Table struct {
	buckets    []bucket
	generation uint64 // of the running search; changes only between searches
}

// New returns a table in memory, which must be zero and belong to the table alone. It
// is an error if memory is not aligned to a bucket or smaller than one.
func New(memory []byte) (*Table, error) {
	n := len(memory) / BucketSize
	if n == 0 {
		return nil, errors.New("the table's memory is smaller than one bucket")
	}
	start := unsafe.Pointer(unsafe.SliceData(memory))
	if uintptr(start)%uintptr(BucketSize) != 0 {
		return nil, errors.New("the table's memory is not aligned to its buckets")
	}
	return &Table{buckets: unsafe.Slice((*bucket)(start), n)}, nil
}

// Make returns a table of size bytes, at least one bucket, in the memory of Go.
func Make(size int) *Table {
	b := make([]byte, max(size, BucketSize)+BucketSize)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) % uintptr(BucketSize))
	t, err := New(b[skip : len(b)-BucketSize+skip])
	if err != nil {
		panic(err) // it is aligned, and large enough
	}
	return t
}

// Size returns the size of the table in bytes.
func (t *Table) Size() int { return len(t.buckets) * BucketSize }

// NextSearch begins a new search: entries of earlier ones are replaced first. No
// search may be running.
func (t *Table) NextSearch() { t.generation = (t.generation + 1) % generations }

// Clear empties the table with the given number of goroutines. Each goroutine first
// calls enter with its number, unless enter is nil. No search may be running.
func (t *Table) Clear(workers int, enter func(worker int)) {
	t.generation = 0
	workers = max(1, min(workers, len(t.buckets)))
	if workers == 1 && enter == nil { // a small table is empty before a goroutine runs
		clear(t.buckets)
		return
	}
	var done sync.WaitGroup
	for i := range workers {
		part := t.buckets[len(t.buckets)*i/workers : len(t.buckets)*(i+1)/workers]
		done.Go(func() {
			if enter != nil {
				enter(i)
			}
			clear(part)
		})
	}
	done.Wait()
}

// bucketOf maps the key to a bucket by its high bits; the number of buckets
// need not be a power of two (Lemire's multiply-shift reduction).
func (t *Table) bucketOf(key uint64) *bucket {
	high, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[high]
}

// Prefetch loads the bucket of a key that will be probed soon: reading it from memory
// takes as long as making a move.
func (t *Table) Prefetch(key uint64) { prefetch(t.bucketOf(key)) }

// Probe returns the entry of the position with the given key, ply plies from the root.
func (t *Table) Probe(key uint64, ply int) (Entry, bool) {
	b := t.bucketOf(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].key.Load()^data == key && data != 0 {
			return unpack(data, ply), true
		}
	}
	return Entry{}, false
}

// Store records e for the position with the given key, ply plies from the root, and
// returns what that did to the table. It uses the slot of the same position or else of
// the least valuable entry: shallow and old.
func (t *Table) Store(key uint64, ply int, e Entry) core.StoreOutcome {
	b := t.bucketOf(key)
	slot, least := &b[0], math.MaxInt
	outcome, lost := core.OverLive, uint64(0)
	for i := range b {
		data := b[i].data.Load()
		if b[i].key.Load()^data == key && data != 0 {
			old := unpack(data, ply)
			// A bound does not replace a much deeper result, of this search or an
			// earlier one: the first iterations would wipe out what the last search
			// left for the later ones. The move of the bound does, since it is more
			// recent.
			if e.Bound != core.Exact && e.Depth+keepMargin < old.Depth {
				kept := data&(1<<generationShift-1) | t.generation<<generationShift
				if e.Move != 0 {
					kept = kept&^moveMask | uint64(e.Move)
				}
				if kept != data {
					b[i].data.Store(kept)
					b[i].key.Store(key ^ kept)
				}
				return core.NotStored
			}
			if e.Move == 0 {
				e.Move = old.Move
			}
			slot, outcome = &b[i], core.OverSame
			break
		}
		age := (t.generation - data>>generationShift) % generations
		worth := int(data>>depthShift&255) - ageCost*int(age)
		if data == 0 {
			worth = math.MinInt
		}
		if worth < least {
			slot, least, lost = &b[i], worth, data
		}
	}
	data := pack(e, ply, t.generation)
	slot.data.Store(data)
	slot.key.Store(key ^ data)
	switch {
	case outcome == core.OverSame:
	case lost == 0:
		outcome = core.IntoEmpty
	case lost>>generationShift != t.generation:
		outcome = core.OverOld
	}
	return outcome
}

// Held appends the keys of all entries in the bucket of key to keys, for
// measurements. A key that was never stored comes from two words of different writes.
func (t *Table) Held(key uint64, keys []uint64) []uint64 {
	b := t.bucketOf(key)
	for i := range b {
		if data := b[i].data.Load(); data != 0 {
			keys = append(keys, b[i].key.Load()^data)
		}
	}
	return keys
}

// Full returns the permille of the table with entries of the running search, from a
// sample of its first buckets.
func (t *Table) Full() int {
	sample := t.buckets[:min(250, len(t.buckets))]
	used := 0
	for i := range sample {
		for j := range sample[i] {
			data := sample[i][j].data.Load()
			if data != 0 && data>>generationShift == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (len(sample) * slotsPerBucket)
}

func pack(e Entry, ply int, generation uint64) uint64 {
	pv := uint64(0)
	if e.PV {
		pv = 1
	}
	return uint64(e.Move) |
		uint64(uint16(fromRoot(e.Score, ply)))<<scoreShift |
		uint64(uint16(e.Eval))<<evalShift |
		uint64(max(0, min(e.Depth, maxDepth))+1)<<depthShift |
		uint64(e.Bound)<<boundShift |
		pv<<pvShift |
		generation<<generationShift
}

func unpack(data uint64, ply int) Entry {
	return Entry{
		Move:  core.MoveID(data),
		Score: toRoot(core.Score(int16(data>>scoreShift)), ply),
		Eval:  core.Score(int16(data >> evalShift)),
		Depth: int(data>>depthShift&255) - 1,
		Bound: core.Bound(data >> boundShift & 3),
		PV:    data>>pvShift&1 != 0,
	}
}

// fromRoot turns the distance of a win or loss from the root into the distance from
// the node, which is right wherever the position occurs again. No score gets better
// than a mate on the board, so that none becomes NoScore.
func fromRoot(s core.Score, ply int) core.Score {
	switch {
	case s == core.NoScore:
		return s
	case s.IsWin():
		return min(s+core.Score(ply), core.Mate)
	case s.IsLoss():
		return max(s-core.Score(ply), -core.Mate)
	}
	return s
}

// toRoot is the inverse of fromRoot. A win or loss beyond MaxPly becomes the longest
// possible one of its kind.
func toRoot(s core.Score, ply int) core.Score {
	floor := core.WinBound
	if s.IsMate() {
		floor = core.MateBound
	}
	switch {
	case s == core.NoScore:
		return s
	case s.IsWin():
		return max(s-core.Score(ply), floor)
	case s.IsLoss():
		return min(s+core.Score(ply), -floor)
	}
	return s
}
