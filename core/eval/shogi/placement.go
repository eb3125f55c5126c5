package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/accumulator"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// placement keeps, for each king, the sum of the values of all pieces at their places
// up to date. Like the accumulator of a network, it adds up the changes of moves when
// the sum is asked for, and starts again when the king itself has moved.
type placement struct {
	position *shogi.Position
	stack    accumulator.Stack[[2]tapered.Score] // after each move, for the king of each side
}

// placedValues holds what each piece at each place adds for the side of First, by the
// square of its king; enemy pieces count against it. For Second the board is turned.
var placedValues = newPlacedValues()

func newPlacedValues() *[81][core.MaxPieces][places]tapered.Weight {
	table := new([81][core.MaxPieces][places]tapered.Weight)
	add := func(w *tapered.Weight, term int, sign int16) {
		w[0] += sign * weights[term][0]
		w[1] += sign * weights[term][1]
	}
	for king := range 81 {
		for k := range kinds {
			kind := core.PieceType(k + 1)
			own := &table[king][core.NewPiece(core.First, kind)]
			enemy := &table[king][core.NewPiece(core.Second, kind)]
			for sq := range 81 {
				add(&own[sq], place+k*halfBoard+halfSquare(sq), 1)
				add(&own[sq], ownKing+k*offsets+offset(king, sq), 1)
				add(&enemy[sq], enemyKing+k*offsets+offset(80-king, 80-sq), -1)
			}
			if k >= handKinds {
				continue
			}
			for n := range handSlots {
				add(&own[81+n], hand+k*handSlots+n, 1)
				add(&own[81+n], handOwnKing+k*halfBoard+halfSquare(king), 1)
				add(&enemy[81+n], handEnemyKing+k*halfBoard+halfSquare(80-king), -1)
			}
		}
	}
	return table
}

// reset follows p and forgets what was pushed.
func (l *placement) reset(p *shogi.Position) {
	l.position = p
	l.stack.Reset()
}

// value returns the sum for the king of c.
func (l *placement) value(c core.Color) tapered.Score {
	table, view := l.table(c), &relative[c]
	at := l.stack.Known(c, core.NewPiece(c, shogi.King), (*[core.MaxSquares]uint8)(view[:]))
	if at < 0 {
		r := l.stack.At(l.stack.Top())
		r.After[c], r.Known[c] = l.count(c), true
		return r.After[c]
	}
	s := l.stack.At(at).After[c]
	for at < l.stack.Top() {
		at++
		r := l.stack.At(at)
		for i := range r.Dirty.Changes[:r.Dirty.N] {
			change := &r.Dirty.Changes[i]
			row := &table[(change.Piece^core.Piece(c)<<4)&(core.MaxPieces-1)]
			s -= row[view[change.From]].Score()
			s += row[view[change.To]].Score()
		}
		r.After[c], r.Known[c] = s, true
	}
	return s
}

// table returns the values for the square of the king of c.
func (l *placement) table(c core.Color) *[core.MaxPieces][places]tapered.Weight {
	return &placedValues[relative[c][l.position.KingSquare(c)]]
}

// count adds up all pieces.
func (l *placement) count(c core.Color) (s tapered.Score) {
	p, table, view := l.position, l.table(c), &relative[c]
	for owner := range core.Color(2) {
		for k := shogi.Pawn; k <= shogi.Dragon; k++ {
			row := &table[core.NewPiece(owner^c, k)]
			for b := p.Pieces(owner, k); b.Any(); {
				s += row[view[b.Pop()]].Score()
			}
		}
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			row := &table[core.NewPiece(owner^c, k)]
			for n := range p.Hand(owner, k) {
				s += row[81+n].Score()
			}
		}
	}
	return s
}
