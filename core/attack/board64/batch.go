package board64

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// Batch describes moves to be listed for all pieces of a side. One call lists them
// all: a call of assembly for every piece would cost too much.
type Batch struct {
	Leapers       uint64            // pieces that go to the squares of LeaperAttacks
	Bishops       uint64            // bishops and queens
	Rooks         uint64            // rooks and queens
	Occupied      uint64            // pieces of both sides
	Targets       uint64            // squares that leapers and sliders may go to
	Pinned        uint64            // sliders that may go along Lines only
	LeaperAttacks *[64]uint64       // by square, 16 targets at most
	Lines         *[64]uint64       // by square, for pinned sliders
	Board         *[64]core.Capture // by square, of both sides
	PawnTargets   [4]uint64         // squares that pawns go to, by direction
	PawnTemplates *[4]core.Move     // by direction, see Template
}

// Template returns the part that all moves of a kind of piece by one step share. A
// step is a difference of squares.
func Template(k core.PieceType, step int) core.Move {
	return core.NewMove(0, 0, k, 0) - core.Move(step)*core.NewMove(1, 0, 0, 0)
}

// inGo is the name of the kernel in Go.
const inGo = "attacks by magic multiplication, in Go"

// list writes the moves from index n on and returns the index after the last. Leapers
// come first, then bishops, rooks and pawns, each by squares from a1. The kernels may
// also write beyond the last move.
func (b *Batch) list(moves *[core.MaxMoves]core.Move, n int) int {
	for set := b.Leapers; set != 0; set &= set - 1 {
		from := core.Square(bits.TrailingZeros64(set)) & 63
		n = b.add(moves, n, from, b.LeaperAttacks[from])
	}
	for set := b.Bishops; set != 0; set &= set - 1 {
		from := core.Square(bits.TrailingZeros64(set)) & 63
		n = b.add(moves, n, from, b.along(from, Bishop(from, b.Occupied)))
	}
	for set := b.Rooks; set != 0; set &= set - 1 {
		from := core.Square(bits.TrailingZeros64(set)) & 63
		n = b.add(moves, n, from, b.along(from, Rook(from, b.Occupied)))
	}
	for i, to := range b.PawnTargets {
		for ; to != 0; to &= to - 1 {
			sq := bits.TrailingZeros64(to)
			moves[n] = b.PawnTemplates[i] + core.NewMove(core.Square(sq), core.Square(sq), 0, 0) | b.Board[sq].Move()
			n++
		}
	}
	return n
}

// along returns the squares among to that the slider on from can go to: only squares
// on its line if it is pinned.
func (b *Batch) along(from core.Square, to uint64) uint64 {
	if b.Pinned>>from&1 != 0 {
		to &= b.Lines[from]
	}
	return to
}

// add lists the moves of the piece on from to the targets among to.
func (b *Batch) add(moves *[core.MaxMoves]core.Move, n int, from core.Square, to uint64) int {
	template := core.NewMove(from, 0, b.Board[from].PieceType(), 0)
	for to &= b.Targets; to != 0; to &= to - 1 {
		sq := bits.TrailingZeros64(to)
		moves[n] = template | core.Move(sq) | b.Board[sq].Move()
		n++
	}
	return n
}
