package clock_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/options"
)

func TestAdapt(t *testing.T) {
	const overhead = 100 * ms
	plain := clock.Budget{Timed: true, Soft: 2 * sec, Hard: 6 * sec}
	exact := clock.Budget{Timed: true, Exact: true, Soft: 3 * sec, Hard: 3 * sec}
	tests := []struct {
		name   string
		before clock.Budget
		pace   options.Pace
		limits *core.Limits
		want   clock.Budget
	}{
		{"nothing asked", plain, options.Pace{Delay: 120 * ms}, clockOf(60*sec, 0, 0, 0), plain},
		{"no clock", clock.Budget{}, options.Pace{Percent: 50, Least: sec, Seconds: true, Delay: ms}, &core.Limits{}, clock.Budget{}},
		{"all that is left of byoyomi", exact, options.Pace{Percent: 50, Least: 9 * sec, Seconds: true, Delay: ms}, clockOf(0, 0, 3*sec, 0), exact},
		{"half the time", plain, options.Pace{Percent: 50}, clockOf(60*sec, 0, 0, 0), clock.Budget{Timed: true, Soft: sec, Hard: 6 * sec}},
		{"twice the time", plain, options.Pace{Percent: 200}, clockOf(60*sec, 0, 0, 0), clock.Budget{Timed: true, Soft: 4 * sec, Hard: 6 * sec}},
		{"never more than the hard limit", plain, options.Pace{Percent: 1000}, clockOf(60*sec, 0, 0, 0), clock.Budget{Timed: true, Soft: 6 * sec, Hard: 6 * sec}},
		{"a hundredth", clock.Budget{Timed: true, Soft: 10 * ms, Hard: 20 * ms}, options.Pace{Percent: 1}, clockOf(sec, 0, 0, 0), clock.Budget{Timed: true, Soft: ms, Hard: 20 * ms}},
		{"a minimum", plain, options.Pace{Least: 3 * sec, Delay: 120 * ms}, clockOf(60*sec, 0, 0, 0), clock.Budget{Timed: true, Soft: 2 * sec, Hard: 6 * sec, Least: 2880 * ms}},
		{"a minimum above the hard limit", plain, options.Pace{Least: 20 * sec}, clockOf(60*sec, 0, 0, 0), clock.Budget{Timed: true, Soft: 2 * sec, Hard: 20 * sec, Least: 20 * sec}},
		{"a minimum above the clock", plain, options.Pace{Least: 20 * sec}, clockOf(8*sec, 0, 2*sec, 0), clock.Budget{Timed: true, Soft: 2 * sec, Hard: 9900 * ms, Least: 9900 * ms}},
		{"a minimum with an empty clock", clock.Budget{Timed: true, Soft: ms, Hard: ms}, options.Pace{Least: 2 * sec}, clockOf(50*ms, 0, 0, 0), clock.Budget{Timed: true, Soft: ms, Hard: ms}},
		{"whole seconds", plain, options.Pace{Seconds: true, Delay: 120 * ms}, clockOf(60*sec, 0, 0, 0), clock.Budget{Timed: true, Soft: 2 * sec, Hard: 6880 * ms, Delay: 120 * ms}},
		{"no second beyond the clock", plain, options.Pace{Seconds: true, Delay: 120 * ms}, clockOf(4*sec, 0, 2*sec, 0), clock.Budget{Timed: true, Soft: 2 * sec, Hard: 6 * sec, Delay: 120 * ms}},
		{"a clock with fractions", plain, options.Pace{Seconds: true, Delay: 120 * ms}, clockOf(59990*ms, 0, 0, 0), plain},
		{"an increment with fractions", plain, options.Pace{Seconds: true, Delay: 120 * ms}, clockOf(60*sec, 10*ms, 0, 0), plain},
		{"byoyomi with fractions", plain, options.Pace{Seconds: true, Delay: 120 * ms}, clockOf(60*sec, 0, 500*ms, 0), plain},
		{"no delay, as match scripts ask", plain, options.Pace{Seconds: true}, clockOf(60*sec, 0, 0, 0), plain},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.before.Adapt(&test.pace, test.limits, core.First, overhead); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestUntil(t *testing.T) {
	b := clock.Budget{Timed: true, Hard: 4900 * ms, Delay: 120 * ms, Began: 500 * ms}
	for _, test := range []struct {
		name          string
		elapsed, want time.Duration
	}{
		{"the first second", 500 * ms, 1380 * ms},
		{"within it", 1300 * ms, 1380 * ms},
		{"its end", 1380 * ms, 1380 * ms},
		{"too late for it", 1381 * ms, 2380 * ms},
		{"no further than the hard limit", 4400 * ms, 4900 * ms},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := b.Until(test.elapsed); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
	plain := clock.Budget{Timed: true, Hard: sec}
	if got := plain.Until(300 * ms); got != 300*ms {
		t.Errorf("without whole seconds: %v", got)
	}
}

func TestLeast(t *testing.T) {
	b := clock.Budget{Timed: true, Soft: sec, Hard: 3 * sec, Least: 2 * sec}
	if b.Spent(1999*ms, 0) || !b.Spent(2*sec, 0) {
		t.Error("the minimum is not kept, or more than that")
	}
}
