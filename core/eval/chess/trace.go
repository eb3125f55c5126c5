package chess

import (
	"slices"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

var _ tapered.Evaluator = (*Evaluator)(nil)

// tally says how often each term counts in each sum.
type tally [tapered.Sums][terms]int

// Terms implements tapered.Evaluator.
func (e *Evaluator) Terms() []string { return tapered.Names(groups, terms) }

// Weights implements tapered.Evaluator.
func (e *Evaluator) Weights() []tapered.Weight { return slices.Clone(weights[:]) }

// Trace implements tapered.Evaluator. It runs the evaluation and counts the terms on
// the way; only the placement, which comes from tables, is counted separately.
func (e *Evaluator) Trace(visit tapered.Visit) (middle, end float64) {
	e.tally = new(tally)
	b := e.balance()
	for sum := range e.tally {
		for term, n := range e.tally[sum] {
			if n != 0 {
				visit(sum, term, n)
			}
		}
	}
	e.tally = nil
	for set := e.position.Occupied(); set != 0; set &= set - 1 {
		sq := first(set)
		piece := e.position.PieceAt(sq)
		c, k := piece.Color(), piece.Type()
		sign := 1 - 2*int(c)
		if k != chess.King {
			visit(tapered.ScoreSum, material+int(k-chess.Pawn), sign)
		}
		visit(tapered.ScoreSum, placeOf(c, k, sq), sign)
	}
	return float64(b.phase) / fullPhase, float64(fullPhase-b.phase) / fullPhase * float64(b.scale) / fullScale
}

// Danger implements tapered.Evaluator.
func (e *Evaluator) Danger(threats float64) float64 {
	threats = max(0, min(threats, dangerLimit))
	return threats * threats / dangerScale
}
