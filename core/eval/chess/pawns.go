package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// pawnTable keeps what was found out about pawns and kings lately: few moves
// change it (https://www.chessprogramming.org/Pawn_Hash_Table).
type pawnTable [1 << pawnBits]pawnEntry

const pawnBits = 12

// pawnEntry is what pawns and kings alone decide.
type pawnEntry struct {
	pawns   [2]uint64
	kings   [2]core.Square
	missing [2]uint8 // files next to the king without an own pawn
	value   score    // for core.First
	passed  [2]uint64
	attacks [2]uint64
	reach   [2]uint64 // squares that the pawns attack now or after moves forward
}

// pawnStructure returns the entry of the position.
func (e *Evaluator) pawnStructure() *pawnEntry {
	p := e.position
	pawns := [2]uint64{p.Pieces(core.First, chess.Pawn), p.Pieces(core.Second, chess.Pawn)}
	kings := [2]core.Square{p.KingSquare(core.First), p.KingSquare(core.Second)}
	key := (pawns[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(pawns[1]*0xc2b2ae3d27d4eb4f, 32)) +
		(uint64(kings[0])<<6|uint64(kings[1]))*0xd6e8feb86659fd93
	entry := &e.pawns[(key*0x9e3779b97f4a7c15)>>(64-pawnBits)]
	// Two kings never share a square, so no position looks like an empty entry.
	if entry.pawns == pawns && entry.kings == kings && e.tally == nil {
		return entry
	}
	*entry = pawnEntry{pawns: pawns, kings: kings}
	for _, c := range [2]core.Color{core.First, core.Second} {
		entry.attacks[c] = pawnAttacks(c, pawns[c])
		entry.reach[c] = fillForward(c, entry.attacks[c])
	}
	e.sign = 1
	entry.value += e.pawnsOf(core.First, entry) + e.shelter(core.First, entry)
	e.sign = -1
	entry.value -= e.pawnsOf(core.Second, entry) + e.shelter(core.Second, entry)
	return entry
}

// pawnsOf adds the terms of one side's pawns.
func (e *Evaluator) pawnsOf(c core.Color, entry *pawnEntry) (v score) {
	own, enemy := entry.pawns[c&1], entry.pawns[c&1^1]
	for b := own; b != 0; b &= b - 1 {
		sq := first(b)
		pawn, file := b&-b, fileOf(sq)
		beside, front := neighbours(file), ahead(c, sq)
		behind := ^front &^ (uint64(0xff) << (sq &^ 7)) // ranks behind
		rank := relative(c, sq) >> 3
		opposed := front&file&enemy != 0
		stoppers := front & beside & enemy
		helpers := own & beside &^ front
		phalanxed := (pawn<<1&^fileA | pawn>>1&^fileH) & own
		supporters := entry.attacks[c&1] & pawn

		switch {
		case front&file&own != 0: // the front one of two counts
		case !opposed && stoppers == 0:
			entry.passed[c&1] |= pawn
			v += e.count(passed+rank, 1)
			if rank >= 3 {
				next := first(forward(c, pawn))
				v += e.count(escort+int(distance[next][entry.kings[c&1]]), 1)
				v += e.count(pursuit+int(distance[next][entry.kings[c&1^1]]), 1)
			}
		case !opposed && popCount(stoppers) <= popCount(helpers):
			v += e.count(hopeful+rank, 1)
		}
		if phalanxed != 0 {
			v += e.count(phalanx+rank, 1)
		}
		if supporters != 0 {
			v += e.count(defended+rank, 1)
		}
		if own&file&behind != 0 {
			v += e.count(doubled, 1)
		}
		if own&beside == 0 {
			v += e.count(isolated+wing(int(sq&7)), 1)
			if !opposed {
				v += e.count(exposed, 1)
			}
		} else if helpers == 0 && forward(c, pawn)&entry.attacks[c&1^1] != 0 {
			v += e.count(backward, 1)
			if !opposed {
				v += e.count(laggard, 1)
			}
		}
	}
	return v
}

// shelter adds the pawns of both sides on the files around a king.
func (e *Evaluator) shelter(c core.Color, entry *pawnEntry) (v score) {
	king := entry.kings[c&1]
	front := ahead(c, king) | uint64(0xff)<<(king&^7)
	centre := min(max(int(king&7), 1), 6)
	for file := centre - 1; file <= centre+1; file++ {
		column := fileA << file & front
		own, enemy := nearest(c, column&entry.pawns[c&1]), nearest(c, column&entry.pawns[c&1^1])
		v += e.count(shelter+8*wing(file)+own, 1)
		if own == 0 {
			entry.missing[c&1]++
		}
		if own != 0 && own+1 == enemy {
			v += e.count(rammed+enemy, 1)
		} else {
			v += e.count(storm+8*wing(file)+enemy, 1)
		}
	}
	return v
}

// nearest returns the rank of the pawn on a file that is nearest to the side's own
// first rank, 0 if there is none.
func nearest(c core.Color, column uint64) int {
	switch {
	case column == 0:
		return 0
	case c == core.First:
		return bits.TrailingZeros64(column) >> 3
	}
	return bits.LeadingZeros64(column) >> 3
}

// passed adds what pieces do for and against the passed pawns of a side.
func (e *Evaluator) passed(c core.Color, entry *pawnEntry) (v score) {
	p := e.position
	occupied, enemy := p.Occupied(), &e.sides[c&1^1]
	for b := entry.passed[c&1]; b != 0; b &= b - 1 {
		sq := first(b)
		next := forward(c, b&-b)
		rank := relative(c, sq) >> 3
		switch {
		case next&p.OccupiedBy(c.Other()) != 0:
			v += e.count(blocked+rank, 1)
		case next&(occupied|enemy.all) == 0:
			v += e.count(free+rank, 1)
		}
		if p.Pieces(c, chess.Rook)&fileOf(sq)&^ahead(c, sq) != 0 {
			v += e.count(rookBehind, 1)
		}
	}
	return v
}
