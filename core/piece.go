package core

// Color is a side. The side that moves first in the initial position is
// [First]: White in chess, Black (sente) in shogi.
type Color uint8

// The two sides.
const (
	First  Color = 0
	Second Color = 1
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// Square is a board square, 0 to GameInfo.Squares-1. How squares are numbered is
// the business of each game.
type Square uint8

// MaxSquares bounds the squares of any game. Tables by square whose length should be a
// power of two have 128 entries.
const MaxSquares = 81

// PieceType is a piece kind without colour: 1 to GameInfo.PieceTypes; 0 is no piece. PieceTypes
// are numbered by each game, and a promoted shogi piece is a kind of its own.
type PieceType uint8

// MaxPieceTypes is one more than the largest kind of any game.
const MaxPieceTypes = 16

// Piece is a kind with a colour.
type Piece uint8

// MaxPieces is one more than the largest piece of any game.
const MaxPieces = 32

// NewPiece returns the piece of colour c and kind k.
func NewPiece(c Color, k PieceType) Piece { return Piece(c)<<4 | Piece(k) }

// Color returns the owner of p.
func (p Piece) Color() Color { return Color(p >> 4) }

// Type returns the kind of p.
func (p Piece) Type() PieceType { return PieceType(p & 15) }

// Place is where a piece is: a square of the board, a slot of its owner's hand, or
// nowhere.
type Place uint8

const (
	// HandPlace is the first slot of a hand: the n-th piece of a kind in hand,
	// counted from zero, is at HandPlace+n. A hand grows and shrinks at its last slot.
	HandPlace Place = 128
	// Nowhere is off the board and out of every hand.
	Nowhere Place = 255
)

// IsSquare reports whether p is a square of the board.
func (p Place) IsSquare() bool { return p < HandPlace }

// IsHand reports whether p is a slot of a hand.
func (p Place) IsHand() bool { return p >= HandPlace && p != Nowhere }

// Placed is a piece at a place.
type Placed struct {
	Piece Piece
	At    Place
}

// Change is a piece that went from one place to another. A piece that appears comes
// from Nowhere, a piece that disappears goes to Nowhere.
type Change struct {
	Piece    Piece
	From, To Place
}

// MaxChanges is the largest number of changes of a move: a capture with promotion in
// shogi.
const MaxChanges = 4

// DirtyPieces is what a move changed, as a position reports it to an [Evaluator]: at least
// one change, in this order.
//
//  1. A captured piece disappears from its square; en passant this is not the target
//     square. If it goes to a hand, it then appears there, unpromoted and as a piece of
//     the capturing side.
//  2. The rook of a castling goes to its new square.
//  3. The piece that moved goes to its new square, from its old square or, if it was
//     dropped, from a slot of the hand. If it promotes, it disappears from its old
//     square instead and the promoted piece appears on the new one.
//
// So the last change is of the piece that moved (the king, in castling), it ends
// on the board, and it is a king's if and only if a king moved. In castling in
// Chess960, king or rook may stay where they are. A piece may arrive where another one
// is by the order of the changes: apply all From before any To.
type DirtyPieces struct {
	N       int
	Changes [MaxChanges]Change
}

// Add appends a change.
func (d *DirtyPieces) Add(p Piece, from, to Place) {
	d.Changes[d.N&(MaxChanges-1)] = Change{p, from, to}
	d.N++
}

// Mover returns the last change: of the piece that moved, promoted if it promotes.
func (d *DirtyPieces) Mover() *Change { return &d.Changes[(d.N-1)&(MaxChanges-1)] }
