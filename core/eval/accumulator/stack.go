package accumulator

import "github.com/nitoryu/nitoryu/core"

// Records is the number of records: one for no move, one for each move of a search
// line, and some slack.
const Records = 1 + core.MaxPly + 10

// Record is a move and what has been computed after it. Known says for which sides
// After is valid; an evaluation that does not depend on the side uses the first.
type Record[T any] struct {
	Dirty core.DirtyPieces
	Known [2]bool
	After T
}

// Stack is a stack of records. The lowest, number 0, is no move: it stands for the
// position that the evaluation was bound to. The zero value holds only that record.
type Stack[T any] struct {
	top     int
	records [Records]Record[T]
}

// Reset forgets all moves, and what is known.
func (t *Stack[T]) Reset() {
	t.top = 0
	t.records[0].Known = [2]bool{}
}

// Push opens the record of a move and returns its delta to be filled.
func (t *Stack[T]) Push() *core.DirtyPieces {
	t.top++
	r := &t.records[t.top]
	r.Known = [2]bool{}
	return &r.Dirty
}

// Pop forgets the last record.
func (t *Stack[T]) Pop() { t.top-- }

// Top returns the number of the last record.
func (t *Stack[T]) Top() int { return t.top }

// At returns a record by its number.
func (t *Stack[T]) At(i int) *Record[T] { return &t.records[i] }

// NoKing is what an evaluation that does not depend on kings passes to Known.
const NoKing core.Piece = 0

// Known returns the number of the last record that is known to side c. It returns -1
// if there is no such record, or if the king has since moved to a square with another
// view, so that the record cannot be updated.
func (t *Stack[T]) Known(c core.Color, king core.Piece, views *[core.MaxSquares]uint8) int {
	for i := t.top; ; i-- {
		r := &t.records[i]
		if r.Known[c&1] {
			return i
		}
		if i == 0 {
			return -1
		}
		if r.Crosses(king, views) {
			return -1
		}
	}
}

// Crosses reports whether the move takes the king to a square with another view.
func (r *Record[T]) Crosses(king core.Piece, views *[core.MaxSquares]uint8) bool {
	m := r.Dirty.Mover()
	return m.Piece == king && views[m.From] != views[m.To]
}
