package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
)

// Sets of squares are uint64 with bit 0 for a1.
const (
	fileA        uint64 = 0x0101010101010101
	fileH               = fileA << 7
	centreFiles         = fileA<<2 | fileA<<3 | fileA<<4 | fileA<<5
	lightSquares uint64 = 0x55aa55aa55aa55aa
)

func popCount(set uint64) int { return bits.OnesCount64(set) }

// forward moves a set one rank towards the enemy.
func forward(c core.Color, set uint64) uint64 {
	if c == core.First {
		return set << 8
	}
	return set >> 8
}

// ahead returns all squares on the ranks in front of a square.
func ahead(c core.Color, sq core.Square) uint64 {
	if c == core.First {
		return ^uint64(0) << (sq | 7) << 1
	}
	return uint64(1)<<(sq&^7) - 1
}

// fillForward returns a set with all squares in front of its own.
func fillForward(c core.Color, set uint64) uint64 {
	if c == core.First {
		set |= set << 8
		set |= set << 16
		return set | set<<32
	}
	set |= set >> 8
	set |= set >> 16
	return set | set>>32
}

// pawnAttacks returns the squares that the pawns of one side attack.
func pawnAttacks(c core.Color, pawns uint64) uint64 {
	pawns = forward(c, pawns)
	return pawns<<1&^fileA | pawns>>1&^fileH
}

// neighbours returns the files next to a file.
func neighbours(file uint64) uint64 { return file<<1&^fileA | file>>1&^fileH }

func fileOf(sq core.Square) uint64 { return fileA << (sq & 7) }

// edgeDistance is the distance of a file or rank, 0 to 7, from the edge.
func edgeDistance(file int) int { return min(file, 7-file) }

// first returns the lowest square of a set that is not empty.
func first(set uint64) core.Square { return core.Square(bits.TrailingZeros64(set)) & 63 }

// relative returns a square as the side sees it.
func relative(c core.Color, sq core.Square) int { return int(sq) ^ 56*int(c) }

// distance is the number of king's moves between two squares (Chebyshev distance).
var distance = newDistance()

func newDistance() (d [64][64]uint8) {
	for a := range 64 {
		for b := range 64 {
			files, ranks := a&7-b&7, a>>3-b>>3
			d[a][b] = uint8(max(files, -files, ranks, -ranks))
		}
	}
	return d
}
