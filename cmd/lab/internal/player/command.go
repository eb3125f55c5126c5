package player

import (
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// appendPosition appends the position command of r.
func appendPosition(dst []byte, r *Request, usi bool) []byte {
	switch {
	case r.Start == "":
		dst = append(dst, "position startpos"...)
	case usi:
		dst = append(append(dst, "position sfen "...), r.Start...)
	default:
		dst = append(append(dst, "position fen "...), r.Start...)
	}
	if len(r.Moves) > 0 {
		dst = append(dst, " moves"...)
		for _, m := range r.Moves {
			dst = append(append(dst, ' '), m...)
		}
	}
	return append(dst, '\n')
}

// appendGo appends the go command of r. Limits that the protocol cannot express
// are left out: SoftNodes, and MultiPV, which is an option.
func appendGo(dst []byte, r *Request, usi, ponder bool) []byte {
	l := &r.Limits
	dst = append(dst, "go"...)
	if usi && r.Mate {
		if l.MoveTime <= 0 {
			return append(dst, " mate infinite\n"...)
		}
		return append(appendTime(dst, " mate ", l.MoveTime), '\n')
	}
	if ponder {
		dst = append(dst, " ponder"...)
	}
	start := len(dst)
	if l.HasClock {
		if usi {
			dst = appendClockUSI(dst, l)
		} else {
			dst = appendClockUCI(dst, l)
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
	if l.MoveTime > 0 {
		dst = appendTime(dst, " movetime ", l.MoveTime)
	}
	if l.Infinite || len(dst) == start {
		dst = append(dst, " infinite"...)
	}
	if len(l.RootMoves) > 0 {
		dst = append(dst, " searchmoves"...)
		for _, m := range l.RootMoves {
			dst = append(append(dst, ' '), r.Position.FormatMove(m)...)
		}
	}
	return append(dst, '\n')
}

// appendClockUCI appends a clock of UCI, whose increment is added after the move. Engines
// take a clock of 0 for no clock, so that the minimum is a millisecond.
func appendClockUCI(dst []byte, l *core.Limits) []byte {
	dst = appendTime(dst, " wtime ", max(l.Time[core.First], time.Millisecond))
	dst = appendTime(dst, " btime ", max(l.Time[core.Second], time.Millisecond))
	if l.Increment[core.First] > 0 || l.Increment[core.Second] > 0 {
		dst = appendTime(dst, " winc ", l.Increment[core.First])
		dst = appendTime(dst, " binc ", l.Increment[core.Second])
	}
	if l.MovesToGo > 0 {
		dst = appendNumber(dst, " movestogo ", int64(l.MovesToGo))
	}
	return dst
}

// appendClockUSI appends a clock of USI: black moves first, and may use btime + binc now, so
// that the increment, which core.Limits includes in the clock, is subtracted. Byoyomi is
// always given unless there are increments, since old engines expect it.
func appendClockUSI(dst []byte, l *core.Limits) []byte {
	dst = appendTime(dst, " btime ", leftUSI(l, core.First))
	dst = appendTime(dst, " wtime ", leftUSI(l, core.Second))
	increments := l.Increment[core.First] > 0 || l.Increment[core.Second] > 0
	if increments {
		dst = appendTime(dst, " binc ", l.Increment[core.First])
		dst = appendTime(dst, " winc ", l.Increment[core.Second])
	}
	if l.Byoyomi > 0 || !increments {
		dst = appendTime(dst, " byoyomi ", l.Byoyomi)
	}
	return dst
}

// leftUSI returns the time of c without byoyomi and the current increment.
func leftUSI(l *core.Limits, c core.Color) time.Duration {
	if l.Byoyomi <= 0 && l.Increment[c] <= 0 {
		return max(l.Time[c], time.Millisecond)
	}
	return max(l.Time[c]-l.Increment[c], 0)
}

// appendTime appends d in whole milliseconds, rounded down.
func appendTime(dst []byte, name string, d time.Duration) []byte {
	return appendNumber(dst, name, d.Milliseconds())
}

func appendNumber(dst []byte, name string, n int64) []byte {
	return strconv.AppendInt(append(dst, name...), n, 10)
}
