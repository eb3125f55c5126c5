package train

import (
	"errors"
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Counts are the games that the side to move lost, drew and won in positions with each
// score, indexed by the score's 16 bits.
type Counts [1 << 16][3]int64

// Agreement returns the share of positions in which the favoured side won, among those with
// a score of a magnitude above bound from decided games, and their number.
func (c *Counts) Agreement(bound core.Score) (share float64, positions int64) {
	agree := int64(0)
	for i := range c {
		if score := core.Score(int16(i)); max(score, -score) > bound {
			positions += c[i][0] + c[i][2]
			agree += c[i][1+max(-1, min(1, score))]
		}
	}
	return float64(agree) / float64(max(1, positions)), positions
}

// Scale returns the K with which 1/(1+exp(-score/K)) predicts the results best, by
// maximum likelihood. Scores of a magnitude above bound are ignored, since adjudication
// determines their results.
func (c *Counts) Scale(bound core.Score) (float64, error) {
	// The likelihood has one peak in b = 1/K, which Newton's method finds.
	const start, least, most = 1.0 / 400, 1.0 / 10000, 1.0
	for b := start; ; {
		slope, curve := 0.0, 0.0
		for i := range c {
			score := core.Score(int16(i))
			n := float64(c[i][0] + c[i][1] + c[i][2])
			if n == 0 || max(score, -score) > bound {
				continue
			}
			x, points := float64(score), float64(c[i][2])+float64(c[i][1])/2
			p := sigmoid(b * x)
			slope += x * (points - n*p)
			curve += x * x * n * p * (1 - p)
		}
		next := min(max(b+slope/curve, b/2), 2*b)
		if !(next >= least && next <= most) {
			return 0, errors.New("no scale fits: the scores do not predict the results")
		}
		if math.Abs(next-b) < 1e-9*b {
			return 1 / next, nil
		}
		b = next
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
