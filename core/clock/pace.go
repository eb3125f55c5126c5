package clock

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// Adapt returns the budget changed by what the user asks for. New made the budget from the
// limits l. A fixed time for one move stays as it is.
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
	// Without a delay every answer would come too late for its second. A clock that
	// shows fractions does not count whole seconds.
	if p.Seconds && p.Delay > 0 && whole(l.Time[side]) && whole(l.Increment[side]) && whole(l.Byoyomi) {
		b.Delay = min(p.Delay, longest)
		if hard := b.secondOf(b.Hard); hard <= available {
			b.Hard = hard
		}
	}
	return b
}

// Until returns when to answer if another iteration is not worth starting after the
// time elapsed: at once, or at the end of a second that is lost anyway.
func (b *Budget) Until(elapsed time.Duration) time.Duration {
	if b.Delay == 0 {
		return elapsed
	}
	return max(elapsed, min(b.Began+b.secondOf(elapsed-b.Began), b.Hard))
}

// secondOf returns the last moment to answer within the second that contains d.
func (b *Budget) secondOf(d time.Duration) time.Duration {
	return (d + b.Delay + time.Second - 1).Truncate(time.Second) - b.Delay
}

// whole reports whether d has no fraction of a second.
func whole(d time.Duration) bool { return d%time.Second == 0 }
