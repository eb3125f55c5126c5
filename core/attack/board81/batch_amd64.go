//go:build !purego

package board81

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
)

// The kernels work on words of sets. Each word has a tag: the template of its moves in
// the low half, and the offset of its row in rows, in bytes, in the high half.
type row struct {
	factor core.Move // what a square is multiplied by
	mask   core.Move // what to keep of a capture
	first  uint32    // square of the word
	_      uint32    // makes the size a power of two
}

// Each row is for a word Lo; the next one is for the word Hi.
const (
	pieceRow     = 0
	pointlessRow = 2
	pawnRow      = 4
	barePawnRow  = 6 // of pointless pawn moves
)

var (
	rows [8]row

	// Tags of the words of a Rule, of the first four fields of a Batch, and of drops.
	// The tags of pieces and pawns lack the template; the first two tags of a rule are
	// not used.
	ruleTags [8]uint64
	pawnTags [8]uint64
	dropTags [2 * droppable]uint64

	squares [64]uint8     // the numbers from 0 on
	members [256][8]uint8 // the bits of each byte
)

func init() {
	for i := range squares {
		squares[i] = uint8(i)
	}
	for set := range members {
		for rest, n := set, 0; rest != 0; rest, n = rest&(rest-1), n+1 {
			members[set][n] = uint8(bits.TrailingZeros(uint(rest)))
		}
	}
	for i := range rows {
		rows[i] = row{factor: 1, mask: ^core.Move(0), first: uint32(i & 1 * split)}
		if i >= pawnRow {
			rows[i].factor = pawnFactor
		}
		if i&2 != 0 {
			rows[i].mask = ^core.FlagTactical
		}
	}
	tag(ruleTags[2:], 0, pieceRow)
	tag(ruleTags[4:], promotion, pieceRow)
	tag(ruleTags[6:], 0, pointlessRow)
	tag(pawnTags[0:], 0, pieceRow) // of the king
	tag(pawnTags[2:], 0, pawnRow)
	tag(pawnTags[4:], promotion|core.FlagTactical, pawnRow)
	tag(pawnTags[6:], 0, barePawnRow)
	for k := range core.PieceType(droppable) {
		tag(dropTags[2*k:], core.NewDrop(k, 0), pieceRow)
	}
}

// tag fills in the tags of both words of a set, Lo and Hi.
func tag(tags []uint64, template core.Move, place int) {
	for i := range 2 {
		r := &rows[place+i]
		tags[i] = uint64(place+i)<<36 | uint64(template+core.Move(r.first)*r.factor)
	}
}

// List appends the moves to the list with the best kernel that is allowed. The list
// must have room for 16 moves more.
func (b *Batch) List(list *core.MoveList) {
	switch {
	case cpu.Has(cpu.AVX512):
		list.N += listAVX512(b, &list.Moves[list.N])
	case cpu.Has(cpu.AVX2) && b.Drops != nil:
		n := b.move(&list.Moves, list.N)
		list.N = n + dropAVX2(b.Drops, &list.Moves[n])
	default:
		list.N = b.list(&list.Moves, list.N)
	}
}

// Kernel describes the kernel that List uses.
func Kernel() string {
	switch {
	case cpu.Has(cpu.AVX512):
		return "moves written by VPCOMPRESSB, from words gathered by VPCOMPRESSQ"
	case cpu.Has(cpu.AVX2):
		return "moves written one by one, in Go; drops by eights with AVX2"
	}
	return inGo
}

// listAVX512 does what Batch.list does, writes up to 16 moves more, and returns the
// number of moves.
//
//go:noescape
func listAVX512(b *Batch, moves *core.Move) int

// dropAVX2 does what Batch.drop does, writes up to 8 moves more, and returns the
// number of moves.
//
//go:noescape
func dropAVX2(drops *[droppable]Bitboard, moves *core.Move) int
