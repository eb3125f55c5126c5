package usi

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Dialect returns USI. A side without moves has lost. ShogiHome shows and records the last
// line, whatever it says.
func Dialect() protocol.Dialect {
	return protocol.Dialect{
		Name: "usi", Setup: "sfen", White: core.Second, NoMove: "resign", Resignation: "resign", Declaration: "win",
		ReadyBeginsGame: true, Checkmate: true, RowPerInfo: true,
		TimeLeft: TimeLeft,
		Score:    Score,
		Offer:    func(o protocol.Option) protocol.Offer { return o.USI },
	}
}

// TimeLeft returns what is safe whether or not the clock includes the increment of this
// move. Front ends disagree: if it does, the clock is at least the increment; if not,
// both together may be used.
func TimeLeft(clock, increment time.Duration) time.Duration { return max(clock, increment) }

// Score returns "cp" with hundredths of a pawn or "mate" with plies, negative
// for the losing side. Mated on the board is "-0": front ends read "0" as a win.
func Score(s core.Score) string {
	if !s.IsMate() {
		return "cp " + strconv.Itoa(s.Points())
	}
	plies := s.PliesToMate()
	if plies > 0 {
		return "mate " + strconv.Itoa(plies)
	}
	return "mate -" + strconv.Itoa(-plies)
}
