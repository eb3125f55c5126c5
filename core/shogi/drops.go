package shogi

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// deadRanks is the number of last ranks on which a piece of the kind could
// never move again, so that it may not be there.
var deadRanks = [core.MaxKinds]core.Square{Pawn: 1, Lance: 1, Knight: 2}

// droppable is the most kinds that can be dropped besides pawns.
const droppable = 6

// drops lists the drops on the given empty squares.
func (g *generator) drops(n int, empty Bitboard) int {
	h, us := g.p.hands[g.us], g.us
	if h == 0 {
		return n
	}
	if h.has(Pawn) {
		to := g.p.pawnDrops(us).And(empty)
		if mate := g.p.pawnDropMate(us); mate != noSquare {
			to = to.AndNot(bit(mate))
		}
		n = g.add(n, core.NewDrop(Pawn, 0), to)
	}
	// The kinds that may be dropped on every rank come first, then lances, then
	// knights: each rank takes the kinds up to a count.
	var stems [droppable]core.Move
	count := 0
	collect := func(k core.Kind) {
		if h.has(k) {
			stems[count] = core.NewDrop(k, 0)
			count++
		}
	}
	for k := Silver; k <= Rook; k++ {
		collect(k)
	}
	anywhere := count
	collect(Lance)
	withLance := count
	collect(Knight)
	if count == 0 {
		return n
	}
	n = g.spread(n, &stems, count, empty.AndNot(lastTwo[us]))
	n = g.spread(n, &stems, withLance, empty.And(lastTwo[us]).AndNot(lastRank[us]))
	return g.spread(n, &stems, anywhere, empty.And(lastRank[us]))
}

// spread lists the drops of the first count stems on each square of to. It
// takes three stems at a time and always writes all three, which is faster than
// a loop over the stems: the surplus is overwritten next, and the list has room
// for it at the end.
func (g *generator) spread(n int, stems *[droppable]core.Move, count int, to Bitboard) int {
	moves, i := g.moves, uint(n)
	for ; count > 0; count -= 3 {
		s0, s1, s2 := stems[count-1], stems[max(count, 2)-2], stems[max(count, 3)-3]
		step := uint(min(count, 3))
		for b := to.Lo; b != 0 && i < core.MaxMoves-2; b &= b - 1 {
			sq := core.Move(bits.TrailingZeros64(b))
			moves[i], moves[i+1], moves[i+2] = s0|sq, s1|sq, s2|sq
			i += step
		}
		for b := to.Hi; b != 0 && i < core.MaxMoves-2; b &= b - 1 {
			sq := core.Move(63 + bits.TrailingZeros64(b))
			moves[i], moves[i+1], moves[i+2] = s0|sq, s1|sq, s2|sq
			i += step
		}
	}
	return int(i)
}

// pawnDrops returns the squares on which c may drop a pawn as far as its other
// pawns (nifu) and the last rank go.
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
	// The king is not in check before the drop, so no slider looks through it.
	// The pawn may shut a slider off, though.
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
		_, shields := p.inspect(them)
		for takers.Any() {
			taker := takers.Pop()
			if !shields.Has(taker) || line[king][taker&127].Has(to) {
				return noSquare
			}
		}
	}
	return to
}

// dropFault returns why a drop is not legal, "" if it is.
func (p *Position) dropFault(k core.Kind, to core.Square) string {
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
