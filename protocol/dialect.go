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
	// TimeLeft returns the time available for the current move, given the clock and
	// the increment of the side to move as the front end sends them.
	TimeLeft(clock, increment time.Duration) time.Duration
	// ReadyBeginsGame reports whether isready comes before each game and is the last
	// chance for slow preparations: the first go follows the command for a new game
	// at once.
	ReadyBeginsGame() bool
	// Checkmate reports whether "go mate" takes a time, asks for a mate by checks and
	// is answered with "checkmate". Otherwise it takes a number of moves and is
	// answered with a best move.
	Checkmate() bool
	// Score returns what follows the word score: the unit and the value.
	Score(s core.Score) string
	// ShowRank reports whether info lines carry "multipv" when the search reports
	// that many lines.
	ShowRank(lines int) bool
	// RowPerInfo reports whether front ends show a line of play for every info with a
	// depth or a time, so that one without moves shows an empty line.
	RowPerInfo() bool
	// NoMove is the best move of a position without legal moves.
	NoMove() string
	// Resignation is the best move that resigns, "" if there is none.
	Resignation() string
	// Declaration is the best move that declares a win, "" if there is none.
	Declaration() string
	// Offer returns how the dialect offers an option.
	Offer(o Option) Offer
}
