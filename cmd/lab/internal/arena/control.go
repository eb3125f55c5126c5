package arena

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Control is a time control: a clock, or a fixed effort for every move. The zero value is
// no limit, which is an error in a match.
type Control struct {
	Base      time.Duration // for the game, or for each Moves moves
	Moves     int           // 0: the whole game
	Increment time.Duration // added after each move
	Byoyomi   time.Duration // for every move once Base is used up
	MoveTime  time.Duration
	Nodes     uint64
	Depth     int
}

// ParseClock reads "base", "base+increment" or "moves/base+increment" into c,
// all in seconds; the base may also be minutes:seconds.
func (c *Control) ParseClock(text string) error {
	rest := text
	if moves, after, found := strings.Cut(rest, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return fmt.Errorf("time control %q: %q is not a number of moves", text, moves)
		}
		c.Moves, rest = n, after
	}
	base, increment, found := strings.Cut(rest, "+")
	minutes := time.Duration(0)
	if m, seconds, found := strings.Cut(base, ":"); found {
		n, err := strconv.ParseUint(m, 10, 16)
		if err != nil {
			return fmt.Errorf("time control %q: %q is not a number of minutes", text, m)
		}
		minutes, base = time.Duration(n)*time.Minute, seconds
	}
	var err error
	if c.Base, err = Seconds(base); err != nil {
		return fmt.Errorf("time control %q: %w", text, err)
	}
	if c.Base += minutes; c.Base > longest {
		return fmt.Errorf("time control %q is longer than a week", text)
	}
	if found {
		if c.Increment, err = Seconds(increment); err != nil {
			return fmt.Errorf("time control %q: %w", text, err)
		}
	}
	if c.Base == 0 && c.Increment == 0 {
		return fmt.Errorf("time control %q leaves no time", text)
	}
	return nil
}

// longest bounds every time, to catch typing mistakes.
const longest = 7 * 24 * time.Hour

// Seconds reads a number of seconds that is not negative and no longer than a
// week.
func Seconds(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= longest.Seconds()) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(math.Round(s * float64(time.Second))), nil // 4.1 has no exact float
}

// Clocked reports whether a clock runs.
func (c Control) Clocked() bool { return c.Base > 0 || c.Increment > 0 || c.Byoyomi > 0 }

// Limited reports whether c ends a search at all.
func (c Control) Limited() bool {
	return c.Clocked() || c.MoveTime > 0 || c.Nodes > 0 || c.Depth > 0
}

// Effort returns the limits that are the same for every move: all but the clock.
func (c Control) Effort() nitoryu.Limits {
	return nitoryu.Limits{Time: c.MoveTime, Nodes: c.Nodes, Depth: c.Depth}
}

// tag returns c as game records have it, in which only times are time controls. In PGN it has
// one of the forms of the standard, "-" for no time control.
func (c Control) tag(pgn bool) string {
	switch {
	case c.Byoyomi > 0 && c.Moves == 0 && !pgn: // the three parts of CSA
		return seconds(c.Base) + "+" + seconds(c.Byoyomi) + "+" + seconds(c.Increment)
	case c.Clocked():
		return Control{Base: c.Base, Moves: c.Moves, Increment: c.Increment, Byoyomi: c.Byoyomi}.String()
	case pgn && c.MoveTime > 0:
		return "1/" + seconds(c.MoveTime)
	case pgn:
		return "-"
	case c.MoveTime > 0:
		return Control{MoveTime: c.MoveTime}.String()
	}
	return ""
}

// String formats c unambiguously, "8+0.08" or "nodes=1000".
func (c Control) String() string {
	var parts []string
	if c.Base > 0 || c.Increment > 0 {
		clock := seconds(c.Base)
		if c.Moves > 0 {
			clock = fmt.Sprint(c.Moves) + "/" + clock
		}
		if c.Increment > 0 {
			clock += "+" + seconds(c.Increment)
		}
		parts = append(parts, clock)
	}
	if c.Byoyomi > 0 {
		parts = append(parts, "byoyomi="+seconds(c.Byoyomi))
	}
	if c.MoveTime > 0 {
		parts = append(parts, "st="+seconds(c.MoveTime))
	}
	if c.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", c.Nodes))
	}
	if c.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", c.Depth))
	}
	return strings.Join(parts, " ")
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// clock is the clock of one side in one game.
type clock struct {
	control Control
	left    time.Duration
	moves   int
}

// newClock returns a clock at the beginning of a game. It includes the increment of the
// first move.
func newClock(c Control) clock { return clock{control: c, left: c.Base + c.Increment} }

// spend takes the time of a move off the clock and returns by how much it exceeded the
// limit, 0 up to margin.
func (c *clock) spend(d, margin time.Duration) (late time.Duration) {
	if c.control.MoveTime > 0 {
		late = max(0, d-c.control.MoveTime)
	}
	if c.control.Clocked() {
		own := nitoryu.Clock{Left: [2]time.Duration{c.left}, Increment: [2]time.Duration{c.control.Increment}, Byoyomi: c.control.Byoyomi}
		late = max(late, own.Spend(nitoryu.First, d))
		c.left = own.Left[nitoryu.First]
		c.moves++
		if c.control.Moves > 0 && c.moves%c.control.Moves == 0 {
			c.left += c.control.Base
		}
	}
	if late <= margin {
		return 0
	}
	return late
}

// limits returns the limits of a search, given both clocks.
func limits(side core.Color, clocks *[2]clock) nitoryu.Limits {
	own := &clocks[side]
	l := own.control.Effort()
	if !own.control.Clocked() {
		return l
	}
	l.Clock = &nitoryu.Clock{Byoyomi: own.control.Byoyomi}
	for c := range clocks {
		l.Clock.Left[c], l.Clock.Increment[c] = clocks[c].left, clocks[c].control.Increment
	}
	if m := own.control.Moves; m > 0 {
		l.Clock.MovesToGo = m - own.moves%m
	}
	return l
}
