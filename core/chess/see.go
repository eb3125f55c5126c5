package chess

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board64"
)

// SEE implements [core.Game]. Each side captures with its least valuable piece or
// stops. X-ray attackers join in, pawns that capture on the last rank become queens, a
// king does not move into an attack. Pins are ignored; castling exchanges nothing.
func (p *Position) SEE(m core.Move, threshold core.Score) bool {
	if m.IsCastling() {
		return threshold <= 0
	}
	us := p.side & 1
	from, to := m.From()&63, m.To()&63
	occupied := p.Occupied() &^ bit(from)
	gain := info.Value[m.Captured()]
	if m.IsEnPassant() {
		occupied &^= bit(to ^ 8)
	}
	standing := info.Value[m.PieceType()] // of the piece on the target square
	if m.IsPromotion() {
		standing = info.Value[promotedKind(m)]
		gain += standing - info.Value[Pawn]
	}

	// need is what side has to gain by further captures so that the other side misses
	// its own goal. A capture of v reaches that if the other side then gains less than
	// v-need+1.
	side := us ^ 1
	need := gain - threshold + 1
	if need <= 0 {
		return false
	}
	if standing < need && rankOf(to) != 0 && rankOf(to) != 7 {
		return true
	}
	rooks := p.pieces[Rook] | p.pieces[Queen]
	bishops := p.pieces[Bishop] | p.pieces[Queen]
	attackers := p.attackers(to, occupied)
	for need > 0 {
		attackers &= occupied
		own := attackers & p.colors[side&1]
		if own == 0 {
			return side != us
		}
		kind := Pawn
		for p.pieces[kind&7]&own == 0 {
			kind++
		}
		if kind == King && attackers&^own != 0 {
			return side != us
		}
		value := info.Value[kind]
		if kind == Pawn && (rankOf(to) == 0 || rankOf(to) == 7) {
			value = info.Value[Queen]
			standing += value - info.Value[Pawn]
		}
		need = standing - need + 1
		standing = value
		side ^= 1
		set := p.pieces[kind&7] & own
		occupied &^= set & -set
		if kind == Pawn || kind == Bishop || kind == Queen {
			attackers |= board64.Bishop(to, occupied) & bishops
		}
		if kind == Rook || kind == Queen {
			attackers |= board64.Rook(to, occupied) & rooks
		}
	}
	return side == us
}

// attackers returns the pieces of both sides that attack sq.
func (p *Position) attackers(sq core.Square, occupied uint64) uint64 {
	sq &= 63
	return knightAttacks[sq]&p.pieces[Knight] | kingAttacks[sq]&p.pieces[King] |
		pawnAttacks[core.Second][sq]&p.pieces[Pawn]&p.colors[core.First] |
		pawnAttacks[core.First][sq]&p.pieces[Pawn]&p.colors[core.Second] |
		board64.Rook(sq, occupied)&(p.pieces[Rook]|p.pieces[Queen]) |
		board64.Bishop(sq, occupied)&(p.pieces[Bishop]|p.pieces[Queen])
}
