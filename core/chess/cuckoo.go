package chess

import "github.com/nitoryu/nitoryu/core"

// shuttle is a move of a piece on an empty board, or the same move back.
type shuttle struct {
	key  uint64 // by which it changes the key of a position
	way  uint64 // squares between, which must be empty
	ends uint64 // where it begins and ends
}

// shuttleTable finds shuttles by their key. It is a cuckoo hash: each has one of
// two slots (https://en.wikipedia.org/wiki/Cuckoo_hashing).
type shuttleTable [8192]shuttle

var shuttles shuttleTable // filled once the keys are there, see zobrist.go

// slots returns where a key may be.
func (*shuttleTable) slots(key uint64) (a, b uint64) { return key & 8191, key >> 16 & 8191 }

// find returns the shuttle with that key, nil if there is none.
func (t *shuttleTable) find(key uint64) *shuttle {
	a, b := t.slots(key)
	switch key {
	case t[a].key:
		return &t[a]
	case t[b].key:
		return &t[b]
	}
	return nil
}

// add puts s into its slot; whatever was there moves to its other one.
func (t *shuttleTable) add(s shuttle) {
	at, _ := t.slots(s.key)
	for s.key != 0 {
		t[at], s = s, t[at]
		a, b := t.slots(s.key)
		at ^= a ^ b
	}
}

// fill adds the moves of all pieces but pawns, which never go back.
func (t *shuttleTable) fill() {
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := Knight; k <= King; k++ {
			keys := &pieceKeys[core.NewPiece(c, k)]
			for from := range core.Square(64) {
				for to := from + 1; to < 64; to++ {
					if Attacks(k, from, 0)&bit(to) != 0 {
						t.add(shuttle{keys[from] ^ keys[to] ^ sideKey, between[from][to], bit(from) | bit(to)})
					}
				}
			}
		}
	}
}
