package protocol

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Engine is the door to whatever searches. All methods are called from the
// goroutine that reads commands, and all but Stop, PonderHit and Wait only when
// no search runs.
type Engine interface {
	// SetThreads sets the number of search threads, 1 or more.
	SetThreads(n int) error
	// SetHash sets the size of the transposition table. When that fails the old
	// table stays, and the error says what was kept.
	SetHash(mebibytes int) error
	// SpreadThreads says whether to bind threads to the memory nodes of the
	// machine in equal shares, where it has several.
	SpreadThreads(on bool)
	// SetMoveOverhead sets the time to keep back for every move, for delays
	// between the engine and the clock.
	SetMoveOverhead(d time.Duration)
	// SetSkill sets how strong to play while LimitElo is off: 0, the weakest, to
	// strength.FullSkill.
	SetSkill(level int)
	// LimitElo says whether to play at the Elo of SetElo.
	LimitElo(on bool)
	// SetElo sets the Elo to play at.
	SetElo(elo int)
	// SetEvaluation makes the game with that name be evaluated by what the text of
	// EvalFile names. If that cannot be had, the evaluation before stays, and the error
	// says so.
	SetEvaluation(game, file string) error
	// ClearHash empties the transposition table.
	ClearHash()
	// NewGame forgets everything learnt from earlier searches. It need not be done
	// when it returns, so that the clock of a go that follows at once is read.
	NewGame()
	// Prepare does deferred work for searches of positions like p, which it only
	// looks at: it allocates the table and starts threads. It costs nothing when
	// there is none to do.
	Prepare(p core.Position) error
	// Describe tells in one line what memory and threads searches will use, when there
	// is anything new to tell: otherwise it returns "".
	Describe() string

	// Go starts a search of p and returns at once. The engine owns p from then
	// on. The search ends with exactly one call of to.Done; with l.Infinite or
	// l.Ponder not before Stop or PonderHit. If p has no legal move, the only Info
	// has the depth 0 and tells the score. Memory and threads are prepared if
	// Prepare has not done so; l.MultiPV may be more than there are moves.
	Go(p core.Position, l core.Limits, to core.Listener)
	// Stop ends the search: Done follows within milliseconds. It does nothing
	// when no search runs.
	Stop()
	// PonderHit turns a ponder search into one on the clock. If l is not nil it
	// replaces the clock that Go was given.
	PonderHit(l *core.Limits)
	// Wait blocks until no search runs.
	Wait()

	// Explain returns the static evaluation of p for the side to move.
	// The name is that of the evaluation; the drawing, which may be empty, shows what
	// the score is made of.
	Explain(p core.Position) (score core.Score, name, drawing string)

	tunable

	MateSolver
}
