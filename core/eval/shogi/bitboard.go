package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Words of a bitboard: see board81.Bitboard.
const (
	lowSquares  = 1<<63 - 1
	highSquares = 1<<18 - 1
	firstRanks  = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // rank a of the files of a word
)

// forward moves a set one rank towards the enemy of c.
func forward(c core.Color, b shogi.Bitboard) shogi.Bitboard {
	if c == core.First {
		return shogi.Bitboard{Lo: b.Lo &^ firstRanks >> 1, Hi: b.Hi &^ firstRanks >> 1}
	}
	return shogi.Bitboard{Lo: b.Lo << 1 &^ firstRanks & lowSquares, Hi: b.Hi << 1 &^ firstRanks & highSquares}
}

// right moves a set one file towards file 1.
func right(b shogi.Bitboard) shogi.Bitboard {
	return shogi.Bitboard{Lo: b.Lo>>9 | b.Hi&0x1ff<<54, Hi: b.Hi >> 9}
}

// left moves a set one file towards file 9.
func left(b shogi.Bitboard) shogi.Bitboard {
	return shogi.Bitboard{Lo: b.Lo << 9 & lowSquares, Hi: b.Hi<<9&highSquares | b.Lo>>54}
}

// zoneRanks holds the three zones of the board, as each side counts them.
var zoneRanks = newZoneRanks()

func newZoneRanks() (table [2][zones]shogi.Bitboard) {
	const three = firstRanks | firstRanks<<1 | firstRanks<<2
	for zone := range zones {
		b := shogi.Bitboard{Lo: three << (3 * zone) & lowSquares, Hi: three << (3 * zone) & highSquares}
		table[core.First][zone], table[core.Second][zones-1-zone] = b, b
	}
	return table
}

// relative maps a place to the square or the slot of the hand as each side sees it: 0
// to 80, 81 to 98, or 99 for nowhere.
var relative = newRelative()

// places is the number of places of a piece: squares, slots in hand, nowhere.
const places = 81 + handSlots + 1

func newRelative() (table [2][256]uint8) {
	for c := range table {
		for at := range table[c] {
			switch {
			case at < 81 && c == int(core.First):
				table[c][at] = uint8(at)
			case at < 81:
				table[c][at] = uint8(80 - at)
			case at >= int(core.HandPlace) && at < int(core.HandPlace)+handSlots:
				table[c][at] = uint8(81 + at - int(core.HandPlace))
			default:
				table[c][at] = places - 1
			}
		}
	}
	return table
}
