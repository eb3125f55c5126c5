package params

import "github.com/nitoryu/nitoryu/core/clock"

// Clock returns the numbers that decisions about time rest on.
func (s *Set) Clock() clock.Tuning {
	return clock.Tuning{
		Moves: s.TimeMoves, Reserve: s.TimeReserve, Least: s.TimeLeast, Increment: s.TimeIncrement, Byoyomi: s.TimeByoyomi,
		Hard: s.TimeHard, HardClock: s.TimeHardClock, HardLast: s.TimeHardLast, SoftHard: s.TimeSoftHard,
		Hit:    s.TimePonderHit,
		Worth:  s.TimeWorth,
		Stable: [...]int{s.TimeStable0, s.TimeStable1, s.TimeStable2, s.TimeStable3, s.TimeStable4, s.TimeStable5},
		Fall:   s.TimeFall, FallLeast: s.TimeFallLeast, FallMost: s.TimeFallMost,
		Share: s.TimeShare, ShareSlope: s.TimeShareSlope, OnlyDepth: s.TimeOnlyDepth,
		RunOn: s.TimeRunOn, Unsettled: s.TimeUnsettled,
	}
}
