package clock

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Budget is the time a search may take, counted from core.Limits.Start. Both
// times are at least Smallest and Soft is at most Hard.
type Budget struct {
	Timed bool          // false: the clock does not bound the search
	Exact bool          // unused time is lost: use all of Hard
	Soft  time.Duration // aim to have answered by then
	Hard  time.Duration // answer before then, whatever happens

	// What the user asks for; see Adapt.
	Least time.Duration // do not answer earlier, unless the result is certain
	Delay time.Duration // answer this long before the end of a second; 0: at any time
	Began time.Duration // when the referee's clock began to run
}

const (
	// Smallest is the shortest time of a search, even with an empty clock.
	Smallest = time.Millisecond

	// longest is the longest time of a clock, far from overflows.
	longest = 1000 * time.Hour
)

// New returns the budget of the side to move. Every move loses the overhead between
// engine and referee, so it is kept aside. The increment is added after the move, as
// in UCI.
func New(t *Tuning, l *core.Limits, side core.Color, overhead time.Duration) Budget {
	overhead = max(0, min(overhead, longest))
	if l.MoveTime > 0 {
		own := read(l.MoveTime)
		return exactly(own - min(overhead, own/2))
	}
	if !l.HasClock {
		return Budget{}
	}

	left, increment, byoyomi := read(l.Time[side]), read(l.Increment[side]), read(l.Byoyomi)
	available := left + byoyomi - overhead
	// Each move gets its own byoyomi, so the rest of the clock is worth little: use
	// all of it at once.
	if byoyomi > 0 && left < percent(byoyomi, t.Byoyomi) {
		return exactly(available)
	}

	// Even a move without any thought gains or costs time. The cost of the moves to
	// come is kept aside, the rest is spread over the planned moves. Without a
	// further time control a part of the clock may be used even if these costs leave
	// nothing, since the game may end earlier.
	income := increment - overhead - Smallest
	cost := max(0, -income-byoyomi)
	planned, further, least := t.Moves, t.Reserve, left/time.Duration(t.Least)
	if l.MovesToGo > 0 {
		planned, further, least = min(l.MovesToGo, t.Moves), min(l.MovesToGo, t.Reserve), 0
	}
	spare := left - time.Duration(further)*cost
	soft := max(spare, least)/time.Duration(planned) + percent(max(0, income), t.Increment) + byoyomi

	// A difficult move may take several times its share, the last move before a time
	// control nearly everything.
	share := t.HardClock
	if planned == 1 {
		share = t.HardLast
	}
	most := percent(spare, share) + byoyomi
	hard := max(min(percent(soft, t.Hard), most), least/time.Duration(t.Moves))
	hard = max(Smallest, min(hard, available))
	soft = max(Smallest, min(soft, percent(hard, t.SoftHard)))
	return Budget{Timed: true, Soft: soft, Hard: hard}
}

// Scaled returns the budget with percents of its soft limit, at most the hard limit.
// A fixed time for one move stays as it is.
func (b Budget) Scaled(percents int) Budget {
	if b.Timed && !b.Exact {
		b.Soft = max(Smallest, min(percent(b.Soft, percents), b.Hard))
	}
	return b
}

// exactly returns a budget that uses up all of t.
func exactly(t time.Duration) Budget {
	t = max(Smallest, t)
	return Budget{Timed: true, Exact: true, Soft: t, Hard: t}
}

// read limits a time as front ends send it: clocks may be negative.
func read(t time.Duration) time.Duration { return max(0, min(t, longest)) }
