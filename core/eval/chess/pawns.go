package chess

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// pawnTable caches what depends on pawns and kings only
// (https://www.chessprogramming.org/Pawn_Hash_Table).
type pawnTable [1 << pawnBits]pawnEntry

const pawnBits = 12

// pawnEntry is what depends on pawns and kings only.
type pawnEntry struct {
	pawns      [2]uint64
	kings      [2]core.Square
	missing    [2]uint8      // files next to the king without an own pawn
	score      tapered.Score // for core.First
	passed     [2]uint64
	attacks    [2]uint64
	attackSpan [2]uint64 // squares that the pawns attack now or once they have advanced
}

// pawnStructure returns the entry of the position.
func (e *Evaluator) pawnStructure() *pawnEntry {
	p := e.position
	pawns := [2]uint64{p.Pieces(core.First, chess.Pawn), p.Pieces(core.Second, chess.Pawn)}
	kings := [2]core.Square{p.KingSquare(core.First), p.KingSquare(core.Second)}
	key := (pawns[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(pawns[1]*0xc2b2ae3d27d4eb4f, 32)) +
		(uint64(kings[0])<<6|uint64(kings[1]))*0xd6e8feb86659fd93
	entry := &e.pawnTable[(key*0x9e3779b97f4a7c15)>>(64-pawnBits)]
	// Two kings never share a square, so no position looks like an empty entry.
	if entry.pawns == pawns && entry.kings == kings {
		return entry
	}
	*entry = pawnEntry{pawns: pawns, kings: kings}
	for _, c := range [2]core.Color{core.First, core.Second} {
		entry.attacks[c] = pawnAttacks(c, pawns[c])
		entry.attackSpan[c] = fillForward(c, entry.attacks[c])
	}
	entry.score += e.pawns(core.First, entry) + e.shelter(core.First, entry)
	entry.score -= e.pawns(core.Second, entry) + e.shelter(core.Second, entry)
	return entry
}

// pawns returns the terms of one side's pawns and finds the passed ones.
func (e *Evaluator) pawns(c core.Color, entry *pawnEntry) (s tapered.Score) {
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
		case front&file&own != 0: // only the front one of doubled pawns can be passed
		case !opposed && stoppers == 0:
			entry.passed[c&1] |= pawn
			s += scores[passed+rank]
			if rank >= 3 {
				next := first(forward(c, pawn))
				s += scores[ownKingDistance+int(distance[next][entry.kings[c&1]])]
				s += scores[enemyKingDistance+int(distance[next][entry.kings[c&1^1]])]
			}
		case !opposed && popCount(stoppers) <= popCount(helpers):
			s += scores[candidate+rank]
		}
		if phalanxed != 0 {
			s += scores[phalanx+rank]
		}
		if supporters != 0 {
			s += scores[defended+rank]
		}
		if own&file&behind != 0 {
			s += scores[doubled]
		}
		if own&beside == 0 {
			s += scores[isolated+edgeDistance(int(sq&7))]
			if !opposed {
				s += scores[isolatedUnopposed]
			}
		} else if helpers == 0 && forward(c, pawn)&entry.attacks[c&1^1] != 0 {
			s += scores[backward]
			if !opposed {
				s += scores[backwardUnopposed]
			}
		}
	}
	return s
}

// shelter returns the terms of the pawns of both sides on the files around a king.
func (e *Evaluator) shelter(c core.Color, entry *pawnEntry) (s tapered.Score) {
	king := entry.kings[c&1]
	front := ahead(c, king) | uint64(0xff)<<(king&^7)
	centre := min(max(int(king&7), 1), 6)
	for file := centre - 1; file <= centre+1; file++ {
		column := fileA << file & front
		own, enemy := nearest(c, column&entry.pawns[c&1]), nearest(c, column&entry.pawns[c&1^1])
		s += scores[shelter+8*edgeDistance(file)+own]
		if own == 0 {
			entry.missing[c&1]++
		}
		if own != 0 && own+1 == enemy {
			s += scores[stormBlocked+enemy]
		} else {
			s += scores[storm+8*edgeDistance(file)+enemy]
		}
	}
	return s
}

// nearest returns the rank of the pawn on a file that is nearest to the side's own
// first rank, 0 if the file has no pawn.
func nearest(c core.Color, column uint64) int {
	switch {
	case column == 0:
		return 0
	case c == core.First:
		return bits.TrailingZeros64(column) >> 3
	}
	return bits.LeadingZeros64(column) >> 3
}

// passedPawns returns, for the passed pawns of a side, the terms that depend on
// pieces.
func (e *Evaluator) passedPawns(c core.Color, entry *pawnEntry) (s tapered.Score) {
	p := e.position
	occupied, enemy := p.Occupied(), &e.attacks[c&1^1]
	for b := entry.passed[c&1]; b != 0; b &= b - 1 {
		sq := first(b)
		next := forward(c, b&-b)
		rank := relative(c, sq) >> 3
		switch {
		case next&p.OccupiedBy(c.Other()) != 0:
			s += scores[passedBlocked+rank]
		case next&(occupied|enemy.all) == 0:
			s += scores[passedFree+rank]
		}
		if p.Pieces(c, chess.Rook)&fileOf(sq)&^ahead(c, sq) != 0 {
			s += scores[rookBehind]
		}
	}
	return s
}
