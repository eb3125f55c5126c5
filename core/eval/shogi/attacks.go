package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// attacks are the squares that the pieces of one side attack.
type attacks struct {
	attackSets                // of all pieces but the king
	pawns      shogi.Bitboard // of pawns
	king       shogi.Bitboard // of the king
}

// attackSets are the squares attacked by any piece and by two pieces or more. They
// are passed by value, which keeps them in registers.
type attackSets struct{ all, twice shogi.Bitboard }

// with returns a after one more attack on each square of b.
func (a attackSets) with(b shogi.Bitboard) attackSets {
	return attackSets{a.all.Or(b), a.twice.Or(a.all.And(b))}
}

// beside returns a after one more attack on each square to the right or left of b.
func (a attackSets) beside(b shogi.Bitboard) attackSets { return a.with(right(b)).with(left(b)) }

// prepare sets the attacks of all pieces by their steps; pieces adds the attacks of
// sliders from a distance. Steps are taken for all pieces at once, by direction.
func (e *Evaluator) prepare(c core.Color) {
	p := e.position
	silvers, horses, dragons := p.Pieces(c, shogi.Silver), p.Pieces(c, shogi.Horse), p.Pieces(c, shogi.Dragon)
	golds := p.Pieces(c, shogi.Gold)
	for k := shogi.ProPawn; k <= shogi.ProSilver; k++ {
		golds = golds.Or(p.Pieces(c, k))
	}
	a := &e.attacks[c&1]
	a.pawns = forward(c, p.Pieces(c, shogi.Pawn))
	sets := attackSets{all: a.pawns}
	sets = sets.with(forward(c, silvers.Or(golds).Or(horses)))
	sets = sets.beside(forward(c, silvers.Or(golds).Or(dragons)))
	sets = sets.beside(golds.Or(horses))
	sets = sets.with(forward(c^1, golds.Or(horses)))
	sets = sets.beside(forward(c^1, silvers.Or(dragons)))
	sets = sets.beside(forward(c, forward(c, p.Pieces(c, shogi.Knight))))
	a.attackSets = sets
	a.king = shogi.Bitboard{}
	if p.Pieces(c, shogi.King).Any() {
		a.king = shogi.Attacks(c, shogi.King, p.KingSquare(c), shogi.Bitboard{})
	}
}
