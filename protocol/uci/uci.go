package uci

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Dialect implements [protocol.Dialect].
type Dialect struct{}

var _ protocol.Dialect = Dialect{}

// Name returns "uci".
func (Dialect) Name() string { return "uci" }

// Setup returns "fen".
func (Dialect) Setup() string { return "fen" }

// White returns the side that moves first.
func (Dialect) White() core.Color { return core.First }

// TimeLeft returns the clock: the increment comes after the move.
func (Dialect) TimeLeft(clock, _ time.Duration) time.Duration { return clock }

// ReadyBeginsGame reports false: isready may come at any time, even after ucinewgame.
func (Dialect) ReadyBeginsGame() bool { return false }

// Checkmate reports false: the answer to a mate search is a best move.
func (Dialect) Checkmate() bool { return false }

// ShowRank reports true: match runners read the lines marked multipv 1.
func (Dialect) ShowRank(int) bool { return true }

// RowPerInfo reports false: lines without moves only update what they name.
func (Dialect) RowPerInfo() bool { return false }

// NoMove returns "(none)".
func (Dialect) NoMove() string { return "(none)" }

// Resignation returns "": engines do not resign in UCI.
func (Dialect) Resignation() string { return "" }

// Declaration returns "": chess has none.
func (Dialect) Declaration() string { return "" }

// Offer returns the UCI side of an option.
func (Dialect) Offer(o protocol.Option) protocol.Offer { return o.UCI }

// Score returns "cp" with hundredths of a pawn or "mate" with moves: those of
// the winning side, negative for the losing one, 0 when mated on the board.
func (Dialect) Score(s core.Score) string {
	if !s.IsMate() {
		return "cp " + strconv.Itoa(s.Points())
	}
	plies := s.PliesToMate()
	if plies > 0 {
		plies++
	}
	return "mate " + strconv.Itoa(plies/2)
}
