package timing

import "time"

// stableShares bounds what a stable move may take, in shares: one whose last iteration had
// no more patience than that, and found nothing new.
const stableShares = 2.2

// Result is what games with one control have come to.
type Result struct {
	Games     int // played to the end
	Moves     int
	Lost      int     // games lost on time
	Late      int     // moves answered after the hard limit
	BrokenOff int     // moves within an iteration
	Stable    int     // moves of stable searches
	Dear      int     // stable moves that took more than 2.2 shares
	Shares    float64 // taken by all moves
	Longest   float64 // move, in shares
	Steadiest float64 // longest stable move, in shares
	Used      float64 // of the time given, a sum over games
}

// add counts a move.
func (r *Result) add(th *thought, c *Control, lost bool) {
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
}
