package core

// Move is a move of either game in one integer.
//
//	bits  0-6   to square
//	bits  7-13  from square, or DropFrom + kind for a drop
//	bits 14-15  variant: what the piece promotes to (chess: knight, bishop,
//	            rook, queen; shogi: 1 when it promotes)
//	bits 16-19  kind of the moved piece, before any promotion
//	bits 20-23  kind of the captured piece, 0 for none
//	bit  24     promotes
//	bit  25     tactical: belongs to Generate(Tactical)
//	bit  26     castles (chess; the to square is where the castling rook stands)
//	bit  27     captures en passant (chess)
//
// The low 16 bits, the [MoveID], identify a move among the moves of the same position
// and are what the transposition table stores. The rest is derived from the position,
// so that move ordering never has to look at the board.
type Move uint32

// MoveID identifies a move within its position; 0 is no move.
type MoveID uint16

const (
	// NoMove is no move at all.
	NoMove Move = 0
	// NullMove is a passed turn; its squares never form a move of a game.
	NullMove Move = 1<<fromShift | 1

	// DropFrom is added to the dropped kind to form the from field of a drop.
	DropFrom = 96

	fromShift     = 7
	variantShift  = 14
	kindShift     = 16
	capturedShift = 20
)

// Flags, to be or-ed into a move by the generators.
const (
	FlagPromotes  Move = 1 << 24
	FlagTactical  Move = 1 << 25
	FlagCastles   Move = 1 << 26
	FlagEnPassant Move = 1 << 27
)

// NewMove returns a move of a piece of kind k that captures a piece of kind
// captured (0 for none). Flags and the variant are or-ed in by the caller.
func NewMove(from, to Square, k, captured PieceType) Move {
	return Move(to) | Move(from)<<fromShift | Move(k)<<kindShift | Move(captured)<<capturedShift
}

// NewDrop returns the drop of a piece of kind k on to.
func NewDrop(k PieceType, to Square) Move {
	return Move(to) | (DropFrom+Move(k))<<fromShift | Move(k)<<kindShift
}

// Capture is what capturing a piece adds to a move, in a byte: the kind of the piece,
// and that the move is tactical; 0 captures nothing. Positions keep their boards as
// captures, so that move generation only has to combine bits.
type Capture uint8

// NewCapture returns the capture of a piece of kind k.
func NewCapture(k PieceType) Capture { return Capture(k) | Capture(FlagTactical>>capturedShift) }

// PieceType returns the kind of the captured piece, 0 for none.
func (c Capture) PieceType() PieceType { return PieceType(c & 15) }

// Move returns the bits to be or-ed into a move.
func (c Capture) Move() Move { return Move(c) << capturedShift }

// Variant returns the bits of variant v, 0 to 3, to be or-ed into a move.
func Variant(v uint8) Move { return Move(v) << variantShift }

// To returns the square the piece goes to.
func (m Move) To() Square { return Square(m & 127) }

// From returns the square the piece comes from. It is no square for a drop.
func (m Move) From() Square { return Square(m >> fromShift & 127) }

// FromTo returns from and to in 14 bits, as an index of tables by move. Drops have
// their own from values.
func (m Move) FromTo() uint { return uint(m & (1<<variantShift - 1)) }

// FromTos is the number of values of [Move.FromTo].
const FromTos = 1 << variantShift

// Variant returns the two variant bits.
func (m Move) Variant() uint8 { return uint8(m >> variantShift & 3) }

// ID returns the identity of m within its position.
func (m Move) ID() MoveID { return MoveID(m) }

// PieceType returns the kind of the moved or dropped piece, before any promotion.
func (m Move) PieceType() PieceType { return PieceType(m >> kindShift & 15) }

// Captured returns the kind of the captured piece, 0 for none.
func (m Move) Captured() PieceType { return PieceType(m >> capturedShift & 15) }

// IsCapture reports whether m captures a piece.
func (m Move) IsCapture() bool { return m&(15<<capturedShift) != 0 }

// IsPromotion reports whether the moved piece promotes.
func (m Move) IsPromotion() bool { return m&FlagPromotes != 0 }

// IsTactical reports whether m is one of the moves of Generate(Tactical).
func (m Move) IsTactical() bool { return m&FlagTactical != 0 }

// IsCastling reports whether m castles.
func (m Move) IsCastling() bool { return m&FlagCastles != 0 }

// IsEnPassant reports whether m captures en passant.
func (m Move) IsEnPassant() bool { return m&FlagEnPassant != 0 }

// IsDrop reports whether m drops a piece from the hand.
func (m Move) IsDrop() bool { return m&(DropFrom<<fromShift) == DropFrom<<fromShift }

// MaxMoves is the capacity of a [MoveList]: the 593 moves of the shogi position with
// the most moves, and room for kernels that write whole vectors.
const MaxMoves = 672

// MoveList is a list of moves with a fixed capacity, filled by Generate. It is large:
// allocate it once and pass it by pointer.
type MoveList struct {
	N     int
	Moves [MaxMoves]Move
}

// Add appends m. Adding beyond MaxMoves panics; no position has as many moves.
func (l *MoveList) Add(m Move) {
	l.Moves[l.N] = m
	l.N++
}

// Clear empties the list.
func (l *MoveList) Clear() { l.N = 0 }

// Slice returns the moves of the list; it shares their memory.
func (l *MoveList) Slice() []Move { return l.Moves[:l.N] }

// Contains reports whether m is in the list, compared by identity.
func (l *MoveList) Contains(m Move) bool {
	for _, x := range l.Slice() {
		if x.ID() == m.ID() {
			return true
		}
	}
	return false
}
