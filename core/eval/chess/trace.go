package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// tally says how often each term counts: in the score, and in the dangers of both
// kings.
type tally [3][terms]int

// Terms returns the name of each term, for the tuner of lab texel.
func (e *Evaluator) Terms() []string {
	var names []string
	for _, g := range groups {
		for range g.size {
			names = append(names, g.name)
		}
	}
	return names
}

// Weights returns the values of the terms.
func (e *Evaluator) Weights() (middle, end []int32) {
	for _, w := range weights {
		middle, end = append(middle, w.middle), append(end, w.end)
	}
	return middle, end
}

// Trace calls visit for every term that counts in the position: n times in the
// score for core.First (sum 0), or in the danger of the king of core.First (1) or
// core.Second (2). middle and end are the shares of the phases in the value.
func (e *Evaluator) Trace(visit func(sum, term, n int)) (middle, end float64) {
	e.tally = new(tally)
	b := e.balance()
	for c, sign := range [2]int{1, -1} {
		for k := chess.Pawn; k <= chess.King; k++ {
			for set := e.position.Pieces(core.Color(c), k); set != 0; set &= set - 1 {
				if k != chess.King {
					e.tally[0][material+int(k-chess.Pawn)] += sign
				}
				e.tally[0][placeOf(core.Color(c), k, first(set))] += sign
			}
		}
	}
	for sum := range e.tally {
		for term, n := range e.tally[sum] {
			if n != 0 {
				visit(sum, term, n)
			}
		}
	}
	e.tally = nil
	return float64(b.phase) / fullPhase, float64(fullPhase-b.phase) / fullPhase * float64(b.scale) / fullScale
}

// Danger returns what a king in danger costs in the middlegame.
func (e *Evaluator) Danger(threats float64) float64 {
	threats = max(0, min(threats, dangerLimit))
	return threats * threats / dangerScale
}
