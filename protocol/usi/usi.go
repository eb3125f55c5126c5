package usi

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Dialect implements [protocol.Dialect].
type Dialect struct{}

var _ protocol.Dialect = Dialect{}

// Name returns "usi".
func (Dialect) Name() string { return "usi" }

// Setup returns "sfen".
func (Dialect) Setup() string { return "sfen" }

// White returns the side that moves second.
func (Dialect) White() core.Color { return core.Second }

// TimeLeft returns what is safe whether or not the clock includes the increment of this
// move. Front ends disagree: if it does, the clock is at least the increment; if not,
// both together may be used.
func (Dialect) TimeLeft(clock, increment time.Duration) time.Duration {
	return max(clock, increment)
}

// ReadyBeginsGame reports true.
func (Dialect) ReadyBeginsGame() bool { return true }

// Checkmate reports true.
func (Dialect) Checkmate() bool { return true }

// ShowRank reports whether there is more than one line.
func (Dialect) ShowRank(lines int) bool { return lines > 1 }

// RowPerInfo reports true: ShogiHome shows and records the last line.
func (Dialect) RowPerInfo() bool { return true }

// NoMove returns "resign": a side without moves has lost.
func (Dialect) NoMove() string { return "resign" }

// Resignation returns "resign".
func (Dialect) Resignation() string { return "resign" }

// Declaration returns "win".
func (Dialect) Declaration() string { return "win" }

// Offer returns the USI side of an option.
func (Dialect) Offer(o protocol.Option) protocol.Offer { return o.USI }

// Score returns "cp" with hundredths of a pawn or "mate" with plies, negative
// for the losing side. Mated on the board is "-0": front ends read "0" as a win.
func (Dialect) Score(s core.Score) string {
	if !s.IsMate() {
		return "cp " + strconv.Itoa(s.Points())
	}
	plies := s.PliesToMate()
	if plies > 0 {
		return "mate " + strconv.Itoa(plies)
	}
	return "mate -" + strconv.Itoa(-plies)
}
