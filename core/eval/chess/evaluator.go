package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// Evaluator is the hand-crafted evaluation of one followed position.
type Evaluator struct {
	position  *chess.Position
	pawnTable *pawnTable
	attacks   [2]attacks
	placement placement
}

// New returns an evaluator that follows no position yet.
func New() core.Evaluator { return &Evaluator{pawnTable: new(pawnTable)} }

// Classic returns this evaluation, as opposed to evaluations by networks.
func Classic() core.EvaluatorFactory { return core.EvaluatorsOf("classic", New) }

// Reset implements core.Evaluator. The position must be one of chess.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p.(*chess.Position)
	e.placement.reset(e.position)
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.DirtyPieces { return e.placement.stack.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.placement.stack.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	b := e.balance()
	v := b.middle*b.phase*fullScale + b.end*(fullPhase-b.phase)*b.scale
	v /= fullPhase * fullScale
	if e.position.Side() == core.Second {
		v = -v
	}
	return core.Score(v).Clamp()
}

// fullPhase is the phase of the initial position; without pieces it is 0.
const fullPhase = 24

// balance is the value of a position for core.First in its parts.
type balance struct {
	middle, end int32
	phase       int32 // of fullPhase
	scale       int32 // of the endgame value, of fullScale
}

// balance adds up all terms.
func (e *Evaluator) balance() balance {
	placed := e.placement.value()
	pawns := e.pawnStructure()
	total := placed.score + pawns.score

	e.prepare(core.First, pawns)
	e.prepare(core.Second, pawns)
	total += e.pieces(core.First, pawns) - e.pieces(core.Second, pawns)
	total += e.threats(core.First) - e.threats(core.Second)
	total += e.passedPawns(core.First, pawns) - e.passedPawns(core.Second, pawns)
	total += tapered.Score(1-2*int(e.position.Side())) * scores[tempo]
	return balance{
		middle: total.Middle() + e.king(core.Second, pawns) - e.king(core.First, pawns),
		end:    total.End(),
		phase:  min(placed.phase, fullPhase), // promotions may exceed it
		scale:  e.scale(total.End(), pawns),
	}
}
