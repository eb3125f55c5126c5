package stats

import (
	"fmt"
	"math"
)

// Model is the scale in which an SPRT measures differences.
type Model uint8

// The models.
const (
	// Normalized is Elo in units of the spread of results, whose measurement takes the same
	// number of games at any draw ratio (see [Estimate.NormalizedElo]).
	Normalized Model = iota
	// Logistic is the usual Elo.
	Logistic
	// Bayesian is BayesElo at the observed draw ratio. It has no pairs of games.
	Bayesian
)

func (m Model) String() string {
	switch m {
	case Normalized:
		return "normalized"
	case Logistic:
		return "logistic"
	case Bayesian:
		return "bayesian"
	}
	return fmt.Sprintf("model %d", uint8(m))
}

// SPRT is a sequential probability ratio test (A. Wald, Sequential Tests of
// Statistical Hypotheses, 1945): H0, that the difference is Elo0, against H1, that
// it is Elo1. It ends as soon as the results decide, with the chosen risks of error.
type SPRT struct {
	Elo0, Elo1 float64 // in the scale of the model; Elo0 < Elo1
	Alpha      float64 // chance to accept H1 where H0 is true, 0 to 1
	Beta       float64 // chance to accept H0 where H1 is true, 0 to 1
	Model      Model
}

// maxElo bounds the hypotheses of an SPRT. From about 230 on, the fit of a normalised
// difference to pairs does not converge.
const maxElo = 200

// Validate returns an error if the test is invalid. Only valid tests give meaningful
// results.
func (s SPRT) Validate() error {
	// Written so that NaN fails every comparison.
	switch {
	case !(math.Abs(s.Elo0) <= maxElo):
		return fmt.Errorf("elo0 has to be between -%d and %d, not %g", maxElo, maxElo, s.Elo0)
	case !(math.Abs(s.Elo1) <= maxElo):
		return fmt.Errorf("elo1 has to be between -%d and %d, not %g", maxElo, maxElo, s.Elo1)
	case s.Elo0 >= s.Elo1:
		return fmt.Errorf("elo0 has to be less than elo1, but they are %g and %g", s.Elo0, s.Elo1)
	case !(0 < s.Alpha && s.Alpha < 1):
		return fmt.Errorf("alpha has to be between 0 and 1, not %g", s.Alpha)
	case !(0 < s.Beta && s.Beta < 1):
		return fmt.Errorf("beta has to be between 0 and 1, not %g", s.Beta)
	case s.Alpha+s.Beta >= 1:
		return fmt.Errorf("alpha and beta have to be less than 1 together, not %g", s.Alpha+s.Beta)
	case s.Model > Bayesian:
		return fmt.Errorf("there is no %v", s.Model)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts H0 and H1.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR returns the log-likelihood ratio of H1 to H0, by the pairs, or by the games in the
// Bayesian model, which has no pairs.
func (s SPRT) LLR(g Games, p Pairs) float64 { return s.llr(s.judged(g, p)) }

// judged returns the counts that the model judges.
func (s SPRT) judged(g Games, p Pairs) []int {
	if s.Model == Bayesian {
		return g.outcomes()
	}
	return p[:]
}

// Decision is the state of an SPRT.
type Decision uint8

// The decisions.
const (
	Continue Decision = iota
	AcceptH0
	AcceptH1
)

func (d Decision) String() string {
	switch d {
	case AcceptH0:
		return "H0 accepted"
	case AcceptH1:
		return "H1 accepted"
	}
	return "undecided"
}

// Decide returns the decision at a log-likelihood ratio.
func (s SPRT) Decide(llr float64) Decision {
	switch lower, upper := s.Bounds(); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Continue
}

// longest is the number of games above which Remaining returns unknown.
const longest = 1e9

// Remaining estimates how many more games the test takes if the log-likelihood ratio grows
// as it has so far. It is unknown if the ratio hardly moves, as before the first result.
func (s SPRT) Remaining(g Games, p Pairs) (games int, known bool) {
	llr := s.LLR(g, p)
	if s.Decide(llr) != Continue {
		return 0, true
	}
	if llr == 0 {
		return 0, false
	}
	counts := s.judged(g, p)
	bound, upper := s.Bounds()
	if llr > 0 {
		bound = upper
	}
	left := gamesPerEvent(counts) * math.Ceil(float64(total(counts))*(bound/llr-1))
	if left > longest {
		return 0, false
	}
	return int(left), true
}
