package core

// The rules of shogi for winning with a king in the enemy camp, by their names in USI.
const (
	CSARule27      = "CSARule27"
	CSARule27H     = "CSARule27H" // of handicap games
	CSARule24      = "CSARule24"
	CSARule24H     = "CSARule24H"
	TryRule        = "TryRule"
	NoEnteringKing = "NoEnteringKing"
)

// EnteringKingRules returns the names that Settings.EnteringKing can have, the usual
// one first.
func EnteringKingRules() []string {
	return []string{CSARule27, CSARule27H, CSARule24, CSARule24H, TryRule, NoEnteringKing}
}

// HandicapRule returns the variant of a rule for handicap games: the side that gives the handicap needs fewer
// points, by the value of the missing pieces.
func HandicapRule(rule string) string {
	switch rule {
	case "", CSARule27:
		return CSARule27H
	case CSARule24:
		return CSARule24H
	}
	return rule
}

// Claim is the result of a declaration by the entering king rule.
type Claim uint8

// The results of a declaration.
const (
	LosingClaim Claim = iota // the side has no right to declare
	DrawingClaim
	WinningClaim
)

// Verdict returns how a game ends in which a side makes the claim.
func (c Claim) Verdict(side Color) Verdict {
	switch c {
	case WinningClaim:
		return Verdict{Ending: Declaration, Winner: side}
	case DrawingClaim:
		return Verdict{Ending: Declaration, Drawn: true}
	}
	return Verdict{Ending: WrongDeclaration, Winner: side.Other()}
}
