package client

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu"
)

// appendPosition appends the position command of p.
func appendPosition(dst []byte, p *nitoryu.Position, usi bool) []byte {
	start := p.Start()
	switch {
	case start == "":
		dst = append(dst, "position startpos"...)
	case usi:
		dst = append(append(dst, "position sfen "...), start...)
	default:
		dst = append(append(dst, "position fen "...), start...)
	}
	if moves := p.Moves(); len(moves) > 0 {
		dst = append(dst, " moves"...)
		for _, m := range moves {
			dst = append(append(dst, ' '), m...)
		}
	}
	return append(dst, '\n')
}

// appendGo appends the go command of a search. Lines and Elo are options.
func appendGo(dst []byte, l *nitoryu.Limits, usi bool) []byte {
	dst = append(dst, "go"...)
	if l.Tsume {
		if l.Time <= 0 {
			return append(dst, " mate infinite\n"...)
		}
		return append(appendTime(dst, " mate ", l.Time), '\n')
	}
	if l.Ponder {
		dst = append(dst, " ponder"...)
	}
	start := len(dst)
	if c := l.Clock; c != nil {
		if usi {
			dst = appendClockUSI(dst, c)
		} else {
			dst = appendClockUCI(dst, c)
		}
	}
	if l.Depth > 0 {
		dst = appendNumber(dst, " depth ", int64(l.Depth))
	}
	if l.Nodes > 0 {
		dst = strconv.AppendUint(append(dst, " nodes "...), l.Nodes, 10)
	}
	if l.Mate > 0 && !usi {
		dst = appendNumber(dst, " mate ", int64(l.Mate+1)/2) // UCI counts moves
	}
	if l.Time > 0 {
		dst = appendTime(dst, " movetime ", l.Time)
	}
	if len(dst) == start {
		dst = append(dst, " infinite"...)
	}
	if len(l.Moves) > 0 {
		dst = append(dst, " searchmoves"...)
		for _, m := range l.Moves {
			dst = append(append(dst, ' '), m...)
		}
	}
	return append(dst, '\n')
}

// appendClockUCI appends a clock of UCI, whose increment is added after the move. Programs
// take a clock of 0 for no clock, so that the minimum is a millisecond.
func appendClockUCI(dst []byte, c *nitoryu.Clock) []byte {
	dst = appendTime(dst, " wtime ", max(c.Left[nitoryu.First], time.Millisecond))
	dst = appendTime(dst, " btime ", max(c.Left[nitoryu.Second], time.Millisecond))
	if c.Increment[nitoryu.First] > 0 || c.Increment[nitoryu.Second] > 0 {
		dst = appendTime(dst, " winc ", c.Increment[nitoryu.First])
		dst = appendTime(dst, " binc ", c.Increment[nitoryu.Second])
	}
	if c.MovesToGo > 0 {
		dst = appendNumber(dst, " movestogo ", int64(c.MovesToGo))
	}
	return dst
}

// appendClockUSI appends a clock of USI: black moves first, and may use btime + binc now, so
// that the increment, which the clock includes, is subtracted. Byoyomi is always given
// unless there are increments, since old programs expect it.
func appendClockUSI(dst []byte, c *nitoryu.Clock) []byte {
	dst = appendTime(dst, " btime ", leftUSI(c, nitoryu.First))
	dst = appendTime(dst, " wtime ", leftUSI(c, nitoryu.Second))
	increments := c.Increment[nitoryu.First] > 0 || c.Increment[nitoryu.Second] > 0
	if increments {
		dst = appendTime(dst, " binc ", c.Increment[nitoryu.First])
		dst = appendTime(dst, " winc ", c.Increment[nitoryu.Second])
	}
	if c.Byoyomi > 0 || !increments {
		dst = appendTime(dst, " byoyomi ", c.Byoyomi)
	}
	return dst
}

// leftUSI returns the time of a side without byoyomi and the current increment.
func leftUSI(c *nitoryu.Clock, side nitoryu.Side) time.Duration {
	if c.Byoyomi <= 0 && c.Increment[side] <= 0 {
		return max(c.Left[side], time.Millisecond)
	}
	return max(c.Left[side]-c.Increment[side], 0)
}

// appendTime appends d in whole milliseconds, rounded down.
func appendTime(dst []byte, name string, d time.Duration) []byte {
	return appendNumber(dst, name, d.Milliseconds())
}

func appendNumber(dst []byte, name string, n int64) []byte {
	return strconv.AppendInt(append(dst, name...), n, 10)
}
