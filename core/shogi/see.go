package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
)

// exchangeOrder lists the kinds by rising value, the order in which both sides capture.
var exchangeOrder = [...]core.PieceType{
	Pawn, Lance, ProPawn, Knight, ProLance, ProKnight, Silver, ProSilver, Gold, Bishop, Horse, Rook, Dragon,
}

// SEE implements [core.Game]. Each side captures with its least valuable piece or
// stops. X-ray attackers join in, recaptures do not promote, pins are ignored.
func (p *Position) SEE(m core.Move, threshold core.Score) bool {
	k, to := m.PieceType(), m.To()
	// balance is how far the side that moved last is ahead of the threshold if the
	// exchange ends now.
	balance := info.Value[m.Captured()] - threshold
	if m.IsPromotion() {
		balance += info.Gain[k]
		k = promoted[k]
	}
	if balance < 0 {
		return false
	}
	risk := info.Value[k] // 0 for a king: nothing can take it back
	if balance >= risk {
		return true
	}
	occupied := p.Occupied().Or(bit(to))
	if !m.IsDrop() {
		occupied = occupied.AndNot(bit(m.From()))
	}
	bishops := p.pieces[Bishop].Or(p.pieces[Horse])
	rooks := p.pieces[Rook].Or(p.pieces[Dragon])
	attackers := p.attackers(to, occupied)
	us := p.side & 1
	for side := us ^ 1; ; side ^= 1 {
		attackers = attackers.And(occupied)
		own := attackers.And(p.colors[side])
		if !own.Any() {
			return side != us
		}
		capturer := p.leastValuable(own)
		if capturer == noSquare {
			// The king takes only what is not protected.
			return (side == us) != attackers.And(p.colors[side^1]).Any()
		}
		// If the capture were free the other side would be ahead, as balance is less
		// than risk. The question is whether it still is after a recapture.
		balance = risk - balance - 1
		risk = info.Value[p.kindAt(capturer)]
		if balance >= risk {
			return side == us
		}
		occupied = occupied.AndNot(bit(capturer))
		if p.kindAt(capturer) != Knight {
			attackers = attackers.
				Or(board81.Bishop(to, occupied).And(bishops)).
				Or(board81.Rook(to, occupied).And(rooks)).
				Or(board81.Lance(core.First, to, occupied).And(p.Pieces(core.Second, Lance))).
				Or(board81.Lance(core.Second, to, occupied).And(p.Pieces(core.First, Lance)))
		}
	}
}

// leastValuable returns the square of the least valuable piece of a set, noSquare if
// there is only the king.
func (p *Position) leastValuable(set Bitboard) core.Square {
	for _, k := range exchangeOrder {
		if b := set.And(p.pieces[k]); b.Any() {
			return b.First()
		}
	}
	return noSquare
}
