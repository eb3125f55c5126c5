package nitoryu

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
)

// Classic stands for the hand-crafted evaluation in place of the name of a network file.
const Classic = core.ClassicEval

// Options are what an engine is made of. The zero value is one thread, a table of 16 MiB
// and the networks in the program.
type Options struct {
	Threads int // that search together; 0: one
	Hash    int // size of the transposition table in MiB; 0: 16

	// Networks are files of networks by game, ours or another engine's, or [Classic].
	// Relative names are looked for beside the program, too.
	Networks map[Game]string
	Divisor  int    // FV_SCALE of a network of YaneuraOu that does not say it; 0: 16
	Tables   string // folders of Syzygy tables, separated as those of PATH are

	Seed     uint64        // makes the choices of limited strength repeatable; 0: they vary
	Overhead time.Duration // kept aside for each move on a clock; 0: 10 ms, negative: none
}

// ErrClosed is the error of an engine that was closed.
var ErrClosed = errors.New("the engine is closed")

// Engine searches positions of both games, one search at a time. Its methods may be called
// from any goroutine. An engine that is no longer needed must be closed: its table lies
// outside of the memory that is collected.
type Engine struct {
	engine *smp.Engine
	turn   chan struct{} // holds a token while a search runs
	closed chan struct{} // closed by Close

	mu      sync.Mutex // guards all below
	closing bool
	current *Thought // that runs, or nil
}

// New returns an engine. The error says which option cannot be met, or that there is too
// little memory.
func New(o Options) (*Engine, error) {
	e := &Engine{engine: games.NewEngine(), turn: make(chan struct{}, 1), closed: make(chan struct{})}
	if err := e.set(o); err != nil {
		e.engine.Close()
		return nil, err
	}
	return e, nil
}

// set sets the options of a new engine.
func (e *Engine) set(o Options) error {
	e.engine.KeepProcessors(true) // they are the program's
	if o.Threads != 0 {
		if err := e.engine.SetThreads(o.Threads); err != nil {
			return err
		}
	}
	if o.Hash != 0 {
		if err := e.engine.SetHash(o.Hash); err != nil {
			return err
		}
	}
	for game, file := range o.Networks {
		if _, err := games.ByName(string(game)); err != nil {
			return err
		}
		if err := e.engine.SetEvaluation(string(game), core.EvalChoice{File: file, Divisor: o.Divisor}); err != nil {
			return err
		}
	}
	if o.Tables != "" {
		if _, err := e.engine.SetTables(string(Chess), o.Tables); err != nil {
			return err
		}
	}
	if o.Seed != 0 {
		e.engine.SeedChoices(o.Seed)
	}
	if o.Overhead != 0 {
		e.engine.SetMoveOverhead(o.Overhead)
	}
	return e.engine.Prepare(games.Chess.Start(core.Settings{}))
}

// NewGame forgets what was learnt from earlier searches. It waits for a search that runs.
func (e *Engine) NewGame(ctx context.Context) error {
	if err := e.begin(ctx); err != nil {
		return err
	}
	defer e.end()
	e.engine.NewGame()
	return nil
}

// Evaluate returns the static evaluation of a position, without a search. It waits for a
// search that runs.
func (e *Engine) Evaluate(ctx context.Context, p *Position) (Score, error) {
	if err := e.begin(ctx); err != nil {
		return 0, err
	}
	defer e.end()
	return Score(e.engine.Evaluate(p.core.Clone())), nil
}

// begin waits until no search runs and takes the turn. The error says why it never comes.
func (e *Engine) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-e.closed:
		return ErrClosed
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closing {
		e.end()
		return ErrClosed
	}
	return nil
}

// end gives the turn back.
func (e *Engine) end() { <-e.turn }

// Close stops a search that runs, waits for it and frees all memory. Every later call
// returns [ErrClosed].
func (e *Engine) Close() error {
	e.mu.Lock()
	if e.closing {
		e.mu.Unlock()
		return nil
	}
	e.closing = true
	close(e.closed)
	t := e.current
	e.mu.Unlock()
	if t != nil {
		t.Stop()
	}
	e.turn <- struct{}{}
	e.engine.Close()
	e.end()
	return nil
}

// EloRange returns the lowest and the highest Elo that a game can be played at, zeros for
// an unknown game.
func EloRange(g Game) (lowest, highest int) {
	if ladder, ok := strength.Of(string(g)); ok {
		lowest, highest = ladder.Range()
	}
	return lowest, highest
}

// checkElo returns an error for an Elo that a game cannot be played at.
func checkElo(g Game, elo int) error {
	if lowest, highest := EloRange(g); elo < lowest || elo > highest {
		return fmt.Errorf("the Elo %d is not within %d to %d", elo, lowest, highest)
	}
	return nil
}
