package nitoryu

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Limits say when a search ends: with the first limit that is reached, or with its context.
// The zero value is no limit.
type Limits struct {
	Time  time.Duration // for this search
	Clock *Clock        // of the game; nil: there is none
	Depth int           // plies of iterative deepening
	Nodes uint64        // over all threads
	Mate  int           // ends once a mate within so many plies is proved

	Lines  int    // number of best lines; 0: one
	Moves  []Move // search only these; empty: all
	Elo    int    // strength to play at, see [EloRange]; 0: full strength
	Ponder bool   // go on until Hit or Stop of the [Thought]; the clock does not run
}

// Clock is the time control of a game.
type Clock struct {
	Left      [2]time.Duration // of each side
	Increment [2]time.Duration // added after each move
	Byoyomi   time.Duration    // free time for every move once Left is used up
	MovesToGo int              // to the next time control; 0: the whole game
}

// Line is a principal variation. A line of a finished iteration is exact.
type Line struct {
	Rank     int // 1 for the best line, 2 for the second, ...
	Depth    int // of the iteration
	SelDepth int // deepest ply that was reached
	Score    Score
	Bound    Bound
	Chances  Chances
	Moves    []Move
	Nodes    uint64        // over all threads, so far
	Elapsed  time.Duration // so far
	HashFull int           // permille of the table in use
}

// Result is the answer of a search.
type Result struct {
	Best    Move // NoMove: there is no legal move, or a search for a mate found none
	Ponder  Move // the expected reply, or NoMove
	Declare bool // win by declaration instead of moving
	Score   Score
	Depth   int
	Lines   []Line // best first; below full strength, Best need not be that of the first
	Nodes   uint64 // over all threads
	Elapsed time.Duration
}

// Search searches a position, which stays as it is, and returns the answer. It waits for
// an earlier search of the engine to end.
//
// When ctx is done the search stops at once. The result is then what was found so far, and
// the error that of ctx; a search that has not begun has no result. A search without
// limits needs a context that ends. Other errors are about limits that make no sense, a
// closed engine, or a fault in the search, which may have a result all the same.
func (e *Engine) Search(ctx context.Context, p *Position, l Limits) (Result, error) {
	if ctx.Done() == nil && l.endless() {
		return Result{}, errors.New("the search would never end: it has no limit, and its context none")
	}
	t, err := e.start(ctx, p, l, e.engine.Go)
	if err != nil {
		return Result{}, err
	}
	return t.Result()
}

// Mate looks for a mate by checks alone, of any length: it solves tsume problems. It ends
// with Time or Nodes of the limits or with ctx; the others do not count. The score of the
// result is a win with the whole line of a mate, a loss if there is none, and 0 if nothing
// was proved. For errors see [Engine.Search].
func (e *Engine) Mate(ctx context.Context, p *Position, l Limits) (Result, error) {
	l = Limits{Time: l.Time, Nodes: l.Nodes}
	if ctx.Done() == nil && l.endless() {
		return Result{}, errors.New("the search might never end: it has no limit, and its context none")
	}
	t, err := e.start(ctx, p, l, e.engine.Mate)
	if err != nil {
		return Result{}, err
	}
	return t.Result()
}

// endless reports whether nothing in the limits ends a search.
func (l *Limits) endless() bool {
	return l.Ponder || l.Time == 0 && l.Clock == nil && l.Depth == 0 && l.Nodes == 0
}

// core returns the limits of a search of p.
func (l *Limits) core(p *Position) (core.Limits, error) {
	limits := core.Limits{
		MoveTime: l.Time, Depth: l.Depth, Nodes: l.Nodes, Mate: l.Mate, MultiPV: l.Lines, Ponder: l.Ponder,
	}
	if l.Time < 0 || l.Depth < 0 || l.Mate < 0 || l.Lines < 0 {
		return limits, errors.New("a limit is negative")
	}
	if l.Elo != 0 {
		if err := checkElo(p.Game(), l.Elo); err != nil {
			return limits, err
		}
	}
	for _, text := range l.Moves {
		m, err := p.core.ParseMove(string(text))
		if err != nil {
			return limits, err
		}
		limits.RootMoves = append(limits.RootMoves, m)
	}
	return limits, l.Clock.set(&limits)
}

// set adds the clock to limits.
func (c *Clock) set(l *core.Limits) error {
	if c == nil {
		return nil
	}
	if c.Increment[First] < 0 || c.Increment[Second] < 0 || c.Byoyomi < 0 || c.MovesToGo < 0 {
		return errors.New("an increment, byoyomi or number of moves is negative")
	}
	l.HasClock, l.Time, l.Increment, l.Byoyomi, l.MovesToGo = true, c.Left, c.Increment, c.Byoyomi, c.MovesToGo
	return nil
}

// Score is a value for the side to move; 100 is about a pawn of chess. The higher, the
// better, mates and wins by endgame tables included.
type Score int

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

// String returns the score in pawns, +0.35, or the plies to a mate, #5 and #-4.
func (s Score) String() string {
	if plies, ok := s.Mate(); ok {
		if plies == 0 {
			return "#-0"
		}
		return fmt.Sprintf("#%d", plies)
	}
	return fmt.Sprintf("%+.2f", float64(core.Score(s).Points())/100)
}

// Bound says how a score relates to the true one.
type Bound uint8

// The kinds of bound.
const (
	Exact   Bound = iota
	AtLeast       // the true score is no lower
	AtMost        // the true score is no higher
)

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
type Chances struct{ Win, Draw, Loss int }
