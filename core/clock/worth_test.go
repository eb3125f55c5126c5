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

// after returns the trend when the best move has stood for a number of iterations and the score has
// just fallen.
func after(stable int, fall core.Score) (tr clock.Trend) {
	tr.Add(1, 0)
	for range stable {
		tr.Add(2, 0)
	}
	tr.Add(2, -fall)
	return tr
}

func TestWorthOf(t *testing.T) {
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
			if got := tuning.SoftScale(c.iteration); math.Abs(got-c.want) > 1e-9 {
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

func TestPatience(t *testing.T) {
	for _, c := range []struct {
		name  string
		trend clock.Trend
		want  float64
	}{
		{"a new best move", after(0, 0), 1.8 * 150 / 82},
		{"it stands for one iteration", after(1, 0), 1.8 * 125 / 82},
		{"for three", after(3, 0), 1.8 * 95 / 82},
		{"for five", after(5, 0), 1.8},
		{"for fifty", after(50, 0), 1.8},
		{"a rising score takes nothing away", after(5, -400), 1.8},
		{"a falling score", after(5, 30), 1.8 * 1.2},
		{"a lost piece", after(5, 400), 1.8 * 1.4},
		{"a new best move, and a lost piece", after(0, 400), 1.8 * 150 / 82 * 1.4},
	} {
		t.Run(c.name, func(t *testing.T) {
			settled, unsettled := tuning.PatienceOf(c.trend)
			if math.Abs(settled-c.want) > 1e-9 || math.Abs(unsettled-2*c.want) > 1e-9 {
				t.Errorf("patience %v, unsettled %v; want %v and twice that", settled, unsettled, c.want)
			}
		})
	}
}

func TestSpent(t *testing.T) {
	clocked := clock.Budget{Timed: true, Soft: 100 * ms, Hard: 500 * ms}
	for _, c := range []struct {
		name    string
		budget  clock.Budget
		elapsed time.Duration
		worth   float64
		want    bool
	}{
		{"no clock", clock.Budget{}, time.Hour, 0, false},
		{"early", clocked, 79 * ms, 0.8, false},
		{"no time for another iteration", clocked, 80 * ms, 0.8, true},
		{"time for another after the soft limit", clocked, 119 * ms, 1.2, false},
		{"nothing to think about", clocked, 0, 0, true},
		{"no iteration finished yet", clocked, 499 * ms, math.Inf(1), false},
		{"time to be used up", clock.Budget{Timed: true, Exact: true, Soft: 500 * ms, Hard: 500 * ms}, 499 * ms, 0.1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.budget.Spent(c.elapsed, c.worth); got != c.want {
				t.Errorf("spent: %v", got)
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	clocked := clock.Budget{Timed: true, Soft: 100 * ms, Hard: 500 * ms}
	for _, c := range []struct {
		name     string
		budget   clock.Budget
		patience float64
		want     time.Duration
	}{
		{"a stable move", clocked, 1.8, 180 * ms},
		{"a less stable one", clocked, 3, 300 * ms},
		{"never beyond the hard limit", clocked, 7, 500 * ms},
		{"no iteration finished yet", clocked, math.Inf(1), 500 * ms},
		{"time to be used up", clock.Budget{Timed: true, Exact: true, Soft: 100 * ms, Hard: 500 * ms}, 1.8, 500 * ms},
		{"a minimum", clock.Budget{Timed: true, Soft: 100 * ms, Hard: 500 * ms, Least: 400 * ms}, 1.8, 400 * ms},
		{"the end of a second", clock.Budget{Timed: true, Soft: sec, Hard: 4880 * ms, Delay: 120 * ms}, 2.1, 2880 * ms},
		{"of one that began with the ponder hit", clock.Budget{Timed: true, Soft: sec, Hard: 4880 * ms, Delay: 120 * ms, Began: 500 * ms}, 2.1, 2380 * ms},
		{"no second beyond the hard limit", clock.Budget{Timed: true, Soft: sec, Hard: 4880 * ms, Delay: 120 * ms}, 4.881, 4880 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.budget.Deadline(c.patience); got != c.want {
				t.Errorf("after %v, want %v", got, c.want)
			}
		})
	}
}

func ExampleTuning_SoftScale() {
	tuning := params.Chess().Clock()
	var trend clock.Trend
	trend.Add(core.Move(1), 20)
	trend.Add(core.Move(1), -40)
	fmt.Printf("%.2f\n", tuning.SoftScale(clock.Iteration{Trend: trend, Depth: 2, Choices: 30, Share: 0.6}))
	// Output:
	// 1.80
}
