package clock_test

import (
	"math"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/options"
)

// Whatever the limits and wishes, the search ends within the clock less the overhead.
func FuzzBudget(f *testing.F) {
	f.Add(int64(600_000), int64(0), int64(10_000), 0, int64(0), int64(50), 100, int64(0), int64(120), true, int64(0))
	f.Add(int64(1), int64(0), int64(0), 1, int64(0), int64(10), 0, int64(0), int64(0), false, int64(0))
	f.Add(int64(-5000), int64(100), int64(0), 0, int64(0), int64(10), 0, int64(0), int64(0), false, int64(90))
	f.Add(int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64), math.MaxInt, int64(0), int64(0), 1000, int64(math.MaxInt64), int64(math.MaxInt64), true, int64(7))
	f.Add(int64(math.MinInt64), int64(math.MinInt64), int64(math.MinInt64), math.MinInt, int64(math.MinInt64), int64(math.MinInt64), math.MinInt, int64(math.MinInt64), int64(math.MinInt64), true, int64(math.MinInt64))
	f.Add(int64(60_000), int64(1000), int64(0), 40, int64(250), int64(10), 30, int64(2000), int64(100), false, int64(60_000))
	f.Fuzz(func(t *testing.T, left, increment, byoyomi int64, movesToGo int, moveTime, overhead int64, percent int, least, delay int64, seconds bool, at int64) {
		// Milliseconds, or what becomes of them where they are too many.
		unit := func(n int64) time.Duration {
			if d := time.Duration(n) * ms; d/ms == time.Duration(n) {
				return d
			}
			return time.Duration(n)
		}
		l := clockOf(unit(left), unit(increment), unit(byoyomi), movesToGo)
		l.MoveTime = unit(moveTime)
		p := options.Pace{Percent: percent, Least: unit(least), Seconds: seconds, Delay: unit(delay)}
		checkBudget(t, &tuning, l, core.First, &p, unit(overhead), unit(at))
	})
}

// checkBudget fails if the budget of some limits and wishes is more than there is, or if the
// search may go on behind it when a ponder hit comes at some time.
func checkBudget(t *testing.T, tuning *clock.Tuning, l *core.Limits, side core.Color, p *options.Pace, overhead, at time.Duration) {
	t.Helper()
	before := clock.New(tuning, l, side, overhead)
	b := before.Adapt(p, l, side, overhead)
	available := math.Max(0, float64(l.Time[side])) + math.Max(0, float64(l.Byoyomi)) - math.Max(0, float64(overhead))
	if l.MoveTime > 0 {
		available = float64(l.MoveTime)
	}
	if !b.Timed || b.Soft < clock.Smallest || b.Soft > b.Hard || float64(b.Hard) > math.Max(float64(clock.Smallest), available) {
		t.Fatalf("%+v, %+v, %+v, overhead %v: %+v of %v", *l, tuning, *p, overhead, b, time.Duration(available))
	}
	if before.Soft < clock.Smallest || before.Soft > before.Hard || b.Least > b.Hard {
		t.Fatalf("%+v, %+v, %+v, overhead %v: %+v instead of %+v", *l, tuning, *p, overhead, b, before)
	}
	elapsed := max(0, min(at, b.Hard))
	if until := b.Until(elapsed); until < elapsed || until > b.Hard {
		t.Fatalf("%+v: after %v until %v", b, elapsed, until)
	}

	// Every deadline lies within the hard limit, counted from the ponder hit.
	hit := max(0, min(at, 1000*time.Hour))
	var w clock.TimeManager
	w.Start(tuning, clock.Budget{})
	w.Iterated(1, 0, clock.Iteration{Depth: 1, Choices: 2, Share: 0.5}, hit/2)
	goOn := w.Hit(b, hit)
	settled, limited := w.Deadline(false)
	unsettled, _ := w.Deadline(true)
	if !limited || settled > unsettled || unsettled > hit+b.Hard || goOn && settled < hit {
		t.Fatalf("%+v, hit after %v: goes on: %v, until %v or %v", b, hit, goOn, settled, unsettled)
	}
}
