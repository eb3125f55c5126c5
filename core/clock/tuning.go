package clock

import "time"

// Tuning holds the numbers that decisions about time rest on. package params has a
// row for each, which gives its range and its default. Counts are above 0.
type Tuning struct {
	// The budget of a move.
	Moves     int // moves that the clock is spread over, unless the next control is nearer
	Reserve   int // moves for which the price of a move is kept aside
	Least     int // one part in so many of the clock is spread, whatever is kept aside
	Increment int // percent of the increment that a move may take, after its price
	Byoyomi   int // a clock below so many percent of the byoyomi is used up at once
	Hard      int // hard limit, in percent of the soft one
	HardClock int // the same, at most so many percent of the clock
	HardLast  int // the same for the last move before a control
	SoftHard  int // soft limit, at most so many percent of the hard one

	// What part of the soft limit may have passed when another iteration begins.
	Worth      int    // percent, to be multiplied by those that follow
	Stable     [6]int // percent when the best move has stood for so many iterations, or more
	Fall       int    // the fall of the score that adds 100 percent
	FallLeast  int    // percent at least
	FallMost   int    // percent at most
	Share      int    // percent if the best move took none of the nodes, less
	ShareSlope int    // so many if it took all of them
	OnlyDepth  int    // iterations that a single choice is worth
}

// percent returns so many percent of d. It divides first, so that nothing overflows.
func percent(d time.Duration, n int) time.Duration { return d / 100 * time.Duration(n) }
