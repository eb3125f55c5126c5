package board81

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// Batch describes moves to be listed for all pieces of a side, at most 40 pieces of a
// shogi set. One call lists them all: a call of assembly for every piece would cost
// too much.
type Batch struct {
	// The targets of king and pawns, found by the caller. These four are one vector of
	// a kernel.
	King      Bitboard // squares that the king goes to
	Pushes    Bitboard // squares that pawns go to without promotion
	Promotes  Bitboard // squares that pawns go to with promotion
	Pointless Bitboard // squares of Promotes where a pawn may also stay unpromoted

	// The other pieces.
	Leapers  Bitboard // pieces that move by the Steps of their rules only
	Lances   Bitboard // pieces that also slide forward
	Bishops  Bitboard // pieces that also slide along diagonals
	Rooks    Bitboard // pieces that also slide along files and ranks
	Occupied Bitboard // pieces of both sides
	Targets  Bitboard // squares that pieces may go to
	Pinned   Bitboard // pieces that may go along Lines only

	Lines *[128]Bitboard                 // by square
	Rules *[core.MaxPieceTypes][128]Rule // by kind and square
	Board *[128]core.Capture             // by square; of both sides
	Drops *[droppable]Bitboard           // by kind: squares to drop such a piece on; nil for none

	KingTemplate core.Move  // what the king's moves have in common: kind and from square
	PawnTemplate core.Move  // a pawn move less pawnFactor times its target
	Color        core.Color // of the lances
	All          bool       // list pointless moves as well
}

// Rule says how a piece of a kind on a square may move.
type Rule struct {
	Steps     Bitboard // squares it reaches by a step, whatever is between
	Stays     Bitboard // squares on which it may stay unpromoted
	Promotes  Bitboard // squares on which it may promote
	Pointless Bitboard // squares on which staying unpromoted is legal but pointless
}

const (
	// droppable is one more than the largest kind that can be dropped.
	droppable = 8

	// pawnFactor sets target and source of a move at once: the source of a pawn is the
	// square next to its target, and the difference is in the template.
	pawnFactor = 1 + 1<<7

	// promotion is the bits of a promotion.
	promotion = core.FlagPromotes | 1<<14
)

// inGo is the name of the kernel in Go.
const inGo = "bishops by magic multiplication, moves written one by one, in Go"

// list writes the moves from index n on and returns the index after the last. The
// king comes first, then pawns, leapers, lances, bishops and rooks by their squares,
// then drops by kind. The kernels may also write beyond the last move.
func (b *Batch) list(moves *[core.MaxMoves]core.Move, n int) int {
	return b.drop(moves, b.move(moves, n))
}

// move lists the moves of pieces on the board.
func (b *Batch) move(moves *[core.MaxMoves]core.Move, n int) int {
	n = b.add(moves, n, b.King, b.KingTemplate, 1)
	n = b.add(moves, n, b.Pushes, b.PawnTemplate, pawnFactor)
	if b.Promotes.Any() {
		n = b.add(moves, n, b.Promotes, b.PawnTemplate+promotion+core.FlagTactical, pawnFactor)
		if b.All {
			n = plain(moves, n, b.add(moves, n, b.Pointless, b.PawnTemplate, pawnFactor))
		}
	}
	for set := b.Leapers; set.Any(); {
		n = b.piece(moves, n, set.Pop(), Bitboard{})
	}
	for set := b.Lances; set.Any(); {
		from := set.Pop()
		n = b.piece(moves, n, from, Lance(b.Color, from, b.Occupied))
	}
	for set := b.Bishops; set.Any(); {
		from := set.Pop()
		n = b.piece(moves, n, from, Bishop(from, b.Occupied))
	}
	for set := b.Rooks; set.Any(); {
		from := set.Pop()
		n = b.piece(moves, n, from, Rook(from, b.Occupied))
	}
	return n
}

// piece lists the moves of the piece on from; slides are the squares it slides to.
func (b *Batch) piece(moves *[core.MaxMoves]core.Move, n int, from core.Square, slides Bitboard) int {
	kind := b.Board[from&127].PieceType()
	rule := &b.Rules[kind][from&127]
	to := rule.Steps.Or(slides).And(b.Targets)
	if b.Pinned.Has(from) {
		to = to.And(b.Lines[from&127])
	}
	template := core.NewMove(from, 0, kind, 0)
	n = b.add(moves, n, to.And(rule.Stays), template, 1)
	if better := to.And(rule.Promotes); better.Any() {
		n = b.add(moves, n, better, template|promotion, 1)
		if b.All {
			n = plain(moves, n, b.add(moves, n, to.And(rule.Pointless), template, 1))
		}
	}
	return n
}

// drop lists the drops.
func (b *Batch) drop(moves *[core.MaxMoves]core.Move, n int) int {
	if b.Drops == nil {
		return n
	}
	before, first := Bitboard{}, n
	for k, to := range b.Drops {
		if !to.Any() {
			continue
		}
		template := core.NewDrop(core.PieceType(k), 0)
		if to != before {
			before, first = to, n
			n = b.add(moves, n, to, template, 1)
			continue
		}
		// Copying is faster than going through the squares again.
		copied := moves[first:n]
		first = n
		for _, m := range copied {
			moves[n] = template | m&127
			n++
		}
	}
	return n
}

// add lists moves to a set of squares: the template plus a multiple of each square.
func (b *Batch) add(moves *[core.MaxMoves]core.Move, n int, to Bitboard, template, factor core.Move) int {
	board := b.Board
	for set := to.Lo; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		moves[n] = template + core.Move(sq)*factor | board[sq].Move()
		n++
	}
	for set := to.Hi; set != 0; set &= set - 1 {
		sq := (split + bits.TrailingZeros64(set)) & 127
		moves[n] = template + core.Move(sq)*factor | board[sq].Move()
		n++
	}
	return n
}

// plain clears FlagTactical in the moves from index n to end: only the list of all
// moves has pointless moves.
func plain(moves *[core.MaxMoves]core.Move, n, end int) int {
	for i := n; i < end; i++ {
		moves[i] &^= core.FlagTactical
	}
	return end
}
