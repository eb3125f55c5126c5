package board64

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// Batch says which moves of a side's pieces to list, all in one call: a call of
// assembly costs too much to ask for the attacks of single pieces.
type Batch struct {
	Leapers  uint64           // pieces that go to the squares of Leaps
	Bishops  uint64           // and queens
	Rooks    uint64           // and queens
	Occupied uint64           // by pieces of both sides
	Targets  uint64           // where to go
	Pinned   uint64           // sliders that may go along Lines only
	Leaps    *[64]uint64      // by square, 16 at most
	Lines    *[64]uint64      // by square
	Victims  *[64]core.Victim // by square; that of a piece that moves tells its kind
	Walks    [4]uint64        // where pieces arrive that take a step; Targets do not limit them
	Stems    *[4]core.Move    // by walk, see Stem
}

// Stem returns what the moves of a walk have in common, by pieces of a kind that take
// a step, a difference of squares.
func Stem(k core.Kind, step int) core.Move {
	return core.NewMove(0, 0, k, 0) - core.Move(step)*core.NewMove(1, 0, 0, 0)
}

// inGo is the Kernel where there is no assembly.
const inGo = "attacks by magic multiplication, in Go"

// list writes the moves into list from index n on and returns the index after the
// last: those of leapers first, then of bishops, of rooks, and the walks; each by
// squares from a1. What it writes after them is undefined.
func (b *Batch) list(moves *[core.MaxMoves]core.Move, n int) int {
	for set := b.Leapers; set != 0; set &= set - 1 {
		from := core.Square(bits.TrailingZeros64(set)) & 63
		n = b.add(moves, n, from, b.Leaps[from])
	}
	for set := b.Bishops; set != 0; set &= set - 1 {
		from := core.Square(bits.TrailingZeros64(set)) & 63
		n = b.add(moves, n, from, b.along(from, Bishop(from, b.Occupied)))
	}
	for set := b.Rooks; set != 0; set &= set - 1 {
		from := core.Square(bits.TrailingZeros64(set)) & 63
		n = b.add(moves, n, from, b.along(from, Rook(from, b.Occupied)))
	}
	for i, to := range b.Walks {
		for ; to != 0; to &= to - 1 {
			sq := bits.TrailingZeros64(to)
			moves[n] = b.Stems[i] + core.NewMove(core.Square(sq), core.Square(sq), 0, 0) | b.Victims[sq].Move()
			n++
		}
	}
	return n
}

// along returns the squares to that a slider on from may go to if it is pinned.
func (b *Batch) along(from core.Square, to uint64) uint64 {
	if b.Pinned>>from&1 != 0 {
		to &= b.Lines[from]
	}
	return to
}

// add lists the moves of the piece on from to the targets among to.
func (b *Batch) add(moves *[core.MaxMoves]core.Move, n int, from core.Square, to uint64) int {
	stem := core.NewMove(from, 0, b.Victims[from].Kind(), 0)
	for to &= b.Targets; to != 0; to &= to - 1 {
		sq := bits.TrailingZeros64(to)
		moves[n] = stem | core.Move(sq) | b.Victims[sq].Move()
		n++
	}
	return n
}
