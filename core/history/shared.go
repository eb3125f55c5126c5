package history

import "github.com/nitoryu/nitoryu/core"

// Shared are the histories that the threads of a memory node may have together: what one of
// them has learnt of replies, pawn structures and evaluations helps the others.
//
// They are read and written without locks, and functions that do so are hidden from the race
// detector. An entry has 16 bits and is read or written by one instruction, so that a thread
// sees a value that some thread wrote. Where two threads update an entry at once, one update is
// lost: that is a lost bonus, no more.
type Shared struct {
	after       []int16 // [earlier piece, to][piece, to], see Row
	pawns       []int16 // [pawn structure][piece, to], see Row
	corrections corrections
}

// NewShared returns empty tables for a game.
func NewShared(t *core.GameInfo) *Shared {
	n := rowLength(t)
	return &Shared{after: make([]int16, n*n), pawns: make([]int16, n*t.PawnSets)}
}

// Clear clears the tables. No thread may use them meanwhile.
func (s *Shared) Clear() {
	s.corrections = corrections{}
	clear(s.after)
	clear(s.pawns)
}

// rowLength returns the number of [piece, to].
func rowLength(t *core.GameInfo) int { return 2 * (t.PieceTypes + 1) * t.Squares }
