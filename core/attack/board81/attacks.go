//go:generate go run search.go

package board81

import "github.com/nitoryu/nitoryu/core"

// diagonal maps the blockers on the diagonals of a square to an index of
// bishopAttacks. The two words of these diagonals have no bit in common on any square,
// so that one word holds all blockers.
type diagonal struct {
	lo, hi uint64 // the diagonals without their last squares
	factor uint64
	shift  uint8
	offset uint32
}

// cross maps the blockers on the file and the rank of a square to rook attacks.
type cross struct {
	low   uint64       // all ones if the file is in Lo, else 0
	file  *[128]uint16 // attacks along the file, by its inner squares
	rank  *[128]Bitboard
	shift uint8 // bit of the file's first square in its word
	row   uint8 // the rank
}

var (
	diagonals     [128]diagonal
	bishopAttacks [1 << 15]Bitboard // 20224 in use; a power of two needs no bounds check

	crosses [128]cross
	// fileAttacks is indexed by rank and the seven inner squares of the file,
	// rankAttacks by file and the seven inner squares of the rank; the sets of
	// rankAttacks lie on rank 0.
	fileAttacks [9][128]uint16
	rankAttacks [9][128]Bitboard
	// ahead holds the squares in front of a piece of each colour.
	ahead [2][128]Bitboard
)

// The inner squares of a rank are every ninth bit from the second file on. The
// first six are gathered in the top bits of a product, the seventh is in Hi.
const (
	rankInner  = 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54
	rankGather = 1<<49 | 1<<41 | 1<<33 | 1<<25 | 1<<17 | 1<<9
)

// Bishop returns the squares a bishop on sq attacks, up to and including the
// first occupied square in each direction.
func Bishop(sq core.Square, occupied Bitboard) Bitboard {
	d := &diagonals[sq&127]
	blockers := occupied.Lo&d.lo | occupied.Hi&d.hi
	return bishopAttacks[(uint64(d.offset)+blockers*d.factor>>(d.shift&63))&(1<<15-1)]
}

// Rook returns the squares a rook on sq attacks, as [Bishop] does.
func Rook(sq core.Square, occupied Bitboard) Bitboard {
	c := &crosses[sq&127]
	row, shift := c.row&63, c.shift&63
	word := occupied.Lo&c.low | occupied.Hi&^c.low
	file := uint64(c.file[word>>shift>>1&127]) << shift
	rank := &c.rank[(occupied.Lo>>row&rankInner*rankGather>>58|occupied.Hi>>row&1<<6)&127]
	return Bitboard{rank.Lo<<row | file&c.low, rank.Hi<<row | file&^c.low}
}

// Lance returns the squares a lance of colour c on sq attacks, as [Bishop] does.
func Lance(c core.Color, sq core.Square, occupied Bitboard) Bitboard {
	x := &crosses[sq&127]
	shift := x.shift & 63
	word := occupied.Lo&x.low | occupied.Hi&^x.low
	file := uint64(x.file[word>>shift>>1&127]) << shift
	front := &ahead[c&1][sq&127]
	return Bitboard{file & x.low & front.Lo, file &^ x.low & front.Hi}
}

// A direction is a step in files and ranks.
type direction struct{ file, rank int }

var (
	forward   = [2][]direction{{{0, -1}}, {{0, 1}}}
	alongFile = []direction{{0, 1}, {0, -1}}
	alongRank = []direction{{1, 0}, {-1, 0}}
	slanting  = []direction{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
)

func init() {
	for sq := range 81 {
		if sq < split {
			squareBits[sq].Lo = 1 << sq
		} else {
			squareBits[sq].Hi = 1 << (sq - split)
		}
	}
	fillDiagonals()
	fillCrosses()
}

func fillDiagonals() {
	offset := uint32(0)
	for sq := range core.Square(81) {
		mask := relevant(sq, slanting)
		merged := mask.Lo | mask.Hi
		d := diagonal{lo: mask.Lo, hi: mask.Hi, factor: bishopFactors[sq], offset: offset}
		d.shift = uint8(64 - mask.Count())
		// Subtracting the mask counts through its subsets (the Carry-Rippler).
		for blockers := uint64(0); ; {
			attacks := walk(sq, slanting, Bitboard{blockers & d.lo, blockers & d.hi})
			bishopAttacks[uint64(offset)+blockers*d.factor>>d.shift] = attacks
			if blockers = (blockers - merged) & merged; blockers == 0 {
				break
			}
		}
		offset += 1 << mask.Count()
		diagonals[sq] = d
	}
}

func fillCrosses() {
	for inner := range uint64(128) {
		for i := range core.Square(9) {
			fileAttacks[i][inner] = uint16(walk(i, alongFile, Bitboard{Lo: inner << 1}).Lo)
			var blockers Bitboard
			for file := range core.Square(7) {
				if inner>>file&1 != 0 {
					blockers = blockers.Or(Bit((file + 1) * 9))
				}
			}
			rankAttacks[i][inner] = walk(i*9, alongRank, blockers)
		}
	}
	for sq := range core.Square(81) {
		c := cross{low: ^uint64(0), shift: uint8(sq / 9 * 9), row: uint8(sq % 9)}
		if sq >= split {
			c.low, c.shift = 0, uint8(sq/9*9-split)
		}
		c.file, c.rank = &fileAttacks[sq%9], &rankAttacks[sq/9]
		crosses[sq] = c
		for color := range ahead {
			ahead[color][sq] = walk(sq, forward[color], Bitboard{})
		}
	}
}

// walk returns the attacks from sq, found step by step.
func walk(sq core.Square, directions []direction, occupied Bitboard) Bitboard {
	var attacks Bitboard
	for _, d := range directions {
		file, rank := int(sq/9)+d.file, int(sq%9)+d.rank
		for uint(file) < 9 && uint(rank) < 9 {
			to := core.Square(9*file + rank)
			attacks = attacks.Or(Bit(to))
			if occupied.Has(to) {
				break
			}
			file, rank = file+d.file, rank+d.rank
		}
	}
	return attacks
}

// relevant returns the relevant occupancy of a slider on sq: its rays without their
// last squares.
func relevant(sq core.Square, directions []direction) Bitboard {
	var mask Bitboard
	for _, d := range directions {
		file, rank := int(sq/9)+d.file, int(sq%9)+d.rank
		for uint(file+d.file) < 9 && uint(rank+d.rank) < 9 {
			mask = mask.Or(Bit(core.Square(9*file + rank)))
			file, rank = file+d.file, rank+d.rank
		}
	}
	return mask
}
