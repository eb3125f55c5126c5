package opening

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// scene is a position as a side sees it, and the move of this side to it, NoMove if the other
// side moved.
type scene struct {
	p            *shogi.Position
	side         core.Color
	move, before core.Move // and the other side's
	evades       bool      // the side was in check
}

// own returns a square as a side sees it.
func own(c core.Color, sq core.Square) core.Square {
	if c == core.Second {
		return 80 - sq
	}
	return sq
}

// set returns a piece as a set: of this side, or of the other.
func set(k core.PieceType, mine bool) uint32 {
	if mine {
		return 1 << k
	}
	return 1 << (16 + k)
}

// piece returns the set of the piece on a square.
func (s *scene) piece(sq core.Square) uint32 {
	p := s.p.PieceAt(own(s.side, sq))
	if p == 0 {
		return 1
	}
	return set(p.Type(), p.Color() == s.side)
}

// has reports whether a condition holds.
func (s *scene) has(c *condition) bool { return s.holds(c) != c.not }

func (s *scene) holds(c *condition) bool {
	switch c.source {
	case onBoard:
		return slices.ContainsFunc(c.squares, func(sq core.Square) bool { return s.piece(sq)&c.pieces != 0 })
	case inHand:
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			if c.pieces&set(k, true) != 0 && s.p.Hand(s.side, k) > 0 || c.pieces&set(k, false) != 0 && s.p.Hand(s.side.Other(), k) > 0 {
				return true
			}
		}
		return false
	}
	if s.move == core.NoMove {
		return false
	}
	to := own(s.side, s.move.To())
	switch c.source {
	case beside:
		return slices.ContainsFunc(c.steps, func(d step) bool {
			sq, on := d.from(to)
			return on && s.piece(sq)&c.pieces != 0
		})
	case ahead:
		return slices.ContainsFunc(c.steps, func(d step) bool { return s.met(to, d, c.count)&c.pieces != 0 })
	case retaken:
		return s.before.Captured() == shogi.Pawn && c.pieces&set(s.before.PieceType(), false) != 0 && slices.ContainsFunc(c.steps, func(d step) bool {
			sq, on := d.from(to)
			return on && sq == own(s.side, s.before.To())
		})
	case threatened:
		return s.threats(c.pieces) >= c.count
	case takers:
		return s.among(s.p.Attackers(s.side.Other(), s.move.To()), c.pieces) >= c.count
	case guarded:
		return s.p.Attackers(s.side, s.move.To()).Any()
	case evading:
		return s.evades
	case mating:
		return s.p.Verdict().Ending == core.Checkmate
	}
	if c.source == taken && !s.move.IsCapture() || c.source == dropped && !s.move.IsDrop() || c.pieces&set(s.move.PieceType(), true) == 0 {
		return false
	}
	return len(c.squares) == 0 || slices.Contains(c.squares, to)
}

// met returns the piece that is met as the nth in a direction, no piece at the edge.
func (s *scene) met(from core.Square, d step, nth int) uint32 {
	for sq, on := d.from(from); on; sq, on = d.from(sq) {
		if found := s.piece(sq); found != 1 {
			if nth--; nth == 0 {
				return found
			}
		}
	}
	return 0
}

// among counts the pieces on squares that are of a set.
func (s *scene) among(squares shogi.Bitboard, pieces uint32) (n int) {
	for squares.Any() {
		if s.piece(own(s.side, squares.Pop()))&pieces != 0 {
			n++
		}
	}
	return n
}

// threats counts the pieces of a set that the piece that moved attacks, and that are worth more than itself or
// protected by nothing. A king counts.
func (s *scene) threats(pieces uint32) (n int) {
	value := &s.p.GameInfo().Value
	to, other := s.move.To(), s.side.Other()
	moved := s.p.PieceAt(to).Type()
	for all := s.p.OccupiedBy(other); all.Any(); {
		sq := all.Pop()
		k := s.p.PieceAt(sq).Type()
		if pieces&set(k, false) == 0 || !s.p.Attackers(s.side, sq).Has(to) {
			continue
		}
		if k == shogi.King || value[k] > value[moved] || !s.p.Attackers(other, sq).Any() {
			n++
		}
	}
	return n
}
