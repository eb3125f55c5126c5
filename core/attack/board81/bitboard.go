package board81

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// split is the first square of the word Hi: no file lies in both words.
const split = 63

// Bitboard is a set of squares: files 0 to 6 in the low 63 bits of Lo, files 7
// and 8 in the low 18 bits of Hi.
type Bitboard struct{ Lo, Hi uint64 }

// Full is the set of all 81 squares.
var Full = Bitboard{1<<split - 1, 1<<18 - 1}

// squareBits holds the sets of one square; for squares beyond the board they are
// empty. A lookup is faster than a shift in the right word.
var squareBits [128]Bitboard

// Bit returns the set of one square.
func Bit(sq core.Square) Bitboard { return squareBits[sq&127] }

// And returns the squares in both sets.
func (b Bitboard) And(c Bitboard) Bitboard { return Bitboard{b.Lo & c.Lo, b.Hi & c.Hi} }

// Or returns the squares in either set.
func (b Bitboard) Or(c Bitboard) Bitboard { return Bitboard{b.Lo | c.Lo, b.Hi | c.Hi} }

// Xor returns the squares in exactly one of the sets.
func (b Bitboard) Xor(c Bitboard) Bitboard { return Bitboard{b.Lo ^ c.Lo, b.Hi ^ c.Hi} }

// AndNot returns the squares of b that are not in c.
func (b Bitboard) AndNot(c Bitboard) Bitboard { return Bitboard{b.Lo &^ c.Lo, b.Hi &^ c.Hi} }

// Any reports whether the set has a square.
func (b Bitboard) Any() bool { return b.Lo|b.Hi != 0 }

// Many reports whether the set has more than one square.
func (b Bitboard) Many() bool {
	return b.Lo&(b.Lo-1)|b.Hi&(b.Hi-1) != 0 || b.Lo != 0 && b.Hi != 0
}

// Has reports whether sq is in the set.
func (b Bitboard) Has(sq core.Square) bool { return b.And(Bit(sq)).Any() }

// Meets reports whether the sets have a square in common.
func (b Bitboard) Meets(c Bitboard) bool { return b.Lo&c.Lo|b.Hi&c.Hi != 0 }

// Count returns the number of squares.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// First returns the lowest square of a set that is not empty.
func (b Bitboard) First() core.Square {
	if b.Lo != 0 {
		return core.Square(bits.TrailingZeros64(b.Lo))
	}
	return core.Square(split + bits.TrailingZeros64(b.Hi))
}

// Squares returns the set in the form that all games share.
func (b Bitboard) Squares() core.Squares {
	return core.Squares{b.Lo | b.Hi<<split, b.Hi >> (64 - split)}
}

// Pop removes the lowest square of a set that is not empty and returns it.
func (b *Bitboard) Pop() core.Square {
	if b.Lo != 0 {
		sq := core.Square(bits.TrailingZeros64(b.Lo))
		b.Lo &= b.Lo - 1
		return sq
	}
	sq := core.Square(split + bits.TrailingZeros64(b.Hi))
	b.Hi &= b.Hi - 1
	return sq
}
