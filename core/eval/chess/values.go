package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// pair is a middlegame and an endgame value.
type pair struct{ middle, end int32 }

// profile describes what a kind of piece is worth by where it stands: a base
// value plus a part for its rank, seen from its own side, plus a part for its
// file, the same on both wings.
type profile struct {
	value       pair
	phase       int32
	rankMiddle  [8]int32
	rankEnd     [8]int32
	fileMiddle  [4]int32 // a and h, b and g, c and f, d and e
	fileEnd     [4]int32
	pairBonus   pair // for two or more of the kind
	mobility    pair // for each square attacked beyond the usual number
	usualAttack int32
	assault     int32 // for each square it attacks next to the enemy king
}

// profiles are the values of the piece kinds, chosen by hand after what the
// literature agrees on: knights and kings in the endgame belong in the centre,
// pawns forward, the king behind its pawns while there are queens
// (https://www.chessprogramming.org/Simplified_Evaluation_Function).
var profiles = [...]profile{
	chess.Pawn: {
		value:      pair{82, 104},
		rankMiddle: [8]int32{0, -4, -2, 8, 18, 36, 70, 0},
		rankEnd:    [8]int32{0, -8, -6, 2, 16, 44, 90, 0},
		fileMiddle: [4]int32{-10, -2, -2, 10},
		fileEnd:    [4]int32{4, 2, 0, -2},
	},
	chess.Knight: {
		value: pair{330, 290}, phase: 1,
		rankMiddle: [8]int32{-28, -14, 2, 10, 18, 24, 0, -40},
		rankEnd:    [8]int32{-24, -10, 0, 10, 12, 4, -8, -28},
		fileMiddle: [4]int32{-26, -8, 4, 10},
		fileEnd:    [4]int32{-22, -8, 4, 10},
		mobility:   pair{4, 4}, usualAttack: 4, assault: 4,
	},
	chess.Bishop: {
		value: pair{345, 305}, phase: 1,
		rankMiddle: [8]int32{-14, 4, 6, 6, 8, 10, -8, -18},
		rankEnd:    [8]int32{-8, -4, 2, 6, 6, 4, -2, -8},
		fileMiddle: [4]int32{-6, 2, 2, 2},
		fileEnd:    [4]int32{-6, 0, 2, 4},
		pairBonus:  pair{26, 46},
		mobility:   pair{4, 5}, usualAttack: 6, assault: 4,
	},
	chess.Rook: {
		value: pair{468, 520}, phase: 2,
		rankMiddle: [8]int32{-4, -12, -10, -8, -2, 6, 18, 12},
		rankEnd:    [8]int32{-6, -6, -4, 2, 4, 6, 8, 6},
		fileMiddle: [4]int32{-8, -4, 2, 8},
		fileEnd:    [4]int32{0, 0, 0, 0},
		mobility:   pair{2, 4}, usualAttack: 7, assault: 5,
	},
	chess.Queen: {
		value: pair{990, 950}, phase: 4,
		rankMiddle: [8]int32{-4, 2, 2, 0, 0, 4, 4, 0},
		rankEnd:    [8]int32{-24, -16, 0, 10, 16, 18, 12, 0},
		fileMiddle: [4]int32{-6, -2, 2, 2},
		fileEnd:    [4]int32{-14, -4, 4, 8},
		mobility:   pair{1, 3}, usualAttack: 13, assault: 6,
	},
	chess.King: {
		rankMiddle: [8]int32{14, -8, -36, -54, -64, -64, -64, -64},
		rankEnd:    [8]int32{-34, -12, 4, 14, 22, 24, 10, -16},
		fileMiddle: [4]int32{16, 22, -8, -20},
		fileEnd:    [4]int32{-20, -4, 6, 10},
	},
}

// fullPhase is the phase of the initial position.
const fullPhase = 24

// passed is the bonus of a passed pawn by its rank, seen from its own side.
var passed = [8]pair{{}, {4, 8}, {4, 12}, {8, 28}, {20, 52}, {44, 90}, {70, 130}, {}}

// Costs of weak pawns: one with no pawn of its own on a neighbouring file, and
// one behind another.
var (
	isolated = pair{-12, -14}
	doubled  = pair{-6, -18}
)

// What attacks next to the enemy king are worth in the middlegame: the square
// of their weights over a scale, up to a limit; and each pawn in front of the
// own king.
const (
	assaultScale = 4
	assaultLimit = 400
	shield       = 9
)

// tempo is what having the move is worth.
const tempo = 12

// table holds the profiles unfolded for every piece and square.
var table = newTable()

func newTable() *tapered.Table {
	t := new(tapered.Table)
	for k := core.Kind(1); int(k) < len(profiles); k++ {
		p := &profiles[k]
		for sq := range 64 {
			rank, file := sq>>3, sq&7
			wing := min(file, 7-file)
			v := tapered.Value{
				Middle: p.value.middle + p.rankMiddle[rank] + p.fileMiddle[wing],
				End:    p.value.end + p.rankEnd[rank] + p.fileEnd[wing],
				Phase:  p.phase,
			}
			t[core.NewPiece(core.First, k)][sq] = v
			t[core.NewPiece(core.Second, k)][sq^56] = tapered.Value{Middle: -v.Middle, End: -v.End, Phase: v.Phase}
		}
	}
	return t
}
