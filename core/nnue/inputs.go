package nnue

import "github.com/nitoryu/nitoryu/core"

// None says that there is no input.
const None = ^uint16(0)

// MaxActive bounds the inputs that are active in one position, from one side.
const MaxActive = 40

// Placed is a piece at a place.
type Placed struct {
	Piece core.Piece
	At    core.Place
}

// Inputs is how a game encodes a position for a network: there is an input for each
// piece at each place, as seen by the side that the accumulator belongs to. How that
// side sees the board (turned, mirrored or by king buckets) depends only on the square
// of its own king.
type Inputs struct {
	Name  string // of the encoding, as in network files; a new encoding has a new name
	Count int    // number of inputs

	// View is the index of the table for a side, by the square of its king.
	View [2][core.MaxSquares]uint8
	// Tables give the input of a piece at a place, None where there is none, such as
	// nowhere. Different sides have different tables.
	Tables []Table
	// King is the kind whose square chooses the view.
	King core.Kind

	// Pieces appends all pieces of a position, those in hand too, to list.
	Pieces func(p core.Position, list []Placed) []Placed
	// Bucket returns which of n output layers is for a position, 0 to n-1.
	Bucket func(p core.Position, n int) int

	// Ranks are the squares as a board is drawn, from the top left; PieceName returns
	// the name of a piece there.
	Ranks     [][]core.Square
	PieceName func(core.Piece) string
}

// view returns the table for a side, by the pieces of a position. For a side without a
// king it is that of square 0.
func (in *Inputs) view(c core.Color, pieces []Placed) uint8 {
	king := core.NewPiece(c, in.King)
	for _, p := range pieces {
		if p.Piece == king {
			return in.View[c&1][p.At]
		}
	}
	return in.View[c&1][0]
}

// Table gives the input of a piece at a place.
type Table [core.MaxPieces][256]uint16

// Clear removes all inputs from a table.
func (t *Table) Clear() {
	for p := range t {
		for at := range t[p] {
			t[p][at] = None
		}
	}
}
