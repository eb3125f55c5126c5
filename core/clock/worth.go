package clock

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Spent reports whether it is too late for another iteration: the part worth of the
// soft limit has passed, see [Tuning.SoftScale]. If unused time is lost, another one
// may always begin.
func (b *Budget) Spent(elapsed time.Duration, worth float64) bool {
	return b.Timed && !b.Exact && elapsed >= b.Least && float64(elapsed) >= worth*float64(b.Soft)
}

// Deadline returns when an iteration under way is broken off: after patience times the soft
// limit, or at the end of a second that is lost anyway, but never after the hard limit. If
// unused time is lost, the hard limit is the deadline.
func (b *Budget) Deadline(patience float64) time.Duration {
	at := patience * float64(b.Soft)
	if b.Exact || at >= float64(b.Hard) {
		return b.Hard
	}
	return min(b.Hard, b.Until(max(b.Least, time.Duration(at))))
}

// Trend follows the best move from iteration to iteration. The zero value has seen no
// iteration.
type Trend struct {
	Stable int        // iterations since the best move changed
	Fall   core.Score // by how much the score fell in the last iteration, negative if it rose

	best  core.Move
	score core.Score
}

// Add records the best move and the score of another iteration.
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

// Iteration is what a search knows at the end of an iteration.
type Iteration struct {
	Trend   Trend   // this iteration included
	Depth   int     // plies
	Choices int     // moves at the root
	Lines   int     // best lines searched
	Share   float64 // share of the nodes that lie below the best move, 0 to 1
}

// SoftScale returns what part of the soft limit may have passed when another iteration
// begins. It is mostly below 1, since another iteration takes about as long as all
// before it together. A move that stays best and takes nearly all nodes needs no
// further proof, a falling score calls for a better move, and an only move needs no
// thought.
func (t *Tuning) SoftScale(i Iteration) float64 {
	if i.Choices == 1 && i.Depth >= t.OnlyDepth {
		return 0
	}
	stable := t.Stable[min(i.Trend.Stable, len(t.Stable)-1)]
	worth := part(t.Worth) * part(stable) * t.fallen(i.Trend)
	// With several lines the nodes of the best move say nothing about the others.
	if i.Lines <= 1 {
		worth *= part(t.Share) - part(t.ShareSlope)*i.Share
	}
	return worth
}

// PatienceOf returns how many times the soft limit an iteration may take: while it confirms
// the one before, and while it is unsettled, see [TimeManager.Deadline]. A move that stays
// best gains little from more time: what an iteration will say is unknown until it ends, and
// the next move can use the time. A move that has just become best, or whose score has just
// fallen, gets more.
func (t *Tuning) PatienceOf(tr Trend) (settled, unsettled float64) {
	last := len(t.Stable) - 1
	settled = part(t.RunOn) * max(1, t.fallen(tr)) *
		max(1, float64(t.Stable[min(tr.Stable, last)])/float64(t.Stable[last]))
	return settled, settled * part(t.Unsettled)
}

// fallen returns the factor for a fall or rise of the score.
func (t *Tuning) fallen(tr Trend) float64 {
	return min(part(t.FallMost), max(part(t.FallLeast), 1+float64(tr.Fall)/float64(t.Fall)))
}

// part returns percents as a fraction.
func part(percents int) float64 { return float64(percents) / 100 }
