package mate

import "unsafe"

// number is a proof or disproof number: how many positions have to be solved at
// least for a proof or a disproof. infinite says that there cannot be one.
type number = int32

const infinite number = 1 << 30

// entry is what is known about a position. Both numbers are zero if it is free.
type entry struct {
	board           uint64 // key of all but the hands
	hand            uint64 // of the attacker
	proof, disproof number
	work            uint32 // nodes spent on it
	ply             uint16 // least distance from the root at which it was met
	// extra is the plies to mate of a proved position and, of one refuted on one
	// path only, the depth of the position that was repeated. In an open position
	// it is 1 if there is a refutation on some path.
	extra int16
}

func (e *entry) free() bool { return e.proof|e.disproof == 0 }

// A bucket holds the entries of boards that share an index: four cache lines.
const bucketSize = 8

type bucket [bucketSize]entry

// table remembers positions. It begins small, so that a short problem stays in
// the caches, and doubles as it fills until it has reached its bound; from then
// on the entry that cost least gives way.
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

// find returns the entry that says most about a position, nil if none does: a
// proof for a hand that is no better, a refutation for one that is no worse, or
// that of the position itself.
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

// put writes an entry over that of the same position, a free one or the one
// that cost least.
func (t *table) put(n *entry) {
	b := t.at(n.board)
	victim := &b[0]
	for i := range b {
		e := &b[i]
		if e.free() {
			victim = e
			break
		}
		if e.board == n.board && e.hand == n.hand {
			n.work += min(e.work, 1<<31)
			n.ply = min(n.ply, e.ply)
			*e = *n
			return
		}
		if e.work < victim.work {
			victim = e
		}
	}
	if victim.free() {
		t.used++
	}
	*victim = *n
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

// full returns the use of the table in permille of its bound.
func (t *table) full() int { return int(int64(t.used) * 1000 / int64(t.bound*bucketSize)) }
