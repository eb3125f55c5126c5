package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/trail"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// sum adds up weights.
type sum struct{ middle, end int32 }

func (s *sum) add(w weight) {
	s.middle += int32(w.middle)
	s.end += int32(w.end)
}

func (s *sum) subtract(w weight) {
	s.middle -= int32(w.middle)
	s.end -= int32(w.end)
}

func (s *sum) join(o sum, sign int32) {
	s.middle += sign * o.middle
	s.end += sign * o.end
}

// spots is the number of places of a piece: squares, slots in hand, nowhere.
const spots = 81 + handSlots + 1

// seen holds the index of each place as a side sees it.
var seen = newSeen()

func newSeen() (table [2][256]uint8) {
	for c := range table {
		for at := range table[c] {
			switch {
			case at < 81 && c == int(core.First):
				table[c][at] = uint8(at)
			case at < 81:
				table[c][at] = uint8(80 - at)
			case at >= int(core.HandPlace) && at < int(core.HandPlace)+handSlots:
				table[c][at] = uint8(81 + at - int(core.HandPlace))
			default:
				table[c][at] = spots - 1
			}
		}
	}
	return table
}

// placed holds what each piece at each place adds to the side of the king of
// First, by where that stands: its own pieces by where they are from it, enemy
// pieces, whose worth counts against it, likewise. For the king of Second the
// board is turned.
var placed = newPlaced()

func newPlaced() *[81][core.MaxPieces][spots]weight {
	table := new([81][core.MaxPieces][spots]weight)
	add := func(w *weight, term int, sign int16) {
		w.middle += sign * weights[term].middle
		w.end += sign * weights[term].end
	}
	for king := range 81 {
		for k := range kinds {
			kind := core.Kind(k + 1)
			own := &table[king][core.NewPiece(core.First, kind)]
			enemy := &table[king][core.NewPiece(core.Second, kind)]
			for sq := range 81 {
				add(&own[sq], boardTerms+k*halfBoard+halfSquare(sq), 1)
				add(&own[sq], ownKingTerms+k*offsets+offset(king, sq), 1)
				add(&enemy[sq], enemyKingTerms+k*offsets+offset(80-king, 80-sq), -1)
			}
			if k >= handKinds {
				continue
			}
			for n := range handSlots {
				add(&own[81+n], handTerms+k*handSlots+n, 1)
				add(&own[81+n], handOwnTerms+k*halfBoard+halfSquare(king), 1)
				add(&enemy[81+n], handEnemyTerms+k*halfBoard+halfSquare(80-king), -1)
			}
		}
	}
	return table
}

// placement keeps the sum of what all pieces add by their places, for each king.
// Like an accumulator of a network it follows a move by adding differences, and
// begins anew when the king itself moves; and only when it is asked.
type placement struct {
	position *shogi.Position
	trail    trail.Trail[[2]sum] // for the king of each side, from the view of that side
}

// reset follows p and forgets what was pushed.
func (l *placement) reset(p *shogi.Position) {
	l.position = p
	l.trail.Reset()
}

// value returns the sum for the king of c.
func (l *placement) value(c core.Color) sum {
	table, view := l.table(c), &seen[c]
	at := l.trail.Known(c, core.NewPiece(c, shogi.King), (*[core.MaxSquares]uint8)(view[:]))
	if at < 0 {
		r := l.trail.At(l.trail.Top())
		r.After[c], r.Known[c] = l.count(c), true
		return r.After[c]
	}
	s := l.trail.At(at).After[c]
	for at < l.trail.Top() {
		at++
		r := l.trail.At(at)
		for i := range r.Delta.Changes[:r.Delta.N] {
			change := &r.Delta.Changes[i]
			row := &table[(change.Piece^core.Piece(c)<<4)&(core.MaxPieces-1)]
			s.subtract(row[view[change.From]])
			s.add(row[view[change.To]])
		}
		r.After[c], r.Known[c] = s, true
	}
	return s
}

// table returns the weights for where the king of c stands.
func (l *placement) table(c core.Color) *[core.MaxPieces][spots]weight {
	return &placed[seen[c][l.position.KingSquare(c)]]
}

// count adds up all pieces.
func (l *placement) count(c core.Color) (s sum) {
	p, table, view := l.position, l.table(c), &seen[c]
	for owner := range core.Color(2) {
		for k := shogi.Pawn; k <= shogi.Dragon; k++ {
			row := &table[core.NewPiece(owner^c, k)]
			for b := p.Pieces(owner, k); b.Any(); {
				s.add(row[view[b.Pop()]])
			}
		}
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			row := &table[core.NewPiece(owner^c, k)]
			for n := range p.Hand(owner, k) {
				s.add(row[81+n])
			}
		}
	}
	return s
}
