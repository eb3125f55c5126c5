package clock_test

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
)

// overhead is the time per move that the engine keeps aside.
const overhead = 10 * ms

// gameLength is longer than all but very few games.
const gameLength = 300

// control is a time control as a referee keeps it.
type control struct {
	name       string
	main       time.Duration
	increment  time.Duration
	byoyomi    time.Duration
	moves      int // main is added again after this many moves; 0: never
	increments increments
	// atWorst is how many moves must be possible if each uses its hard time and
	// loses the whole overhead. If no increment pays for the overhead, no policy can
	// go on forever.
	atWorst int
}

// increments is how a front end treats the increment of the current move.
type increments int

const (
	afterwards increments = iota // it comes after the move, as in UCI
	excluded                     // it may be used at once; the clock that is sent lacks it
	included                     // it may be used at once; the clock that is sent has it
)

var controls = []control{
	{name: "60+0", main: 60 * sec, atWorst: 150},
	{name: "300+0", main: 300 * sec, atWorst: 150},
	{name: "10+0", main: 10 * sec, atWorst: 140},
	{name: "1+0", main: sec, atWorst: 80},
	{name: "1+0.01", main: sec, increment: 10 * ms, atWorst: 150},
	{name: "10+0.1", main: 10 * sec, increment: 100 * ms, atWorst: gameLength},
	{name: "180+2", main: 180 * sec, increment: 2 * sec, atWorst: gameLength},
	{name: "0.1+0.1", main: 100 * ms, increment: 100 * ms, atWorst: gameLength},
	{name: "40/1", main: sec, moves: 40, atWorst: gameLength},
	{name: "40/60", main: 60 * sec, moves: 40, atWorst: gameLength},
	{name: "40/60+0.5", main: 60 * sec, moves: 40, increment: 500 * ms, atWorst: gameLength},
	{name: "1/1", main: sec, moves: 1, atWorst: gameLength},
	{name: "byoyomi 1", byoyomi: sec, atWorst: gameLength},
	{name: "byoyomi 0.1", byoyomi: 100 * ms, atWorst: gameLength},
	{name: "60 and byoyomi 10", main: 60 * sec, byoyomi: 10 * sec, atWorst: gameLength},
	{name: "600 and byoyomi 30", main: 600 * sec, byoyomi: 30 * sec, atWorst: gameLength},
	{name: "shogi 300+5, afterwards", main: 300 * sec, increment: 5 * sec, atWorst: gameLength},
	{name: "shogi 300+5, excluded", main: 300 * sec, increment: 5 * sec, increments: excluded, atWorst: gameLength},
	{name: "shogi 300+5, included", main: 300 * sec, increment: 5 * sec, increments: included, atWorst: gameLength},
	{name: "shogi 0+5, excluded", increment: 5 * sec, increments: excluded, atWorst: gameLength},
	{name: "shogi 0+5, included", increment: 5 * sec, increments: included, atWorst: gameLength},
}

// game is the result of a simulated game.
type game struct {
	flagged  int             // number of the move that lost on time, 0 for none
	spent    time.Duration   // over all moves
	received time.Duration   // main time, increments and byoyomi of all moves
	left     []time.Duration // on the clock after each move, the increment included
}

// play simulates a game of n moves, each of which takes the time that choose
// takes from the budget, and lag on top.
func (c control) play(n int, lag time.Duration, choose func(clock.Budget) time.Duration) game {
	left, toGo := c.main, c.moves
	g := game{received: left}
	for number := 1; number <= n; number++ {
		g.received += c.increment + c.byoyomi
		sent, allowed := left, left
		if c.increments != afterwards {
			allowed += c.increment
			if c.increments == included {
				sent = allowed
			}
			// The dialect of USI does not know which it is.
			sent = max(sent, c.increment)
		}
		b := budgetOf(clockOf(sent, c.increment, c.byoyomi, toGo), core.First, overhead)
		spent := choose(b) + lag
		g.spent += spent
		if spent > allowed+c.byoyomi {
			g.flagged = number
			return g
		}
		left = max(0, allowed-spent)
		if c.increments == afterwards {
			left += c.increment
		}
		if c.moves > 0 {
			if toGo--; toGo == 0 {
				left, toGo = left+c.main, c.moves
				if number < n {
					g.received += c.main
				}
			}
		}
		g.left = append(g.left, left)
	}
	return g
}

func soft(b clock.Budget) time.Duration { return b.Soft }
func hard(b clock.Budget) time.Duration { return b.Hard }

// Games last where each move takes its hard time: with the lag of a referee on the same
// machine, and for long enough if it loses the whole overhead. A hard time now and then does
// not ruin a game of soft times either.
func TestHardTimes(t *testing.T) {
	for _, c := range controls {
		number := 0
		now := func(b clock.Budget) time.Duration {
			if number++; number%7 == 0 {
				return b.Hard
			}
			return b.Soft
		}
		for _, test := range []struct {
			name   string
			moves  int
			lag    time.Duration
			choose func(clock.Budget) time.Duration
		}{{"little lag", gameLength, ms, hard}, {"at worst", c.atWorst, overhead, hard}, {"now and then", c.atWorst, overhead, now}} {
			t.Run(c.name+"/"+test.name, func(t *testing.T) {
				if g := c.play(test.moves, test.lag, test.choose); g.flagged != 0 {
					t.Errorf("lost on time at move %d, want %d moves", g.flagged, test.moves)
				}
			})
		}
	}
}

// Soft times use most of the time of a game of ordinary length, and leave enough to go
// on.
func TestSoftTimes(t *testing.T) {
	const ordinary = 80
	for _, c := range controls {
		t.Run(c.name, func(t *testing.T) {
			g := c.play(ordinary, overhead, soft)
			if g.flagged != 0 {
				t.Fatalf("lost on time at move %d", g.flagged)
			}
			if share := float64(g.spent) / float64(g.received); share < 0.6 {
				t.Errorf("used %.0f %% of the time by move %d, want 60 %% at least", 100*share, ordinary)
			}
			// Enough for the cost of further moves, unless a control or increments
			// pay for that.
			if c.byoyomi == 0 && c.main > sec {
				for i, left := range g.left {
					if left < 20*(overhead+clock.Smallest) && c.moves == 0 {
						t.Fatalf("%v left after move %d", left, i+1)
					}
				}
			}
			if g := c.play(gameLength, ms, soft); g.flagged != 0 {
				t.Errorf("with little lag lost on time at move %d", g.flagged)
			}
		})
	}
}
