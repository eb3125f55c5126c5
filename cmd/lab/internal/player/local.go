package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/smp"
)

// LocalConfig describes our own engine in this process.
type LocalConfig struct {
	Name         string
	Rules        core.Rules
	Params       *params.Set
	Source       core.Source
	Level        *strength.Setting // nil: full strength
	Threads      int               // 0: one
	Hash         int               // MiB; 0: 16
	NodeTime     int               // nodes that count as a millisecond, on its clock and in Reply.Elapsed; 0: the clock
	MoveOverhead time.Duration
}

// Local is our own engine in this process, without the latency of pipes. Its PVs are legal
// by construction and are not checked.
type Local struct {
	config   LocalConfig
	engine   *smp.Engine
	listener core.Listener
	done     chan struct{}
	timer    *time.Timer

	// Of the search: written by the engine, read by the caller once it is done.
	mu     sync.Mutex
	asked  time.Time
	info   func(Info)
	board  core.Position // for formatting the moves of info
	last   core.Info     // of the best line
	infos  int
	fault  string // a panic that the engine recovered from
	result core.Result
	at     time.Time

	// Of the caller's goroutine.
	root      core.Position // belongs to the engine during the search
	pondering bool
	pondered  Request
	gone      error
}

var _ Player = (*Local)(nil)

// NewLocal returns a player that searches as c says. It fails if the memory or the threads
// cannot be had.
func NewLocal(c LocalConfig) (*Local, error) {
	if c.Params == nil || c.Source == nil {
		return nil, fmt.Errorf("%s: no parameters or no evaluation", c.Name)
	}
	c.Threads, c.Hash = cmp.Or(c.Threads, 1), cmp.Or(c.Hash, 16)
	l := &Local{config: c, done: make(chan struct{}, 1), timer: time.NewTimer(time.Hour)}
	l.timer.Stop()
	l.listener = core.Listener{Info: l.inform, Fault: l.faulty, Done: l.finish}
	start := c.Rules.Start(core.Settings{})
	l.engine = smp.New(smp.Game{
		Traits: start.Traits(), Params: c.Params, Source: c.Source,
	})
	l.engine.SetMoveOverhead(c.MoveOverhead)
	l.engine.SetPace(core.Pace{Nodes: c.NodeTime})
	if level := c.Level; level != nil {
		l.engine.SetSkill(level.Skill)
		l.engine.SetElo(level.Elo)
		l.engine.LimitElo(level.LimitElo)
	}
	err := errors.Join(l.engine.SetThreads(c.Threads), l.engine.SetHash(c.Hash))
	if err == nil {
		err = l.prepare(start)
	}
	if err != nil {
		l.engine.Close()
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return l, nil
}

// prepare prepares the engine. A panic there is reported by Think.
func (l *Local) prepare(start core.Position) error {
	defer l.contain(nil)
	return l.engine.Prepare(start)
}

// contain, deferred, turns a panic into a failure of the player, and sets *err to it unless
// err is nil.
func (l *Local) contain(err *error) {
	if bug := recover(); bug != nil {
		failure := l.fail(Crash, fmt.Sprintf("panic: %v", bug))
		if err != nil {
			*err = failure
		}
	}
}

// Name implements [Player].
func (l *Local) Name() string { return l.config.Name }

// NewGame implements [Player].
func (l *Local) NewGame(ctx context.Context) error {
	if err := l.free(ctx); err != nil {
		return err
	}
	l.engine.NewGame()
	l.engine.Wait() // it forgets in the background
	return nil
}

// GameOver implements [Player].
func (l *Local) GameOver(Outcome) error { return l.free(context.Background()) }

// Close implements [Player].
func (l *Local) Close() error {
	if l.free(context.Background()) == nil { // a gone engine is closed already
		l.engine.Close()
		l.gone = fmt.Errorf("%s is closed", l.Name())
	}
	return nil
}

// free stops pondering.
func (l *Local) free(ctx context.Context) error {
	switch {
	case l.gone != nil:
		return l.gone
	case ctx.Err() != nil:
		return ctx.Err()
	case l.pondering:
		l.pondering = false
		return l.stop(usualGrace)
	}
	return nil
}

// Ponder implements [Player].
func (l *Local) Ponder(r Request) error {
	if r.Position == nil {
		return errNoPosition
	}
	if err := l.free(context.Background()); err != nil {
		return err
	}
	r.Moves, r.Info = slices.Clone(r.Moves), nil
	r.Limits.Ponder = true
	if err := l.ask(&r, time.Now()); err != nil {
		return err
	}
	l.pondering, l.pondered = true, r
	return nil
}

// Think implements [Player]. Request.Mate is answered by the mate solver, as the
// binary does.
func (l *Local) Think(ctx context.Context, r Request) (Reply, error) {
	asked := time.Now()
	switch {
	case l.gone != nil:
		return Reply{}, l.gone
	case ctx.Err() != nil:
		return Reply{}, ctx.Err()
	case r.Position == nil:
		return Reply{}, errNoPosition
	}
	if !l.hits(&r, asked) {
		if err := l.free(ctx); err != nil {
			return Reply{}, err
		}
		if err := l.ask(&r, asked); err != nil {
			return Reply{}, err
		}
	}
	return l.await(ctx, &r)
}

// ask starts a search.
func (l *Local) ask(r *Request, asked time.Time) (err error) {
	// The search recovers by itself; this is for its preparation.
	defer l.contain(&err)
	l.root = r.Position.Clone()
	l.mu.Lock()
	l.asked, l.infos, l.fault = asked, 0, ""
	l.last = core.Info{PV: l.last.PV[:0]}
	l.listenFor(r)
	l.mu.Unlock()
	limits := r.Limits
	limits.Start = asked
	if r.Mate {
		limits.Mate, limits.Infinite, limits.Ponder = 0, false, false
		l.engine.Mate(l.root, limits, l.listener)
		return nil
	}
	l.engine.Go(l.root, limits, l.listener)
	return nil
}

// listenFor sets the receiver of information.
func (l *Local) listenFor(r *Request) {
	if l.info = r.Info; l.info != nil {
		l.board = r.Position.Clone()
	}
}

// hits reports whether the engine ponders on the position of r, and if so makes this the
// search for r.
func (l *Local) hits(r *Request, asked time.Time) bool {
	if !l.pondering || r.Mate || r.Start != l.pondered.Start || !slices.Equal(r.Moves, l.pondered.Moves) {
		return false
	}
	l.pondering = false
	l.mu.Lock()
	l.asked = asked
	l.listenFor(r)
	l.mu.Unlock()
	l.engine.PonderHit(&r.Limits)
	return true
}

// await waits for the answer to r.
func (l *Local) await(ctx context.Context, r *Request) (Reply, error) {
	grace := cmp.Or(r.Grace, usualGrace)
	var late <-chan time.Time
	limit, known := patience(r, false)
	if known {
		limit += grace
		l.timer.Reset(limit)
		defer l.timer.Stop()
		late = l.timer.C
	}
	select {
	case <-l.done:
		return l.reply(r)
	case <-late:
		if err := l.stop(min(grace, stopTimeout)); err != nil {
			return Reply{}, err
		}
		return Reply{}, l.fail(Hang, fmt.Sprintf("no answer within %v", limit))
	case <-ctx.Done():
	}
	if err := l.stop(grace); err != nil {
		return Reply{}, err
	}
	reply, err := l.reply(r)
	if err != nil {
		return Reply{}, err
	}
	return reply, ctx.Err()
}

// stop ends the search and waits until it has.
func (l *Local) stop(grace time.Duration) error {
	l.engine.Stop()
	select {
	case <-l.done:
		return nil
	case <-time.After(grace):
	}
	// The search cannot be ended: the engine is abandoned.
	l.gone = &Failure{l.Name(), Hang, fmt.Sprintf("no answer to stop within %v", grace)}
	return l.gone
}

// fail closes the idle engine.
func (l *Local) fail(kind FailureKind, detail string) error {
	l.engine.Close()
	l.gone = &Failure{l.Name(), kind, detail}
	return l.gone
}

// inform stores a line of information.
func (l *Local) inform(i core.Info) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.infos++
	if i.Rank == 1 {
		i.PV = append(l.last.PV[:0], i.PV...)
		l.last = i
	}
	if l.info != nil {
		told := infoOf(&i)
		told.Elapsed = time.Since(l.asked)
		told.PV = formatLine(l.board, i.PV)
		l.info(told)
	}
}

// faulty stores the report of a panic. Other errors were errors of NewLocal.
func (l *Local) faulty(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = err.Error()
}

// finish stores the answer.
func (l *Local) finish(r core.Result) {
	l.mu.Lock()
	l.result, l.at = r, time.Now()
	l.mu.Unlock()
	l.done <- struct{}{}
}

// reply makes a Reply of the answer. The search is done, so that the root may be used.
func (l *Local) reply(r *Request) (Reply, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != "" {
		return Reply{}, l.fail(Crash, l.fault)
	}
	reply := Reply{Elapsed: l.at.Sub(l.asked), Infos: l.infos, Info: infoOf(&l.last)}
	if n := l.config.NodeTime; n > 0 {
		reply.Elapsed = time.Duration(l.result.Nodes) * time.Millisecond / time.Duration(n)
	}
	reply.Info.HasScore = l.infos > 0
	reply.Info.PV = formatLine(l.root, l.last.PV)
	best := l.result.Best
	switch {
	case r.Mate:
		reply.Info.Nodes = l.result.Nodes
		l.replyMate(&reply)
		return reply, nil
	case l.result.Declare:
		reply.Text, reply.Claims = "win", true
		return reply, nil
	case best == core.NoMove:
		reply.Text = l.root.FormatMove(best)
		reply.Resigns = reply.Text == "resign"
		return reply, nil
	}
	reply.Text, reply.Move, reply.Ponder = l.root.FormatMove(best), best, l.result.Ponder
	return reply, nil
}

// replyMate answers a request for a mate in the words of USI.
func (l *Local) replyMate(reply *Reply) {
	switch score := l.result.Score; {
	case score.IsWin():
		reply.Mate = reply.Info.PV
		reply.Text, reply.Move = reply.Mate[0], l.result.Best
	case score.IsLoss():
		reply.Text, reply.NoMate = "nomate", true
	default:
		reply.Text = "timeout"
	}
}

// infoOf returns i without its moves.
func infoOf(i *core.Info) Info {
	told := Info{
		Depth: i.Depth, SelDepth: i.SelDepth, MultiPV: i.Rank, Score: i.Score, HasScore: true, Bound: i.Bound,
		Nodes: i.Nodes, Time: i.Elapsed, Elapsed: i.Elapsed,
	}
	if i.Elapsed > 0 {
		told.NPS = uint64(float64(i.Nodes) / i.Elapsed.Seconds())
	}
	return told
}

// formatLine formats the moves of a PV from the board, which is unchanged afterwards.
func formatLine(board core.Position, line []core.Move) []string {
	words := make([]string, 0, len(line))
	for _, m := range line {
		words = append(words, board.FormatMove(m))
		board.Do(m, nil)
	}
	for range line {
		board.Undo()
	}
	return words
}
