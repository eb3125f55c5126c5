package gauge

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Result says how far scores are from the scores of a reference.
type Result struct {
	Positions   int     // scored by both
	Scale       float64 // of the scores, which makes the error smallest
	Error       float64 // root mean square of the differences in expected points, 0 to 1
	Correlation float64 // of expected points; NaN if all scores of one side are equal
}

// points returns the expected points, 0 to 1, for a score: 0.73 for a score as large as the
// scale.
func points(s core.Score, scale float64) float64 { return 1 / (1 + math.Exp(-float64(s)/scale)) }

// Compare compares scores with the scores of a reference for the same positions; core.NoScore
// leaves a position out. scale is the scale of the reference.
func Compare(reference, scores []core.Score, scale float64) Result {
	var want []float64
	var own []core.Score
	for i, s := range scores {
		if s != core.NoScore && reference[i] != core.NoScore {
			want, own = append(want, points(reference[i], scale)), append(own, s)
		}
	}
	r := Result{Positions: len(own), Scale: bestScale(want, own, scale)}
	r.Error = distance(want, own, r.Scale)
	r.Correlation = correlation(want, own, r.Scale)
	return r
}

// bestScale returns the scale with the least error, from a thousandth of the reference's scale
// to a thousand times as much. The error has only few and wide troughs: the steps find the
// deepest trough, and each round of steps narrows it down.
func bestScale(want []float64, own []core.Score, reference float64) float64 {
	const steps = 60
	best, width := math.Log(reference), math.Log(1000)
	for range 6 {
		middle, least := best, math.Inf(1)
		for i := -steps; i <= steps; i++ {
			x := middle + width*float64(i)/steps
			if d := distance(want, own, math.Exp(x)); d < least {
				best, least = x, d
			}
		}
		width *= 2.0 / steps
	}
	return math.Exp(best)
}

// distance returns the root mean square of the differences.
func distance(want []float64, own []core.Score, scale float64) float64 {
	sum := 0.0
	for i, s := range own {
		d := points(s, scale) - want[i]
		sum += d * d
	}
	return math.Sqrt(sum / float64(max(1, len(own))))
}

// correlation returns Pearson's correlation coefficient.
func correlation(want []float64, own []core.Score, scale float64) float64 {
	var x, y, xx, yy, xy float64
	n := float64(len(own))
	for i, s := range own {
		a, b := want[i], points(s, scale)
		x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
	}
	spread := (n*xx - x*x) * (n*yy - y*y)
	if n < 2 || spread <= 1e-9 {
		return math.NaN()
	}
	return (n*xy - x*y) / math.Sqrt(spread)
}
