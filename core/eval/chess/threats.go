package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// threats adds what the pieces of a side attack, and the room they have.
func (e *Evaluator) threats(c core.Color) (v score) {
	p, s, t := e.position, &e.sides[c&1], &e.sides[c&1^1]
	enemies := p.OccupiedBy(c.Other())
	theirPawns := p.Pieces(c.Other(), chess.Pawn)
	pieces := enemies &^ theirPawns &^ p.Pieces(c.Other(), chess.King)

	// Held are the squares that a pawn defends, or two pieces against one.
	held := t.by[chess.Pawn] | t.twice&^s.twice
	weak := enemies &^ held & s.all

	for b := pieces & s.by[chess.Pawn]; b != 0; b &= b - 1 {
		v += e.count(byPawn+int(p.PieceAt(first(b)).Kind()-chess.Knight), 1)
	}
	for b := (pieces | weak) & (s.by[chess.Knight] | s.by[chess.Bishop]); b != 0; b &= b - 1 {
		if k := p.PieceAt(first(b)).Kind(); k != chess.King {
			v += e.count(byMinor+int(k-chess.Pawn), 1)
		}
	}
	for b := (weak | p.Pieces(c.Other(), chess.Queen)) & s.by[chess.Rook]; b != 0; b &= b - 1 {
		if k := p.PieceAt(first(b)).Kind(); k != chess.King {
			v += e.count(byRook+int(k-chess.Pawn), 1)
		}
	}
	if weak&s.by[chess.King] != 0 {
		v += e.count(byKing, 1)
	}
	v += e.count(hanging, popCount(weak&^t.all))
	v += e.count(restricted, popCount(t.all&^held&s.all))

	// Pawns that may step forward safely, also twice from their second rank.
	empty := ^p.Occupied()
	step := forward(c, p.Pieces(c, chess.Pawn)) & empty
	third := uint64(0xff) << 16
	if c == core.Second {
		third = 0xff << 40
	}
	step |= forward(c, step&third) & empty
	step &^= t.by[chess.Pawn]
	step &= s.all | ^t.all
	v += e.count(byPush, popCount(pawnAttacks(c, step)&pieces))

	camp := centreFiles & (0xff<<8 | 0xff<<16 | 0xff<<24)
	if c == core.Second {
		camp = centreFiles & (0xff<<48 | 0xff<<40 | 0xff<<32)
	}
	safe := camp &^ p.Pieces(c, chess.Pawn) &^ t.by[chess.Pawn]
	return v + e.count(space, popCount(safe))
}
