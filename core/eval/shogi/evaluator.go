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
	covers := [2]cover{e.cover(core.First), e.cover(core.Second)}
	score += e.danger(core.Second, &covers) - e.danger(core.First, &covers)
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

// cover is what the pieces of one side, its king left out, attack.
type cover struct {
	squares shogi.Bitboard // all attacked squares
	assault int32          // weight of the attacks next to the enemy king
}

// cover collects the attacks of one side.
func (e *Evaluator) cover(c core.Color) (v cover) {
	p := e.position
	occupied := p.Occupied()
	ring := shogi.Attacks(c, shogi.King, p.KingSquare(c.Other()), occupied)
	for k := shogi.Pawn; k <= shogi.Dragon; k++ {
		if k == shogi.King {
			continue
		}
		for b := p.Pieces(c, k); b.Any(); {
			reach := shogi.Attacks(c, k, b.Pop(), occupied)
			v.squares = v.squares.Or(reach)
			if near := reach.And(ring); near.Any() {
				v.assault += profiles[k].assault * int32(near.Count())
			}
		}
	}
	return v
}

// danger returns what the king of one side loses by the attacks around it and
// by the holes where the enemy may drop what he holds. It grows with the square
// of the threats: two attackers are worse than twice one.
func (e *Evaluator) danger(c core.Color, covers *[2]cover) int32 {
	p := e.position
	enemy := c.Other()
	ring := shogi.Attacks(c, shogi.King, p.KingSquare(c), shogi.Bitboard{})
	bare := ring.AndNot(covers[c].squares)
	threats := covers[enemy].assault + hole*int32(bare.And(covers[enemy].squares).Count())
	if open := int32(bare.AndNot(p.Occupied()).Count()); open > 0 {
		for k := shogi.Lance; k <= shogi.Rook; k++ {
			threats += profiles[k].drop * int32(min(p.Hand(enemy, k), 2)) * open / 8
		}
	}
	return min(threats*threats/dangerScale, dangerLimit)
}
