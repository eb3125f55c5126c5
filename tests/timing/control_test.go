package timing

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
)

// Control is a time control, with what the user sets for it.
type Control struct {
	Name      string
	Game      string
	Main      time.Duration
	Increment time.Duration // after each move
	Byoyomi   time.Duration
	Moves     int // main time is added again after this many; 0: never
	Ponders   bool
	Seconds   bool // the referee drops fractions of a second of each move
	Overhead  time.Duration
	Pace      options.Pace
}

// Controls returns the time controls of a game.
func Controls(game string) (list []Control) {
	const ms, second = time.Millisecond, time.Second
	chess, shogi := games.Chess().Name, games.Shogi().Name
	near, net := 10*ms, 120*ms
	for _, c := range []Control{
		{Name: "1 s", Game: chess, Main: second, Overhead: near},
		{Name: "60 s", Game: chess, Main: 60 * second, Overhead: near},
		{Name: "1 s + 0.01 s", Game: chess, Main: second, Increment: 10 * ms, Overhead: near},
		{Name: "10 s + 0.1 s", Game: chess, Main: 10 * second, Increment: 100 * ms, Overhead: near},
		{Name: "180 s + 2 s", Game: chess, Main: 180 * second, Increment: 2 * second, Overhead: near},
		{Name: "180 s + 2 s, pondering", Game: chess, Main: 180 * second, Increment: 2 * second, Overhead: near, Ponders: true},
		{Name: "60 s + 1 s, slow net", Game: chess, Main: 60 * second, Increment: second, Overhead: second / 2},
		{Name: "40 moves in 60 s", Game: chess, Main: 60 * second, Moves: 40, Overhead: near},
		{Name: "40 moves in 300 s + 1 s", Game: chess, Main: 300 * second, Increment: second, Moves: 40, Overhead: near},
		{Name: "each move in 1 s", Game: chess, Main: second, Moves: 1, Overhead: near},
		{Name: "byoyomi 1 s", Game: shogi, Byoyomi: second, Overhead: 50 * ms},
		{Name: "byoyomi 10 s", Game: shogi, Byoyomi: 10 * second, Overhead: 50 * ms},
		{Name: "60 s, byoyomi 5 s", Game: shogi, Main: 60 * second, Byoyomi: 5 * second, Overhead: 50 * ms},
		{Name: "600 s, byoyomi 10 s", Game: shogi, Main: 600 * second, Byoyomi: 10 * second, Overhead: 50 * ms},
		{Name: "600 s, byoyomi 10 s, pondering", Game: shogi, Main: 600 * second, Byoyomi: 10 * second, Overhead: 50 * ms, Ponders: true},
		{Name: "600 s, byoyomi 10 s, whole seconds", Game: shogi, Main: 600 * second, Byoyomi: 10 * second, Seconds: true,
			Overhead: 1120 * ms, Pace: options.Pace{Seconds: true, Delay: net, Least: 2 * second}},
		{Name: "300 s + 10 s, whole seconds", Game: shogi, Main: 300 * second, Increment: 10 * second, Seconds: true,
			Overhead: 1120 * ms, Pace: options.Pace{Seconds: true, Delay: net, Least: 2 * second}},
		{Name: "300 s + 5 s", Game: shogi, Main: 300 * second, Increment: 5 * second, Overhead: 50 * ms},
		{Name: "600 s, byoyomi 10 s, SlowMover 200", Game: shogi, Main: 600 * second, Byoyomi: 10 * second, Overhead: 50 * ms, Pace: options.Pace{Percent: 200}},
	} {
		if c.Game == game {
			list = append(list, c)
		}
	}
	return list
}

// limits returns what a front end sends with so much on our clock.
func (c *Control) limits(left time.Duration, toGo int) core.Limits {
	return core.Limits{
		HasClock: true, Time: [2]time.Duration{left, left}, Increment: [2]time.Duration{c.Increment, c.Increment},
		Byoyomi: c.Byoyomi, MovesToGo: toGo,
	}
}

// given returns the time that a game of so many moves gives.
func (c *Control) given(moves int) time.Duration {
	total := c.Main + time.Duration(moves)*(c.Increment+c.Byoyomi)
	if c.Moves > 0 {
		total += time.Duration((moves-1)/c.Moves) * c.Main
	}
	return total
}
