package dataset

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// Filter chooses the positions to train on. The zero value keeps every position
// with a score. The choice is the usual one: a static evaluation should learn
// quiet positions, from play that was neither random nor decided
// (https://www.chessprogramming.org/NNUE#Training_Data).
type Filter struct {
	MinPly       int        // drop positions before this ply, counted on from the move number of a start position
	MaxScore     core.Score // drop scores of this magnitude or more, and decisive scores; 0: drop no scores
	DropChecks   bool       // drop positions in check
	DropTactical bool       // drop positions whose move is tactical: captures, and the greater promotions
}

// DefaultFilter returns the filter to train with.
func DefaultFilter() Filter {
	return Filter{MinPly: 16, MaxScore: 10000, DropChecks: true, DropTactical: true}
}

// Reason says why a filter drops a position.
type Reason uint8

// The reasons, in the order in which they are checked.
const (
	Kept Reason = iota
	Unscored
	Early
	LargeScore
	TacticalMove
	InCheck

	reasons = iota
)

func (r Reason) String() string {
	names := [reasons]string{"kept", "random or without a score", "early ply", "large score", "tactical move", "in check"}
	if r < reasons {
		return names[r]
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// Keep reports whether the filter keeps a position in which m was played, with
// its score (core.NoScore: none) at a ply of the game, counted from 0 where it starts.
func (f Filter) Keep(p core.Position, m core.Move, score core.Score, ply int) bool {
	return f.Judge(p, m, score, ply) == Kept
}

// Judge is Keep with the reason.
func (f Filter) Judge(p core.Position, m core.Move, score core.Score, ply int) Reason {
	switch {
	case score == core.NoScore:
		return Unscored
	case max(ply, p.Plies()) < f.MinPly:
		return Early
	case f.MaxScore > 0 && max(score, -score) >= min(f.MaxScore, core.WinBound):
		return LargeScore
	case f.DropTactical && m.IsTactical():
		return TacticalMove
	case f.DropChecks && p.InCheck():
		return InCheck
	}
	return Kept
}
