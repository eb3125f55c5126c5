package nitoryu

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Line is a principal variation. A line of a finished iteration is exact.
type Line struct {
	Rank     int           `json:"rank"` // 1 for the best line, 2 for the second, ...
	Depth    int           `json:"depth"`
	SelDepth int           `json:"selDepth,omitempty"` // deepest ply that was reached
	Score    Score         `json:"score"`
	Bound    Bound         `json:"bound,omitzero"`
	Chances  Chances       `json:"chances"`
	Moves    []Move        `json:"moves"`
	Nodes    uint64        `json:"nodes"`              // over all threads, so far
	Elapsed  time.Duration `json:"nanoseconds"`        // so far
	HashFull int           `json:"hashFull,omitempty"` // permille of the table in use
}

// Result is the answer of a search.
type Result struct {
	Best    Move          `json:"best"`              // NoMove: there is no legal move, or a search for a mate found none
	Ponder  Move          `json:"ponder,omitempty"`  // the expected reply, or NoMove
	Declare bool          `json:"declare,omitempty"` // win, or draw, by declaration instead of moving
	Resign  bool          `json:"resign,omitempty"`  // a program of another author gives up
	Score   Score         `json:"score"`
	Chances Chances       `json:"chances"`
	Depth   int           `json:"depth"`
	Settled int           `json:"settled,omitempty"` // the depth from which on Best was the best move; 0: not known, as in quiet searches
	Lines   []Line        `json:"lines,omitempty"`   // best first; below full strength, Best need not be the move of the first
	Nodes   uint64        `json:"nodes"`             // over all threads
	Elapsed time.Duration `json:"nanoseconds"`       // since the question, or the ponder hit
}

// First returns the first move of the line, NoMove if it has none.
func (l *Line) First() Move {
	if len(l.Moves) == 0 {
		return NoMove
	}
	return l.Moves[0]
}

// Score is a value for the side to move in the position that was searched; 100 is about a
// pawn of chess. The higher, the better, mates and wins by endgame tables included. As text
// and in JSON it is in pawns, +0.35, or the plies to a mate, #5 and #-4.
type Score int

// For returns the score as side sees it, where mover is to move.
func (s Score) For(side, mover Side) Score {
	if side != mover {
		return -s
	}
	return s
}

// IsWin reports whether the side to move wins by force.
func (s Score) IsWin() bool { return core.Score(s).IsWin() }

// IsLoss reports whether the side to move loses by force.
func (s Score) IsLoss() bool { return core.Score(s).IsLoss() }

// Mate returns the plies to a mate: positive for a win, negative for a loss, and 0 for a
// side that is mated already. ok is false for every other score.
func (s Score) Mate() (plies int, ok bool) {
	if !core.Score(s).IsMate() {
		return 0, false
	}
	return core.Score(s).PliesToMate(), true
}

// String returns the score in pawns, +0.35, or the plies to a mate, #5 and #-4. A win by
// endgame tables is about +200.
func (s Score) String() string {
	if plies, ok := s.Mate(); ok {
		if plies == 0 {
			return "#-0"
		}
		return fmt.Sprintf("#%d", plies)
	}
	return fmt.Sprintf("%+.2f", float64(core.Score(s).Points())/100)
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (s Score) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what String writes. Some 200 pawns
// are a win by endgame tables.
func (s *Score) UnmarshalText(text []byte) error {
	if plies, mate := strings.CutPrefix(string(text), "#"); mate {
		n, err := strconv.Atoi(plies)
		if err != nil || n < -core.MaxPly || n > core.MaxPly {
			return fmt.Errorf("%q is no mate", text)
		}
		if *s = Score(core.WinIn(n)); strings.HasPrefix(plies, "-") {
			*s = Score(core.LossIn(-n))
		}
		return nil
	}
	pawns, err := strconv.ParseFloat(string(text), 64)
	if most := float64(core.EvalBound) / 100; err != nil || !(pawns >= -most && pawns <= most) {
		return fmt.Errorf("%q is no score", text)
	}
	*s = Score(core.ScoreOfPoints(int(math.Round(pawns * 100))))
	return nil
}

// Bound says how a score relates to the true one.
type Bound uint8

// The kinds of bound.
const (
	Exact   Bound = iota
	AtLeast       // the true score is no lower
	AtMost        // the true score is no higher
)

var boundNames = [...]string{"exact", "at least", "at most"}

// String returns "exact", "at least" or "at most".
func (b Bound) String() string {
	if int(b) < len(boundNames) {
		return boundNames[b]
	}
	return boundNames[Exact]
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (b Bound) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Bound) UnmarshalText(text []byte) error {
	i, err := named(boundNames[:], "bound", text)
	if err == nil {
		*b = Bound(i)
	}
	return err
}

// boundOf returns a bound of package core.
func boundOf(b core.Bound) Bound {
	switch b {
	case core.Lower:
		return AtLeast
	case core.Upper:
		return AtMost
	}
	return Exact
}

// Chances are how many of a thousand games with such a score the side to move wins, draws
// and loses. The sum is 1000.
type Chances struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss"`
}

// Points returns what the side to move scores on average, from 0 to 1: a draw is half a
// win.
func (c Chances) Points() float64 { return (float64(c.Win) + float64(c.Draw)/2) / 1000 }
