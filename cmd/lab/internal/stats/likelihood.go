package stats

import (
	"math"
	"slices"
)

// unseen replaces a count of 0: an outcome that has not occurred is unlikely, not impossible.
// fastchess has the same value.
const unseen = 1e-3

// prior replaces a count of 0 in the Bayesian model as long as a player has won no game: the
// draw ratio of the model is unknown until then. fastchess has no ratio then, and never ends a
// match in which one side wins all games.
const prior = 0.5

// llr returns the generalised log-likelihood ratio of H1 to H0: each hypothesis is given the
// distribution of outcomes that explains the counts best, among the distributions with the
// difference of the hypothesis.
func (s SPRT) llr(counts []int) float64 {
	if total(counts) == 0 {
		return 0
	}
	least := unseen
	if s.Model == Bayesian && (counts[0] == 0 || counts[len(counts)-1] == 0) {
		least = prior
	}
	n, seen := frequencies(counts, least)
	var h0, h1 []float64
	switch s.Model {
	case Normalized:
		perEvent := math.Sqrt(gamesPerEvent(counts)) / normalizedUnit
		h0, h1 = fitDeviation(seen, s.Elo0*perEvent), fitDeviation(seen, s.Elo1*perEvent)
	case Logistic:
		h0, h1 = fitMean(seen, scoreOf(s.Elo0)), fitMean(seen, scoreOf(s.Elo1))
	case Bayesian:
		loss, win := seen[0], seen[len(seen)-1]
		drawElo := 200 * math.Log10((1-loss)/loss*(1-win)/win)
		h0, h1 = fitMean(seen, bayesScoreOf(s.Elo0, drawElo)), fitMean(seen, bayesScoreOf(s.Elo1, drawElo))
	}
	ratio := 0.0
	for i, f := range seen {
		ratio += f * math.Log(h1[i]/h0[i])
	}
	return n * ratio
}

// bayesScoreOf returns the score that a BayesElo difference expects.
func bayesScoreOf(elo, drawElo float64) float64 {
	win, loss := scoreOf(elo-drawElo), scoreOf(-elo-drawElo)
	return win + (1-win-loss)/2
}

// frequencies returns how often each outcome occurred, least being the smallest count, and
// the number of events.
func frequencies(counts []int, least float64) (n float64, seen []float64) {
	seen = make([]float64, len(counts))
	for i, c := range counts {
		seen[i] = max(float64(c), least)
		n += seen[i]
	}
	for i := range seen {
		seen[i] /= n
	}
	return n, seen
}

// fitMean returns the distribution with the expected score that explains the seen
// one best (M. Van den Bergh, Comparing the approximations for the generalized log
// likelihood ratio of a multinomial distribution, Proposition 1.1,
// https://www.cantate.be/Fishtest/comparing_approximations.pdf).
func fitMean(seen []float64, expected float64) []float64 {
	excess := make([]float64, len(seen))
	for i := range excess {
		excess[i] = score(i, len(seen)) - expected
	}
	return tilt(seen, excess)
}

// fitDeviation returns the distribution whose score is t standard deviations above
// 1/2 that explains the seen one best (M. Van den Bergh, Comments on normalized Elo,
// section 4.1, https://www.cantate.be/Fishtest/normalized_elo_practical.pdf). The
// constraint is not linear; it is replaced by its tangent at the last distribution
// until that stays the same.
func fitDeviation(seen []float64, t float64) []float64 {
	// Start and end are as in fastchess. If nearly all outcomes are the same, the iteration
	// ends early, and exact ratios would differ by a percent or two.
	const steps, precision = 10, 1e-4
	fit := make([]float64, len(seen))
	for i := range fit {
		fit[i] = 1 / float64(len(seen))
	}
	slope := make([]float64, len(seen))
	for range steps {
		m, deviation := moments(fit)
		for i := range slope {
			x := score(i, len(seen))
			z := (x - m) / deviation
			slope[i] = x - 0.5 - t*deviation*(1+z*z)/2
		}
		next, change := tilt(seen, slope), 0.0
		for i := range fit {
			change = max(change, math.Abs(next[i]-fit[i]))
		}
		fit = next
		if change < precision {
			break
		}
	}
	return fit
}

// moments returns the mean and the standard deviation of the score.
func moments(p []float64) (mean, deviation float64) {
	for i, f := range p {
		mean += f * score(i, len(p))
	}
	for i, f := range p {
		d := score(i, len(p)) - mean
		deviation += f * d * d
	}
	return mean, math.Sqrt(deviation)
}

// tilt returns the distribution p under which the values x average 0 that explains
// the seen one best: p = seen/(1 + theta·x), theta being the Lagrange multiplier.
// Some values are positive, some negative.
func tilt(seen, x []float64) []float64 {
	theta := multiplier(seen, x)
	p := make([]float64, len(seen))
	for i := range p {
		p[i] = seen[i] / (1 + theta*x[i])
	}
	return p
}

// multiplier solves sum seen·x/(1 + theta·x) = 0 by Newton's method, with bisection
// where that would leave the bracket. The sum falls from +Inf to -Inf between the two
// thetas at which the first probability becomes infinite.
func multiplier(seen, x []float64) float64 {
	low, high := -1/slices.Max(x), -1/slices.Min(x)
	theta := 0.0
	for range 200 {
		sum, slope := 0.0, 0.0
		for i := range x {
			r := x[i] / (1 + theta*x[i])
			sum += seen[i] * r
			slope -= seen[i] * r * r
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
		next := theta - sum/slope
		if !(low < next && next < high) {
			next = (low + high) / 2
		}
		if next == theta {
			break
		}
		theta = next
	}
	return theta
}
