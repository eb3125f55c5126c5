package review

import (
	"math"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Sharpness returns how easy it is to go wrong in a position, 0 to 100, by the scores of its best
// lines in a phase of [Standard.Results]: how much the second, third and fourth best moves lose, and how late the search, which came
// to that depth, settled on the best one; settled is 0 if that is not known. It is defined in
// docs/use/analysis.md. known is false without other lines.
func (s Standard) Sharpness(scores []core.Score, phase, depth, settled int) (sharpness float64, known bool) {
	const (
		others = 3  // lines that count
		most   = 30 // percent of the points that a move loses at most
		late   = 10 // as much as a search adds that never settled
	)
	scores = scores[:min(others+1, len(scores))]
	if len(scores) < 2 {
		return 0, false
	}
	best, sum := s.Chance(nitoryu.Score(scores[0]), phase), 0.0
	for _, score := range scores[1:] {
		sum += max(0, min(most, best-s.Chance(nitoryu.Score(score), phase)))
	}
	sum /= float64(len(scores) - 1)
	if depth > 1 && settled > 0 {
		sum += late * float64(min(settled, depth)-1) / float64(depth-1)
	}
	return math.Round(1000*sum/(most+late)) / 10, true
}

// sharpness returns the sharpness of a position by an answer about it and its phase, -1 if it is not known.
func (s Standard) sharpness(r *nitoryu.Result, phase int) float64 {
	scores := make([]core.Score, len(r.Lines))
	for i, l := range r.Lines {
		scores[i] = core.Score(l.Score)
	}
	if len(scores) > 0 {
		if value, known := s.Sharpness(scores, phase, r.Lines[0].Depth, r.Settled); known {
			return value
		}
	}
	return -1
}
