package syzygy

import (
	"math/bits"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// maxMen is the largest number of pieces, kings included, of a table.
const maxMen = 7

// material is the pieces of both sides without the kings: 4 bits for the number of each
// kind, first White's from the pawns up, then Black's.
type material uint64

const (
	kindBits = 4
	sideBits = 5 * kindBits
	sideMask = 1<<sideBits - 1
)

// materialOf returns the pieces of a position of at most 17 pieces.
func materialOf(p *chess.Position) material {
	m := material(0)
	for c := core.Second + 1; c > core.First; c-- {
		for k := chess.Queen; k >= chess.Pawn; k-- {
			m = m<<kindBits | material(bits.OnesCount64(p.Pieces(c-1, k)))
		}
	}
	return m
}

// flip returns the material with the colours exchanged.
func (m material) flip() material { return m>>sideBits | m&sideMask<<sideBits }

// count returns the number of pieces of a kind, one for the king.
func (m material) count(c core.Color, k core.PieceType) int {
	if k == chess.King {
		return 1
	}
	return int(m >> (sideBits*uint(c) + kindBits*uint(k-chess.Pawn)) & (1<<kindBits - 1))
}

// men returns the number of pieces, kings included.
func (m material) men() int {
	n := 2
	for ; m != 0; m >>= kindBits {
		n += int(m & (1<<kindBits - 1))
	}
	return n
}

// hasPawns reports whether either side has a pawn.
func (m material) hasPawns() bool {
	return m.count(core.First, chess.Pawn)+m.count(core.Second, chess.Pawn) > 0
}

// hasUnique reports whether a piece besides the kings is the only one of its kind and
// colour.
func (m material) hasUnique() bool {
	for ; m != 0; m >>= kindBits {
		if m&(1<<kindBits-1) == 1 {
			return true
		}
	}
	return false
}

const letters = "PNBRQ" // by kind, from the pawn

// sideName returns the pieces of a side from the king down.
func (m material) sideName(c core.Color) string {
	name := "K"
	for k := chess.Queen; k >= chess.Pawn; k-- {
		name += strings.Repeat(letters[k-chess.Pawn:k-chess.Pawn+1], m.count(c, k))
	}
	return name
}

// String returns the name of the table of the material, such as KQvKR.
func (m material) String() string { return m.sideName(core.First) + "v" + m.sideName(core.Second) }

// parseMaterial reads the name of a table. Tables exist for one of the two ways round
// only: White has more pieces, or as many and the stronger ones.
func parseMaterial(name string) (material, bool) {
	white, black, ok := strings.Cut(name, "v")
	if !ok || len(name) > maxMen+1 {
		return 0, false
	}
	m := material(0)
	for c, side := range [2]string{white, black} {
		for _, letter := range []byte(strings.TrimPrefix(side, "K")) {
			k := strings.IndexByte(letters, letter)
			if k < 0 {
				return 0, false
			}
			m += 1 << (sideBits*c + kindBits*k)
		}
	}
	// The name comes back the same only if every letter was in its place.
	if m == 0 || m.String() != name || len(white) < len(black) || len(white) == len(black) && m.weaker() {
		return 0, false
	}
	return m, true
}

// weaker reports whether White's pieces, from the strongest down, are the weaker ones.
func (m material) weaker() bool {
	for k := chess.Queen; k >= chess.Pawn; k-- {
		if a, b := m.count(core.First, k), m.count(core.Second, k); a != b {
			return a < b
		}
	}
	return false
}
