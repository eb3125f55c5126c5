package protocol

import (
	"time"

	"github.com/nitoryu/nitoryu/core/options"
)

// timeOptions are about the use of the clock. USI has the names of YaneuraOu, except
// Move_Overhead, which is YaneuraOu's NetworkDelay2. Its defaults are for games on a
// server with slow clocks, ours are for all games.
func timeOptions() []Option {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	// pace returns how to change the pace of the engine.
	pace := func(set func(p *options.Pace, v value)) func(*Session, value) error {
		return func(s *Session, v value) error {
			set(&s.pace, v)
			s.engine.SetPace(s.pace)
			return nil
		}
	}
	return []Option{{
		// Shogi front ends and servers are slower, and byoyomi has no reserve.
		Kind: Spin,
		UCI:  Offer{Name: "Move Overhead", Default: "10", Min: 0, Max: 5000},
		USI:  Offer{Name: "Move_Overhead", Default: "50", Min: 0, Max: 5000},
		Help: "time in ms per move kept aside for delays between engine and clock; in USI also called NetworkDelay2",
		// The name by which shogi match scripts set it.
		Aliases: []string{"NetworkDelay2"}, engine: true,
		apply: func(s *Session, v value) error { s.engine.SetMoveOverhead(ms(v.number)); return nil },
	}, {
		Kind: Spin,
		USI:  Offer{Name: "NetworkDelay", Default: "120", Max: 10000},
		Help: "usual delay in ms between engine and clock, taken off a minimum and off full seconds", engine: true,
		apply: pace(func(p *options.Pace, v value) { p.Delay = ms(v.number) }),
	}, {
		Kind: Spin,
		USI:  Offer{Name: "MinimumThinkingTime", Default: "0", Max: 100000},
		Help: "think at least this many ms about a move, less NetworkDelay, as far as the clock allows", engine: true,
		apply: pace(func(p *options.Pace, v value) { p.Least = ms(v.number) }),
	}, {
		Kind: Check,
		USI:  Offer{Name: "RoundUpToFullSecond", Default: "false"},
		Help: "for clocks that count whole seconds: use each second that has begun, less NetworkDelay; " +
			"without effect where a time has a fraction of a second, or NetworkDelay is 0", engine: true,
		apply: pace(func(p *options.Pace, v value) { p.Seconds = v.number == 1 }),
	}, {
		Kind: Spin,
		USI:  Offer{Name: "SlowMover", Default: "100", Min: 1, Max: 1000},
		Help: "think this percentage of the usual time about a move", engine: true,
		apply: pace(func(p *options.Pace, v value) { p.Percent = v.number }),
	}, {
		Kind: Spin,
		UCI:  Offer{Name: "nodestime", Default: "0", Max: 10000},
		Help: "nodes that count as a millisecond, so that a game is the same on every machine; 0 for the clock", engine: true,
		apply: pace(func(p *options.Pace, v value) { p.Nodes = v.number }),
	}, {
		Kind: Check,
		UCI:  Offer{Name: "Human Pace", Default: "false"},
		USI:  Offer{Name: "HumanPace", Default: "false"},
		Help: "below full strength and with a clock, take as long to answer as a person would", engine: true,
		apply: pace(func(p *options.Pace, v value) { p.Human = v.number == 1 }),
	}}
}
