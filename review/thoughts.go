package review

import "github.com/nitoryu/nitoryu"

// Thoughts are what an engine thinks of a game.
type Thoughts struct {
	// Answers are about its positions, as many as [Positions] says. Their lines count, and their
	// nodes: where one knows more than that about the position before, that is corrected. Only
	// good moves are judged by more than the best line. Answers without lines at the beginning
	// leave out the moves there.
	Answers []nitoryu.Result
	// Times are how often each position was searched. Only [Standard.Doubts] looks at them.
	Times []int
	// Compared has, by position, how the move that was played did beside the best one; nil: none
	// was compared.
	Compared []Comparison
}

// NewThoughts returns the thoughts about a game with so many positions, none so far.
func NewThoughts(positions int) Thoughts {
	return Thoughts{make([]nitoryu.Result, positions), make([]int, positions), make([]Comparison, positions)}
}

// comparison returns the comparison in a position, the zero value if there is none.
func (t *Thoughts) comparison(position int) (c Comparison) {
	if position < len(t.Compared) {
		c = t.Compared[position]
	}
	return c
}

// Comparison is a search of two moves of a position and no others: scores of one search, as deep for
// both, say better what the worse one gives away than those of two searches do.
type Comparison struct {
	Best, Played nitoryu.Move
	// Scores are those of both at the last depths of the search. None: it did not tell.
	Scores [][2]nitoryu.Score
}

// trust is how much a comparison counts next to the two searches before and after the move.
const trust = 0.75

// loss returns what the played move gives away, the mean of several depths.
func (c Comparison) loss(s Standard) (loss float64, known bool) {
	for _, scores := range c.Scores {
		loss += (s.Chance(scores[0]) - s.Chance(scores[1])) / float64(len(c.Scores))
	}
	return max(0, loss), len(c.Scores) > 0
}
