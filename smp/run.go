package smp

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/strength"
)

// run is one search, from Go to Done. The first thread leads it: it waits for the
// others and gives the answer. A run goes through these states from left to right:
//
//	             searching           done, held         over
//	Stop         ends the search     answers            -
//	PonderHit    starts the clock,   answers unless     -
//	             ends the search if  also infinite
//	             no time is left
//	time is up   ends the search     -                  -
//	search ends  answers, or is      -                  -
//	             held if pondering
//	             or infinite
//
// The engine's lock guards the states, so that there is one answer whatever happens
// at the same time.
type run struct {
	engine    *Engine
	root      core.Position // its answer is found by moves on it; others than the leader ask side
	side      core.Color    // to move at the root
	limits    core.Limits
	shown     int // lines to report; limits.MultiPV may be more
	callbacks core.Callbacks
	tables    core.Tables       // asked in the tree; may be nil
	use       options.Tables    // how to use tables
	ranked    []core.RankedMove // what tables say about the root, best first
	mateFirst bool              // begin with the mate solver
	weak      bool              // play as profile says
	profile   strength.Profile
	pause     float64   // of a person before the answer, see strength.Pause; 0: none
	threads   []*thread // that search

	// Guarded by the engine's lock.
	immediate  bool // there is nothing to search, or the rules panicked
	awaitsStop bool // the answer must wait
	pondering  bool
	stopped    bool        // by Stop
	lingers    *time.Timer // ends the pause; nil: no pause

	tuning    clock.Tuning
	time      clock.TimeManager // PonderHit starts it while the threads search
	unsettled atomic.Int32      // threads whose iteration may change the answer, see control.markUnsettled

	granted  atomic.Uint64 // nodes of the limit that threads have taken
	legal    core.MoveList // moves at the root
	answers  []answer      // memory for the vote
	panicked atomic.Bool

	// The iterations that were deeper than all before when a thread finished them.
	iterations    sync.Mutex // guards what follows while threads search
	schedule      Schedule
	reported      *search.Worker // whose lines were reported last
	reportedNodes uint64         // node count in that report
	reportedAt    time.Duration  // time of the last line, since limits.Start
	partialOf     *search.Worker // reports lines of its unfinished iteration; may be nil
	partialDone   int            // finished lines it has reported
}

// begin makes r a new search, in the memory of the last one.
func (r *run) begin(e *Engine, p core.Position, l core.Limits, to core.Callbacks, mateFirst bool) {
	*r = run{
		engine: e, root: p, side: p.Side(), limits: l, shown: max(1, l.MultiPV), callbacks: to, mateFirst: mateFirst,
		immediate: true, awaitsStop: l.Infinite || l.Ponder, pondering: l.Ponder, answers: r.answers,
	}
	for _, t := range e.pool {
		t.counter.nodes.Store(0)
		t.counter.hits.Store(0)
	}
}

// prepare returns the answer and true if there is nothing to search: the side to move
// can declare a win, there is no move to choose from, or the engine has no table or
// does not play the game. There is no other reason. Otherwise it prepares the table,
// the threads and r.
func (r *run) prepare() (core.Result, bool) {
	e := r.engine
	// A mate search by checks alone needs no list of moves.
	if checksOnly := r.mateFirst && r.limits.Mate == 0; !checksOnly {
		if answer, immediate := r.listMoves(); immediate {
			return answer, true
		}
	}
	err := e.adopt(r.root)
	known := err == nil
	if known {
		err = e.prepare()
	}
	if err != nil {
		r.fault(err)
	}
	if !known || e.table == nil || len(e.pool) == 0 {
		return core.Result{Best: r.anyMove()}, true
	}
	r.applySkill()
	r.probeRoot()
	r.tuning = e.game.Params.Clock()
	budget := clock.Budget{}
	if !r.pondering {
		budget = r.budget(&r.limits)
	}
	r.time.Start(&r.tuning, budget)
	return core.Result{}, false
}

// listMoves generates the legal moves at the root, once for all threads. It returns
// the answer and true if no move needs a search.
func (r *run) listMoves() (core.Result, bool) {
	r.root.Generate(core.AllMoves, &r.legal)
	choices := r.legal.N
	if len(r.limits.RootMoves) > 0 {
		choices = 0
		for _, m := range r.legal.Slice() {
			if slices.Contains(r.limits.RootMoves, m) {
				choices++
			}
		}
	}
	r.shown = max(1, min(r.limits.MultiPV, choices))
	r.limits.MultiPV = r.shown
	// The solver's mate may not be among the root moves or the several lines asked
	// for.
	r.mateFirst = r.mateFirst && len(r.limits.RootMoves) == 0 && r.shown == 1
	switch {
	case r.root.Claim() == core.WinningClaim:
		r.inform(core.Info{Depth: 1, Rank: 1, Score: core.WinIn(1), Bound: core.Exact})
		return core.Result{Best: r.anyMove(), Declare: true, Score: core.WinIn(1)}, true
	case r.legal.N == 0:
		score := r.root.MateOrStalemate(0)
		r.inform(core.Info{Rank: 1, Score: score, Bound: core.Exact})
		return core.Result{Score: score}, true
	case choices == 0:
		return core.Result{Best: r.anyMove()}, true
	}
	return core.Result{}, false
}

// lead is the job of the first thread.
func (r *run) lead() {
	var result core.Result
	solved := false
	if r.mateFirst {
		r.guard(func() { result = r.solve() })
		// The search goes on if no mate within the limit was found.
		solved = r.limits.Mate == 0 || result.Score.IsWin()
	}
	if !solved {
		r.guard(func() { result = r.claimed(r.answer()) })
	}
	r.finish(result)
}

// answer searches with all threads and returns their answer.
func (r *run) answer() core.Result {
	e := r.engine
	if r.threads = e.pool; r.weak {
		r.threads = e.pool[:1] // a level plays the same on every machine
	}
	last := core.MaxPly - 1
	if r.limits.Depth > 0 {
		last = min(last, r.limits.Depth)
	}
	r.schedule.Begin(len(r.threads), last)
	e.table.NextSearch()
	e.helpers.Add(len(r.threads) - 1)
	for _, t := range r.threads[1:] {
		t.jobs <- r
	}
	r.search(r.threads[0])
	e.stop.Store(true)
	e.helpers.Wait()
	return r.elect()
}

// claimed returns result, or a declaration of a draw where a draw is worth more.
func (r *run) claimed(result core.Result) core.Result {
	if result.Score >= r.limits.Draw || r.root.Claim() != core.DrawingClaim {
		return result
	}
	result.Declare, result.Ponder, result.Score = true, core.NoMove, r.limits.Draw
	r.inform(core.Info{Depth: max(1, result.Depth), Rank: 1, Score: result.Score, Bound: core.Exact})
	return result
}

// follow is the job of every other thread.
func (r *run) follow(t *thread) {
	defer r.engine.helpers.Done()
	r.search(t)
}

// search is what each thread does.
func (r *run) search(t *thread) {
	t.control = control{thread: t, run: r}
	r.guard(func() { t.worker.Search(r.task(t)) })
	t.counter.nodes.Store(t.worker.Nodes())
	t.counter.hits.Store(t.worker.EndgameHits())
}

// task returns what thread t searches.
func (r *run) task(t *thread) search.Task {
	t.position = r.root.CloneTo(t.position)
	task := search.Task{
		Position:  t.position,
		Evaluator: t.eval,
		Params:    r.engine.game.Params,
		Legal:     r.legal.Slice(),
		RootMoves: r.limits.RootMoves,
		Sensible:  r.limits.Sensible,
		MultiPV:   max(1, r.limits.MultiPV),
		Draw:      r.limits.Draw,
		Tables:    r.tables,
		TableUse:  r.use,
		Ranked:    r.ranked,
		Control:   &t.control,
		Helping:   t.number > 0,
	}
	r.iterations.Lock()
	defer r.iterations.Unlock()
	r.schedule.Start(t.number, &task)
	return task
}

// guard calls f and keeps a panic in it from ending the process: the game goes on with
// what was found so far.
func (r *run) guard(f func()) {
	defer func() {
		if bug := recover(); bug != nil {
			r.panicked.Store(true)
			r.engine.stop.Store(true)
			r.iterations.Lock()
			r.fault(fmt.Errorf("internal panic: %v", bug))
			r.iterations.Unlock()
			fmt.Fprintf(os.Stderr, "panic in the search of %s: %v\n%s", r.root, bug, debug.Stack())
		}
	}()
	f()
}

// finish waits until the answer may be given, gives it and ends the run.
func (r *run) finish(result core.Result) {
	e := r.engine
	e.mu.Lock()
	if r.weak && !r.awaitsStop {
		r.linger()
	}
	for r.awaitsStop {
		e.changed.Wait()
	}
	if r.lingers != nil {
		r.lingers.Stop()
	}
	e.mu.Unlock()
	r.complain()
	result.Nodes, result.Elapsed = r.nodes(), r.elapsed()
	e.nodeClock.pay(r.side, r.spent()-r.time.Began())
	if r.callbacks.Done != nil {
		r.callbacks.Done(result)
	}
	e.mu.Lock()
	e.running = nil
	e.changed.Broadcast()
	e.mu.Unlock()
}

// anyMove returns a legal move at the root, NoMove if none is legal.
func (r *run) anyMove() core.Move {
	if r.legal.N == 0 {
		return core.NoMove
	}
	return r.legal.Moves[0]
}

// nodes returns the node count of all threads.
func (r *run) nodes() uint64 {
	total := uint64(0)
	for _, t := range r.engine.pool {
		total += t.counter.nodes.Load()
	}
	return total
}

func (r *run) elapsed() time.Duration { return time.Since(r.limits.Start) }

func (r *run) fault(err error) {
	if r.callbacks.Fault != nil {
		r.callbacks.Fault(err)
	}
}

// inform adds the current counts to an info and passes it on.
func (r *run) inform(i core.Info) {
	if r.callbacks.Info == nil {
		return
	}
	i.Nodes, i.Endgames, i.Elapsed = r.nodes(), r.hits(), r.elapsed()
	if i.Lines = r.shown; r.engine.table != nil {
		i.HashFull = r.engine.table.Full()
	}
	r.callbacks.Info(i)
}

// report reports the lines of the last iteration that w finished.
func (r *run) report(w *search.Worker, lines []search.RootMove) {
	r.reported, r.reportedNodes = w, r.nodes()
	for i := range lines[:min(r.shown, len(lines))] {
		r.informLine(w, w.Depth(), i+1, &lines[i], core.Exact)
	}
	r.partialOf = nil
}

// informLine reports one line of w. Front ends check that the line of a mate is
// complete.
func (r *run) informLine(w *search.Worker, depth, rank int, line *search.RootMove, bound core.Bound) {
	r.reportedAt = r.elapsed()
	if r.callbacks.Info != nil && line.Score.IsMate() {
		w.Complete(line)
	}
	score := line.Value()
	if score != line.Score {
		bound = core.Exact // known, whatever the search says
	}
	r.inform(core.Info{
		Depth: depth, SelDepth: max(line.SelDepth, len(line.PV.Moves())), Rank: rank,
		Score: score, Bound: bound, PV: line.PV.Moves(),
	})
}
