package uci

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Dialect returns UCI. Engines do not resign in it, and isready may come at any time, even
// after ucinewgame. Match runners read the lines marked multipv 1.
func Dialect() protocol.Dialect {
	return protocol.Dialect{
		Name: "uci", Setup: "fen", White: core.First, NoMove: "(none)", OnlyRank: true,
		TimeLeft: func(clock, _ time.Duration) time.Duration { return clock }, // the increment comes after the move
		Score:    Score,
		Offer:    func(o protocol.Option) protocol.Offer { return o.UCI },
	}
}

// Score returns "cp" with hundredths of a pawn or "mate" with moves of the winning
// side, negative for the losing side, 0 when mated on the board.
func Score(s core.Score) string {
	if !s.IsMate() {
		return "cp " + strconv.Itoa(s.Points())
	}
	plies := s.PliesToMate()
	if plies > 0 {
		plies++
	}
	return "mate " + strconv.Itoa(plies/2)
}
