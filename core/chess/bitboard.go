package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
)

// Sets of squares are uint64 with bit 0 for a1.
const (
	fileA        uint64 = 0x0101010101010101
	fileH               = fileA << 7
	rank1        uint64 = 0xff
	rank8               = rank1 << 56
	lightSquares uint64 = 0x55aa55aa55aa55aa
)

var (
	knightAttacks [64]uint64
	kingAttacks   [64]uint64
	pawnAttacks   [2][64]uint64

	// The attacks of a rook or bishop on an empty board.
	rookRays   [64]uint64
	bishopRays [64]uint64

	// between holds the squares strictly between two squares on a line, line
	// the whole line through both; 0 if there is no line.
	between [64][64]uint64
	line    [64][64]uint64

	// The diagonal and the anti-diagonal through a square.
	diagonal     [64]uint64
	antidiagonal [64]uint64
)

// bit returns the set of one square.
func bit(sq core.Square) uint64 { return 1 << (sq & 63) }

// first returns the lowest square of a set that is not empty.
func first(set uint64) core.Square { return core.Square(bits.TrailingZeros64(set)) & 63 }

// several reports whether a set has more than one square.
func several(set uint64) bool { return set&(set-1) != 0 }

// PawnAttacks returns the squares a pawn of colour c on sq attacks.
func PawnAttacks(c core.Color, sq core.Square) uint64 { return pawnAttacks[c&1][sq&63] }

// KnightAttacks returns the squares a knight on sq attacks.
func KnightAttacks(sq core.Square) uint64 { return knightAttacks[sq&63] }

// KingAttacks returns the squares a king on sq attacks.
func KingAttacks(sq core.Square) uint64 { return kingAttacks[sq&63] }

// Attacks returns the squares a piece of kind k, not a pawn, attacks from sq.
func Attacks(k core.PieceType, sq core.Square, occupied uint64) uint64 {
	switch k {
	case Knight:
		return knightAttacks[sq&63]
	case Bishop:
		return board64.Bishop(sq, occupied)
	case Rook:
		return board64.Rook(sq, occupied)
	case Queen:
		return board64.Queen(sq, occupied)
	}
	return kingAttacks[sq&63]
}

// allPawnAttacks returns the squares that a set of pawns of colour c attacks.
func allPawnAttacks(c core.Color, pawns uint64) uint64 {
	up := 8 - 16*int(c)
	return bits.RotateLeft64(pawns&^fileH, up+1) | bits.RotateLeft64(pawns&^fileA, up-1)
}

func init() {
	for a := range core.Square(64) {
		for b := range core.Square(64) {
			files := max(fileOf(a), fileOf(b)) - min(fileOf(a), fileOf(b))
			ranks := max(rankOf(a), rankOf(b)) - min(rankOf(a), rankOf(b))
			switch {
			case files*ranks == 2:
				knightAttacks[a] |= bit(b)
			case a != b && files <= 1 && ranks <= 1:
				kingAttacks[a] |= bit(b)
			}
			switch {
			case files == 1 && rankOf(b) == rankOf(a)+1:
				pawnAttacks[core.First][a] |= bit(b)
			case files == 1 && rankOf(a) == rankOf(b)+1:
				pawnAttacks[core.Second][a] |= bit(b)
			}
			if rankOf(a)+fileOf(b) == rankOf(b)+fileOf(a) {
				diagonal[a] |= bit(b)
			}
			if rankOf(a)+fileOf(a) == rankOf(b)+fileOf(b) {
				antidiagonal[a] |= bit(b)
			}
		}
		rookRays[a] = board64.Rook(a, 0)
		bishopRays[a] = board64.Bishop(a, 0)
	}
	for a := range core.Square(64) {
		for _, k := range [2]core.PieceType{Bishop, Rook} {
			for rays := Attacks(k, a, 0); rays != 0; rays &= rays - 1 {
				b := first(rays)
				between[a][b] = Attacks(k, a, bit(b)) & Attacks(k, b, bit(a))
				line[a][b] = Attacks(k, a, 0)&Attacks(k, b, 0) | bit(a) | bit(b)
			}
		}
	}
}
