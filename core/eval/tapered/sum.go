package tapered

import "github.com/nitoryu/nitoryu/core"

// Value is what a piece is worth at a place, from the view of core.First: the
// values of the second side's pieces are negative.
type Value struct {
	Middle, End int32
	Phase       int32 // how much the piece makes a middlegame; never negative
}

// Table gives the value of each piece at each place. Nowhere is worth nothing.
type Table [core.MaxPieces][256]Value

// depth is how many moves may be pushed: a search line and some slack.
const depth = core.MaxPly + 10

// Sum is the sum of the values of all pieces, with a record for each move
// pushed. Records are added up when the sum is asked for, so that a move that is
// cut off before its evaluation costs nothing.
type Sum struct {
	table   *Table
	top     int // current record
	summed  int // records up to this one are added up
	records [depth]record
}

type record struct {
	delta core.Delta
	value Value // sum after delta, once added up
}

// New returns an empty sum over a table.
func New(t *Table) *Sum { return &Sum{table: t} }

// Clear empties the sum and forgets what was pushed.
func (s *Sum) Clear() {
	s.top, s.summed = 0, 0
	s.records[0].value = Value{}
}

// Place adds a piece to an empty record; used after Clear, before any Push.
func (s *Sum) Place(p core.Piece, at core.Place) {
	s.records[0].value.add(&s.table[p&(core.MaxPieces-1)][at])
}

// Push opens the record of a move and returns it to be filled.
func (s *Sum) Push() *core.Delta {
	s.top++
	return &s.records[s.top].delta
}

// Pop forgets the last record.
func (s *Sum) Pop() {
	s.top--
	s.summed = min(s.summed, s.top)
}

// Value returns the sum.
func (s *Sum) Value() Value {
	for s.summed < s.top {
		value := s.records[s.summed].value
		s.summed++
		r := &s.records[s.summed]
		for _, c := range r.delta.Changes[:r.delta.N] {
			values := &s.table[c.Piece&(core.MaxPieces-1)]
			value.subtract(&values[c.From])
			value.add(&values[c.To])
		}
		r.value = value
	}
	return s.records[s.top].value
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
