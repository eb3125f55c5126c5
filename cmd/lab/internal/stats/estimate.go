package stats

import (
	"fmt"
	"math"
)

// Estimate is the estimated difference of two players, from the view of the first. Errors are half the widths of 95 % confidence intervals. No field
// is ever NaN:
//
//   - without games, all differences are 0 and their errors +Inf;
//   - with all points won or lost, Elo is infinite, and so is its error;
//   - an error is +Inf as well where the interval of the score reaches 0 or 1;
//   - with all results the same, the sample shows no spread: Error and LOS are then computed from
//     the sample and one more event, as two even players would have it, and NormalizedElo is
//     infinite unless the score is 1/2.
type Estimate struct {
	Score           float64 // points per game, 0 to 1
	Elo             float64 // logistic
	Error           float64 // of Elo
	NormalizedElo   float64 // difference in units of the spread of results
	NormalizedError float64 // of NormalizedElo
	LOS             float64 // likelihood of superiority, 0 to 1
	DrawRatio       float64 // draws among games, or 1:1 among pairs; 0 to 1
}

const (
	// z95 is the normal quantile of a two-sided 95 % interval.
	z95 = 1.959963984540054
	// normalizedUnit is the normalised Elo of one standard deviation a game: close
	// to logistic Elo where nothing is drawn (M. Van den Bergh, Normalized Elo,
	// https://www.cantate.be/Fishtest/normalized_elo.pdf).
	normalizedUnit = 800 / math.Ln10
)

// Estimate returns the estimate from the games, taken as independent.
func (g Games) Estimate() Estimate { return estimate(g.outcomes()) }

// Estimate returns the estimate from the pairs.
func (p Pairs) Estimate() Estimate { return estimate(p[:]) }

func estimate(counts []int) Estimate {
	n := float64(total(counts))
	if n == 0 {
		return Estimate{Score: 0.5, Error: math.Inf(1), NormalizedError: math.Inf(1), LOS: 0.5}
	}
	s, v := mean(counts), variance(counts)
	centre, spread := s, math.Sqrt(v/n) // of the distribution of the true score
	if v == 0 {
		centre, spread = withPrior(s, n, gamesPerEvent(counts))
	}
	half := z95 * spread
	e := Estimate{
		Score:         s,
		Elo:           eloOf(s),
		Error:         (eloOf(s+half) - eloOf(s-half)) / 2,
		NormalizedElo: normalizedUnit * inUnitsOf(s-0.5, math.Sqrt(gamesPerEvent(counts)*v)),
		// The spread cancels out.
		NormalizedError: normalizedUnit * z95 / math.Sqrt(gamesPerEvent(counts)*n),
		LOS:             (1 + math.Erf(inUnitsOf(centre-0.5, math.Sqrt2*spread))) / 2,
		DrawRatio:       float64(counts[len(counts)/2]) / n,
	}
	if s-half <= 0 || s+half >= 1 {
		e.Error = math.Inf(1)
	}
	if math.IsInf(e.NormalizedElo, 0) {
		e.NormalizedError = math.Inf(1)
	}
	return e
}

// withPrior returns the centre and the spread of the true score after n events that all had the
// score s, and one event before them, of the given number of games between even players that
// never draw.
func withPrior(s, n, games float64) (centre, spread float64) {
	prior := 1 / (4 * games) // the variance of its score
	away := s - 0.5
	centre = 0.5 + away*n/(n+1)
	v := (prior + away*away*n/(n+1)) / (n + 1)
	return centre, math.Sqrt(v / (n + 1))
}

// inUnitsOf returns x/unit, and 0 for x = 0 in any unit.
func inUnitsOf(x, unit float64) float64 {
	if x == 0 {
		return 0
	}
	return x / unit
}

// eloOf returns the logistic Elo difference that expects the score.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// scoreOf returns the score that a logistic Elo difference expects.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// FormatElo returns a difference with its error, such as "12.34 ± 5.67" or
// "inf ± inf".
func FormatElo(elo, margin float64) string { return decimals(elo) + " ± " + decimals(margin) }

// decimals returns x with two decimals, and "inf" or "-inf" for the infinities.
func decimals(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	return fmt.Sprintf("%.2f", x)
}
