package shogi

import "github.com/nitoryu/nitoryu/core"

// deadRanks is the number of last ranks where a piece of the kind may not be, as it
// could never move again.
var deadRanks = [core.MaxPieceTypes]core.Square{Pawn: 1, Lance: 1, Knight: 2}

// drops returns, by kind, the squares among the given empty ones on which the side to
// move can drop a piece.
func (p *Position) drops(empty Bitboard) (drops [8]Bitboard) {
	us := p.side & 1
	h := p.hands[us]
	for k := Silver; k <= Rook; k++ {
		if h.has(k) {
			drops[k&7] = empty
		}
	}
	if h.has(Knight) {
		drops[Knight] = empty.AndNot(lastTwo[us])
	}
	if h.has(Lance) {
		drops[Lance] = empty.AndNot(lastRank[us])
	}
	if h.has(Pawn) {
		drops[Pawn] = p.pawnDrops(us).And(empty)
		if front := steps[us^1][Pawn][p.kings[us^1]&127]; front.Meets(drops[Pawn]) && p.pawnDropMate(us) != noSquare {
			drops[Pawn] = drops[Pawn].AndNot(front)
		}
	}
	return drops
}

// pawnDrops returns the squares on which c may drop a pawn without having two on a file
// (nifu) or one on the last rank.
func (p *Position) pawnDrops(c core.Color) Bitboard {
	return openFiles(p.Pieces(c, Pawn)).AndNot(lastRank[c&1])
}

// pawnDropMate returns the square in front of the enemy king if it is empty and
// a pawn of colour us that is dropped there mates (uchifuzume), else noSquare.
func (p *Position) pawnDropMate(us core.Color) core.Square {
	them := us ^ 1
	king := p.kings[them&1] & 127
	front := steps[them&1][Pawn][king]
	occupied := p.Occupied()
	if !front.AndNot(occupied).Any() {
		return noSquare
	}
	// The king is not in check before the drop, so no slider attacks through it. The
	// pawn may block a slider, though.
	to := front.First()
	occupied = occupied.Or(front)
	if !p.attacked(to, occupied, us) {
		return noSquare // the king takes the pawn
	}
	escapes := steps[them&1][King][king].AndNot(p.colors[them&1]).AndNot(front)
	for escapes.Any() {
		if !p.attacked(escapes.Pop(), occupied, us) {
			return noSquare
		}
	}
	takers := p.attackersBy(them, to, occupied).AndNot(bit(king))
	if takers.Any() {
		_, blockers := p.checkInfo(them)
		for takers.Any() {
			taker := takers.Pop()
			if !blockers.Has(taker) || line[king][taker&127].Has(to) {
				return noSquare
			}
		}
	}
	return to
}

// dropFault returns why a drop is not legal, "" if it is.
func (p *Position) dropFault(k core.PieceType, to core.Square) string {
	us := p.side & 1
	switch {
	case k < Pawn || k > Rook || !p.hands[us].has(k):
		return "there is no such piece in hand"
	case p.kindAt(to) != 0:
		return "the square is occupied"
	case rankFor(us, to) < deadRanks[k]:
		return "the piece could never move from there"
	case k == Pawn && !p.pawnDrops(us).Has(to):
		return "there is a pawn on the file already (nifu)"
	case !p.stopsCheck(to):
		return "the king would be in check"
	case k == Pawn && p.pawnDropMate(us) == to:
		return "a pawn drop must not mate (uchifuzume)"
	}
	return ""
}
