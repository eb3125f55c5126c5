package protocol

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Dialect is what tells UCI and USI apart: words, units and conventions.
// Dialects have no state.
type Dialect interface {
	// Name is the word of the handshake, "uci" or "usi"; with "ok" appended it
	// ends the answer.
	Name() string
	// Setup is the word before a position in notation: "fen" or "sfen".
	Setup() string
	// White is the side whose clock is called wtime: the first player in chess,
	// the second in shogi.
	White() core.Color
	// TimeLeft returns the time that may be used for the move at hand, given
	// the clock and the increment of the side to move as the front end sends them.
	TimeLeft(clock, increment time.Duration) time.Duration
	// ReadyBeginsGame reports whether isready comes before each game, as the last
	// chance to do what takes time: the first go follows the command for a new
	// game at once.
	ReadyBeginsGame() bool
	// Checkmate reports whether "go mate" asks for a line of checks to mate,
	// given a time, and is answered with "checkmate". Else it asks for a best
	// move, given the number of moves to mate.
	Checkmate() bool
	// Score returns what follows the word score: the unit and the value.
	Score(s core.Score) string
	// ShowRank reports whether info lines carry "multipv" when the search reports
	// that many lines.
	ShowRank(lines int) bool
	// RowPerInfo reports whether front ends make a row of play of every info line
	// that has a depth or a time, so that one without moves blanks what they show.
	RowPerInfo() bool
	// NoMove is the best move of a position that has none.
	NoMove() string
	// Declaration is the best move that claims the win by declaration, or ""
	// if there is no such thing.
	Declaration() string
	// Offer returns how the dialect offers an option.
	Offer(o Option) Offer
}
