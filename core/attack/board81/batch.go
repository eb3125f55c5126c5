package board81

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// Batch says which moves of a side to list, all in one call: a call of assembly
// costs too much to ask for the moves of single pieces. It is for at most 40 pieces
// of a shogi set.
type Batch struct {
	// Where the king and pawns go is for the caller to find. These four are one
	// vector of a kernel.
	King      Bitboard // where the king goes
	Pushes    Bitboard // where pawns go and stay pawns
	Promotes  Bitboard // where pawns go and promote
	Pointless Bitboard // where pawns go and stay pawns, but need not

	// Pieces and the squares that they may go to.
	Leapers  Bitboard // pieces that go where the steps of their rules say
	Lances   Bitboard // pieces that go forward as well
	Bishops  Bitboard // pieces that go along diagonals as well
	Rooks    Bitboard // pieces that go along files and ranks as well
	Occupied Bitboard // by pieces of both sides
	Targets  Bitboard // where to go
	Pinned   Bitboard // pieces that may go along Lines only

	Lines   *[128]Bitboard            // by square
	Rules   *[core.MaxKinds][128]Rule // by kind and square
	Victims *[128]core.Victim         // by square; that of a piece that moves tells its kind
	Drops   *[droppable]Bitboard      // by kind: where to drop such a piece; nil for nowhere

	KingStem core.Move  // what the king's moves have in common
	PawnStem core.Move  // what remains of pawn moves without pawnFactor times their target
	Color    core.Color // of the lances
	All      bool       // list pointless moves as well
}

// Rule says what a piece of a kind may do that stands on a square.
type Rule struct {
	Steps     Bitboard // squares it reaches whatever is between
	Stays     Bitboard // squares on which it may stay what it is
	Promotes  Bitboard // squares on which it may promote
	Pointless Bitboard // squares on which it may stay what it is, but to no purpose
}

const (
	// droppable is one more than the largest kind that can be dropped.
	droppable = 8

	// pawnFactor adds up a move's target and source: the source of a pawn is the
	// square next to its target, and its distance is in the stem.
	pawnFactor = 1 + 1<<7

	// promotion is what a promotion adds to a move.
	promotion = core.FlagPromotes | 1<<14
)

// inGo is the Kernel where there is no assembly.
const inGo = "bishops by magic multiplication, moves written one by one, in Go"

// list writes the moves into moves from index n on and returns the index after the
// last: those of the king, then of pawns, leapers, lances, bishops and rooks by their
// squares, and drops by kind. What it writes after them is undefined.
func (b *Batch) list(moves *[core.MaxMoves]core.Move, n int) int {
	return b.drop(moves, b.move(moves, n))
}

// move lists the moves of pieces on the board.
func (b *Batch) move(moves *[core.MaxMoves]core.Move, n int) int {
	n = b.add(moves, n, b.King, b.KingStem, 1)
	n = b.add(moves, n, b.Pushes, b.PawnStem, pawnFactor)
	if b.Promotes.Any() {
		n = b.add(moves, n, b.Promotes, b.PawnStem+promotion+core.FlagTactical, pawnFactor)
		if b.All {
			n = plain(moves, n, b.add(moves, n, b.Pointless, b.PawnStem, pawnFactor))
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

// piece lists the moves of the piece on from, which slides to the given squares.
func (b *Batch) piece(moves *[core.MaxMoves]core.Move, n int, from core.Square, slides Bitboard) int {
	kind := b.Victims[from&127].Kind()
	rule := &b.Rules[kind][from&127]
	to := rule.Steps.Or(slides).And(b.Targets)
	if b.Pinned.Has(from) {
		to = to.And(b.Lines[from&127])
	}
	stem := core.NewMove(from, 0, kind, 0)
	n = b.add(moves, n, to.And(rule.Stays), stem, 1)
	if better := to.And(rule.Promotes); better.Any() {
		n = b.add(moves, n, better, stem|promotion, 1)
		if b.All {
			n = plain(moves, n, b.add(moves, n, to.And(rule.Pointless), stem, 1))
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
		stem := core.NewDrop(core.Kind(k), 0)
		if to != before {
			before, first = to, n
			n = b.add(moves, n, to, stem, 1)
			continue
		}
		// To copy is faster than to look for the squares again.
		copied := moves[first:n]
		first = n
		for _, m := range copied {
			moves[n] = stem | m&127
			n++
		}
	}
	return n
}

// add lists moves to a set of squares: a stem and a multiple of the square.
func (b *Batch) add(moves *[core.MaxMoves]core.Move, n int, to Bitboard, stem, factor core.Move) int {
	victims := b.Victims
	for set := to.Lo; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		moves[n] = stem + core.Move(sq)*factor | victims[sq].Move()
		n++
	}
	for set := to.Hi; set != 0; set &= set - 1 {
		sq := (split + bits.TrailingZeros64(set)) & 127
		moves[n] = stem + core.Move(sq)*factor | victims[sq].Move()
		n++
	}
	return n
}

// plain takes FlagTactical off the moves from index n to end: pointless moves belong
// to no list but that of all moves.
func plain(moves *[core.MaxMoves]core.Move, n, end int) int {
	for i := n; i < end; i++ {
		moves[i] &^= core.FlagTactical
	}
	return end
}
