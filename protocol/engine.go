package protocol

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// Engine is what a session needs of an engine. All methods are called from the
// goroutine that reads commands, and all except Stop, PonderHit and Wait only while no
// search runs.
type Engine interface {
	// SetThreads sets the number of search threads, 1 or more.
	SetThreads(n int) error
	// SetHash sets the size of the transposition table. On failure the old table
	// stays, and the error says so.
	SetHash(mebibytes int) error
	// SpreadThreads says whether to bind threads to the memory nodes of the
	// machine in equal shares, where it has several.
	SpreadThreads(on bool)
	// SetMoveOverhead sets the time per move to keep aside for delays between the
	// engine and the clock.
	SetMoveOverhead(d time.Duration)
	// SetPace sets what the user asks for in the use of time.
	SetPace(p options.Pace)
	// SetSkill sets how strong to play while LimitElo is off: 0, the weakest, to
	// strength.FullSkill.
	SetSkill(level int)
	// LimitElo says whether to play at the Elo of SetElo.
	LimitElo(on bool)
	// SetElo sets the Elo to play at.
	SetElo(elo int)
	// SetEvaluation sets the evaluation of the game with that name to what EvalFile
	// names. On failure the old evaluation stays, and the error says so.
	SetEvaluation(game string, choice options.Evaluation) error
	// SetTables makes the game with that name use the endgame tables in some folders,
	// separated as in PATH, and describes them in one line, "" for nothing new. The error
	// says what was left out; the rest is used.
	SetTables(game, path string) (description string, err error)
	// UseTables sets how endgame tables are used.
	UseTables(u options.Tables)
	// ClearHash empties the transposition table.
	ClearHash()
	// NewGame forgets everything learnt from earlier searches. It may return before
	// that is done, so that a go that follows at once is read in time.
	NewGame()
	// Prepare allocates the table and starts the threads for searches of the game of
	// p, which it does not keep. It costs nothing if that is already done.
	Prepare(p core.Position) error
	// Describe describes the memory and the threads of searches in one line, "" if
	// nothing is new since the last call.
	Describe() string

	// Go starts a search of p, which belongs to the engine from then on, and returns
	// at once. It ends with exactly one call of to.Done; with l.Infinite or l.Ponder
	// not before Stop or PonderHit. If p has no legal move, there is one Info with
	// depth 0. l.MultiPV may be larger than the number of moves.
	Go(p core.Position, l core.Limits, to core.Callbacks)
	// Stop ends the search: Done follows within milliseconds. Without a search it
	// does nothing.
	Stop()
	// PonderHit starts the clock of a ponder search. If l is not nil it replaces the
	// clock given to Go.
	PonderHit(l *core.Limits)
	// Wait blocks until no search runs.
	Wait()

	// Explain returns the static evaluation of p for the side to move, the name of the
	// evaluation and a drawing of its terms, which may be empty.
	Explain(p core.Position) (score core.Score, name, drawing string)

	tunable

	MateSolver
}
