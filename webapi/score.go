package webapi

import (
	"errors"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
)

// Score is a score in the units of the protocol: hundredths of a pawn, or the distance of a
// mate, in chess in moves and in shogi in plies, negative or 0 for a side that is mated.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// scoreOf returns a score in the units of the protocol.
func scoreOf(d protocol.Dialect, s core.Score) (told Score) {
	unit, value, _ := strings.Cut(d.Score(s), " ")
	n, err := strconv.Atoi(value)
	if err != nil {
		return Score{}
	}
	if unit == "mate" {
		return Score{Mate: &n}
	}
	return Score{CP: &n}
}

// turned returns a score for a side from one for First, and back.
func turned(s core.Score, side core.Color) core.Score {
	if side == core.Second {
		return -s
	}
	return s
}

// score returns the score that s stands for.
func (s Score) score(d protocol.Dialect) (core.Score, error) {
	switch {
	case s.Mate != nil:
		plies, own := max(-core.MaxPly, min(core.MaxPly, *s.Mate)), *s.Mate > 0
		if !d.Checkmate { // in moves
			plies = max(-core.MaxPly, min(core.MaxPly, 2*plies))
			if own {
				plies--
			}
		}
		if own {
			return core.WinIn(plies), nil
		}
		return core.LossIn(-plies), nil
	case s.CP != nil:
		return core.Score(max(-int(core.EvalBound), min(int(core.EvalBound), *s.CP))), nil
	}
	return 0, errors.New("a score has cp or mate")
}
