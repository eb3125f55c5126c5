package train

import (
	"errors"
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Counts tell how often games were lost, drawn and won by the side to move in
// positions with each score, indexed by the score's 16 bits.
type Counts [1 << 16][3]int64

// Count counts the results of all positions.
func (s *Set) Count() *Counts {
	c := new(Counts)
	s.all(func(r *record) {
		l := r.label()
		c[uint16(l.score)][l.result+1]++
	})
	return c
}

// Agreement returns in which share of the positions with a score beyond bound either
// way the side that it favours won the game, and how many such positions there are.
// Drawn games do not count.
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
// maximum likelihood. Scores beyond the bound either way do not take part: there,
// adjudication has made the results.
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
