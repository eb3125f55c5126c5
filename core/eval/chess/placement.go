package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/accumulator"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// placement keeps the sum of material and piece-square values up to date. Moves are
// added up when the sum is asked for.
type placement struct {
	position *chess.Position
	stack    accumulator.Stack[placementSum] // after each move
}

// placementSum is what all pieces add for core.First.
type placementSum struct {
	score tapered.Score
	phase int32 // how far the game is from its end, see fullPhase
}

func (s *placementSum) add(v *placedValue) {
	s.score += v.Score()
	s.phase += int32(v.phase)
}

func (s *placementSum) subtract(v *placedValue) {
	s.score -= v.Score()
	s.phase -= int32(v.phase)
}

// placedValue is what a piece at a place adds for core.First.
type placedValue struct {
	tapered.Weight
	phase int16
}

// phases are what the kinds add to the phase.
var phases = [...]int16{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4, chess.King: 0}

// placedValues holds material and piece-square value of each piece at each place.
var placedValues = newPlacedValues()

func newPlacedValues() *[core.MaxPieces][256]placedValue {
	table := new([core.MaxPieces][256]placedValue)
	for k := chess.Pawn; k <= chess.King; k++ {
		for _, c := range [2]core.Color{core.First, core.Second} {
			sign := 1 - 2*int16(c)
			for sq := range core.Square(64) {
				w := weights[placeOf(c, k, sq)]
				if k != chess.King {
					m := weights[material+int(k-chess.Pawn)]
					w[0], w[1] = w[0]+m[0], w[1]+m[1]
				}
				table[core.NewPiece(c, k)][sq] = placedValue{tapered.Weight{sign * w[0], sign * w[1]}, phases[k]}
			}
		}
	}
	return table
}

// placeOf is the term of a piece on a square.
func placeOf(c core.Color, k core.PieceType, sq core.Square) int {
	return place + 64*int(k-chess.Pawn) + relative(c, sq)
}

// reset follows p and forgets what was pushed.
func (l *placement) reset(p *chess.Position) {
	l.position = p
	l.stack.Reset()
}

// value returns the sum.
func (l *placement) value() placementSum {
	at := l.stack.Known(core.First, accumulator.NoKing, nil)
	if at < 0 {
		r := l.stack.At(l.stack.Top())
		r.After, r.Known[core.First] = l.count(), true
		return r.After
	}
	s := l.stack.At(at).After
	for at < l.stack.Top() {
		at++
		r := l.stack.At(at)
		for i := range r.Dirty.Changes[:r.Dirty.N] {
			change := &r.Dirty.Changes[i]
			row := &placedValues[change.Piece&(core.MaxPieces-1)]
			s.subtract(&row[change.From])
			s.add(&row[change.To])
		}
		r.After, r.Known[core.First] = s, true
	}
	return s
}

// count adds up all pieces.
func (l *placement) count() (s placementSum) {
	for c := range core.Color(2) {
		for k := chess.Pawn; k <= chess.King; k++ {
			row := &placedValues[core.NewPiece(c, k)&(core.MaxPieces-1)]
			for b := l.position.Pieces(c, k); b != 0; b &= b - 1 {
				s.add(&row[first(b)])
			}
		}
	}
	return s
}
