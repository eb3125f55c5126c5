package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Evaluator is the hand-crafted evaluation of one followed position.
type Evaluator struct {
	position *shogi.Position
	sum      *tapered.Sum
}

// New returns an evaluator that follows no position yet.
func New() core.Evaluator { return &Evaluator{sum: tapered.New(placed)} }

// Reset implements core.Evaluator. The position must be one of shogi.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p.(*shogi.Position)
	e.sum.Clear()
	for _, c := range [2]core.Color{core.First, core.Second} {
		for k := shogi.Pawn; k <= shogi.Dragon; k++ {
			for b := e.position.Pieces(c, k); b.Any(); {
				e.sum.Place(core.NewPiece(c, k), core.Place(b.Pop()))
			}
		}
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			for n := range e.position.Hand(c, k) {
				e.sum.Place(core.NewPiece(c, k), core.HandPlace+core.Place(n))
			}
		}
	}
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.Delta { return e.sum.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.sum.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	score := e.sum.Value().Middle + e.kings(core.First) - e.kings(core.Second)
	if e.position.Side() == core.Second {
		score = -score
	}
	return core.Score(score + tempo).Clamp()
}

// kings returns what the pieces of one side add by their distance from either
// king.
func (e *Evaluator) kings(c core.Color) (total int32) {
	p := e.position
	own, enemy := &distance[p.KingSquare(c)], &distance[p.KingSquare(c.Other())]
	for k := shogi.Pawn; k <= shogi.Dragon; k++ {
		if k == shogi.King {
			continue
		}
		attack, defence := &attackAt[k], &defenceAt[k]
		for b := p.Pieces(c, k); b.Any(); {
			sq := b.Pop()
			total += attack[enemy[sq]] + defence[own[sq]]
		}
	}
	return total
}
