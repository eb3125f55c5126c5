package nnue

import "github.com/nitoryu/nitoryu/core"

// None is the index of what is no input.
const None = ^uint16(0)

// MaxActive bounds the inputs that are active in one position, from one side.
const MaxActive = 40

// Placed is a piece at a place.
type Placed struct {
	Piece core.Piece
	At    core.Place
}

// Inputs is how a game shows a position to a network: there is an input for each
// piece at each place, as the side sees it that the accumulator belongs to. How
// that side sees the board, which may be turned, mirrored or divided into zones,
// depends on where its own king stands and on nothing else.
type Inputs struct {
	Name  string // of the set, as in network files; a changed set has a new name
	Count int    // number of inputs

	// View is the table in force for a side, by the square of its king.
	View [2][core.MaxSquares]uint8
	// Tables give the index of a piece at a place, None where there is no input:
	// nowhere, for one. Tables of different sides are different tables.
	Tables []Table
	// King is the kind whose square chooses the view.
	King core.Kind

	// Pieces appends all pieces of a position, those in hand too, to list.
	Pieces func(p core.Position, list []Placed) []Placed
	// Bucket returns which of n output layers judges a position, 0 to n-1.
	Bucket func(p core.Position, n int) int
}

// view returns the table in force for a side, by the pieces of a position. A side
// without a king sees the board as if it stood on square 0.
func (in *Inputs) view(c core.Color, pieces []Placed) uint8 {
	king := core.NewPiece(c, in.King)
	for _, p := range pieces {
		if p.Piece == king {
			return in.View[c&1][p.At]
		}
	}
	return in.View[c&1][0]
}

// Table gives the input that a piece at a place is.
type Table [core.MaxPieces][256]uint16

// Clear leaves a table without inputs.
func (t *Table) Clear() {
	for p := range t {
		for at := range t[p] {
			t[p][at] = None
		}
	}
}
