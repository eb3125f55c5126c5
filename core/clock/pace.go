package clock

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// Adapt returns the budget as changed by what the user asks, for limits l that New made it
// of. A time for this move alone is no one's to change.
func (b Budget) Adapt(p *options.Pace, l *core.Limits, side core.Color, overhead time.Duration) Budget {
	if !b.Timed || b.Exact {
		return b
	}
	available := read(l.Time[side]) + read(l.Byoyomi) - max(0, min(overhead, longest))
	if p.Percent > 0 {
		b = b.Scaled(p.Percent)
	}
	if p.Least > 0 {
		b.Least = max(0, min(p.Least-max(0, p.Delay), available))
		b.Hard = max(b.Hard, b.Least)
	}
	// Without a delay the answer would always come too late for its second, and a clock
	// with fractions is not one of whole seconds.
	if p.Seconds && p.Delay > 0 && whole(l.Time[side]) && whole(l.Increment[side]) && whole(l.Byoyomi) {
		b.Delay = min(p.Delay, longest)
		if hard := b.secondOf(b.Hard); hard <= available {
			b.Hard = hard
		}
	}
	return b
}

// Until returns when to answer a search that is not worth another iteration, given the
// time that it has taken: at once, or at the end of a second that is lost anyway.
func (b *Budget) Until(elapsed time.Duration) time.Duration {
	if b.Delay == 0 {
		return elapsed
	}
	return max(elapsed, min(b.Began+b.secondOf(elapsed-b.Began), b.Hard))
}

// secondOf returns the last moment to answer in the second that d is in.
func (b *Budget) secondOf(d time.Duration) time.Duration {
	return (d + b.Delay + time.Second - 1).Truncate(time.Second) - b.Delay
}

// whole reports whether d has no fraction of a second.
func whole(d time.Duration) bool { return d%time.Second == 0 }
