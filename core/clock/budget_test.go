package clock_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/params"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// tuning has the rows of chess, except those that matches tune now and then.
var tuning = func() clock.Tuning {
	t := params.Chess().Clock()
	t.Moves, t.Worth = 28, 115
	return t
}()

// budgetOf returns the budget that the defaults give.
func budgetOf(l *core.Limits, side core.Color, overhead time.Duration) clock.Budget {
	return clock.New(&tuning, l, side, overhead)
}

// clockOf returns limits with the same clock for both sides.
func clockOf(left, increment, byoyomi time.Duration, movesToGo int) *core.Limits {
	return &core.Limits{
		HasClock: true, Time: [2]time.Duration{left, left}, Increment: [2]time.Duration{increment, increment},
		Byoyomi: byoyomi, MovesToGo: movesToGo,
	}
}

// span is a range of durations, ends included.
type span struct{ from, to time.Duration }

func (s span) has(d time.Duration) bool { return s.from <= d && d <= s.to }

func TestBudget(t *testing.T) {
	tests := []struct {
		name       string
		limits     *core.Limits
		overhead   time.Duration
		soft, hard span
	}{
		// UCI
		{"plain clock", clockOf(60*sec, 0, 0, 0), 10 * ms, span{1500 * ms, 3 * sec}, span{6 * sec, 15 * sec}},
		{"clock and increment", clockOf(60*sec, sec, 0, 0), 10 * ms, span{2500 * ms, 4 * sec}, span{8 * sec, 20 * sec}},
		{"increment of 10 ms", clockOf(sec, 10*ms, 0, 0), 10 * ms, span{20 * ms, 50 * ms}, span{50 * ms, 250 * ms}},
		{"increment all that is left", clockOf(100*ms, 100*ms, 0, 0), 10 * ms, span{30 * ms, 70 * ms}, span{40 * ms, 80 * ms}},
		{"little time, large increment", clockOf(100*ms, 10*sec, 0, 0), 10 * ms, span{20 * ms, 80 * ms}, span{40 * ms, 80 * ms}},
		{"last move before the control", clockOf(10*sec, 0, 0, 1), 10 * ms, span{5 * sec, 8 * sec}, span{8 * sec, 9900 * ms}},
		{"the same with an increment", clockOf(10*sec, 10*ms, 0, 1), 10 * ms, span{5 * sec, 8 * sec}, span{8 * sec, 9900 * ms}},
		{"last move, nothing left", clockOf(12*ms, 0, 0, 1), 10 * ms, span{ms, 2 * ms}, span{ms, 2 * ms}},
		{"two moves to go", clockOf(10*sec, 0, 0, 2), 10 * ms, span{4 * sec, 5 * sec}, span{5 * sec, 7 * sec}},
		{"forty moves to go", clockOf(40*sec, 0, 0, 40), 10 * ms, span{900 * ms, 1500 * ms}, span{4 * sec, 8 * sec}},
		{"a thousand moves to go", clockOf(60*sec, 0, 0, 1000), 10 * ms, span{1500 * ms, 3 * sec}, span{6 * sec, 15 * sec}},
		{"a millisecond", clockOf(ms, 0, 0, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"nothing, but an increment", clockOf(0, 100*ms, 0, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"nothing, but a large increment", clockOf(0, 5*sec, 0, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"nothing at all", clockOf(0, 0, 0, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"less than nothing", clockOf(-5*sec, 0, 0, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"less than nothing, but an increment", clockOf(-5*sec, sec, 0, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"a clock that the overhead of a long game would use up", clockOf(sec, 0, 0, 0), 10 * ms, span{3 * ms, 5 * ms}, span{4 * ms, 6 * ms}},
		{"clocks beyond all bounds", clockOf(math.MaxInt64, math.MaxInt64, math.MaxInt64, 0), 10 * ms, span{time.Hour, math.MaxInt64}, span{time.Hour, math.MaxInt64}},
		{"overhead larger than the clock", clockOf(sec, 0, 0, 0), 5 * sec, span{ms, ms}, span{ms, ms}},
		{"overhead beyond all bounds", clockOf(sec, sec, 0, 0), math.MaxInt64, span{ms, ms}, span{ms, ms}},
		{"no overhead", clockOf(sec, 0, 0, 0), 0, span{20 * ms, 40 * ms}, span{100 * ms, 200 * ms}},
		{"negative overhead is none", clockOf(sec, 0, 0, 0), -sec, span{20 * ms, 40 * ms}, span{100 * ms, 200 * ms}},
		// USI
		{"byoyomi only", clockOf(0, 0, 10*sec, 0), 100 * ms, span{9900 * ms, 9900 * ms}, span{9900 * ms, 9900 * ms}},
		{"byoyomi of a second", clockOf(0, 0, sec, 0), 10 * ms, span{990 * ms, 990 * ms}, span{990 * ms, 990 * ms}},
		{"byoyomi shorter than the overhead", clockOf(0, 0, 5*ms, 0), 10 * ms, span{ms, ms}, span{ms, ms}},
		{"byoyomi, clock below zero", clockOf(-3*sec, 0, 10*sec, 0), 100 * ms, span{9900 * ms, 9900 * ms}, span{9900 * ms, 9900 * ms}},
		{"final push", clockOf(11*sec, 0, 10*sec, 0), 100 * ms, span{20900 * ms, 20900 * ms}, span{20900 * ms, 20900 * ms}},
		{"just before the final push", clockOf(13*sec, 0, 10*sec, 0), 100 * ms, span{10 * sec, 14 * sec}, span{12 * sec, 20 * sec}},
		{"main time and byoyomi", clockOf(600*sec, 0, 10*sec, 0), 100 * ms, span{20 * sec, 45 * sec}, span{100 * sec, 250 * sec}},
		{"the increment counted in", clockOf(5*sec, 5*sec, 0, 0), 10 * ms, span{1500 * ms, 4 * sec}, span{2 * sec, 4990 * ms}},
		// Fixed times
		{"movetime", &core.Limits{MoveTime: sec}, 10 * ms, span{990 * ms, 990 * ms}, span{990 * ms, 990 * ms}},
		{"movetime of a millisecond", &core.Limits{MoveTime: ms}, 10 * ms, span{ms, ms}, span{ms, ms}},
		{"movetime like the overhead", &core.Limits{MoveTime: 10 * ms}, 10 * ms, span{5 * ms, 5 * ms}, span{5 * ms, 5 * ms}},
		{"movetime beats the clock", &core.Limits{MoveTime: sec, HasClock: true}, 0, span{sec, sec}, span{sec, sec}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, side := range []core.Color{core.First, core.Second} {
				b := budgetOf(test.limits, side, test.overhead)
				if !b.Timed {
					t.Fatal("the clock does not bound the search")
				}
				if !test.soft.has(b.Soft) {
					t.Errorf("soft time %v is not within %v to %v", b.Soft, test.soft.from, test.soft.to)
				}
				if !test.hard.has(b.Hard) {
					t.Errorf("hard time %v is not within %v to %v", b.Hard, test.hard.from, test.hard.to)
				}
			}
		})
	}
}

func TestUntimed(t *testing.T) {
	for name, l := range map[string]*core.Limits{
		"no limits":             {},
		"depth":                 {Depth: 9},
		"nodes":                 {Nodes: 9},
		"infinite":              {Infinite: true},
		"times without a clock": {Time: [2]time.Duration{sec, sec}, Byoyomi: sec},
	} {
		t.Run(name, func(t *testing.T) {
			if b := budgetOf(l, core.First, 10*ms); b != (clock.Budget{}) {
				t.Errorf("budget %+v, want none", b)
			}
		})
	}
}

func TestEachSideHasItsOwnClock(t *testing.T) {
	l := &core.Limits{
		HasClock: true, Time: [2]time.Duration{60 * sec, sec}, Increment: [2]time.Duration{0, 50 * ms},
	}
	first, second := budgetOf(l, core.First, 0), budgetOf(l, core.Second, 0)
	if want := budgetOf(clockOf(60*sec, 0, 0, 0), core.First, 0); first != want {
		t.Errorf("first side %+v, want %+v", first, want)
	}
	if want := budgetOf(clockOf(sec, 50*ms, 0, 0), core.First, 0); second != want {
		t.Errorf("second side %+v, want %+v", second, want)
	}
}

// Where time can be saved the soft limit leaves some.
func TestSoftIsBelowHardWhereTimeCanBeSaved(t *testing.T) {
	for _, l := range []*core.Limits{
		clockOf(60*sec, 0, 0, 0), clockOf(60*sec, sec, 0, 0), clockOf(sec, 10*ms, 0, 0), clockOf(60*sec, 0, 0, 1),
		clockOf(60*sec, 0, 0, 2), clockOf(60*sec, 0, 10*sec, 0), clockOf(100*ms, sec, 0, 0), clockOf(15*sec, 0, 10*sec, 1),
	} {
		if b := budgetOf(l, core.First, 10*ms); b.Soft >= b.Hard {
			t.Errorf("time %v, increment %v, byoyomi %v, moves to go %d: soft %v, hard %v",
				l.Time[0], l.Increment[0], l.Byoyomi, l.MovesToGo, b.Soft, b.Hard)
		}
	}
}

// Whatever the limits, the tuning and the wishes, no budget is more than there is.
func TestBudgetIsAvailable(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tunings := []clock.Tuning{tuning}
	for range 50 {
		set := *params.Chess()
		for _, row := range params.Rows() {
			if row.Clock {
				value := [...]int{row.Min, row.Chess, row.Max, row.Min + r.IntN(row.Max-row.Min+1)}[r.IntN(4)]
				if err := set.Assign(row.Name, value); err != nil {
					t.Fatal(err)
				}
			}
		}
		tunings = append(tunings, set.Clock())
	}
	// Of all sizes, from below zero to the largest number, and often whole seconds.
	random := func() time.Duration {
		switch r.IntN(24) {
		case 20, 21, 22, 23:
			return time.Duration(r.IntN(100)) * sec
		case 0:
			return -time.Duration(r.Int64N(int64(time.Hour)))
		case 1, 2, 3, 4:
			return 0
		case 5:
			return math.MaxInt64
		case 6:
			return math.MinInt64
		}
		return time.Duration(r.Int64()) >> r.IntN(63)
	}
	for range 200000 {
		side := core.Color(r.IntN(2))
		l := &core.Limits{HasClock: true, Byoyomi: random()}
		for c := range l.Time {
			l.Time[c], l.Increment[c] = random(), random()
		}
		if r.IntN(2) == 0 {
			l.MovesToGo = int(r.Int64() >> r.IntN(64))
		}
		if r.IntN(10) == 0 {
			l.MoveTime = random()
		}
		overhead := time.Duration(r.Int64N(int64(10 * sec)))
		if r.IntN(3) == 0 {
			overhead = 10 * ms
		}
		pace := options.Pace{}
		if r.IntN(2) == 0 {
			pace = options.Pace{Percent: r.IntN(1001), Least: random(), Seconds: r.IntN(2) == 0, Delay: random()}
		}
		checkBudget(t, &tunings[r.IntN(len(tunings))], l, side, &pace, overhead, random())
	}
}

// More time never means less thought, except where byoyomi makes the rest of the clock
// worthless.
func TestMoreTimeMeansMoreThought(t *testing.T) {
	for _, test := range []struct {
		name      string
		increment time.Duration
		byoyomi   time.Duration
		movesToGo int
		from, to  time.Duration
	}{
		{"sudden death", 0, 0, 0, 0, time.Hour},
		{"short increment", 5 * ms, 0, 0, 0, time.Hour},
		{"increment", 100 * ms, 0, 0, 0, time.Hour},
		{"one move to go", 0, 0, 1, 0, time.Hour},
		{"one move to go, and an increment", sec, 0, 1, 0, time.Hour},
		{"two moves to go", 0, 0, 2, 0, time.Hour},
		{"forty moves to go", 0, 0, 40, 0, time.Hour},
		{"forty moves to go, and an increment", 100 * ms, 0, 40, 0, time.Hour},
		{"byoyomi, little else", 0, 10 * sec, 0, 0, 12 * sec},
		{"byoyomi and a clock", 0, 10 * sec, 0, 12 * sec, 10 * time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			last := clock.Budget{}
			for left := test.from; left < test.to; left += ms + left/50 {
				b := budgetOf(clockOf(left, test.increment, test.byoyomi, test.movesToGo), core.First, 10*ms)
				if b.Soft < last.Soft || b.Hard < last.Hard {
					t.Fatalf("with %v left: %+v, less than the %+v before", left, b, last)
				}
				last = b
			}
		})
	}
}

func ExampleNew() {
	tuning := params.Chess().Clock()
	l := &core.Limits{
		HasClock:  true,
		Time:      [2]time.Duration{60 * time.Second, 50 * time.Second},
		Increment: [2]time.Duration{time.Second, time.Second},
	}
	b := clock.New(&tuning, l, core.First, 10*time.Millisecond)
	fmt.Println(b.Soft.Round(100*time.Millisecond), b.Hard.Round(100*time.Millisecond))

	byoyomi := &core.Limits{HasClock: true, Byoyomi: 10 * time.Second}
	b = clock.New(&tuning, byoyomi, core.Second, 100*time.Millisecond)
	fmt.Println(b.Soft, b.Hard)
	// Output:
	// 2.9s 14.4s
	// 9.9s 9.9s
}
