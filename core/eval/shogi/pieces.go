package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// pieces returns the terms of the sliders of a side and notes what they attack.
func (e *Evaluator) pieces(c core.Color) (s tapered.Score) {
	p, attacks := e.position, &e.attacks[c&1]
	occupied, own := p.Occupied(), p.OccupiedBy(c)
	for b := p.Pieces(c, shogi.Lance); b.Any(); {
		s += attacks.piece(shogi.Lance, board81.Lance(c, b.Pop(), occupied), own)
	}
	for b := p.Pieces(c, shogi.Bishop); b.Any(); {
		s += attacks.piece(shogi.Bishop, board81.Bishop(b.Pop(), occupied), own)
	}
	for b := p.Pieces(c, shogi.Rook); b.Any(); {
		s += attacks.piece(shogi.Rook, board81.Rook(b.Pop(), occupied), own)
	}
	for b := p.Pieces(c, shogi.Horse); b.Any(); {
		s += attacks.piece(shogi.Horse, board81.Bishop(b.Pop(), occupied), own)
	}
	for b := p.Pieces(c, shogi.Dragon); b.Any(); {
		s += attacks.piece(shogi.Dragon, board81.Rook(b.Pop(), occupied), own)
	}
	return s
}

// piece notes the squares that a slider attacks and returns the term of its mobility.
func (a *attacks) piece(k core.PieceType, squares, own shogi.Bitboard) tapered.Score {
	a.attackSets = a.with(squares)
	return weights[mobility+(int(k)-1)*maxMobility+squares.AndNot(own).Count()].Score()
}
