package timing

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
)

const (
	// pollLag is the most that a search notices a deadline late: threads look at the clock
	// every few hundred nodes.
	pollLag = 500 * time.Microsecond
	// stalls is how many moves in a thousand lose the whole overhead. Others lose a tenth
	// of it on average.
	stalls = 5
	// hits is the part of ponder searches whose move is played.
	hits = 0.55
)

// player plays games with one control.
type player struct {
	control *Control
	tuning  *clock.Tuning
	random  *rand.Rand
	source  source
	result  *Result
}

// thought is what a simulated search comes to. Times count from when the referee's clock
// began to run.
type thought struct {
	budget    clock.Budget
	takes     time.Duration
	shares    float64 // of the search, with the time of pondering; 0 if that alone was more than one
	brokenOff bool
	stable    bool // as it ended: see stableShares
}

// game plays a game.
func (p *player) game() {
	c, m, r := p.control, p.source.model, p.random
	moves := max(15, min(int(math.Round(m.Moves+m.MovesSpread*r.NormFloat64())), 200))
	left, toGo := c.Main, c.Moves
	spent, last := time.Duration(0), time.Duration(0)
	for number := 1; number <= moves; number++ {
		l := c.limits(left, toGo)
		budget := clock.New(p.tuning, &l, core.First, c.Overhead).Adapt(&c.Pace, &l, core.First, c.Overhead)
		hit := time.Duration(0)
		if c.Ponders && number > 1 && r.Float64() < hits {
			hit = time.Duration(float64(last) * 2 * r.Float64())
		}
		th := p.think(budget, hit)
		lag := min(c.Overhead-pollLag, time.Duration(r.ExpFloat64()*float64(c.Overhead)/10))
		if r.IntN(1000) < stalls {
			lag = c.Overhead - pollLag
		}
		takes := th.takes + lag
		last = takes
		if c.Seconds {
			takes = takes.Truncate(time.Second)
		}
		spent += takes
		lost := takes > left+c.Byoyomi
		p.result.add(&th, c, lost)
		if lost {
			break
		}
		if left = max(0, left-takes) + c.Increment; c.Moves > 0 {
			if toGo--; toGo == 0 {
				left, toGo = left+c.Main, c.Moves
			}
		}
		if number == moves {
			p.result.Used += float64(spent) / float64(c.given(moves))
			p.result.Games++
		}
	}
}

// think simulates a search. After a ponder search, the referee's clock begins to run at
// the hit; without, hit is 0.
func (p *player) think(budget clock.Budget, hit time.Duration) thought {
	var w clock.Watch
	th := thought{budget: budget}
	if hit > 0 {
		th.budget = budget.Scaled(p.tuning.Hit)
		w.Start(p.tuning, clock.Budget{})
	} else {
		w.Start(p.tuning, budget)
	}
	s, trend := &p.source, clock.Trend{}
	patience := math.Inf(1) // of the iteration under way, if it finds nothing new
	s.begin()
	now, pondering, unsettled, over := time.Duration(0), hit > 0, false, false
	for {
		ends, turns := seconds(s.ends), seconds(s.unsettled)
		for unsettled = false; now < ends && !over; {
			// What comes next: the hit, another move or a falling score, or the end.
			to := ends
			if !unsettled {
				to = min(to, turns)
			}
			if pondering {
				to = min(to, hit)
			}
			at, limited := w.Deadline(unsettled)
			if at = max(at, now); limited && at < to {
				now, over, th.brokenOff = at+time.Duration(p.random.Int64N(int64(pollLag))), true, true
				break
			}
			now = to
			unsettled = now >= turns
			if pondering && now >= hit {
				pondering, over = false, !w.Hit(budget, now)
			}
		}
		if over {
			break
		}
		trend.Add(s.best, s.score)
		if !w.Iterated(s.best, s.score, s.iteration, now) || s.iteration.Depth >= iterationsMost {
			break
		}
		s.next()
		patience, _ = p.tuning.PatienceOf(trend)
	}
	th.stable = !unsettled && patience < stableShares
	if hit < th.budget.Soft {
		th.shares = float64(now) / float64(th.budget.Soft)
	}
	th.takes = max(0, now-hit)
	return th
}

// seconds turns seconds into a duration, within bounds.
func seconds(x float64) time.Duration {
	return time.Duration(min(x*float64(time.Second), float64(math.MaxInt64/4)))
}
