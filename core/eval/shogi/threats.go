package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// threats returns the terms of the pieces of a side that are attacked, and of the
// squares that it controls.
func (e *Evaluator) threats(c core.Color) (s tapered.Score) {
	p, own, enemy := e.position, &e.attacks[c&1], &e.attacks[c&1^1]
	turn := 0
	if p.Side() != c {
		turn = 1
	}
	enemyAll := enemy.all.Or(enemy.king)
	enemyTwice := enemy.twice.Or(enemy.all.And(enemy.king))
	ownAll := own.all.Or(own.king)
	ownTwice := own.twice.Or(own.all.And(own.king))
	for b := p.OccupiedBy(c).And(enemyAll).AndNot(p.Pieces(c, shogi.King)); b.Any(); {
		sq := b.Pop()
		threat := protected
		switch {
		case !ownAll.Has(sq):
			threat = hanging
		case enemy.pawns.Has(sq):
			threat = byPawn
		case enemyTwice.Has(sq) && !ownTwice.Has(sq):
			threat = outnumbered
		}
		s += weights[attacked+(turn*threats+threat)*kinds+int(p.PieceAt(sq).Type())-1].Score()
	}

	sole := ownAll.AndNot(enemyAll)
	double := ownTwice.AndNot(enemyTwice)
	shared := ownAll.And(enemyAll)
	for zone, ranks := range zoneRanks[c&1] {
		from := control + zone*controls
		s += weights[from+soleControl].Score() * tapered.Score(sole.And(ranks).Count())
		s += weights[from+doubleControl].Score() * tapered.Score(double.And(ranks).Count())
		s += weights[from+sharedControl].Score() * tapered.Score(shared.And(ranks).Count())
	}
	return s
}
