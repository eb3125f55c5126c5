package core

import (
	"errors"
	"strconv"
)

// Ending says how a game ended. The numbers up to [Adjudication] stand in the files
// of package dataset and never change.
type Ending uint8

// The endings that follow from the rules.
const (
	NoEnding Ending = iota // the game goes on, or how it ended is unknown
	Checkmate
	Stalemate
	Repetition
	PerpetualCheck
	FiftyMoves
	InsufficientMaterial
	MoveLimit
	Declaration // a win or a draw by the entering king rule
)

// The endings that only a referee sees.
const (
	Adjudication Ending = Declaration + 1 + iota
	Resignation
	WrongDeclaration // lost by a claim that does not hold; the first fault
	TimeForfeit
	IllegalMove
	Crash
	Hang // the last fault
	Interrupted
)

// The endings of games that players and arbiters settle: a match between engines ends at the
// draw that could be claimed before.
const (
	FivefoldRepetition Ending = Interrupted + 1 + iota
	SeventyFiveMoves
	Agreement
)

var endingNames = [...]string{
	"unknown", "checkmate", "stalemate", "repetition", "perpetual check", "fifty-move rule",
	"insufficient material", "move limit", "declaration",
	"adjudication", "resignation", "wrong declaration", "time forfeit", "illegal move", "crash", "hang", "interrupted",
	"fivefold repetition", "seventy-five-move rule", "agreement",
}

func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return "ending " + strconv.Itoa(int(e))
}

// IsFault reports whether the game ended because a side broke a rule, overstepped its time or crashed.
func (e Ending) IsFault() bool { return e >= WrongDeclaration && e <= Hang }

// MarshalText implements [encoding.TextMarshaler] with the name of the ending.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. The error says that no ending
// has the name.
func (e *Ending) UnmarshalText(name []byte) error {
	for i, known := range endingNames {
		if string(name) == known {
			*e = Ending(i)
			return nil
		}
	}
	return errors.New("there is no ending " + strconv.Quote(string(name)))
}
