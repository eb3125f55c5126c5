package clock_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/params"
)

func TestWorthOf(t *testing.T) {
	// after returns the trend when the best move has stood for so many iterations and
	// the score has just fallen.
	after := func(stable int, fall core.Score) (tr clock.Trend) {
		tr.Add(1, 0)
		for range stable {
			tr.Add(2, 0)
		}
		tr.Add(2, -fall)
		return tr
	}
	for _, c := range []struct {
		name      string
		iteration clock.Iteration
		want      float64
	}{
		{"the first iteration", clock.Iteration{Depth: 1, Choices: 20, Share: 0.5}, 1.15 * 1.50 * (1.75 - 0.6)},
		{"a new best move", clock.Iteration{Trend: after(0, 0), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 1.50 * (1.75 - 0.6)},
		{"it stands for one iteration", clock.Iteration{Trend: after(1, 0), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 1.25 * (1.75 - 0.6)},
		{"for two", clock.Iteration{Trend: after(2, 0), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 1.05 * (1.75 - 0.6)},
		{"for three", clock.Iteration{Trend: after(3, 0), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.95 * (1.75 - 0.6)},
		{"for four", clock.Iteration{Trend: after(4, 0), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.88 * (1.75 - 0.6)},
		{"for five", clock.Iteration{Trend: after(5, 0), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.82 * (1.75 - 0.6)},
		{"for fifty", clock.Iteration{Trend: after(50, 0), Depth: 60, Choices: 20, Share: 0.5}, 1.15 * 0.82 * (1.75 - 0.6)},
		{"a falling score", clock.Iteration{Trend: after(5, 30), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.82 * 1.2 * (1.75 - 0.6)},
		{"a lost piece", clock.Iteration{Trend: after(5, 400), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.82 * 1.4 * (1.75 - 0.6)},
		{"a mate seen", clock.Iteration{Trend: after(5, core.Infinite), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.82 * 1.4 * (1.75 - 0.6)},
		{"a rising score", clock.Iteration{Trend: after(5, -6), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.82 * 0.96 * (1.75 - 0.6)},
		{"a won piece", clock.Iteration{Trend: after(5, -400), Depth: 9, Choices: 20, Share: 0.5}, 1.15 * 0.82 * 0.9 * (1.75 - 0.6)},
		{"all nodes below the best move", clock.Iteration{Trend: after(5, 0), Depth: 9, Choices: 20, Share: 1}, 1.15 * 0.82 * 0.55},
		{"none", clock.Iteration{Trend: after(5, 0), Depth: 9, Choices: 20, Share: 0}, 1.15 * 0.82 * 1.75},
		{"several lines, whatever the share", clock.Iteration{Trend: after(5, 0), Depth: 9, Choices: 20, Lines: 2, Share: 1}, 1.15 * 0.82},
		{"a single choice, deep enough", clock.Iteration{Trend: after(7, 0), Depth: 8, Choices: 1, Share: 1}, 0},
		{"deeper", clock.Iteration{Trend: after(8, 0), Depth: 9, Choices: 1, Share: 1}, 0},
		{"a single choice, too early", clock.Iteration{Trend: after(6, 0), Depth: 7, Choices: 1, Share: 1}, 1.15 * 0.82 * 0.55},
		{"two choices", clock.Iteration{Trend: after(6, 0), Depth: 8, Choices: 2, Share: 1}, 1.15 * 0.82 * 0.55},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := tuning.WorthOf(c.iteration); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("worth %v, want %v", got, c.want)
			}
		})
	}
}

func TestTrend(t *testing.T) {
	const a, b = core.Move(1), core.Move(2)
	type step struct {
		best   core.Move
		score  core.Score
		stable int
		fall   core.Score
	}
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"the first iteration changes and loses nothing", []step{{a, -300, 0, 0}}},
		{"a move that stands", []step{{a, 10, 0, 0}, {a, 10, 1, 0}, {a, 15, 2, -5}, {a, 5, 3, 10}}},
		{"a move that changes", []step{{a, 10, 0, 0}, {a, 10, 1, 0}, {b, 30, 0, -20}, {a, 0, 0, 30}, {a, 0, 1, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var trend clock.Trend
			for i, s := range c.steps {
				if trend.Add(s.best, s.score); trend.Stable != s.stable || trend.Fall != s.fall {
					t.Errorf("iteration %d: stable for %d, fallen by %d; want %d and %d", i+1, trend.Stable, trend.Fall, s.stable, s.fall)
				}
			}
		})
	}
}

func TestWhenToStop(t *testing.T) {
	clocked := clock.Budget{Timed: true, Soft: 100 * ms, Hard: 500 * ms}
	exact := clock.Budget{Timed: true, Exact: true, Soft: 500 * ms, Hard: 500 * ms}
	for _, c := range []struct {
		name    string
		budget  clock.Budget
		elapsed time.Duration
		worth   float64
		spent   bool // no other iteration begins
		overdue bool // the one under way ends
	}{
		{"no clock", clock.Budget{}, time.Hour, 0, false, false},
		{"early", clocked, 79 * ms, 0.8, false, false},
		{"no time for another iteration", clocked, 80 * ms, 0.8, true, false},
		{"time for another after the soft limit", clocked, 119 * ms, 1.2, false, false},
		{"nothing to think about", clocked, 0, 0, true, false},
		{"no iteration finished yet", clocked, 499 * ms, math.Inf(1), false, false},
		{"the hard limit", clocked, 500 * ms, 1.2, true, true},
		{"the hard limit, no iteration finished", clocked, 500 * ms, math.Inf(1), false, true},
		{"time to be used up", exact, 499 * ms, 0.1, false, false},
		{"used up", exact, 500 * ms, 0.1, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.budget.Spent(c.elapsed, c.worth); got != c.spent {
				t.Errorf("spent: %v", got)
			}
			if got := c.budget.Overdue(c.elapsed); got != c.overdue {
				t.Errorf("overdue: %v", got)
			}
		})
	}
}

func ExampleTuning_WorthOf() {
	tuning := params.Chess().Clock()
	var trend clock.Trend
	trend.Add(core.Move(1), 20)
	trend.Add(core.Move(1), -40)
	fmt.Printf("%.2f\n", tuning.WorthOf(clock.Iteration{Trend: trend, Depth: 2, Choices: 30, Share: 0.6}))
	// Output:
	// 2.07
}
