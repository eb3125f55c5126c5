package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/search"
)

// pollInterval is how many nodes a thread searches between two looks at the
// clock and at the limits, less than half a millisecond.
const pollInterval = 256

// currentMoveAfter is the time after which a search reports its current root move;
// earlier, moves change faster than anyone can read.
const currentMoveAfter = 3 * time.Second

// partialAfter is the time without a report after which a search reports lines of an
// unfinished iteration.
const partialAfter = 3 * time.Second

// control is the search.Control of one thread in one run.
type control struct {
	thread    *thread
	run       *run
	failedLow bool // within the iteration under way
	unsettled bool // this thread is counted in run.unsettled
}

// Poll implements search.Control.
func (c *control) Poll(nodes uint64) uint64 {
	c.thread.counter.nodes.Store(nodes)
	if c.run.tables != nil {
		c.thread.counter.hits.Store(c.thread.worker.EndgameHits())
	}
	c.thread.yielder.Yield()
	if c.run.overdue() {
		c.run.engine.stop.Store(true)
	}
	return c.run.nextPoll(nodes)
}

// Iterated implements search.Control. A thread that finishes an iteration deeper than
// all before reports it and decides whether the search goes on.
func (c *control) Iterated(w *search.Worker) int {
	c.thread.counter.nodes.Store(w.Nodes())
	c.thread.counter.hits.Store(w.EndgameHits())
	c.failedLow = false
	c.markUnsettled(false)
	c.run.iterations.Lock()
	defer c.run.iterations.Unlock()
	deepest := w.Depth() > c.run.schedule.Done()
	next := c.run.schedule.Next(w.Depth())
	if !deepest {
		return next
	}
	c.run.report(w, w.Lines())
	if next == 0 || !c.run.goOn(w) {
		c.run.engine.stop.Store(true)
		return 0
	}
	return next
}

// Partial implements search.Control. After a long time without a report it reports the
// lines of one thread, until the iteration is finished or that thread has nothing new
// for as long a time. Only threads at the next depth to be finished report: others are
// behind, or so far ahead that later reports would seem to go back.
func (c *control) Partial(w *search.Worker, p search.Partial) {
	c.failedLow = c.failedLow || len(p.Lines) == 1 && p.Bound == core.Upper
	c.markUnsettled(c.failedLow || w.PartialBestChanged())
	if c.run.elapsed() < c.run.engine.partialAfter {
		return // without touching what is shared
	}
	c.run.iterations.Lock()
	defer c.run.iterations.Unlock()
	if p.Depth != c.run.schedule.Done()+1 {
		return
	}
	if c.run.partialOf != w {
		if c.run.elapsed()-c.run.reportedAt < c.run.engine.partialAfter {
			return
		}
		c.run.partialOf, c.run.partialDone = w, 0
	}
	last := len(p.Lines) - 1
	for i := min(p.First, c.run.partialDone); i <= min(last, c.run.shown-1); i++ {
		bound := core.Exact
		if i == last {
			bound = p.Bound
		}
		c.run.informLine(w, p.Depth, i+1, &p.Lines[i], bound)
	}
	if c.run.partialDone = last; p.Bound == core.Exact {
		c.run.partialDone++
	}
}

// Current implements search.Control.
func (c *control) Current(depth int, m core.Move, number int) {
	c.markUnsettled(c.failedLow || c.thread.worker.PartialBestChanged())
	if c.thread.number == 0 && c.run.callbacks.Current != nil && c.run.elapsed() >= currentMoveAfter {
		c.run.iterations.Lock() // the listener gets one call at a time
		defer c.run.iterations.Unlock()
		c.run.callbacks.Current(core.CurrentMove{
			Depth: depth, Move: m, Number: number,
			Nodes: c.run.nodes(), Elapsed: c.run.elapsed(), HashFull: c.run.engine.table.Full(),
		})
	}
}

// markUnsettled adds the thread to the count of threads with an unsettled iteration, or
// takes it off.
func (c *control) markUnsettled(unsettled bool) {
	if c.unsettled == unsettled {
		return
	}
	c.unsettled = unsettled
	change := int32(-1)
	if unsettled {
		change = 1
	}
	c.run.unsettled.Add(change)
}

// nextPoll returns the node count at which a thread polls again, given the current one.
// A limit of nodes is handed out in shares that add up to one interval over all threads.
// The search ends when a thread finds no nodes left: at the limit, or at most one
// interval below.
func (r *run) nextPoll(nodes uint64) uint64 {
	if r.limits.Nodes == 0 {
		return nodes + pollInterval
	}
	threads := uint64(len(r.threads))
	// Each thread enters one more node to find out.
	limit := max(r.limits.Nodes, threads) - threads
	for {
		granted := r.granted.Load()
		if granted >= limit {
			r.engine.stop.Store(true)
			return nodes + pollInterval
		}
		share := max(1, min(pollInterval, limit-granted)/threads)
		if r.granted.CompareAndSwap(granted, granted+share) {
			return nodes + share
		}
	}
}

// budget returns the time budget of l.
func (r *run) budget(l *core.Limits) clock.Budget {
	e, side := r.engine, r.side
	l = e.nodeClock.read(l, &e.pace, side)
	return clock.New(&r.tuning, l, side, e.overhead).Adapt(&e.pace, l, side, e.overhead)
}

// deadline returns when the search has to end. It gets more time while at least half of the
// threads are unsettled.
func (r *run) deadline() (at time.Duration, limited bool) {
	unsettled := int(r.unsettled.Load())
	return r.time.Deadline(unsettled > 0 && 2*unsettled >= len(r.threads))
}

// overdue reports whether the time is up.
func (r *run) overdue() bool {
	at, limited := r.deadline()
	return limited && r.spent() >= at // reads no clock where there is no limit
}

// spent returns the time that counts against the budget.
func (r *run) spent() time.Duration {
	if perMillisecond := r.engine.pace.Nodes; perMillisecond > 0 {
		return nodeTime(r.nodes(), perMillisecond)
	}
	return r.elapsed()
}

// ponderHit starts the clock.
func (r *run) ponderHit(l *core.Limits) {
	if !r.pondering {
		return
	}
	if l == nil {
		l = &r.limits
	}
	r.pondering, r.awaitsStop = false, r.limits.Infinite
	if r.immediate {
		return
	}
	// After long pondering answer at once: the current iteration may take longer than
	// the time left.
	if !r.time.Hit(r.budget(l), r.spent()) {
		r.engine.stop.Store(true)
	}
}

// goOn decides after an iteration that is deeper than all before whether there is
// another.
func (r *run) goOn(w *search.Worker) bool {
	best := w.Best()
	goOn := r.time.Iterated(best.Move, best.Score, clock.Iteration{
		Depth: w.Depth(), Choices: w.Choices(), Lines: r.limits.MultiPV,
		Share: float64(best.Nodes) / float64(max(1, w.Nodes())),
	}, r.spent())
	switch {
	case r.limits.Mate > 0 && best.Score.IsWin() && best.Score.IsMate() && best.Score.PliesToMate() <= r.limits.Mate,
		r.limits.Depth == 0 && w.Decided(r.shown),
		r.limits.SoftNodes > 0 && r.nodes() >= r.limits.SoftNodes:
		return false
	}
	return goOn
}
