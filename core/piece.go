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

// Square is a board square, 0 to Traits.Squares-1. How squares are numbered is
// the business of each game.
type Square uint8

// MaxSquares bounds the squares of any game; tables indexed by square that
// want a power of two use 128.
const MaxSquares = 81

// Kind is a piece kind without colour: 1 to Traits.Kinds; 0 is no piece. Kinds
// are numbered by each game, and a promoted shogi piece is a kind of its own.
type Kind uint8

// MaxKinds is one more than the largest kind of any game.
const MaxKinds = 16

// Piece is a kind with a colour.
type Piece uint8

// MaxPieces is one more than the largest piece of any game.
const MaxPieces = 32

// NewPiece returns the piece of colour c and kind k.
func NewPiece(c Color, k Kind) Piece { return Piece(c)<<4 | Piece(k) }

// Color returns the owner of p.
func (p Piece) Color() Color { return Color(p >> 4) }

// Kind returns the kind of p.
func (p Piece) Kind() Kind { return Kind(p & 15) }

// Place is where a piece stands: a board square, a slot of its owner's hand,
// or nowhere.
type Place uint8

const (
	// HandPlace is the first slot of a hand: the n-th piece of a kind in hand,
	// counted from zero, stands at HandPlace+n. A hand that grows or shrinks
	// therefore always changes its last slot.
	HandPlace Place = 128
	// Nowhere is off the board and out of every hand.
	Nowhere Place = 255
)

// IsSquare reports whether p is a square of the board.
func (p Place) IsSquare() bool { return p < HandPlace }

// IsHand reports whether p is a slot of a hand.
func (p Place) IsHand() bool { return p >= HandPlace && p != Nowhere }

// Change is one piece that went from one place to another. A piece that
// appears comes from Nowhere, a piece that vanishes goes there.
type Change struct {
	Piece    Piece
	From, To Place
}

// MaxChanges is the largest number of changes one move makes: a promotion that
// captures a piece which goes to a hand.
const MaxChanges = 4

// Delta is what one move changed, as the board reports it to an [Evaluator]: one
// change at least, in this order.
//
//  1. What was captured vanishes, where it stood: en passant that is not where the
//     capturer arrives. If it goes to a hand, it then appears there, as the
//     capturer's piece and unpromoted.
//  2. The rook of a castling goes to its new square.
//  3. The piece that moved goes from its old place, a slot of the hand if it was
//     dropped, to its new one; that may be the same square for the king or the rook
//     of a castling in Chess960. A piece that promotes vanishes from its old square
//     instead, and the promoted piece appears on the new one.
//
// So the last change is the mover's, and it is a king's if and only if a king moved.
// A piece may arrive where another still stands by the order of the changes: all
// leave before any arrives.
type Delta struct {
	N       int
	Changes [MaxChanges]Change
}

// Add appends a change.
func (d *Delta) Add(p Piece, from, to Place) {
	d.Changes[d.N&(MaxChanges-1)] = Change{p, from, to}
	d.N++
}

// Mover returns the last change: that of the piece that moved.
func (d *Delta) Mover() *Change { return &d.Changes[(d.N-1)&(MaxChanges-1)] }
