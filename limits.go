package nitoryu

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Limits say when a search ends: with the first limit that is reached, or with its context.
// The zero value is no limit.
type Limits struct {
	Time  time.Duration `json:"time,omitempty"`  // for this search; milliseconds in JSON, as all limits of time
	Clock *Clock        `json:"clock,omitempty"` // of the game; nil: there is none
	Depth int           `json:"depth,omitempty"` // plies of iterative deepening
	Nodes uint64        `json:"nodes,omitempty"` // over all threads
	Mate  int           `json:"mate,omitempty"`  // ends once a mate within this many plies is proved

	Lines  int    `json:"lines,omitempty"`  // number of best lines; 0: one
	Moves  []Move `json:"moves,omitempty"`  // search only these; empty: all
	Elo    int    `json:"elo,omitempty"`    // strength to play at, of our engine within [EloRange]; 0: full strength
	Ponder bool   `json:"ponder,omitempty"` // go on until PonderHit or Stop of the [Search]; the clock does not run
	Quiet  bool   `json:"quiet,omitempty"`  // no lines before the result: saves time in short searches
	// Analysis is for people who study the position: a program that has UCI_AnalyseMode leaves out its book and its weaknesses.
	Analysis bool  `json:"analysis,omitempty"`
	Draw     Score `json:"draw,omitzero"` // what a draw is worth to the side to move; other engines ignore it

	// Tsume looks for a mate by checks alone, of any length, as problems of shogi ask. Time
	// and Nodes limit it; the others do not count. The score of the result is a win with the
	// whole line of a mate, a loss if there is none, and 0 if nothing was proved.
	Tsume bool `json:"tsume,omitempty"`
}

// LimitError says what is wrong with limits.
type LimitError struct{ Problem string }

// Error implements error.
func (e *LimitError) Error() string { return e.Problem }

// Is reports whether target is [ErrLimits].
func (e *LimitError) Is(target error) bool { return target == ErrLimits }

// Clock is the time control of a game.
type Clock struct {
	Left      [2]time.Duration `json:"left"`                // of each side
	Increment [2]time.Duration `json:"increment"`           // added after each move
	Byoyomi   time.Duration    `json:"byoyomi,omitempty"`   // free time for every move once Left is used up; shogi
	MovesToGo int              `json:"movesToGo,omitempty"` // to the next time control; 0: the whole game
}

// Endless reports whether nothing in the limits ends a search.
func (l *Limits) Endless() bool {
	if l.Tsume {
		return l.Time == 0 && l.Nodes == 0
	}
	return l.Ponder || l.Time == 0 && l.Clock == nil && l.Depth == 0 && l.Nodes == 0
}

// Check returns a [*LimitError] if the limits make no sense for a search of p, and a
// [*MoveError] for a move that is not legal there. Every search checks its limits.
func (l *Limits) Check(p *Position) error {
	_, err := l.core(p)
	return err
}

// core returns the limits of a search of p.
func (l *Limits) core(p *Position) (core.Limits, error) {
	if l.Time < 0 || l.Depth < 0 || l.Mate < 0 || l.Lines < 0 || l.Elo < 0 {
		return core.Limits{}, &LimitError{"a limit is negative"}
	}
	if l.Tsume {
		return core.Limits{MoveTime: l.Time, Nodes: l.Nodes}, nil
	}
	if core.Score(l.Draw).Clamp() != core.Score(l.Draw) {
		return core.Limits{}, &LimitError{fmt.Sprintf("a draw is worth no more than a win, not %d", l.Draw)}
	}
	if err := l.Clock.Check(); err != nil {
		return core.Limits{}, err
	}
	limits := core.Limits{
		MoveTime: l.Time, Depth: l.Depth, Nodes: l.Nodes, Mate: l.Mate, MultiPV: l.Lines, Ponder: l.Ponder,
		Elo: l.Elo, Draw: core.Score(l.Draw),
	}
	board := p.at()
	for i, m := range l.Moves {
		move, err := board.ParseMove(string(m))
		if err != nil {
			return core.Limits{}, &MoveError{Move: m, Index: i, Err: err}
		}
		limits.RootMoves = append(limits.RootMoves, move)
	}
	l.Clock.set(&limits)
	return limits, nil
}

// Check returns a [*LimitError] if a clock makes no sense. There may be none.
func (c *Clock) Check() error {
	if c != nil && (c.Increment[First] < 0 || c.Increment[Second] < 0 || c.Byoyomi < 0 || c.MovesToGo < 0) {
		return &LimitError{"an increment, byoyomi or number of moves is negative"}
	}
	return nil
}

// Spend takes the time of a move off the clock of a side, and adds the increment. It returns by how
// much the move was too late, 0 if it was in time.
func (c *Clock) Spend(side Side, d time.Duration) (late time.Duration) {
	left := c.Left[side] - d
	c.Left[side] = max(0, left) + c.Increment[side]
	return max(0, -left-c.Byoyomi)
}

// set adds the clock to limits.
func (c *Clock) set(l *core.Limits) {
	if c != nil {
		l.HasClock, l.Time, l.Increment, l.Byoyomi, l.MovesToGo = true, c.Left, c.Increment, c.Byoyomi, c.MovesToGo
	}
}
