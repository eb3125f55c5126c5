package review

import (
	"math"

	"github.com/nitoryu/nitoryu"
)

// Sharpness returns how easy it is to go wrong in a position, 0 to 100, by an answer about it with
// several lines: how much the second, third and fourth best moves lose, and how late the search
// settled on the best one. It is defined in docs/use/analysis.md. known is false without other
// lines.
func (s Standard) Sharpness(r *nitoryu.Result) (sharpness float64, known bool) {
	const (
		others = 3  // lines that count
		most   = 30 // percent of the points that a move loses at most
		late   = 10 // as much as a search adds that never settled
	)
	lines := r.Lines[:min(others+1, len(r.Lines))]
	if len(lines) < 2 {
		return 0, false
	}
	best, sum := s.Chance(lines[0].Score), 0.0
	for _, l := range lines[1:] {
		sum += max(0, min(most, best-s.Chance(l.Score)))
	}
	sum /= float64(len(lines) - 1)
	if depth := lines[0].Depth; depth > 1 && r.Settled > 0 {
		sum += late * float64(min(r.Settled, depth)-1) / float64(depth-1)
	}
	return math.Round(1000*sum/(most+late)) / 10, true
}
