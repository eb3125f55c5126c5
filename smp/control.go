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

// setClock sets the time budget of l, whose clock began to run at the given time.
func (r *run) setClock(l *core.Limits, from time.Time) {
	b := clock.New(l, r.root.Side(), r.engine.overhead)
	if !b.Timed {
		return
	}
	since := from.Sub(r.limits.Start)
	r.exact.Store(b.Exact)
	r.soft.Store(int64(b.Soft)) // work done while pondering counts
	r.hard.Store(int64(since + b.Hard))
	r.timed.Store(true)
}

// overdue reports whether the time is up.
func (r *run) overdue() bool {
	return r.timed.Load() && r.elapsed() >= time.Duration(r.hard.Load())
}

// ponderHit sets the clock going.
func (r *run) ponderHit(l *core.Limits) {
	if !r.pondering {
		return
	}
	if l == nil {
		l = &r.limits
	}
	r.pondering, r.held = false, r.limits.Infinite
	r.setClock(l, time.Now())
	// After long pondering the move comes with the hit: an iteration that is under
	// way may take longer than there is time.
	if r.timeSpent() {
		r.engine.stop.Store(true)
	}
}

// timeSpent reports whether, on a clock, no iteration is to begin after the last
// finished one. A hit sets the clock before it asks, an iteration tells its worth
// before it asks: if both come at once, one of them sees what the other did.
func (r *run) timeSpent() bool {
	if !r.timed.Load() || r.exact.Load() {
		return false
	}
	return float64(r.elapsed()) >= math.Float64frombits(r.worth.Load())*float64(r.soft.Load())
}

// goOn decides after an iteration that is deeper than all before whether another is
// worth its time.
func (r *run) goOn(w *search.Worker) bool {
	best := w.Best()
	if best.Move == r.lastBest {
		r.stability++
	} else {
		r.stability = 0
	}
	drop := r.lastScore - best.Score
	if r.lastBest == core.NoMove {
		drop = 0
	}
	r.lastBest, r.lastScore = best.Move, best.Score

	if r.limits.Mate > 0 && best.Score.IsWin() && best.Score.PliesToMate() <= r.limits.Mate {
		return false
	}
	if r.limits.Depth == 0 && r.decided(w) {
		return false
	}
	if r.limits.SoftNodes > 0 && r.nodes() >= r.limits.SoftNodes {
		return false
	}
	r.worth.Store(math.Float64bits(r.worthOf(w, drop)))
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

// worthOf returns what part of the soft limit may have passed when another
// iteration begins, given by how much the score fell; most often it is less than
// one, since the iteration will take about as long as all before it. A move that
// keeps being best and takes nearly all nodes to confirm needs no further proof; a
// falling score needs a way out. Where there is nothing to choose from, a few
// iterations are enough.
func (r *run) worthOf(w *search.Worker, drop core.Score) float64 {
	if w.Choices() == 1 && w.Depth() >= 8 {
		return 0
	}
	stable := [...]float64{1.5, 1.25, 1.05, 0.95, 0.88, 0.82}
	// +23 ± 29 Elo against a third less, +35 ± 35 against a quarter more (300 and 200 games at 1+0.01)
	worth := 1.15 * stable[min(r.stability, len(stable)-1)]
	worth *= min(1.4, max(0.9, 1+float64(drop)/150))
	if r.limits.MultiPV <= 1 {
		share := float64(w.Best().Nodes) / float64(max(1, w.Nodes()))
		worth *= 1.75 - 1.2*share
	}
	return worth
}
