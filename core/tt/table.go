package tt

import (
	"errors"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
)

// Entry is what the table holds about a position.
type Entry struct {
	Move  core.MoveID // best or refuting move, 0 if none is known
	Score core.Score  // relative to the node that probes; NoScore: only Eval is known
	Eval  core.Score  // static evaluation, NoScore in check
	Depth int         // remaining depth of the search that gave Score
	Bound core.Bound  // how Score bounds the true value
	PV    bool        // the node was searched with an open window
}

// slot is an entry in memory. The words are atomic so that no read is torn
// within a word; the xor takes care of tears between words.
type slot struct {
	key  atomic.Uint64 // key ^ data
	data atomic.Uint64
}

const slotsPerBucket = 4

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
)

// Table is a transposition table over a piece of memory.
type Table struct {
	buckets    []bucket
	generation uint64 // of the running search; changes only between searches
}

// New returns a table over memory, which must be zero and stay untouched by
// others while the table is used. It is an error if memory is not aligned to a bucket or holds none.
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

// Size returns the size of the table in bytes.
func (t *Table) Size() int { return len(t.buckets) * BucketSize }

// NextSearch tells the table that a new search begins, so that the entries of
// earlier ones are replaced first. No search may be running.
func (t *Table) NextSearch() { t.generation = (t.generation + 1) % generations }

// Clear empties the table with the given number of goroutines, each of which
// first calls enter with its number, unless that is nil. No search may be running.
func (t *Table) Clear(workers int, enter func(worker int)) {
	t.generation = 0
	workers = max(1, min(workers, len(t.buckets)))
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

// Prefetch says that the position with the given key will be probed soon: reading
// a bucket from memory takes as long as making a move.
func (t *Table) Prefetch(key uint64) { prefetch(t.bucketOf(key)) }

// Probe returns what is known of the position with the given key, ply plies
// from the root.
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

// Store records e for the position with the given key, ply plies from the root,
// and returns what that did. It takes the slot of the same position, or else that
// of the least valuable entry: shallow and old.
func (t *Table) Store(key uint64, ply int, e Entry) core.StoreOutcome {
	b := t.bucketOf(key)
	victim, least := &b[0], int(^uint(0)>>1)
	outcome, lost := core.OverLive, uint64(0)
	for i := range b {
		data := b[i].data.Load()
		if b[i].key.Load()^data == key && data != 0 {
			old := unpack(data, ply)
			// A shallow result does not drive out a much deeper one of this
			// search, unless it is exact. Its move does: it is the newest to have
			// been of use.
			if e.Bound != core.Exact && e.Depth+4 < old.Depth && data>>generationShift == t.generation {
				if e.Move != 0 && e.Move != old.Move {
					data = data&^moveMask | uint64(e.Move)
					b[i].data.Store(data)
					b[i].key.Store(key ^ data)
				}
				return core.NotStored
			}
			if e.Move == 0 {
				e.Move = old.Move
			}
			victim, outcome = &b[i], core.OverSame
			break
		}
		age := (t.generation - data>>generationShift) % generations
		worth := int(data>>depthShift&255) - 8*int(age)
		if data == 0 {
			worth = -1 << 30
		}
		if worth < least {
			victim, least, lost = &b[i], worth, data
		}
	}
	data := pack(e, ply, t.generation)
	victim.data.Store(data)
	victim.key.Store(key ^ data)
	switch {
	case outcome == core.OverSame:
	case lost == 0:
		outcome = core.IntoEmpty
	case lost>>generationShift != t.generation:
		outcome = core.OverOld
	}
	return outcome
}

// Held appends to keys those that the slots of a bucket hold: the one to which the
// given key belongs. A key that nobody stored comes of two words from different
// writes. It is for those who study the table; a search has no use for it.
func (t *Table) Held(key uint64, keys []uint64) []uint64 {
	b := t.bucketOf(key)
	for i := range b {
		if data := b[i].data.Load(); data != 0 {
			keys = append(keys, b[i].key.Load()^data)
		}
	}
	return keys
}

// Full returns the share of the table, in permille, that the running search has
// filled, from a sample of its first entries.
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
		uint64(uint8(max(0, e.Depth)+1))<<depthShift | // never zero, so that no entry looks empty
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

// fromRoot turns a win or loss counted from the root into one counted from the
// node, the same wherever the position is met again.
func fromRoot(s core.Score, ply int) core.Score {
	switch {
	case s == core.NoScore:
		return s
	case s.IsWin():
		return s + core.Score(ply)
	case s.IsLoss():
		return s - core.Score(ply)
	}
	return s
}

// toRoot is the inverse of fromRoot. A mate that lies beyond MaxPly from here
// stays a win or a loss, the longest there is.
func toRoot(s core.Score, ply int) core.Score {
	switch {
	case s == core.NoScore:
		return s
	case s.IsWin():
		return max(s-core.Score(ply), core.WinBound)
	case s.IsLoss():
		return min(s+core.Score(ply), -core.WinBound)
	}
	return s
}
