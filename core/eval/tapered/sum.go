package tapered

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/trail"
)

// Value is what a piece is worth at a place, from the view of core.First: the
// values of the second side's pieces are negative.
type Value struct {
	Middle, End int32
	Phase       int32 // how much the piece makes a middlegame; never negative
}

// Table gives the value of each piece at each place. Nowhere is worth nothing.
type Table [core.MaxPieces][256]Value

// Sum is the sum of the values of all pieces as moves are pushed and popped. Moves
// are added up when the sum is asked for.
type Sum struct {
	table *Table
	trail trail.Trail[Value] // the sum after each move
}

// New returns an empty sum over a table.
func New(t *Table) *Sum {
	s := &Sum{table: t}
	s.Clear()
	return s
}

// Clear empties the sum and forgets what was pushed.
func (s *Sum) Clear() {
	s.trail.Reset()
	empty := s.trail.At(0)
	empty.After, empty.Known[core.First] = Value{}, true
}

// Place adds a piece to an empty record; used after Clear, before any Push.
func (s *Sum) Place(p core.Piece, at core.Place) {
	s.trail.At(0).After.add(&s.table[p&(core.MaxPieces-1)][at])
}

// Push opens the record of a move and returns it to be filled.
func (s *Sum) Push() *core.Delta { return s.trail.Push() }

// Pop forgets the last record.
func (s *Sum) Pop() { s.trail.Pop() }

// Value returns the sum.
func (s *Sum) Value() Value {
	at := s.trail.Known(core.First, trail.NoKing, nil)
	value := s.trail.At(at).After
	for at < s.trail.Top() {
		at++
		r := s.trail.At(at)
		for _, c := range r.Delta.Changes[:r.Delta.N] {
			values := &s.table[c.Piece&(core.MaxPieces-1)]
			value.subtract(&values[c.From])
			value.add(&values[c.To])
		}
		r.After, r.Known[core.First] = value, true
	}
	return value
}

func (v *Value) add(o *Value) {
	v.Middle += o.Middle
	v.End += o.End
	v.Phase += o.Phase
}

func (v *Value) subtract(o *Value) {
	v.Middle -= o.Middle
	v.End -= o.End
	v.Phase -= o.Phase
}
