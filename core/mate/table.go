package mate

import "unsafe"

// number is a proof or disproof number: the least number of positions to be solved for a
// proof or a disproof. infinite means that no number is enough.
type number = int32

const infinite number = 1 << 30

// entry is what is known about a position. Both numbers are zero if it is free.
type entry struct {
	board           uint64 // key of all but the hands
	hand            uint64 // of the attacker
	proof, disproof number
	work            uint32 // nodes spent on it
	ply             uint16 // least distance from the root at which it was met
	// extra is the plies to mate of a proved position. For a position that is
	// disproved on one path only, it is the depth of the repeated position. For an
	// unsolved position, it is 1 if some path disproves it.
	extra int16
}

func (e *entry) free() bool { return e.proof|e.disproof == 0 }

// A bucket holds the entries of boards that share an index: four cache lines.
const bucketSize = 8

type bucket [bucketSize]entry

// table remembers positions. It starts small, so that it stays in the caches in short
// problems, and doubles as it fills, up to its bound; from then on the entry with the
// least work is replaced.
type table struct {
	buckets []bucket
	used    int
	bound   int // most buckets
}

const (
	firstBuckets = 1 << 12
	bucketsInMiB = (1 << 20) / int(unsafe.Sizeof(bucket{}))
)

func (t *table) clear() {
	if t.buckets == nil {
		t.buckets = make([]bucket, min(firstBuckets, t.bound))
	} else {
		clear(t.buckets)
	}
	t.used = 0
}

func (t *table) at(board uint64) *bucket { return &t.buckets[board&uint64(len(t.buckets)-1)] }

// find returns the entry that says most about a position, or nil: a proof for a hand
// that is no larger, a disproof for a hand that is no smaller, or the entry of the
// position itself.
func (t *table) find(board, hand uint64) *entry {
	b := t.at(board)
	var same *entry
	for i := range b {
		e := &b[i]
		if e.board != board || e.free() {
			continue
		}
		if e.proof == 0 && covers(hand, e.hand) || e.disproof == 0 && covers(e.hand, hand) {
			return e
		}
		if e.hand == hand {
			same = e
		}
	}
	return same
}

// put stores an entry in place of the entry of the same position, a free one or the
// one with the least work.
func (t *table) put(n *entry) {
	b := t.at(n.board)
	replaced := &b[0]
	for i := range b {
		e := &b[i]
		if e.free() {
			replaced = e
			break
		}
		if e.board == n.board && e.hand == n.hand {
			n.work += min(e.work, 1<<31)
			n.ply = min(n.ply, e.ply)
			*e = *n
			return
		}
		if e.work < replaced.work {
			replaced = e
		}
	}
	if replaced.free() {
		t.used++
	}
	*replaced = *n
	if t.used > len(t.buckets)*bucketSize/2 && len(t.buckets) < t.bound {
		t.grow()
	}
}

// grow doubles the table.
func (t *table) grow() {
	old := t.buckets
	t.buckets, t.used = make([]bucket, 2*len(old)), 0
	for i := range old {
		for j := range old[i] {
			if e := old[i][j]; !e.free() {
				t.put(&e)
			}
		}
	}
}

// full returns the permille of the bound in use.
func (t *table) full() int { return int(int64(t.used) * 1000 / int64(t.bound*bucketSize)) }
