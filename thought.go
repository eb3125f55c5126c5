package nitoryu

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Thought is a search that runs. Its methods may be called from any goroutine.
type Thought struct {
	engine *Engine
	limits core.Limits
	ctx    context.Context // of the caller
	cancel context.CancelFunc

	board   core.Position // for the notation of moves
	chances *core.Chances
	phase   int

	mu      sync.Mutex // guards all below
	changed *sync.Cond // signalled by new lines and by the end
	queue   []Line     // not yet handed out
	last    []Line     // the latest exact one of each rank
	fault   error
	over    bool
	result  Result
}

// mostLines bounds the lines that wait to be read.
const mostLines = 1000

// Think starts a search of a position, which stays as it is, and returns while it runs. The
// search ends as that of [Engine.Search] does, or by [Thought.Stop]; the next search of the
// engine waits for that. The error says why it has not begun.
func (e *Engine) Think(ctx context.Context, p *Position, l Limits) (*Thought, error) {
	return e.start(ctx, p, l, e.engine.Go)
}

// start starts a search by a method of the engine below.
func (e *Engine) start(ctx context.Context, p *Position, l Limits, search func(core.Position, core.Limits, core.Listener)) (*Thought, error) {
	limits, err := l.core(p)
	if err != nil {
		return nil, err
	}
	if err := e.begin(ctx); err != nil {
		return nil, err
	}
	e.engine.LimitElo(l.Elo != 0)
	e.engine.SetElo(l.Elo)
	if err := e.engine.Prepare(p.core); err != nil {
		e.end()
		return nil, err
	}
	t := &Thought{
		engine: e, limits: limits, ctx: ctx,
		board: p.core.Clone(), chances: &p.game.Chances, phase: p.game.Chances.PhaseOf(p.core),
	}
	t.changed = sync.NewCond(&t.mu)
	ended, cancel := context.WithCancel(ctx)
	t.cancel = cancel
	e.mu.Lock()
	e.current = t
	closing := e.closing
	e.mu.Unlock()
	search(p.core.Clone(), limits, core.Listener{Info: t.inform, Note: t.note, Done: t.finish})
	// Not before: the start of a search would undo a stop.
	context.AfterFunc(ended, t.halt)
	if closing {
		cancel()
	}
	return t, nil
}

// halt stops the search unless it is over.
func (t *Thought) halt() {
	t.engine.mu.Lock()
	defer t.engine.mu.Unlock()
	if t.engine.current == t {
		t.engine.engine.Stop()
	}
}

// Stop ends the search: its result is what was found so far.
func (t *Thought) Stop() { t.cancel() }

// Hit tells a search with Limits.Ponder that the expected move was played: from now on its
// limits count. A clock replaces the one that they had; nil keeps it. For other searches it
// does nothing. The error says what is wrong with the clock.
func (t *Thought) Hit(c *Clock) error {
	limits := t.limits
	limits.Ponder, limits.Start = false, time.Now()
	if err := c.set(&limits); err != nil {
		return err
	}
	t.engine.mu.Lock()
	defer t.engine.mu.Unlock()
	if t.engine.current == t {
		t.engine.engine.PonderHit(&limits)
	}
	return nil
}

// Lines yields the lines of the search as they come, until it ends. Each is yielded once,
// however often Lines is called; of lines that nobody reads, the oldest are dropped.
// Leaving the loop does not end the search.
func (t *Thought) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for {
			l, ok := t.next()
			if !ok || !yield(l) {
				return
			}
		}
	}
}

// next waits for a line and takes it; false at the end.
func (t *Thought) next() (Line, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.queue) == 0 && !t.over {
		t.changed.Wait()
	}
	if len(t.queue) == 0 {
		return Line{}, false
	}
	l := t.queue[0]
	t.queue = t.queue[1:]
	return l, true
}

// Result waits for the end of the search and returns its answer. For errors see
// [Engine.Search].
func (t *Thought) Result() (Result, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.over {
		t.changed.Wait()
	}
	return t.result, t.fault
}

// inform receives a line from the search.
func (t *Thought) inform(i core.Info) {
	if i.Rank == 0 {
		return // progress of a search for a mate
	}
	l := Line{
		Rank: i.Rank, Depth: i.Depth, SelDepth: i.SelDepth, Score: Score(i.Score), Bound: boundOf(i.Bound),
		Moves: t.format(i.PV...), Nodes: i.Nodes, Elapsed: i.Elapsed, HashFull: i.HashFull,
	}
	l.Chances.Win, l.Chances.Draw, l.Chances.Loss = t.chances.WDL(i.Score, t.phase)
	t.mu.Lock()
	defer t.mu.Unlock()
	if l.Bound == Exact {
		for len(t.last) < l.Rank {
			t.last = append(t.last, Line{})
		}
		t.last[l.Rank-1] = l
	}
	if len(t.queue) == mostLines {
		t.queue = t.queue[1:]
	}
	t.queue = append(t.queue, l)
	t.changed.Broadcast()
}

// format writes the moves of a line, up to the first that is not legal: the expected reply
// comes from the table, which may err.
func (t *Thought) format(line ...core.Move) (moves []Move) {
	for _, m := range line {
		if m = t.board.Expand(m.ID()); m == core.NoMove {
			break
		}
		moves = append(moves, Move(t.board.FormatMove(m)))
		t.board.Do(m, nil)
	}
	for range moves {
		t.board.Undo()
	}
	return moves
}

// note receives a remark. Only those about faults are of interest.
func (t *Thought) note(text string) {
	if fault, is := strings.CutPrefix(text, "ERROR "); is {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.fault = errors.Join(t.fault, errors.New(fault))
	}
}

// finish receives the answer.
func (t *Thought) finish(r core.Result) {
	result := Result{
		Declare: r.Declare, Score: Score(r.Score), Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed,
	}
	if !r.Declare {
		answer := append(t.format(r.Best, r.Ponder), NoMove, NoMove)
		result.Best, result.Ponder = answer[0], answer[1]
	}
	t.engine.mu.Lock()
	t.engine.current = nil
	closing := t.engine.closing
	t.engine.mu.Unlock()
	t.mu.Lock()
	result.Lines = slices.DeleteFunc(t.last, func(l Line) bool { return l.Rank == 0 })
	t.result, t.over = result, true
	switch {
	case t.ctx.Err() != nil:
		t.fault = errors.Join(t.fault, t.ctx.Err())
	case closing:
		t.fault = errors.Join(t.fault, ErrClosed)
	}
	t.board = nil
	t.changed.Broadcast()
	t.mu.Unlock()
	t.cancel()
	t.engine.end()
}
