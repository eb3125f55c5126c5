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
	// Others are how often the moves beside the best one were searched: the first time shortly, then as long
	// as the best one. Only [Standard.Doubts] looks at them; nil: never.
	Others []int
	// Compared has, by position, how the move that was played did beside the best one; nil: none
	// was compared.
	Compared []Comparison
}

// NewThoughts returns the thoughts about a game with this number of positions, none so far.
func NewThoughts(positions int) Thoughts {
	return Thoughts{make([]nitoryu.Result, positions), make([]int, positions), make([]int, positions), make([]Comparison, positions)}
}

// confirmed reports whether the moves beside the best one of a position were searched as long as that one.
func (t *Thoughts) confirmed(position int) bool {
	return position < len(t.Others) && t.Others[position] > 1
}

// comparison returns the comparison in a position, the zero value if there is none.
func (t *Thoughts) comparison(position int) (c Comparison) {
	if position < len(t.Compared) {
		c = t.Compared[position]
	}
	return c
}

// Comparison is what searches find after the best move of a position and after the one that was
// played, equally long and by an engine that has forgotten everything before each: the scores of the
// positions of a game are of searches that look at different depths, and what lies between them
// looks like a loss.
type Comparison struct {
	Best, Played nitoryu.Move
	Scores       [2]nitoryu.Score // after both, for the side to move then
	Times        int              // that they were compared, longer each time; the last one counts
}

// loss returns what the played move gives away, where the positions after both moves are in a phase.
func (c Comparison) loss(s Standard, phase int) float64 {
	return max(0, s.Chance(c.Scores[1], phase)-s.Chance(c.Scores[0], phase))
}
