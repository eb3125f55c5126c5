package shogi

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/attack/board81"
)

// exchangeOrder lists the kinds by rising value, the order in which both sides
// put their pieces into an exchange.
var exchangeOrder = [...]core.Kind{
	Pawn, Lance, ProPawn, Knight, ProLance, ProKnight, Silver, ProSilver, Gold, Bishop, Horse, Rook, Dragon,
}

// SEE implements [core.Game]. Both sides capture with their cheapest piece as
// long as it pays, sliders behind a captured one included; recaptures do not
// promote and pins are not seen. The values are those of Traits.
func (p *Position) SEE(m core.Move, threshold core.Score) bool {
	k, to := m.Kind(), m.To()
	// balance is what the side that moved is ahead of the threshold, from its
	// view, if the exchange ends now.
	balance := traits.Value[m.Captured()] - threshold
	if m.IsPromotion() {
		balance += traits.Gain[k]
		k = promoted[k]
	}
	if balance < 0 {
		return false
	}
	risk := traits.Value[k] // 0 for a king: nothing can take it back
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
		taker := p.cheapest(own)
		if taker == noSquare {
			// The king takes only what is not protected.
			return (side == us) != attackers.And(p.colors[side^1]).Any()
		}
		// A free capture would turn the tables, as balance is less than risk;
		// the question is whether it does when the taker is taken in turn.
		balance = risk - balance - 1
		risk = traits.Value[p.kindAt(taker)]
		if balance >= risk {
			return side == us
		}
		occupied = occupied.AndNot(bit(taker))
		if p.kindAt(taker) != Knight {
			attackers = attackers.
				Or(board81.Bishop(to, occupied).And(bishops)).
				Or(board81.Rook(to, occupied).And(rooks)).
				Or(board81.Lance(core.First, to, occupied).And(p.Pieces(core.Second, Lance))).
				Or(board81.Lance(core.Second, to, occupied).And(p.Pieces(core.First, Lance)))
		}
	}
}

// cheapest returns the square of the cheapest piece of a set, noSquare if there
// is only the king.
func (p *Position) cheapest(set Bitboard) core.Square {
	for _, k := range exchangeOrder {
		if b := set.And(p.pieces[k]); b.Any() {
			return b.First()
		}
	}
	return noSquare
}
