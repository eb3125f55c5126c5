//go:generate go run search.go

package board64

import "github.com/nitoryu/nitoryu/core"

// One shift for all squares saves a load and a variable shift in every lookup; the
// memory it wastes is never touched. Arrays whose length is the power of two that the
// shift leaves need no bounds check.
const (
	rookBits   = 12
	bishopBits = 9
)

// magic maps the blockers on the mask to an index. Blockers that collide have the
// same attacks.
type magic struct{ mask, factor uint64 }

var (
	rookMagics    [64]magic
	bishopMagics  [64]magic
	rookAttacks   [64][1 << rookBits]uint64
	bishopAttacks [64][1 << bishopBits]uint64
)

// Rook returns the squares a rook on sq attacks, up to and including the first
// occupied square in each direction.
func Rook(sq core.Square, occupied uint64) uint64 {
	m := &rookMagics[sq&63]
	return rookAttacks[sq&63][occupied&m.mask*m.factor>>(64-rookBits)]
}

// Bishop returns the squares a bishop on sq attacks, as [Rook] does.
func Bishop(sq core.Square, occupied uint64) uint64 {
	m := &bishopMagics[sq&63]
	return bishopAttacks[sq&63][occupied&m.mask*m.factor>>(64-bishopBits)]
}

// Queen returns the squares a queen on sq attacks, as [Rook] does.
func Queen(sq core.Square, occupied uint64) uint64 {
	return Rook(sq, occupied) | Bishop(sq, occupied)
}

// A direction is a step in files and ranks.
type direction struct{ file, rank int }

var (
	rookDirections   = [4]direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopDirections = [4]direction{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
)

func init() {
	for sq := range 64 {
		rookMagics[sq] = fill(sq, &rookDirections, rookFactors[sq], rookAttacks[sq][:])
		bishopMagics[sq] = fill(sq, &bishopDirections, bishopFactors[sq], bishopAttacks[sq][:])
	}
}

// fill writes the attacks from sq for every set of blockers to table, whose length is
// a power of two.
func fill(sq int, directions *[4]direction, factor uint64, table []uint64) magic {
	m := magic{mask: relevant(sq, directions), factor: factor}
	shift := 64
	for n := len(table); n > 1; n /= 2 {
		shift--
	}
	// Subtracting the mask counts through its subsets (the Carry-Rippler).
	for blockers := uint64(0); ; {
		table[blockers*factor>>shift] = walk(sq, directions, blockers)
		if blockers = (blockers - m.mask) & m.mask; blockers == 0 {
			return m
		}
	}
}

// walk returns the attacks from sq, found step by step.
func walk(sq int, directions *[4]direction, occupied uint64) uint64 {
	attacks := uint64(0)
	for _, d := range directions {
		file, rank := sq&7+d.file, sq>>3+d.rank
		for uint(file) < 8 && uint(rank) < 8 {
			bit := uint64(1) << (rank<<3 | file)
			attacks |= bit
			if occupied&bit != 0 {
				break
			}
			file, rank = file+d.file, rank+d.rank
		}
	}
	return attacks
}

// relevant returns the relevant occupancy of a slider on sq: its rays without their
// last squares.
func relevant(sq int, directions *[4]direction) uint64 {
	mask := uint64(0)
	for _, d := range directions {
		file, rank := sq&7+d.file, sq>>3+d.rank
		for uint(file+d.file) < 8 && uint(rank+d.rank) < 8 {
			mask |= 1 << (rank<<3 | file)
			file, rank = file+d.file, rank+d.rank
		}
	}
	return mask
}
