package play

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
)

// Clock is the time that both sides have. The zero value is no clock.
type Clock struct {
	Time      time.Duration // for the game
	Increment time.Duration // added after each move
	Byoyomi   time.Duration // for every move once Time is used up
}

// On reports whether there is a clock.
func (c Clock) On() bool { return c.Time > 0 || c.Byoyomi > 0 || c.Increment > 0 }

// Control returns the time control in seconds, as records have it: 300+3 as in PGN, which knows no
// byoyomi; with byoyomi, and in shogi, the three parts of CSA, 600+30+0, with the increment
// last.
func (c Clock) Control(shogi bool) string {
	if shogi || c.Byoyomi > 0 {
		return fmt.Sprintf("%g+%g+%g", c.Time.Seconds(), c.Byoyomi.Seconds(), c.Increment.Seconds())
	}
	return fmt.Sprintf("%g+%g", c.Time.Seconds(), c.Increment.Seconds())
}

// clock is the time that both sides have left.
type clock struct{ nitoryu.Clock }

// start returns the clock at the beginning of a game.
func (c Clock) start() clock {
	return clock{nitoryu.Clock{
		Left: [2]time.Duration{c.Time, c.Time}, Increment: [2]time.Duration{c.Increment, c.Increment}, Byoyomi: c.Byoyomi,
	}}
}

// follow takes a move of a side from a record, by what was left after it or else by what it took.
func (c *clock) follow(side nitoryu.Side, n *record.Node) {
	if n.Clock.Known {
		c.Left[side] = n.Clock.Duration
	} else if n.Spent.Known {
		c.Spend(side, n.Spent.Duration)
	}
}

// rest returns how long a side may think about its move.
func (c *clock) rest(side core.Color) time.Duration { return c.Left[side] + c.Byoyomi }

// text returns the time left, with byoyomi, to a side that has thought about its move for the
// given time. Seconds that have begun count in full.
func (c *clock) text(side core.Color, thought time.Duration, japanese bool) string {
	both, only := "%s (byoyomi %ds)", "byoyomi %ds"
	if japanese {
		both, only = "%s（秒読み%d秒）", "秒読み%d秒"
	}
	left, byoyomi := c.Left[side]-thought, c.Byoyomi
	switch {
	case byoyomi == 0:
		return minutes(left)
	case left > 0:
		return fmt.Sprintf(both, minutes(left), seconds(byoyomi))
	}
	return fmt.Sprintf(only, seconds(left+byoyomi))
}

func minutes(d time.Duration) string { return fmt.Sprintf("%d:%02d", seconds(d)/60, seconds(d)%60) }

func seconds(d time.Duration) int { return int((max(0, d) + time.Second - 1) / time.Second) }
