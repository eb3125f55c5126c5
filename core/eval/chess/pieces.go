package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// pieces returns the terms of each knight, bishop, rook and queen of a side and
// notes what they attack. Bishops and rooks look through queens of their side, rooks
// through rooks as well.
func (e *Evaluator) pieces(c core.Color, pawns *pawnEntry) (s tapered.Score) {
	p, own := e.position, &e.attacks[c&1]
	occupied := p.Occupied()
	ring := e.attacks[c&1^1].kingRing
	king := pawns.kings[c&1]
	queens, rooks := p.Pieces(c, chess.Queen), p.Pieces(c, chess.Rook)
	allPawns := pawns.pawns[0] | pawns.pawns[1]
	behindPawns := forward(c.Other(), allPawns)
	outposts := pawns.attacks[c&1] &^ pawns.attackSpan[c&1^1]

	for b := p.Pieces(c, chess.Knight); b != 0; b &= b - 1 {
		sq := first(b)
		s += e.piece(chess.Knight, chess.KnightAttacks(sq), ring, own)
		s += scores[knightDistance] * tapered.Score(int(distance[sq][king]))
		if b&-b&outposts != 0 {
			s += scores[knightOutpost]
		}
		if b&-b&behindPawns != 0 {
			s += scores[minorBehindPawn]
		}
	}

	bishops := p.Pieces(c, chess.Bishop)
	if bishops&(bishops-1) != 0 {
		s += scores[bishopPair]
	}
	for b := bishops; b != 0; b &= b - 1 {
		sq := first(b)
		s += e.piece(chess.Bishop, board64.Bishop(sq, occupied&^queens), ring, own)
		s += scores[bishopDistance] * tapered.Score(int(distance[sq][king]))
		if b&-b&outposts != 0 {
			s += scores[bishopOutpost]
		}
		if b&-b&behindPawns != 0 {
			s += scores[minorBehindPawn]
		}
		squares := lightSquares
		if b&-b&squares == 0 {
			squares = ^squares
		}
		s += scores[bishopPawns] * tapered.Score(popCount(squares&pawns.pawns[c&1]))
	}

	for b := rooks; b != 0; b &= b - 1 {
		sq := first(b)
		s += e.piece(chess.Rook, board64.Rook(sq, occupied&^(queens|rooks)), ring, own)
		if file := fileOf(sq); file&pawns.pawns[c&1] == 0 {
			if file&allPawns == 0 {
				s += scores[rookOpen]
			} else {
				s += scores[rookHalfOpen]
			}
		}
	}

	for b := queens; b != 0; b &= b - 1 {
		s += e.piece(chess.Queen, board64.Queen(first(b), occupied), ring, own)
	}
	return s
}

// piece notes the squares that a piece attacks and returns the term of its mobility.
func (e *Evaluator) piece(k core.PieceType, squares, ring uint64, own *attacks) tapered.Score {
	own.add(k, squares)
	if near := squares & ring; near != 0 {
		own.attackers++
		index := int(k - chess.Knight)
		own.threats += weights[kingAttacker+index].Middle() + weights[kingRingAttack+index].Middle()*int32(popCount(near))
	}
	return scores[mobilityOf[k]+popCount(squares&own.mobility)]
}
