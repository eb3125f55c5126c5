package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// profile describes what a kind of piece is worth: on the board, in hand, for
// each rank it has advanced, and what it adds near either king.
type profile struct {
	board, hand int32
	advance     int32 // for each rank away from its own last rank
	centre      int32 // for each file from the edge, up to four
	attack      int32 // next to the enemy king, less with distance
	defence     int32 // next to its own king, less with distance
	assault     int32 // for each square it attacks next to the enemy king
	drop        int32 // in hand, for holes around the enemy king
}

// profiles are the values of the piece kinds, chosen by hand after what the
// literature agrees on: pieces in hand are worth a little more than on the
// board, golds and silvers belong to a king, promoted pieces to the enemy's.
// Nearness to the kings counts for far more than its share of material would
// suggest: four times the first guess won by 120 Elo.
var profiles = [...]profile{
	shogi.Pawn:      {board: 60, hand: 66, advance: 2, centre: 0, attack: 24, defence: 24, assault: 3},
	shogi.Lance:     {board: 190, hand: 205, advance: -2, centre: 0, attack: 32, defence: 16, assault: 3, drop: 2},
	shogi.Knight:    {board: 215, hand: 235, advance: 0, centre: 1, attack: 48, defence: 24, assault: 5, drop: 3},
	shogi.Silver:    {board: 320, hand: 345, advance: 3, centre: 3, attack: 96, defence: 64, assault: 6, drop: 6},
	shogi.Gold:      {board: 360, hand: 390, advance: -2, centre: 2, attack: 104, defence: 96, assault: 7, drop: 8},
	shogi.Bishop:    {board: 520, hand: 555, advance: 1, centre: 3, attack: 56, defence: 24, assault: 5, drop: 5},
	shogi.Rook:      {board: 620, hand: 660, advance: 2, centre: 1, attack: 72, defence: -40, assault: 6, drop: 7},
	shogi.ProPawn:   {board: 330, advance: 1, centre: 4, attack: 112, defence: 64, assault: 7},
	shogi.ProLance:  {board: 330, advance: 1, centre: 4, attack: 104, defence: 64, assault: 7},
	shogi.ProKnight: {board: 330, advance: 1, centre: 4, attack: 104, defence: 64, assault: 7},
	shogi.ProSilver: {board: 350, advance: 0, centre: 4, attack: 104, defence: 72, assault: 7},
	shogi.Horse:     {board: 670, advance: 1, centre: 4, attack: 120, defence: 104, assault: 7},
	shogi.Dragon:    {board: 840, advance: 1, centre: 2, attack: 136, defence: 24, assault: 8},
}

// King safety depends on the square as well: how exposed a king is by its rank,
// seen from its own side, and by its file from the edge to the centre.
var (
	kingRank = [9]int32{24, 12, -30, -70, -110, -110, -80, -40, -20}
	kingFile = [5]int32{-6, 12, 10, -8, -22}
)

// near is the share, in 64ths, of the attack and defence values at a distance
// from the king in king's moves.
var near = [9]int32{0, 64, 46, 26, 12, 6, 2, 0, 0}

// The danger of a king is the square of the threats to it over a scale, up to a
// limit; hole is the threat of a square next to it that only the enemy attacks.
const (
	hole        = 7
	dangerScale = 10
	dangerLimit = 1800
)

// tempo is what having the move is worth.
const tempo = 15

// unit is how many of the values above make one of core.Score, so that the same
// score means the same chance to win as in chess. Over games against itself at
// 5,000 nodes a move, the winning chance follows 1/(1+exp(-score/k)) with k
// 380 in chess and 460 in shogi for scores up to 600 either way.
const unit = 4

// placed holds the values of every piece by square and hand slot.
var placed = newPlaced()

func newPlaced() *tapered.Table {
	t := new(tapered.Table)
	set := func(k core.Kind, at, mirrored core.Place, value int32) {
		t[core.NewPiece(core.First, k)][at] = tapered.Value{Middle: value}
		t[core.NewPiece(core.Second, k)][mirrored] = tapered.Value{Middle: -value}
	}
	for k := core.Kind(1); int(k) < len(profiles); k++ {
		p := &profiles[k]
		for sq := range 81 {
			file, rank := sq/9, sq%9
			value := p.board + p.advance*int32(8-rank) + p.centre*int32(min(file, 8-file))
			if k == shogi.King {
				value = kingRank[8-rank] + kingFile[min(file, 8-file)]
			}
			set(k, core.Place(sq), core.Place(80-sq), value)
		}
		for n := range core.Place(18) {
			set(k, core.HandPlace+n, core.HandPlace+n, p.hand)
		}
	}
	return t
}

// attackAt and defenceAt hold, for each kind, what it adds at a distance from
// the enemy king and from its own.
var attackAt, defenceAt = newNear()

func newNear() (attack, defence [core.MaxKinds][9]int32) {
	for k := range profiles {
		for d, share := range near {
			attack[k][d] = profiles[k].attack * share / 64
			defence[k][d] = profiles[k].defence * share / 64
		}
	}
	return attack, defence
}

// distance is the number of king's moves between two squares.
var distance = newDistance()

func newDistance() (table [81][81]uint8) {
	for a := range 81 {
		for b := range 81 {
			files, ranks := a/9-b/9, a%9-b%9
			table[a][b] = uint8(max(files, -files, ranks, -ranks))
		}
	}
	return table
}
