package timing

import (
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// stableShares bounds what a stable move may take, in shares: one whose last iteration had
// no more patience than that, and found nothing new.
const stableShares = 2.2

// Result is what games with one control have come to.
type Result struct {
	Control Control `json:"control"`

	Games     int     `json:"games"` // played to the end
	Moves     int     `json:"moves"`
	Lost      int     `json:"lost"`       // games lost on time
	Late      int     `json:"late"`       // moves answered after the hard limit
	BrokenOff int     `json:"broken_off"` // moves within an iteration
	Stable    int     `json:"stable"`     // moves of stable searches
	Dear      int     `json:"dear"`       // stable moves that took more than 2.2 shares
	Shares    float64 `json:"shares"`     // taken by all moves
	Longest   float64 `json:"longest"`    // move, in shares
	Steadiest float64 `json:"steadiest"`  // longest stable move, in shares
	Used      float64 `json:"used"`       // of the time given, a sum over games

	// By move number, from 1: sums over games.
	Numbers [movesShown]Number `json:"numbers"`
}

// Number is what happened at one move number, as sums.
type Number struct {
	Moves int           `json:"moves"`
	Left  time.Duration `json:"left"` // on the clock before the move
	Share time.Duration `json:"share"`
	Hard  time.Duration `json:"hard"`
	Takes time.Duration `json:"takes"`
}

// add counts a move.
func (r *Result) add(number int, th *thought, left, takes time.Duration, c *Control, lost bool) {
	r.Moves++
	if lost {
		r.Lost++
	}
	if th.takes > th.budget.Hard+pollLag {
		r.Late++
	}
	if th.brokenOff {
		r.BrokenOff++
	}
	r.Shares += float64(th.takes) / float64(th.budget.Soft)
	r.Longest = max(r.Longest, th.shares)
	if th.stable && !th.budget.Exact {
		r.Stable++
		r.Steadiest = max(r.Steadiest, th.shares)
		// Seconds and a minimum that the user wants come on top.
		most := time.Duration(stableShares*float64(th.budget.Soft)) + pollLag
		if th.shares > stableShares && th.takes > most && !c.Pace.Seconds && th.takes > th.budget.Least {
			r.Dear++
		}
	}
	if number <= movesShown {
		n := &r.Numbers[number-1]
		n.Moves++
		n.Left += left
		n.Share += th.budget.Soft
		n.Hard += th.budget.Hard
		n.Takes += takes
	}
}

// Mean returns the means at a move number, counted from 1.
func (r *Result) Mean(number int) (left, share, hard, takes float64) {
	n := &r.Numbers[number-1]
	mean := func(sum time.Duration) float64 { return measure.Quotient(sum.Seconds(), float64(n.Moves)) }
	return mean(n.Left), mean(n.Share), mean(n.Hard), mean(n.Takes)
}
