package nitoryu

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/bridge"
	"github.com/nitoryu/nitoryu/smp"
)

// What stands for an evaluation in place of the name of a network file.
const (
	Classic = options.Classic // the hand-crafted one
	Own     = options.Own     // the best network that learned from Nitoryu's games alone
)

// Network is a file to evaluate with, ours or another engine's.
type Network struct {
	File    string // or [Classic] or [Own]; relative names are looked for beside the program, too
	Divisor int    // FV_SCALE of a network of YaneuraOu, for what it explains; 0: 16
	Small   string // the small network of Stockfish that stands in for File in some positions; "": none
}

// Options are what an engine is made of. The zero value is one thread, a table of 16 MiB
// and the networks in the program.
type Options struct {
	Threads  int                 // that search together; 0: one
	Hash     int                 // size of the transposition table in MiB; 0: 16
	Networks map[Variant]Network // in place of those in the program
	Tables   string              // folders of Syzygy tables, separated as in PATH

	Seed     uint64        // makes the choices of limited strength repeatable; 0: they vary
	Overhead time.Duration // kept aside for each move on a clock; 0: 10 ms, negative: none
}

// Engine is our own engine: it searches positions of both games, one search at a time. An
// engine that is no longer needed must be closed: its table lies outside of the memory that
// is collected.
type Engine struct {
	engine *smp.Engine
	turn   chan struct{} // holds a token while a search runs
	closed chan struct{} // closed by Close

	mu      sync.Mutex // guards closing and current
	closing bool
	current *thought // that runs, or nil

	// Of the search, whose memory is used again.
	root, board core.Position
	last        []core.Info // the latest exact line of each rank, where it is quiet
}

var _ Searcher = (*Engine)(nil)

// New returns an engine. The error says which option cannot be met, or that there is too
// little memory.
func New(o Options) (*Engine, error) { return newEngine(o, games.Chess(), games.Shogi()) }

// NewChess returns an engine that plays chess alone: a program that calls it, and not [New], has no
// network of shogi in it, and is the smaller for that.
func NewChess(o Options) (*Engine, error) { return newEngine(o, games.Chess()) }

// NewShogi returns an engine that plays shogi alone, see [NewChess].
func NewShogi(o Options) (*Engine, error) { return newEngine(o, games.Shogi()) }

func newEngine(o Options, all ...games.Game) (*Engine, error) {
	e := wrap(games.NewEngineFor(all...))
	err := e.set(o)
	if err == nil {
		err = e.engine.Prepare(all[0].Start(core.Settings{}))
	}
	if err != nil {
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
	for game, network := range o.Networks {
		if _, err := games.RulesOf(string(game)); err != nil {
			return err
		}
		if err := e.engine.SetEvaluation(string(game), options.Evaluation{File: network.File, Small: network.Small, Divisor: network.Divisor}); err != nil {
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
	return nil
}

// NewGame implements [Searcher].
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
	score, evaluation, _ := e.engine.Explain(p.at().Clone())
	if evaluation == "" {
		return 0, fmt.Errorf("the engine does not play %s", p.Variant())
	}
	return Score(score), nil
}

// begin waits until no search runs and takes the turn. The error says why it never comes.
func (e *Engine) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.engine == nil {
		return ErrClosed // the zero value
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

// Close implements [Searcher].
func (e *Engine) Close() error {
	if e.engine == nil {
		return nil // the zero value
	}
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
		t.halt()
	}
	e.turn <- struct{}{}
	e.engine.Close()
	e.end()
	return nil
}

// EloRange returns the lowest and the highest Elo that a game can be played at, zeros for
// an unknown game.
func EloRange(v Variant) (lowest, highest int) {
	if ladder, ok := strength.Of(string(v)); ok {
		lowest, highest = ladder.Range()
	}
	return lowest, highest
}

// thought is a search of our engine that runs.
type thought struct {
	engine *Engine
	report Reporter
	limits core.Limits
	ctx    context.Context // of the caller
	scene  scene
	fault  error

	// Guarded by the engine.
	asked  time.Time   // or when the ponder hit came
	over   bool        // it has its answer
	unhook func() bool // of ctx; may be nil
}

// Search implements [Searcher].
func (e *Engine) Search(ctx context.Context, p *Position, l Limits) (*Search, error) {
	limits, err := l.core(p)
	if err != nil {
		return nil, err
	}
	if lowest, highest := EloRange(p.Variant()); l.Elo != 0 && (l.Elo < lowest || l.Elo > highest) {
		return nil, &LimitError{fmt.Sprintf("the Elo %d is not within %d to %d", l.Elo, lowest, highest)}
	}
	if err := e.begin(ctx); err != nil {
		return nil, err
	}
	limits.Start = time.Now()
	board := p.at()
	if err := e.engine.Prepare(board); err != nil {
		e.end()
		return nil, err
	}
	e.root, e.board = board.CloneTo(e.root), board.CloneTo(e.board)
	t := &thought{engine: e, limits: limits, ctx: ctx, asked: limits.Start, scene: sceneOf(e.board)}
	var search *Search
	search, t.report = NewSearch(t.halt, t.ponderHit)
	listener := core.Callbacks{Info: t.inform, Current: t.current, Fault: t.faulty, Done: t.finish}
	if e.last = e.last[:0]; l.Quiet {
		listener.Info, listener.Current = t.keep, nil
	}
	if l.Tsume {
		e.engine.Mate(e.root, limits, listener)
	} else {
		e.engine.Go(e.root, limits, listener)
	}
	// Not before: the start of a search would undo a stop.
	e.mu.Lock()
	defer e.mu.Unlock()
	if t.over {
		return search, nil
	}
	e.current = t
	if ctx.Done() != nil {
		t.unhook = context.AfterFunc(ctx, t.halt)
	}
	if e.closing {
		e.engine.Stop()
	}
	return search, nil
}

// halt stops the search unless it is over.
func (t *thought) halt() {
	t.engine.mu.Lock()
	defer t.engine.mu.Unlock()
	if t.engine.current == t {
		t.engine.engine.Stop()
	}
}

// ponderHit starts the clock of the search.
func (t *thought) ponderHit(c *Clock) error {
	limits := t.limits
	limits.Ponder, limits.Start = false, time.Now()
	c.set(&limits)
	t.engine.mu.Lock()
	defer t.engine.mu.Unlock()
	if t.engine.current == t {
		if t.limits.Ponder {
			t.asked = limits.Start
		}
		t.engine.engine.PonderHit(&limits)
	}
	return nil
}

// inform receives a line from the search.
func (t *thought) inform(i core.Info) {
	if i.Rank == 0 {
		return // progress of a search for a mate
	}
	t.report.Line(t.scene.line(&i))
}

// keep keeps a line for the result. Notation takes time.
func (t *thought) keep(i core.Info) {
	if i.Rank == 0 || i.Bound != core.Exact {
		return
	}
	last := t.engine.last
	for len(last) < i.Rank {
		last = slices.Grow(last, 1)[:len(last)+1]
		newest := &last[len(last)-1]
		*newest = core.Info{PV: newest.PV[:0]} // its memory is of an earlier search
	}
	i.PV = append(last[i.Rank-1].PV[:0], i.PV...)
	last[i.Rank-1] = i
	t.engine.last = last
}

// current receives the root move that is searched.
func (t *thought) current(c core.CurrentMove) {
	p := Progress{Depth: c.Depth, Number: c.Number, Nodes: c.Nodes, Elapsed: c.Elapsed}
	if m := bridge.WriteMoves[Move](t.scene.board, c.Move); len(m) > 0 {
		p.Move = m[0]
	}
	t.report.Progress(p)
}

// faulty receives what went wrong in the search.
func (t *thought) faulty(err error) { t.fault = errors.Join(t.fault, &FaultError{err}) }

// finish receives the answer.
func (t *thought) finish(r core.Result) {
	e, now := t.engine, time.Now()
	e.mu.Lock()
	result := t.scene.result(r)
	result.Elapsed = now.Sub(t.asked)
	t.over, e.current = true, nil
	closing := e.closing
	if t.unhook != nil {
		t.unhook()
	}
	e.mu.Unlock()
	for i := range e.last {
		if kept := &e.last[i]; kept.Rank > 0 {
			result.Lines = append(result.Lines, t.scene.line(kept))
		}
	}
	switch {
	case t.ctx.Err() != nil:
		t.fault = errors.Join(t.fault, t.ctx.Err())
	case closing:
		t.fault = errors.Join(t.fault, ErrClosed)
	}
	e.end()
	t.report.Finish(result, t.fault)
}

// scene is what reports about a position are told by.
type scene struct {
	board   core.Position
	chances *core.Chances
	phase   int
}

// sceneOf returns the scene of a position of package core.
func sceneOf(p core.Position) scene {
	chances := games.ChancesOf(p.GameInfo().Name)
	return scene{p, chances, chances.PhaseOf(p)}
}

func (s *scene) line(i *core.Info) Line {
	return Line{
		Rank: i.Rank, Depth: i.Depth, SelDepth: i.SelDepth, Score: Score(i.Score), Bound: boundOf(i.Bound), Chances: s.chancesOf(i.Score),
		Moves: bridge.WriteMoves[Move](s.board, i.PV...), Nodes: i.Nodes, Elapsed: i.Elapsed, HashFull: i.HashFull,
	}
}

func (s *scene) result(r core.Result) Result {
	result := Result{
		Declare: r.Declare, Score: Score(r.Score), Chances: s.chancesOf(r.Score), Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed,
	}
	if !r.Declare {
		answer := append(bridge.WriteMoves[Move](s.board, r.Best, r.Ponder), NoMove, NoMove)
		result.Best, result.Ponder = answer[0], answer[1]
	}
	return result
}

func (s *scene) chancesOf(score core.Score) (c Chances) {
	c.Win, c.Draw, c.Loss = s.chances.WDL(score, s.phase)
	return c
}
