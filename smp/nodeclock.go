package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// nodeClock holds the clocks of both sides in a game where nodes count as time, so that
// it is the same game on every machine. Such a game has one time for all moves: later
// clocks of the front end run on another time, and are not read.
type nodeClock struct {
	sides [2]struct {
		started   bool
		running   bool // during a move
		left      time.Duration
		increment time.Duration
	}
}

// nodeTime returns the time that so many nodes count for.
func nodeTime(nodes uint64, perMillisecond int) time.Duration {
	return time.Duration(nodes) * time.Millisecond / time.Duration(perMillisecond)
}

// read starts the clock of a side and returns l as of it. Its first time is that of l.
// Without such clocks it returns l.
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
