package chess

import (
	"fmt"
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// validate returns what is wrong with the pieces of a parsed position. A position that
// no game can reach is fine as long as every move in it makes sense: 32 pieces keep
// the number of moves below core.MaxMoves, whatever they are.
func (p *Position) validate() error {
	if n := bits.OnesCount64(p.Occupied()); n > 32 {
		return fmt.Errorf("%d pieces on the board instead of at most 32", n)
	}
	for c, name := range [2]string{"White", "Black"} {
		if n := bits.OnesCount64(p.Pieces(core.Color(c), King)); n != 1 {
			return fmt.Errorf("%s has %d kings instead of one", name, n)
		}
	}
	if pawns := p.pieces[Pawn] & (rank1 | rank8); pawns != 0 {
		return fmt.Errorf("pawn on %s", SquareName(first(pawns)))
	}
	if king := p.KingSquare(p.side.Other()); p.attacked(king, p.Occupied(), p.side) {
		return fmt.Errorf("king on %s can be captured", SquareName(king))
	}
	return nil
}

// allowCastling gives a side the right to castle with the rook. King and rook stand on
// the side's first rank. An earlier right on the same wing is kept.
func (p *Position) allowCastling(color core.Color, king, rook core.Square) {
	index := castlingIndex(color, king, rook)
	s := &p.states[0]
	if s.rights>>index&1 != 0 {
		return
	}
	home := king &^ 7
	c := castling{rookFrom: rook, kingTo: kingGoesTo(king, rook), rookTo: home + 5}
	if index&1 == queenside {
		c.rookTo = home + 3
	}
	c.kingPath = between[king][c.kingTo] | bit(c.kingTo)&^bit(king)
	c.empty = (c.kingPath | between[rook][c.rookTo] | bit(c.rookTo)) &^ (bit(king) | bit(rook))
	p.castlings[index] = c
	s.rights |= 1 << index
	p.lostRights[king] |= 1 << index
	p.lostRights[rook] |= 1 << index
}

// passantMeaningful reports whether sq can be the square that a pawn has just passed,
// and a capture there is legal.
func (p *Position) passantMeaningful(sq core.Square) bool {
	origin, passed, rank := sq+8, sq-8, core.Square(5)
	if p.side == core.Second {
		origin, passed, rank = passed, origin, 2
	}
	return rankOf(sq) == rank &&
		p.Pieces(p.side.Other(), Pawn)&bit(passed) != 0 &&
		p.Occupied()&(bit(sq)|bit(origin)) == 0 &&
		p.passantPossible(sq)
}
