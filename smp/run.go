package smp

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/strength"
)

// run is one search, from Go to Done. The first thread leads it: it sees to it that
// there is an answer, waits for the others and gives it. A run goes through these
// states, and only ever downwards:
//
//	             searching          done, held         over
//	Stop         ends the search    answers            nothing
//	PonderHit    sets the clock,    answers, unless    nothing
//	             ends the search    infinite too
//	             if that is used up
//	time is up   ends the search    nothing            nothing
//	search ends  answers, or is     -                  -
//	             held if pondering
//	             or infinite
//
// Held or not is decided under the engine's lock, so that whatever comes at the
// same moment, one answer goes out.
type run struct {
	engine   *Engine
	root     core.Position
	limits   core.Limits
	shown    int // lines asked for; limits.MultiPV may be more
	listener core.Listener
	solves   bool // look for a mate
	weak     bool // play as profile says
	profile  strength.Profile
	threads  []*thread // that search

	// Guarded by the engine's lock.
	settled   bool // there is nothing to search; also if the rules panic
	held      bool // the answer may not be given yet
	pondering bool

	// The clock, which PonderHit starts while the threads search.
	tuning  clock.Tuning
	budgets [2]clock.Budget // of Go and of PonderHit
	budget  atomic.Pointer[clock.Budget]
	worth   atomic.Uint64 // bits of Tuning.WorthOf after the last iteration; infinite before the first

	granted  atomic.Uint64 // nodes of the limit that threads have taken
	legal    core.MoveList // moves of the root
	answers  []answer      // memory for the vote
	panicked atomic.Bool

	// Iterations, each deeper than those before, whichever thread finished it.
	iterations sync.Mutex // guards what follows while threads search
	schedule   Schedule
	trend      clock.Trend
	told       *search.Worker // whose lines were reported last
	toldNodes  uint64         // the nodes in them
	toldAt     time.Duration  // when a line was told last, since limits.Start
	teller     *search.Worker // who tells lines of the next iteration before it is finished, nil: nobody
	partly     int            // how many it has told that are finished
}

// begin makes r a new search. Its memory is that of the search before.
func (r *run) begin(e *Engine, p core.Position, l core.Limits, to core.Listener, solves bool) {
	*r = run{
		engine: e, root: p, limits: l, shown: max(1, l.MultiPV), listener: to, solves: solves,
		settled: true, held: l.Infinite || l.Ponder, pondering: l.Ponder, answers: r.answers,
	}
	r.worth.Store(math.Float64bits(math.Inf(1)))
	r.budget.Store(&r.budgets[0])
	for _, t := range e.pool {
		t.counter.nodes.Store(0)
	}
}

// settle returns the answer, and true, if there is nothing to search: the game is won
// by declaration, there is no move to choose, or no memory or no game for a pool.
// Nothing else decides that. Otherwise the pool is ready and r complete when it returns.
func (r *run) settle() (core.Result, bool) {
	e := r.engine
	// A search for checks alone proves itself that there are none.
	if checksOnly := r.solves && r.limits.Mate == 0; !checksOnly {
		if answer, settled := r.listMoves(); settled {
			return answer, true
		}
	}
	err := e.adopt(r.root)
	known := err == nil
	if known {
		err = e.prepare()
	}
	if err != nil {
		r.note("ERROR " + err.Error())
	}
	if !known || e.table == nil || len(e.pool) == 0 {
		return core.Result{Best: r.anyMove()}, true
	}
	r.weaken()
	if r.tuning = e.game.Params.Clock(); !r.pondering {
		r.setClock(&r.budgets[0], &r.limits, r.limits.Start)
	}
	return core.Result{}, false
}

// listMoves generates the legal moves of the root, once for all threads, and returns
// the answer, and true, if none of them is to be searched.
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
	// Where several moves or others than the shortest mate are wanted, there may be
	// mates that are not.
	r.solves = r.solves && len(r.limits.RootMoves) == 0 && r.shown == 1
	switch {
	case r.root.CanDeclare():
		r.tell(core.Info{Depth: 1, Rank: 1, Score: core.WinIn(1), Bound: core.Exact})
		return core.Result{Best: r.anyMove(), Declare: true, Score: core.WinIn(1)}, true
	case r.legal.N == 0:
		score := r.root.NoMoves(0)
		r.tell(core.Info{Rank: 1, Score: score, Bound: core.Exact})
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
	if r.solves {
		r.guard(func() { result = r.solve() })
		// A mate within some plies that was not found is left to the search.
		solved = r.limits.Mate == 0 || result.Score.IsWin()
	}
	if !solved {
		r.guard(func() { result = r.answer() })
	}
	r.finish(result)
}

// answer searches and returns the result.
func (r *run) answer() core.Result {
	e := r.engine
	if r.threads = e.pool; r.weak {
		r.threads = e.pool[:1] // a level is the same on every machine
	}
	last := core.MaxPly - 1
	if r.limits.Depth > 0 {
		last = min(last, r.limits.Depth)
	}
	r.schedule.Begin(e.game.Params, len(r.threads), last)
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

// follow is the job of every other thread.
func (r *run) follow(t *thread) {
	defer r.engine.helpers.Done()
	r.search(t)
}

// search is the part of thread t in the search.
func (r *run) search(t *thread) {
	t.control = control{t, r}
	r.guard(func() { t.worker.Search(r.task(t)) })
	t.counter.nodes.Store(t.worker.Nodes())
}

// task returns what thread t has to search.
func (r *run) task(t *thread) search.Task {
	t.position = r.root.CloneTo(t.position)
	task := search.Task{
		Position:  t.position,
		Evaluator: t.eval,
		Params:    r.engine.game.Params,
		Legal:     r.legal.Slice(),
		RootMoves: r.limits.RootMoves,
		MultiPV:   max(1, r.limits.MultiPV),
		Control:   &t.control,
		Helping:   t.number > 0,
	}
	r.iterations.Lock()
	defer r.iterations.Unlock()
	r.schedule.Start(t.number, &task)
	return task
}

// guard keeps a bug in the search from ending the process: the game goes on
// with what was found so far.
func (r *run) guard(f func()) {
	defer func() {
		if bug := recover(); bug != nil {
			r.panicked.Store(true)
			r.engine.stop.Store(true)
			r.iterations.Lock()
			r.note(fmt.Sprintf("ERROR internal panic: %v", bug))
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
	for r.held {
		e.changed.Wait()
	}
	e.mu.Unlock()
	result.Nodes, result.Elapsed = r.nodes(), r.elapsed()
	if r.listener.Done != nil {
		r.listener.Done(result)
	}
	e.mu.Lock()
	e.running = nil
	e.changed.Broadcast()
	e.mu.Unlock()
}

// anyMove returns some legal move of the root, NoMove if there is none.
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

func (r *run) note(text string) {
	if r.listener.Note != nil {
		r.listener.Note(text)
	}
}

// tell completes an info with the counts of the moment and passes it on.
func (r *run) tell(i core.Info) {
	if r.listener.Info == nil {
		return
	}
	i.Nodes, i.Elapsed = r.nodes(), r.elapsed()
	if i.Lines = r.shown; r.engine.table != nil {
		i.HashFull = r.engine.table.Full()
	}
	r.listener.Info(i)
}

// report tells as many of the lines of the worker's last finished iteration as were
// asked for.
func (r *run) report(w *search.Worker, lines []search.RootMove) {
	r.told, r.toldNodes = w, r.nodes()
	for i := range lines[:min(r.shown, len(lines))] {
		r.tellLine(w.Depth(), i+1, &lines[i], core.Exact)
	}
	r.teller = nil
}

// tellLine tells a line of an iteration.
func (r *run) tellLine(depth, rank int, line *search.RootMove, bound core.Bound) {
	r.toldAt = r.elapsed()
	r.tell(core.Info{
		Depth: depth, SelDepth: max(line.SelDepth, len(line.PV.Moves())), Rank: rank,
		Score: line.Score, Bound: bound, PV: line.PV.Moves(),
	})
}
