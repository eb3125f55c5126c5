//go:build !purego

package board64

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
)

// extract says how the kernels find a slider's attacks: PEXT makes an index of the
// blockers among mask, and PDEP spreads the 16 bits found there over the rays.
type extract struct{ mask, rays, first uint64 }

var (
	rookExtracts   [64]extract
	bishopExtracts [64]extract
	// extracts holds the attacks of rooks, then of bishops, as 16 bits each: 210 KiB
	// instead of 840 KiB.
	extracts [102400 + 5248]uint16
	// squares holds the numbers of the squares, for vectors.
	squares [64]core.Square
)

func init() {
	for i := range squares {
		squares[i] = core.Square(i)
	}
	if !cpu.HasPEXT() {
		return // no kernel uses the tables
	}
	first := uint64(0)
	for sq := range core.Square(64) {
		rookExtracts[sq] = extract{rookMagics[sq].mask, Rook(sq, 0), first}
		first = fillExtracts(first, rookMagics[sq].mask, func(blockers uint64) uint64 { return gather(Rook(sq, blockers), Rook(sq, 0)) })
	}
	for sq := range core.Square(64) {
		bishopExtracts[sq] = extract{bishopMagics[sq].mask, Bishop(sq, 0), first}
		first = fillExtracts(first, bishopMagics[sq].mask, func(blockers uint64) uint64 { return gather(Bishop(sq, blockers), Bishop(sq, 0)) })
	}
}

// fillExtracts enters the attacks for all blockers on the mask, in the order of
// PEXT, and returns the index after them.
func fillExtracts(first, mask uint64, attacks func(uint64) uint64) uint64 {
	for blockers := uint64(0); ; {
		extracts[first] = uint16(attacks(blockers))
		first++
		if blockers = (blockers - mask) & mask; blockers == 0 {
			return first
		}
	}
}

// gather does what PEXT does.
func gather(set, mask uint64) (packed uint64) {
	for bit := uint64(1); mask != 0; mask &= mask - 1 {
		if set>>bits.TrailingZeros64(mask)&1 != 0 {
			packed |= bit
		}
		bit <<= 1
	}
	return packed
}

// List appends the moves to the list with the best kernel that is allowed. The list
// must have room for 16 moves more.
func (b *Batch) List(list *core.MoveList) {
	switch {
	case cpu.Has(cpu.AVX512):
		list.N += listAVX512(b, &list.Moves[list.N])
	case cpu.HasPEXT():
		list.N += listPEXT(b, &list.Moves[list.N])
	default:
		list.N = b.list(&list.Moves, list.N)
	}
}

// Kernel describes the kernel that List uses.
func Kernel() string {
	switch {
	case cpu.Has(cpu.AVX512):
		return "attacks by PEXT and PDEP, moves written by VPCOMPRESSB"
	case cpu.HasPEXT():
		return "attacks by PEXT and PDEP, moves written one by one"
	}
	return inGo
}

// listPEXT writes the moves to moves and returns their number.
//
//go:noescape
func listPEXT(b *Batch, moves *core.Move) int

// listAVX512 does the same, and writes up to 15 moves more.
//
//go:noescape
func listAVX512(b *Batch, moves *core.Move) int
