package protocol

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Dialect is what tells UCI and USI apart: words, units and conventions.
type Dialect struct {
	Name  string     // the word of the handshake, "uci" or "usi"; with "ok" appended it ends the answer
	Setup string     // the word before a position in notation: "fen" or "sfen"
	White core.Color // whose clock is called wtime: the first player in chess, the second in shogi

	NoMove      string // the best move of a position without legal moves
	Resignation string // the best move that resigns, "" if the dialect has none
	Declaration string // the best move that declares, "" if the dialect has none

	// ReadyBeginsGame says that isready comes before each game and is the last chance for
	// slow preparations: the first go follows the command for a new game at once.
	ReadyBeginsGame bool
	// Checkmate says that "go mate" takes a time, asks for a mate by checks and is
	// answered with "checkmate". Otherwise it takes a number of moves and is answered
	// with a best move.
	Checkmate bool
	// OnlyRank says that info lines carry "multipv" even if the search reports one line.
	OnlyRank bool
	// RowPerInfo says that front ends show a line of play for every info with a depth or
	// a time, so that an info without moves shows an empty line.
	RowPerInfo bool

	// TimeLeft returns the time available for the current move, given the clock and the
	// increment of the side to move as the front end sends them.
	TimeLeft func(clock, increment time.Duration) time.Duration
	// Score returns what follows the word score: the unit and the value.
	Score func(s core.Score) string
	// Offer returns how the dialect offers an option.
	Offer func(o Option) Offer
}
