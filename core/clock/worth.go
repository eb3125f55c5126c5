package clock

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Overdue reports whether a search has to end at once.
func (b *Budget) Overdue(elapsed time.Duration) bool { return b.Timed && elapsed >= b.Hard }

// Spent reports whether no other iteration is to begin, given what part of the soft
// limit that is worth; see [Tuning.WorthOf]. Time that would be lost is never spent.
func (b *Budget) Spent(elapsed time.Duration, worth float64) bool {
	return b.Timed && !b.Exact && elapsed >= b.Least && float64(elapsed) >= worth*float64(b.Soft)
}

// Trend follows the best move from iteration to iteration. The zero value has seen
// none.
type Trend struct {
	Stable int        // iterations since the best move changed
	Fall   core.Score // by how much the score fell in the last one, negative if it rose

	best  core.Move
	score core.Score
}

// Add takes in the best move of another iteration.
func (t *Trend) Add(best core.Move, score core.Score) {
	next := Trend{best: best, score: score}
	if best == t.best {
		next.Stable = t.Stable + 1
	}
	if t.best != core.NoMove {
		next.Fall = t.score - score
	}
	*t = next
}

// Iteration is what a search knows when it has finished one.
type Iteration struct {
	Trend   Trend   // this iteration included
	Depth   int     // plies
	Choices int     // moves at the root
	Lines   int     // best lines searched
	Share   float64 // of all nodes, those below the best move; 0 to 1
}

// WorthOf returns what part of the soft limit may have passed when another iteration
// begins. It is mostly below 1, since that iteration takes about as long as all before
// it. A move that stays best and takes nearly all nodes needs no further proof, a
// falling score needs a way out, and a single choice no thought at all.
func (t *Tuning) WorthOf(i Iteration) float64 {
	if i.Choices == 1 && i.Depth >= t.OnlyDepth {
		return 0
	}
	stable := t.Stable[min(i.Trend.Stable, len(t.Stable)-1)]
	worth := part(t.Worth) * part(stable)
	worth *= min(part(t.FallMost), max(part(t.FallLeast), 1+float64(i.Trend.Fall)/float64(t.Fall)))
	// With several lines the nodes of the best move say nothing about the others.
	if i.Lines <= 1 {
		worth *= part(t.Share) - part(t.ShareSlope)*i.Share
	}
	return worth
}

// part returns percents as a part of one.
func part(percents int) float64 { return float64(percents) / 100 }
