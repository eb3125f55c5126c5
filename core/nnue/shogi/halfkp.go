package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The numbers of pieces: those in hand come first, the n-th of a kind after the base of
// the kind; then there are 81 squares for each kind on the board, own before enemy.
// Promoted pieces that move like a gold count as one.
const (
	boardBase  = 90
	boardKinds = 9
	kingBase   = boardBase + 2*boardKinds*81
)

// handBase are the bases of kinds in the own and in the enemy's hand.
var handBase = [...][2]int{
	shogi.Pawn: {1, 20}, shogi.Lance: {39, 44}, shogi.Knight: {49, 54}, shogi.Silver: {59, 64},
	shogi.Gold: {69, 74}, shogi.Bishop: {79, 82}, shogi.Rook: {85, 88},
}

// boardKind counts the kinds on the board.
var boardKind = [...]int{
	shogi.Pawn: 0, shogi.Lance: 1, shogi.Knight: 2, shogi.Silver: 3, shogi.Gold: 4,
	shogi.ProPawn: 4, shogi.ProLance: 4, shogi.ProKnight: 4, shogi.ProSilver: 4,
	shogi.Bishop: 5, shogi.Horse: 6, shogi.Rook: 7, shogi.Dragon: 8,
}

var halfKP = newHalf("HalfKP", noKings, false)

// fullSet is the pieces of a game. Those that a position lacks have number 0 for YaneuraOu.
const fullSet = 40

// numbered returns the numbers of pieces as c sees them.
func numbered(c core.Color, how kings, mirror bool) (t nnue.Table) {
	t.Clear()
	for owner := range core.Color(2) {
		enemy := int(owner ^ c)
		if how != noKings {
			for sq := range 81 {
				t[core.NewPiece(owner, shogi.King)][sq] = uint16(kingBase + 81*enemy*int(how-oneKing) + seenFrom(c, sq, mirror))
			}
		}
		for k := shogi.Pawn; k <= shogi.Dragon; k++ {
			if k == shogi.King {
				continue
			}
			places := &t[core.NewPiece(owner, k)]
			for sq := range 81 {
				places[sq] = uint16(boardBase + (2*boardKind[k]+enemy)*81 + seenFrom(c, sq, mirror))
			}
			if int(k) < len(handSizes) {
				for n := range handSizes[k] {
					places[core.HandPlace+core.Place(n)] = uint16(handBase[k][enemy] + n)
				}
			}
		}
	}
	return t
}

// seenFrom returns a square as c sees it.
func seenFrom(c core.Color, sq int, mirror bool) int {
	if c == core.Second {
		sq = 80 - sq
	}
	if mirror {
		return mirrored(sq)
	}
	return sq
}

// mirrored exchanges left and right.
func mirrored(sq int) int { return 9*(8-sq/9) + sq%9 }
