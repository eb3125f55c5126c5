package clock

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// TimeManager keeps the time of one search, whose threads may all use it at once.
// Times count from the start of the search. A zero TimeManager sets no limit.
type TimeManager struct {
	mu         sync.Mutex // guards all fields below except deadlines
	tuning     Tuning
	budget     Budget
	trend      Trend
	iterations int     // finished
	worth      float64 // result of Tuning.SoftScale after the last iteration

	// The results of Deadline for a settled and an unsettled search; 0: no limit.
	// Threads read them often.
	deadlines [2]atomic.Int64
}

// Start is called once, before the search begins. While the search ponders there is no
// budget.
func (w *TimeManager) Start(t *Tuning, b Budget) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tuning, w.budget = *t, b
	w.setDeadlines()
}

// Hit sets the budget at a ponder hit, when the clock starts to run, and reports
// whether the search goes on. Tuning.Hit scales the soft limit. The time of pondering
// counts towards the soft limit: once that limit has passed, nothing is added,
// whatever the position.
func (w *TimeManager) Hit(b Budget, elapsed time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	b = b.Scaled(w.tuning.Hit)
	b.Began = elapsed
	b.Hard += elapsed
	w.budget = b
	w.setDeadlines()
	worth := math.Inf(1) // there is nothing to answer yet
	if w.iterations > 0 {
		worth = min(1, w.worth)
	}
	return !b.Spent(elapsed, worth) || w.useSecond(elapsed)
}

// Iterated records a finished iteration with its best move and score, and reports
// whether another should begin. It fills in the trend.
func (w *TimeManager) Iterated(best core.Move, score core.Score, i Iteration, elapsed time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trend.Add(best, score)
	i.Trend = w.trend
	w.iterations++
	w.worth = w.tuning.SoftScale(i)
	w.setDeadlines()
	return !w.budget.Spent(elapsed, w.worth) || w.useSecond(elapsed)
}

// Deadline returns when a search has to end, even within an iteration. A search is
// unsettled while its score is failing low, or while another move than the best of the
// last iteration leads. limited is false if the clock sets no limit.
func (w *TimeManager) Deadline(unsettled bool) (at time.Duration, limited bool) {
	i := 0
	if unsettled {
		i = 1
	}
	at = time.Duration(w.deadlines[i].Load())
	return at, at != 0
}

// Began returns when the referee's clock began to run: 0, or at the ponder hit.
func (w *TimeManager) Began() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.budget.Began
}

// setDeadlines computes the deadlines of a new budget or trend. The first iteration has
// the hard limit.
func (w *TimeManager) setDeadlines() {
	patience := [2]float64{math.Inf(1), math.Inf(1)}
	if w.iterations > 0 {
		patience[0], patience[1] = w.tuning.PatienceOf(w.trend)
	}
	for i, p := range patience {
		at := time.Duration(0)
		if w.budget.Timed {
			at = w.budget.Deadline(p)
		}
		w.deadlines[i].Store(int64(at))
	}
}

// useSecond makes the search end with the second that has begun, and reports whether
// any of that second is left.
func (w *TimeManager) useSecond(elapsed time.Duration) bool {
	until := w.budget.Until(elapsed)
	if until <= elapsed {
		return false
	}
	w.budget.Exact, w.budget.Hard = true, until
	w.setDeadlines()
	return true
}
