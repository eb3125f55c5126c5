package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Evaluator is the hand-crafted evaluation of one followed position.
type Evaluator struct {
	position  *shogi.Position
	attacks   [2]attacks
	placement placement
}

// New returns an evaluator that follows no position yet.
func New() core.Evaluator { return new(Evaluator) }

// Classic returns this evaluation, as opposed to evaluations by networks.
func Classic() core.EvaluatorFactory { return core.EvaluatorsOf("classic", New) }

// Reset implements core.Evaluator. The position must be one of shogi.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p.(*shogi.Position)
	e.placement.reset(e.position)
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.DirtyPieces { return e.placement.stack.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.placement.stack.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	b := e.balance()
	v := (b.middle*b.phase + b.end*(fullPhase-b.phase)) / (fullPhase * unit)
	if e.position.Side() == core.Second {
		v = -v
	}
	return core.Score(v).Clamp()
}

// fullPhase is the phase of the initial position. The more there is in hand, or
// promoted on the board, the smaller is the phase.
const fullPhase = 16

// balance is the value of a position for core.First in its parts.
type balance struct {
	middle, end int32
	phase       int32 // of fullPhase
}

// balance adds up all terms.
func (e *Evaluator) balance() balance {
	p := e.position
	e.prepare(core.First)
	e.prepare(core.Second)
	total := e.placement.value(core.First) - e.placement.value(core.Second)
	total += e.pieces(core.First) - e.pieces(core.Second)
	total += e.pawns(core.First) - e.pawns(core.Second)
	total += e.threats(core.First) - e.threats(core.Second)
	hands := [2]int32{handPhase(p, core.First), handPhase(p, core.Second)}
	total += e.king(core.First, armsOf(hands[core.Second])) - e.king(core.Second, armsOf(hands[core.First]))
	total += tapered.Score(1-2*int(p.Side())) * weights[tempo].Score()
	return balance{middle: total.Middle(), end: total.End(), phase: phaseOf(p, hands[0]+hands[1])}
}

// phases are what the kinds take off the phase: in hand, or promoted on the board.
var phases = [core.MaxPieceTypes]int32{
	shogi.Lance: 1, shogi.Knight: 1, shogi.Silver: 2, shogi.Gold: 2, shogi.Bishop: 2, shogi.Rook: 2,
	shogi.ProPawn: 1, shogi.ProLance: 1, shogi.ProKnight: 1, shogi.ProSilver: 1, shogi.Horse: 2, shogi.Dragon: 2,
}

// handPhase returns what a hand takes off the phase.
func handPhase(p *shogi.Position, c core.Color) (n int32) {
	for k := shogi.Lance; k <= shogi.Rook; k++ {
		n += phases[k] * int32(p.Hand(c, k))
	}
	return n
}

// phaseOf returns the phase, 0 to fullPhase, by what both hands take off.
func phaseOf(p *shogi.Position, hands int32) int32 {
	for k := shogi.ProPawn; k <= shogi.Dragon; k++ {
		hands += phases[k] * int32(p.Pieces(core.First, k).Count()+p.Pieces(core.Second, k).Count())
	}
	return fullPhase - min(hands, fullPhase)
}
