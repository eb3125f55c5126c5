package clock

import "time"

// Tuning holds the numbers that decisions about time rest on. package params has a
// row for each, which gives its range and its default. Counts are above 0.
type Tuning struct {
	// The budget of a move.
	Moves     int // moves that the clock is spread over, unless the next control is nearer
	Reserve   int // moves for which the cost of a move without thought is kept aside
	Least     int // at least 1/Least of the clock is spread, whatever is kept aside
	Increment int // percent of the increment, less the cost, that a move may take
	Byoyomi   int // a clock below this percentage of the byoyomi is used up at once
	Hard      int // hard limit, in percent of the soft one
	HardClock int // maximum of the hard limit, in percent of the clock
	HardLast  int // the same for the last move before a control
	SoftHard  int // maximum of the soft limit, in percent of the hard one
	Hit       int // percent of the soft limit after a ponder hit

	// The part of the soft limit that may have passed when another iteration begins, as
	// a product of percentages.
	Worth      int    // the first factor
	Stable     [6]int // by the iterations since the best move changed, the last for more
	Fall       int    // fall of the score that adds 100
	FallLeast  int    // minimum, for a rising score
	FallMost   int    // maximum
	Share      int    // the factor if the best move took no nodes
	ShareSlope int    // the factor is smaller by this if the best move took all nodes
	OnlyDepth  int    // depth at which a single legal move is played

	// When an iteration under way is broken off, in percent.
	RunOn     int // of the soft limit, at least 100, while the best move is stable; less stable moves get more
	Unsettled int // times this, at least 100, while another move leads or the score is failing low
}

// percent returns n percent of d. It divides first, so that nothing overflows.
func percent(d time.Duration, n int) time.Duration { return d / 100 * time.Duration(n) }
