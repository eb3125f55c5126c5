package shogi

import (
	"cmp"

	"github.com/nitoryu/nitoryu/core"
)

// declarationRule says how a king in the enemy camp ends the game. Who declares with too
// few points for a draw has no right to, and loses.
type declarationRule struct {
	name     string
	claims   bool   // there are declarations
	wins     [2]int // the points from which on a declaration wins, by colour
	draws    [2]int // the points from which on it draws at least; equal to wins: none draws
	handicap bool   // the points of pieces that are missing are taken off the points of Second
	try      bool   // a king wins on the square where the enemy king stood at first
}

// declarationRules are the rules of the Computer Shogi Association by their names in
// USI, where H stands for handicap games, and the try rule. By the 27-point rule Second
// needs one point less; by the 24-point rule of professionals a declaration may draw.
var declarationRules = [...]declarationRule{
	{name: core.CSARule27, claims: true, wins: [2]int{28, 27}, draws: [2]int{28, 27}},
	{name: core.CSARule27H, claims: true, wins: [2]int{28, 27}, draws: [2]int{28, 27}, handicap: true},
	{name: core.CSARule24, claims: true, wins: [2]int{31, 31}, draws: [2]int{24, 24}},
	{name: core.CSARule24H, claims: true, wins: [2]int{31, 31}, draws: [2]int{24, 24}, handicap: true},
	{name: core.TryRule, try: true},
	{name: core.NoEnteringKing},
}

// ruleNamed returns the rule with a name, the 27-point rule for "", and whether there is one.
func ruleNamed(name string) (declarationRule, bool) {
	for _, r := range declarationRules {
		if r.name == cmp.Or(name, core.CSARule27) {
			return r, true
		}
	}
	return declarationRule{}, false
}

// trySquares are the goals of the try rule by colour: 5a and 5i.
var trySquares = [2]core.Square{4 * 9, 4*9 + 8}

// tried reports whether the last move has won by the try rule.
func (p *Position) tried() bool {
	return p.declaration.try && p.kings[p.side.Other()] == trySquares[p.side.Other()]
}

// allPoints is the sum of the points of all pieces, kings excluded.
const allPoints = 54

// points returns the sum of the points of the pieces on the board and in both hands.
func (p *Position) points() (sum int) {
	for c := range p.hands {
		h := p.hands[c]
		sum += p.colors[c].AndNot(p.pieces[King]).Count() + h.total() + 4*(h.count(Bishop)+h.count(Rook))
	}
	return sum + 4*p.bigPieces().Count()
}

// bigPieces returns the rooks and bishops on the board, promoted or not.
func (p *Position) bigPieces() Bitboard {
	return p.pieces[Bishop].Or(p.pieces[Rook]).Or(p.pieces[Horse]).Or(p.pieces[Dragon])
}

// declarationPieces is how many pieces besides the king a declaration needs in
// the enemy camp.
const declarationPieces = 10

// Claim implements [core.Position], the entering king rule (nyugyoku): the king is
// in the enemy camp and not in check, there are enough pieces in the camp, and these
// and the hand have enough points: five for a rook or bishop, one for any other piece.
func (p *Position) Claim() core.Claim {
	d, claims := p.Declaration(p.side)
	switch {
	case !claims || !d.Entered || p.InCheck() || d.Pieces < declarationPieces || d.Points < d.Draws:
		return core.LosingClaim
	case d.Points < d.Wins:
		return core.DrawingClaim
	}
	return core.WinningClaim
}

// Declaration is how far a side is from a declaration.
type Declaration struct {
	Entered bool // its king is in the enemy camp
	Pieces  int  // in the enemy camp besides the king
	Points  int  // of these and of the hand
	Wins    int  // the points that win
	Draws   int  // that draw at least; equal to Wins: none draws
}

// Declaration returns how far a side is from a declaration, and whether the rule has any.
func (p *Position) Declaration(c core.Color) (d Declaration, claims bool) {
	c &= 1
	d = Declaration{Entered: zones[c].Has(p.kings[c]), Wins: p.declaration.wins[c], Draws: p.declaration.draws[c]}
	d.Pieces, d.Points = p.declarationPoints(c)
	return d, p.declaration.claims
}

// declarationPoints returns the pieces in the enemy camp besides the king, and
// their points, with the points of the hand.
func (p *Position) declarationPoints(c core.Color) (pieces, points int) {
	camp := p.colors[c].And(zones[c]).AndNot(bit(p.kings[c]))
	h := p.hands[c]
	pieces = camp.Count()
	bigs := camp.And(p.bigPieces()).Count() + h.count(Bishop) + h.count(Rook)
	return pieces, pieces + h.total() + 4*bigs
}
