package tapered

import "github.com/nitoryu/nitoryu/core"

// Group is the name of the terms from one on, up to the next group.
type Group struct {
	From int
	Name string
}

// Names returns the name of each term, given their number. The groups are in the order
// of the terms, and the first one starts at term 0.
func Names(groups []Group, terms int) []string {
	names := make([]string, terms)
	for i, g := range groups {
		to := terms
		if i+1 < len(groups) {
			to = groups[i+1].From
		}
		for term := g.From; term < to; term++ {
			names[term] = g.Name
		}
	}
	return names
}

// The sums that a term can count in.
const (
	ScoreSum     = iota // the score
	FirstDanger         // the danger of the king of core.First
	SecondDanger        // the danger of the king of core.Second
	Sums
)

// Visit receives a term that counts n times in a sum. For ScoreSum, n is negative
// for what core.Second has.
type Visit func(sum, term, n int)

// Evaluator is an evaluation that can be tuned, as it tells what its value consists
// of. With m and e for the weights of a term in the middlegame and in the endgame,
// and n for how often a term counts, the value for core.First is, before rounding,
//
//	middle * (sum of n*m over ScoreSum) + end * (sum of n*e over ScoreSum)
//	+ middle * (Danger(sum of n*m over SecondDanger) - Danger(sum of n*m over FirstDanger))
//
// where middle and end belong to the position.
type Evaluator interface {
	core.Evaluator
	// Terms returns the name of each term. Terms of one group have the same name.
	Terms() []string
	// Weights returns the weights of the terms.
	Weights() []Weight
	// Trace calls visit for the terms that count in the followed position, in any
	// order and any number of times for a term. The counts must not depend on the
	// weights.
	Trace(visit Visit) (middle, end float64)
	// Danger returns what the sum of threats to a king costs in the middlegame.
	Danger(threats float64) float64
}
