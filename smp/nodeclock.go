package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// nodeClock holds the clocks of both sides in a game where nodes count as time, so that
// the game is the same on every machine. Only the first time of each side comes from
// the front end: its later clocks measure another time, and are not read.
type nodeClock struct {
	sides [2]struct {
		started   bool
		running   bool // during a move
		left      time.Duration
		increment time.Duration
	}
}

// nodeTime returns the time that a number of nodes counts for.
func nodeTime(nodes uint64, perMillisecond int) time.Duration {
	return time.Duration(nodes) * time.Millisecond / time.Duration(perMillisecond)
}

// read starts the clock of a side and returns l with the time of that clock. The first
// time is the one in l. If nodes do not count as time, it returns l.
func (c *nodeClock) read(l *core.Limits, p *options.Pace, side core.Color) *core.Limits {
	if p.Nodes <= 0 || !l.HasClock {
		return l
	}
	s := &c.sides[side]
	if !s.started {
		s.started, s.left = true, l.Time[side]
	}
	s.running, s.increment = true, l.Increment[side]
	own := *l
	own.Time[side] = s.left
	return &own
}

// pay stops the clock of a side, if it is running, after the time of a move.
func (c *nodeClock) pay(side core.Color, spent time.Duration) {
	if s := &c.sides[side]; s.running {
		s.running, s.left = false, max(0, s.left-spent)+s.increment
	}
}
