package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// threats returns the terms of what a side attacks, and of its space.
func (e *Evaluator) threats(c core.Color) (s tapered.Score) {
	p, own, enemy := e.position, &e.attacks[c&1], &e.attacks[c&1^1]
	enemies := p.OccupiedBy(c.Other())
	theirPawns := p.Pieces(c.Other(), chess.Pawn)
	pieces := enemies &^ theirPawns &^ p.Pieces(c.Other(), chess.King)

	// A square is protected strongly by a pawn, or by two pieces against one attacker.
	protected := enemy.by[chess.Pawn] | enemy.twice&^own.twice
	weak := enemies &^ protected & own.all

	for b := pieces & own.by[chess.Pawn]; b != 0; b &= b - 1 {
		s += scores[byPawn+int(p.PieceAt(first(b)).Type()-chess.Knight)]
	}
	for b := (pieces | weak) & (own.by[chess.Knight] | own.by[chess.Bishop]); b != 0; b &= b - 1 {
		if k := p.PieceAt(first(b)).Type(); k != chess.King {
			s += scores[byMinor+int(k-chess.Pawn)]
		}
	}
	for b := (weak | p.Pieces(c.Other(), chess.Queen)) & own.by[chess.Rook]; b != 0; b &= b - 1 {
		if k := p.PieceAt(first(b)).Type(); k != chess.King {
			s += scores[byRook+int(k-chess.Pawn)]
		}
	}
	if weak&own.by[chess.King] != 0 {
		s += scores[byKing]
	}
	s += scores[hanging] * tapered.Score(popCount(weak&^enemy.all))
	s += scores[restricted] * tapered.Score(popCount(enemy.all&^protected&own.all))

	// Safe pawn pushes, also double pushes.
	empty := ^p.Occupied()
	step := forward(c, p.Pieces(c, chess.Pawn)) & empty
	third := uint64(0xff) << 16
	if c == core.Second {
		third = 0xff << 40
	}
	step |= forward(c, step&third) & empty
	step &^= enemy.by[chess.Pawn]
	step &= own.all | ^enemy.all
	s += scores[byPush] * tapered.Score(popCount(pawnAttacks(c, step)&pieces))

	camp := centreFiles & (0xff<<8 | 0xff<<16 | 0xff<<24)
	if c == core.Second {
		camp = centreFiles & (0xff<<48 | 0xff<<40 | 0xff<<32)
	}
	safe := camp &^ p.Pieces(c, chess.Pawn) &^ enemy.by[chess.Pawn]
	return s + scores[space]*tapered.Score(popCount(safe))
}
