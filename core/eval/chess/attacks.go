package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// attacks are the squares that the pieces of one side attack, and what follows for
// the kings.
type attacks struct {
	by        [8]uint64 // by each kind
	all       uint64    // by any piece
	twice     uint64    // by two pieces or more
	kingRing  uint64    // the squares around the own king
	mobility  uint64    // the squares that count as mobility
	attackers int       // how many pieces attack the ring of the enemy king
	threats   int32     // these attackers as threats to that king
}

// prepare sets the attacks of pawns and king; pieces adds the others.
func (e *Evaluator) prepare(c core.Color, pawns *pawnEntry) {
	a := &e.attacks[c&1]
	king := pawns.kings[c&1]
	around := chess.KingAttacks(king)
	attacks := pawns.attacks[c&1]
	a.by[chess.Pawn], a.by[chess.King] = attacks, around
	a.by[chess.Knight], a.by[chess.Bishop], a.by[chess.Rook], a.by[chess.Queen] = 0, 0, 0, 0
	a.all, a.twice = attacks|around, attacks&around
	double := forward(c, pawns.pawns[c&1])
	double = double << 1 &^ fileA & (double >> 1 &^ fileH)
	a.twice |= double
	a.kingRing = (around | forward(c, around)) &^ double
	a.mobility = ^(pawns.attacks[c&1^1] | pawns.pawns[c&1] | uint64(1)<<(king&63))
	a.attackers, a.threats = 0, 0
}

// add notes the squares that a piece of a kind attacks.
func (a *attacks) add(k core.PieceType, squares uint64) {
	a.twice |= a.all & squares
	a.all |= squares
	a.by[k&7] |= squares
}
