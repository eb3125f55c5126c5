package chess

import "github.com/nitoryu/nitoryu/core"

// reversible is a move of a piece on an empty board, in both directions.
type reversible struct {
	key     uint64 // change of the key of a position
	between uint64 // squares between, which must be empty
	ends    uint64 // both squares of the move
}

// cuckooTable finds reversible moves by the change of the key. It is a cuckoo hash:
// each move is in one of two slots (https://en.wikipedia.org/wiki/Cuckoo_hashing).
type cuckooTable [8192]reversible

var cuckoo cuckooTable // filled once the keys are there, see zobrist.go

// slots returns where a key may be.
func (*cuckooTable) slots(key uint64) (a, b uint64) { return key & 8191, key >> 16 & 8191 }

// find returns the move with that key, nil if there is none.
func (t *cuckooTable) find(key uint64) *reversible {
	a, b := t.slots(key)
	switch key {
	case t[a].key:
		return &t[a]
	case t[b].key:
		return &t[b]
	}
	return nil
}

// add puts a move into its slot; what was there goes to its other slot.
func (t *cuckooTable) add(m reversible) {
	at, _ := t.slots(m.key)
	for m.key != 0 {
		t[at], m = m, t[at]
		a, b := t.slots(m.key)
		at ^= a ^ b
	}
}

// fill adds the moves of all pieces but pawns, which cannot move back.
func (t *cuckooTable) fill() {
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := Knight; k <= King; k++ {
			keys := &pieceKeys[core.NewPiece(c, k)]
			for from := range core.Square(64) {
				for to := from + 1; to < 64; to++ {
					if Attacks(k, from, 0)&bit(to) != 0 {
						t.add(reversible{keys[from] ^ keys[to] ^ sideKey, between[from][to], bit(from) | bit(to)})
					}
				}
			}
		}
	}
}

// UpcomingRepetition implements [core.Game]. A move back to an earlier position
// changes the key by what one reversible move does; there are 3668 of them
// (Marcel van Kervinck, https://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf).
func (p *Position) UpcomingRepetition(ply int) bool {
	now := &p.states[p.top]
	for back := 3; back <= min(int(now.reversible), ply-1); back += 2 {
		m := cuckoo.find(now.key ^ p.states[p.top-back].key)
		if m != nil && m.between&p.Occupied() == 0 && m.ends&p.colors[p.side&1] != 0 {
			return true
		}
	}
	return false
}
