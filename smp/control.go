package smp

import (
	"math"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/search"
)

// pollInterval is how many nodes a thread searches between two looks at the
// clock and at the limits, less than half a millisecond.
const pollInterval = 256

// currentMoveAfter is how long a search runs before it tells which root move it
// is busy with; earlier, nobody could read it.
const currentMoveAfter = 3 * time.Second

// tellPartlyAfter is how long a search says nothing of its lines until it tells what
// an iteration that is not finished has found.
const tellPartlyAfter = 3 * time.Second

// control is the search.Control of one thread in one search.
type control struct {
	*thread
	*run
}

// Poll implements search.Control.
func (c *control) Poll(nodes uint64) uint64 {
	c.counter.nodes.Store(nodes)
	if c.overdue() {
		c.engine.stop.Store(true)
	}
	return c.nextPoll(nodes)
}

// Iterated implements search.Control. Whichever thread finishes an iteration deeper
// than all before reports it, and decides whether the search goes on.
func (c *control) Iterated(w *search.Worker) int {
	c.counter.nodes.Store(w.Nodes())
	c.iterations.Lock()
	defer c.iterations.Unlock()
	deepest := w.Depth() > c.schedule.Done()
	next := c.schedule.Next(c.number, w.Depth())
	if !deepest {
		return next
	}
	c.report(w, w.Lines())
	if next == 0 || !c.goOn(w) {
		c.engine.stop.Store(true)
		return 0
	}
	return next
}

// Partial implements search.Control. It breaks a long silence, with the lines of one
// thread until the iteration is finished or that thread is silent, too. Threads that
// are not at the next depth to be finished are behind, or so far ahead that the others
// would seem to go back.
func (c *control) Partial(w *search.Worker, p search.Partial) {
	if c.elapsed() < c.engine.silence {
		return // not even a look at what is shared
	}
	c.iterations.Lock()
	defer c.iterations.Unlock()
	if p.Depth != c.schedule.Done()+1 {
		return
	}
	if c.teller != w {
		if c.elapsed()-c.toldAt < c.engine.silence {
			return
		}
		c.teller, c.partly = w, 0
	}
	last := len(p.Lines) - 1
	for i := min(p.First, c.partly); i <= min(last, c.shown-1); i++ {
		bound := core.Exact
		if i == last {
			bound = p.Bound
		}
		c.tellLine(p.Depth, i+1, &p.Lines[i], bound)
	}
	if c.partly = last; p.Bound == core.Exact {
		c.partly++
	}
}

// Current implements search.Control.
func (c *control) Current(depth int, m core.Move, number int) {
	if c.number == 0 && c.listener.Current != nil && c.elapsed() >= currentMoveAfter {
		c.iterations.Lock() // the listener is told one thing at a time
		defer c.iterations.Unlock()
		c.listener.Current(core.CurrentMove{Depth: depth, Move: m, Number: number})
	}
}

// nextPoll returns the count at which a thread looks again, which is at the node
// with the number given. A limit of nodes is handed out in shares so small that
// those of all threads together make one interval: the search ends, at the limit or
// at most an interval below it, when a thread finds nothing left.
func (r *run) nextPoll(nodes uint64) uint64 {
	if r.limits.Nodes == 0 {
		return nodes + pollInterval
	}
	threads := uint64(len(r.threads))
	// Each thread enters one more node to find that out.
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

// setClock sets the time budget of l, whose clock began to run at the given time. It
// is called once by Go or PonderHit each, with memory of its own.
func (r *run) setClock(b *clock.Budget, l *core.Limits, from time.Time) {
	*b = clock.New(&r.tuning, l, r.root.Side(), r.engine.overhead)
	b.Hard += from.Sub(r.limits.Start) // the soft limit includes the time of pondering
	r.budget.Store(b)
}

// overdue reports whether the time is up.
func (r *run) overdue() bool {
	b := r.budget.Load()
	return b.Timed && b.Overdue(r.elapsed()) // without a clock it is not even read
}

// ponderHit starts the clock.
func (r *run) ponderHit(l *core.Limits) {
	if !r.pondering {
		return
	}
	if l == nil {
		l = &r.limits
	}
	r.pondering, r.held = false, r.limits.Infinite
	if r.settled {
		return
	}
	r.setClock(&r.budgets[1], l, time.Now())
	// After long pondering the move comes with the hit: an iteration that is under
	// way may take longer than there is time.
	if r.timeSpent() {
		r.engine.stop.Store(true)
	}
}

// timeSpent reports whether no iteration is to begin after the last finished one. A
// hit sets the clock before it asks, an iteration sets its worth before it asks: if
// both come at once, one of them sees what the other did.
func (r *run) timeSpent() bool {
	return r.budget.Load().Spent(r.elapsed(), math.Float64frombits(r.worth.Load()))
}

// goOn decides after an iteration that is deeper than all before whether there is
// another.
func (r *run) goOn(w *search.Worker) bool {
	best := w.Best()
	r.trend.Add(best.Move, best.Score)
	switch {
	case r.limits.Mate > 0 && best.Score.IsWin() && best.Score.PliesToMate() <= r.limits.Mate,
		r.limits.Depth == 0 && r.decided(w),
		r.limits.SoftNodes > 0 && r.nodes() >= r.limits.SoftNodes:
		return false
	}
	r.worth.Store(math.Float64bits(r.tuning.WorthOf(clock.Iteration{
		Trend: r.trend, Depth: w.Depth(), Choices: w.Choices(), Lines: r.limits.MultiPV,
		Share: float64(best.Nodes) / float64(max(1, w.Nodes())),
	})))
	return !r.timeSpent()
}

// decided reports whether each line asked for ends in a mate within the full-width
// part of the tree: none will get shorter, and what follows would be a burst of equal
// lines.
func (r *run) decided(w *search.Worker) bool {
	lines := w.Lines()
	for i := range lines[:min(r.shown, len(lines))] {
		score := lines[i].Score
		if plies := score.PliesToMate(); !score.IsDecisive() || w.Depth() <= 2*max(plies, -plies)+6 {
			return false
		}
	}
	return true
}
