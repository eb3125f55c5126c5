package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// pawns returns the term of the pawns in hand, which drop on files without a pawn.
func (e *Evaluator) pawns(c core.Color) tapered.Score {
	p := e.position
	return weights[handPawns+min(p.Hand(c, shogi.Pawn), 2)*10+min(p.Pieces(c, shogi.Pawn).Count(), 9)].Score()
}
