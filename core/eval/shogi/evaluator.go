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
	sides := [2]side{e.look(core.First), e.look(core.Second)}
	score := e.sum.Value().Middle + sides[0].placement - sides[1].placement
	score += e.danger(core.Second, &sides) - e.danger(core.First, &sides)
	if e.position.Side() == core.Second {
		score = -score
	}
	return core.Score((score + tempo) / unit).Clamp()
}

// side is what the pieces of one side on the board, its king left out, do.
type side struct {
	attacked  shogi.Bitboard // all squares they attack
	placement int32          // what they add by their distance from either king
	assault   int32          // weight of their attacks next to the enemy king
}

// look collects what one side does.
func (e *Evaluator) look(c core.Color) (s side) {
	p := e.position
	occupied := p.Occupied()
	own, enemy := &distance[p.KingSquare(c)], &distance[p.KingSquare(c.Other())]
	ring := shogi.Attacks(c, shogi.King, p.KingSquare(c.Other()), occupied)
	for k := shogi.Pawn; k <= shogi.Dragon; k++ {
		if k == shogi.King {
			continue
		}
		attack, defence := &attackAt[k], &defenceAt[k]
		for b := p.Pieces(c, k); b.Any(); {
			sq := b.Pop()
			s.placement += attack[enemy[sq]] + defence[own[sq]]
			reach := shogi.Attacks(c, k, sq, occupied)
			s.attacked = s.attacked.Or(reach)
			if near := reach.And(ring); near.Any() {
				s.assault += profiles[k].assault * int32(near.Count())
			}
		}
	}
	return s
}

// danger returns what the king of one side loses by the attacks around it and
// by the holes where the enemy may drop what he holds. It grows with the square
// of the threats: two attackers are worse than twice one.
func (e *Evaluator) danger(c core.Color, sides *[2]side) int32 {
	p := e.position
	enemy := c.Other()
	ring := shogi.Attacks(c, shogi.King, p.KingSquare(c), shogi.Bitboard{})
	bare := ring.AndNot(sides[c].attacked)
	threats := sides[enemy].assault + hole*int32(bare.And(sides[enemy].attacked).Count())
	if open := int32(bare.AndNot(p.Occupied()).Count()); open > 0 {
		for k := shogi.Lance; k <= shogi.Rook; k++ {
			threats += profiles[k].drop * int32(min(p.Hand(enemy, k), 2)) * open / 8
		}
	}
	return min(threats*threats/dangerScale, dangerLimit)
}
