package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
)

// side is what the pieces of one side do.
type side struct {
	by        [8]uint64 // squares attacked by each kind
	all       uint64    // by any
	twice     uint64    // by two or more
	ring      uint64    // around the own king
	area      uint64    // squares that count as mobility
	attackers int       // pieces that attack the ring of the enemy king
	assault   int32     // danger that they are to it
}

// prepare sets up what is known before the pieces are looked at.
func (e *Evaluator) prepare(c core.Color, pawns *pawnEntry) {
	s := &e.sides[c&1]
	king := pawns.kings[c&1]
	around := chess.KingAttacks(king)
	attacks := pawns.attacks[c&1]
	s.by[chess.Pawn], s.by[chess.King] = attacks, around
	s.by[chess.Knight], s.by[chess.Bishop], s.by[chess.Rook], s.by[chess.Queen] = 0, 0, 0, 0
	s.all, s.twice = attacks|around, attacks&around
	double := pawns.pawns[c&1]
	double = forward(c, double)
	double = double << 1 &^ fileA & (double >> 1 &^ fileH)
	s.twice |= double
	s.ring = (around | forward(c, around)) &^ double
	s.area = ^(pawns.attacks[c&1^1] | pawns.pawns[c&1] | uint64(1)<<(king&63))
	s.attackers, s.assault = 0, 0
}

// pieces adds the terms of each knight, bishop, rook and queen of a side and
// collects their attacks.
func (e *Evaluator) pieces(c core.Color, pawns *pawnEntry) (v score) {
	p, s := e.position, &e.sides[c&1]
	occupied := p.Occupied()
	ring := e.sides[c&1^1].ring
	king := pawns.kings[c&1]
	queens, rooks := p.Pieces(c, chess.Queen), p.Pieces(c, chess.Rook)
	allPawns := pawns.pawns[0] | pawns.pawns[1]
	shielded := forward(c.Other(), allPawns)
	holes := pawns.attacks[c&1] &^ pawns.reach[c&1^1]

	for b := p.Pieces(c, chess.Knight); b != 0; b &= b - 1 {
		sq := first(b)
		v += e.piece(c, chess.Knight, chess.KnightAttacks(sq), ring, s)
		v += e.count(knightDistance, int(distance[sq][king]))
		if b&-b&holes != 0 {
			v += e.count(knightOutpost, 1)
		}
		if b&-b&shielded != 0 {
			v += e.count(behindPawn, 1)
		}
	}

	bishops := p.Pieces(c, chess.Bishop)
	if bishops&(bishops-1) != 0 {
		v += e.count(pair, 1)
	}
	for b := bishops; b != 0; b &= b - 1 {
		sq := first(b)
		v += e.piece(c, chess.Bishop, board64.Bishop(sq, occupied&^queens), ring, s)
		v += e.count(bishopDistance, int(distance[sq][king]))
		if b&-b&holes != 0 {
			v += e.count(bishopOutpost, 1)
		}
		if b&-b&shielded != 0 {
			v += e.count(behindPawn, 1)
		}
		squares := lightSquares
		if b&-b&squares == 0 {
			squares = ^squares
		}
		v += e.count(bishopPawns, popCount(squares&pawns.pawns[c&1]))
	}

	for b := rooks; b != 0; b &= b - 1 {
		sq := first(b)
		v += e.piece(c, chess.Rook, board64.Rook(sq, occupied&^(queens|rooks)), ring, s)
		if file := fileOf(sq); file&pawns.pawns[c&1] == 0 {
			if file&allPawns == 0 {
				v += e.count(openRook, 1)
			} else {
				v += e.count(halfOpenRook, 1)
			}
		}
	}

	for b := queens; b != 0; b &= b - 1 {
		v += e.piece(c, chess.Queen, board64.Queen(first(b), occupied), ring, s)
	}
	return v
}

// piece adds the mobility of a piece by the squares it reaches and notes its
// attacks.
func (e *Evaluator) piece(c core.Color, k core.Kind, reach, ring uint64, s *side) score {
	s.twice |= s.all & reach
	s.all |= reach
	s.by[k&7] |= reach
	if near := reach & ring; near != 0 {
		s.attackers++
		index := int(k - chess.Knight)
		s.assault += e.threat(c.Other(), attacker+index, 1) + e.threat(c.Other(), ringAttack+index, popCount(near))
	}
	return e.count(mobilityOf[k]+popCount(reach&s.area), 1)
}
