package smp

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/strength"
)

// run is one search, from Go to Done. The first thread leads it: it reports,
// watches the clock, waits for the others and answers.
type run struct {
	engine   *Engine
	root     core.Position
	limits   core.Limits
	shown    int // lines asked for; limits.MultiPV may be more
	listener core.Listener
	weak     bool // play as profile says
	profile  strength.Profile
	threads  []*thread // that search

	// The clock, which PonderHit sets going while the threads search.
	pondering atomic.Bool
	timed     atomic.Bool
	exact     atomic.Bool  // the time is to be used up
	soft      atomic.Int64 // nanoseconds since limits.Start
	hard      atomic.Int64

	releaseOnce sync.Once
	released    chan struct{} // closed when a held answer may be given

	stability int       // iterations since the best move changed
	lastBest  core.Move // of the last iteration
	lastScore core.Score
	reported  uint64 // nodes in the lines reported last
	panicked  atomic.Bool
}

func newRun(e *Engine, p core.Position, l core.Limits, to core.Listener) *run {
	r := &run{engine: e, root: p, limits: l, shown: max(1, l.MultiPV), listener: to, released: make(chan struct{})}
	r.weaken()
	r.pondering.Store(l.Ponder)
	if !l.Ponder {
		r.setClock(&l, l.Start)
	}
	if !l.Ponder && !l.Infinite {
		r.release()
	}
	return r
}

// release lets a finished search answer.
func (r *run) release() { r.releaseOnce.Do(func() { close(r.released) }) }

// search is the job of the first thread.
func (r *run) search() {
	var result core.Result
	r.guard(func() { result = r.answer() })
	r.finish(result)
}

// answer searches and returns the result.
func (r *run) answer() core.Result {
	e := r.engine
	for _, t := range e.pool {
		t.counter.nodes.Store(0)
	}
	if r.threads = e.pool; r.weak {
		r.threads = e.pool[:1] // a level is the same on every machine
	}
	var legal core.MoveList
	r.root.Generate(core.AllMoves, &legal)
	switch {
	case r.root.CanDeclare():
		r.report(core.Info{Depth: 1, Rank: 1, Score: core.WinIn(1), Bound: core.Exact})
		return core.Result{Best: firstMove(r.root), Declare: true, Score: core.WinIn(1)}
	case legal.N == 0:
		r.report(core.Info{Rank: 1, Score: r.root.NoMoves(0), Bound: core.Exact})
		return core.Result{Score: r.root.NoMoves(0)}
	}

	e.table.NextSearch()
	var helpers sync.WaitGroup
	for i, t := range r.threads[1:] {
		helpers.Add(1)
		t.jobs <- func() {
			defer helpers.Done()
			r.guard(func() {
				// Odd helpers begin a ply deeper, so that threads spread over depths.
				t.worker.Search(r.task(t, 1+(i+1)%2, &helper{t, r}))
			})
			t.counter.nodes.Store(t.worker.Nodes())
		}
	}
	lead := r.threads[0]
	r.guard(func() { lead.worker.Search(r.task(lead, 1, &leader{lead, r})) })
	lead.counter.nodes.Store(lead.worker.Nodes())
	e.stop.Store(true)
	helpers.Wait()
	return r.elect(legal.Moves[0])
}

// task returns what thread t has to search.
func (r *run) task(t *thread, first int, c search.Control) search.Task {
	last := core.MaxPly - 1
	if r.limits.Depth > 0 {
		last = min(last, r.limits.Depth)
	}
	return search.Task{
		Position:   r.root.Clone(),
		Evaluator:  t.eval,
		Params:     r.engine.game.Params,
		RootMoves:  r.limits.RootMoves,
		MultiPV:    max(1, r.limits.MultiPV),
		FirstDepth: min(first, last),
		MaxDepth:   last,
		Control:    c,
	}
}

// guard keeps a bug in the search from ending the process: the game goes on
// with what was found so far.
func (r *run) guard(f func()) {
	defer func() {
		if bug := recover(); bug != nil {
			r.panicked.Store(true)
			r.engine.stop.Store(true)
			r.note(fmt.Sprintf("ERROR internal panic: %v", bug))
			fmt.Fprintf(os.Stderr, "panic in the search of %s: %v\n%s", r.root, bug, debug.Stack())
		}
	}()
	f()
}

// finish waits until the answer may be given, gives it and ends the run.
func (r *run) finish(result core.Result) {
	<-r.released
	result.Nodes, result.Elapsed = r.nodes(), r.elapsed()
	if r.listener.Done != nil {
		r.listener.Done(result)
	}
	e := r.engine
	e.mu.Lock()
	e.running = nil
	e.idle.Broadcast()
	e.mu.Unlock()
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

// report completes an info with the counts of the moment and passes it on.
func (r *run) report(i core.Info) {
	if r.listener.Info == nil {
		return
	}
	i.Nodes, i.Elapsed, i.HashFull = r.nodes(), r.elapsed(), r.engine.table.Full()
	r.listener.Info(i)
}

// reportLines passes on the lines of the last finished iteration that were asked
// for.
func (r *run) reportLines(w *search.Worker) {
	r.reported = r.nodes()
	lines := w.Lines()
	for i := range lines[:min(r.shown, len(lines))] {
		line := &lines[i]
		r.report(core.Info{
			Depth: w.Depth(), SelDepth: max(line.SelDepth, len(line.PV.Moves())), Rank: i + 1,
			Score: line.Score, Bound: core.Exact, PV: line.PV.Moves(),
		})
	}
}
