package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Evaluator is the hand-crafted evaluation of one followed position.
type Evaluator struct {
	position  *shogi.Position
	placement placement
	attacks   [2]attacks
}

// New returns an evaluator that follows no position yet.
func New() core.Evaluator { return new(Evaluator) }

// Classic returns this evaluation, as opposed to those by networks.
func Classic() core.Source { return classic{} }

type classic struct{}

// Name implements core.Source.
func (classic) Name() string { return "classic" }

// Hash implements core.Source.
func (classic) Hash() string { return "" }

// New implements core.Source.
func (classic) New() core.Evaluator { return New() }

// Reset implements core.Evaluator. The position must be one of shogi.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p.(*shogi.Position)
	e.placement.reset(e.position)
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.Delta { return e.placement.trail.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.placement.trail.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	p := e.position
	occupied := p.Occupied()
	e.attacks[0].collect(p, core.First, occupied)
	e.attacks[1].collect(p, core.Second, occupied)
	hands := [2]int{handWeight(p, core.First), handWeight(p, core.Second)}
	us := p.Side() & 1
	total := sum{}
	for c := range core.Color(2) {
		side := e.placement.value(c)
		side.join(e.king(c, armed(hands[c^1])), 1)
		side.join(e.pieces(c), 1)
		if c == us {
			side.add(weights[tempoTerm])
			total.join(side, 1)
		} else {
			total.join(side, -1)
		}
	}
	phase := int32(phaseOf(p, hands[0]+hands[1]))
	return core.Score((total.middle*(fullPhase-phase) + total.end*phase) / (fullPhase * unit)).Clamp()
}

// handWeight returns what a hand adds to the phase.
func handWeight(p *shogi.Position, c core.Color) (n int) {
	for k := shogi.Lance; k <= shogi.Rook; k++ {
		n += phaseWeight[k] * p.Hand(c, k)
	}
	return n
}

// phaseOf returns the phase, 0 to fullPhase, by the weight of both hands.
func phaseOf(p *shogi.Position, hands int) int {
	for k := shogi.ProPawn; k <= shogi.Dragon; k++ {
		hands += phaseWeight[k] * (p.Pieces(core.First, k).Count() + p.Pieces(core.Second, k).Count())
	}
	return min(hands, fullPhase)
}

// king returns the terms of the king of c; arm says how the enemy is armed.
func (e *Evaluator) king(c core.Color, arm int) (s sum) {
	p := e.position
	if !p.Pieces(c, shogi.King).Any() {
		return s
	}
	sq := p.KingSquare(c)
	own, enemy := &e.attacks[c], &e.attacks[c^1]
	s = surroundings(p, c, sq, own, enemy, arm)
	attacked := own.king.And(enemy.once)
	alone := attacked.AndNot(own.once)
	s.add(weights[dangerTerms+(arm*ring+attacked.Count())*ring+alone.Count()])
	escapes := own.king.AndNot(p.OccupiedBy(c)).AndNot(enemy.once)
	s.add(weights[escapeTerms+arm*ring+escapes.Count()])

	// A drop is safe where neither a piece nor the king takes it.
	occupied := p.Occupied()
	unsafe := own.once.Or(own.king.AndNot(enemy.once)).Or(occupied)
	for k := shogi.Lance; k <= shogi.Rook; k++ {
		if p.Hand(c^1, k) > 0 {
			n := shogi.Attacks(c, k, sq, occupied).AndNot(unsafe).Count()
			s.add(weights[checkTerms+(int(k)-1)*(mostChecks+1)+min(n, mostChecks)])
		}
	}
	return s
}

// camps holds the ranks in threes, as each side counts them.
var camps = newCamps()

func newCamps() (table [2][zones]shogi.Bitboard) {
	const three = firstRanks | firstRanks<<1 | firstRanks<<2
	for zone := range zones {
		b := shogi.Bitboard{Lo: three << (3 * zone) & lowSquares, Hi: three << (3 * zone) & highSquares}
		table[core.First][zone], table[core.Second][zones-1-zone] = b, b
	}
	return table
}

// pieces returns the terms of the other pieces of c.
func (e *Evaluator) pieces(c core.Color) (s sum) {
	p := e.position
	own, enemy := &e.attacks[c], &e.attacks[c^1]
	s = own.moves

	turn := 0
	if p.Side() != c {
		turn = 1
	}
	enemyOnce := enemy.once.Or(enemy.king)
	enemyTwice := enemy.twice.Or(enemy.once.And(enemy.king))
	ownOnce := own.once.Or(own.king)
	ownTwice := own.twice.Or(own.once.And(own.king))
	for b := p.OccupiedBy(c).And(enemyOnce).AndNot(p.Pieces(c, shogi.King)); b.Any(); {
		sq := b.Pop()
		risk := protected
		switch {
		case !ownOnce.Has(sq):
			risk = hanging
		case enemy.pawns.Has(sq):
			risk = byPawn
		case enemyTwice.Has(sq) && !ownTwice.Has(sq):
			risk = outweighed
		}
		s.add(weights[riskTerms+(turn*risks+risk)*kinds+int(p.PieceAt(sq).Kind())-1])
	}

	sole := ownOnce.AndNot(enemyOnce)
	double := ownTwice.AndNot(enemyTwice)
	shared := ownOnce.And(enemyOnce)
	for zone, camp := range camps[c] {
		from := controlTerms + zone*controls
		s.join(sumOf(weights[from+soleControl]), int32(sole.And(camp).Count()))
		s.join(sumOf(weights[from+doubleControl]), int32(double.And(camp).Count()))
		s.join(sumOf(weights[from+sharedControl]), int32(shared.And(camp).Count()))
	}
	s.add(weights[pawnTerms+min(p.Hand(c, shogi.Pawn), 2)*10+min(p.Pieces(c, shogi.Pawn).Count(), 9)])
	return s
}

func sumOf(w weight) sum { return sum{int32(w.middle), int32(w.end)} }
