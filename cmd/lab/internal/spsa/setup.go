package spsa

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// Parameter is an integer that is tuned.
type Parameter struct {
	Name    string  `json:"name"`
	Default int     `json:"default"` // of the engine
	Start   int     `json:"start"`   // of the run
	Min     int     `json:"min"`
	Max     int     `json:"max"`
	End     float64 `json:"c_end"` // perturbation in the last iteration
}

// Setup identifies a run.
type Setup struct {
	Game       string      `json:"game"`
	Match      string      `json:"match"` // how the games are played, in words
	Iterations int         `json:"iterations"`
	Pairs      int         `json:"pairs"` // of games in each iteration
	Seed       uint64      `json:"seed"`
	Rate       float64     `json:"r_end"`     // a/c² in the last iteration, as in Fishtest
	Alpha      float64     `json:"alpha"`     // decay of the steps
	Gamma      float64     `json:"gamma"`     // decay of the perturbations
	Stability  float64     `json:"stability"` // Spall's A, as a share of the iterations
	Parameters []Parameter `json:"parameters"`
}

// Validate returns an error if the setup is invalid.
func (s *Setup) Validate() error {
	switch {
	case s.Iterations < 1 || s.Pairs < 1:
		return fmt.Errorf("a run needs at least one iteration and one pair of games in each, not %d and %d", s.Iterations, s.Pairs)
	case s.Iterations > math.MaxInt32 || s.Pairs > math.MaxInt32:
		return fmt.Errorf("a run of %d iterations with %d pairs of games in each is too long", s.Iterations, s.Pairs)
	case !(s.Rate > 0 && s.Rate <= 1):
		return fmt.Errorf("r_end has to be between 0 and 1, not %g", s.Rate)
	case !(s.Alpha >= 0 && s.Alpha <= 1 && s.Gamma >= 0 && s.Gamma <= 1):
		return fmt.Errorf("alpha and gamma have to be between 0 and 1, not %g and %g", s.Alpha, s.Gamma)
	case !(s.Stability >= 0 && s.Stability <= 1):
		return fmt.Errorf("the stability has to be a share of the iterations, 0 to 1, not %g", s.Stability)
	case len(s.Parameters) == 0:
		return errors.New("there is no parameter to tune")
	}
	names := map[string]bool{}
	for _, p := range s.Parameters {
		switch {
		case p.Name == "" || names[p.Name]:
			return fmt.Errorf("parameter %q has no name or is listed twice", p.Name)
		case p.Min >= p.Max || p.Start < p.Min || p.Start > p.Max:
			return fmt.Errorf("parameter %s: %d is not within %d to %d, or the range is empty", p.Name, p.Start, p.Min, p.Max)
		case !(p.End > 0 && p.End <= math.MaxInt32):
			return fmt.Errorf("parameter %s: it cannot be perturbed by %g", p.Name, p.End)
		}
		names[p.Name] = true
	}
	return nil
}

// Games returns the number of games of the whole run.
func (s *Setup) Games() int { return 2 * s.Pairs * s.Iterations }

// start returns the values that the run begins with.
func (s *Setup) start() []float64 {
	theta := make([]float64, len(s.Parameters))
	for i, p := range s.Parameters {
		theta[i] = float64(p.Start)
	}
	return theta
}

// perturbation returns the perturbation in iteration k, counted from 1, in units of the last
// one: c_k/c_end.
func (s *Setup) perturbation(k int) float64 {
	return math.Pow(float64(s.Iterations)/float64(k), s.Gamma)
}

// step returns by how many times its last perturbation each parameter moves in iteration k
// for each net win: a_k/(c_k c_end).
func (s *Setup) step(k int) float64 {
	a := s.Stability * float64(s.Iterations)
	shrink := math.Pow((a+float64(s.Iterations))/(a+float64(k)), s.Alpha)
	return s.Rate * shrink / s.perturbation(k)
}

// Streams of random numbers, in the upper bits of their number below the seed.
const (
	signStream uint64 = (iota + 1) << 56
	roundingStream
)

// signs returns the directions of iteration k: +1 or -1 for each parameter.
func (s *Setup) signs(k int) []float64 {
	rng := rand.New(rand.NewPCG(s.Seed, signStream|uint64(k)))
	signs := make([]float64, len(s.Parameters))
	for i := range signs {
		signs[i] = float64(2*rng.IntN(2) - 1)
	}
	return signs
}

// Pair is two games on one opening with colours reversed.
type Pair struct {
	Number      int   // in the run, from 0
	Plus, Minus []int // the values of both sides in the order of Setup.Parameters
}

// pair returns the pair of that number for an iteration that begins at theta.
func (s *Setup) pair(number int, theta []float64) Pair {
	k := 1 + number/s.Pairs
	signs, perturbation := s.signs(k), s.perturbation(k)
	rng := rand.New(rand.NewPCG(s.Seed, roundingStream|uint64(number)))
	p := Pair{Number: number}
	for i := range s.Parameters {
		row := &s.Parameters[i]
		c, luck := row.End*perturbation*signs[i], rng.Float64()
		p.Plus = append(p.Plus, row.round(theta[i]+c, luck))
		p.Minus = append(p.Minus, row.round(theta[i]-c, luck))
	}
	return p
}

// round rounds x to an integer in the range, up or down by luck, 0 to 1, so that the mean is
// x. Both sides have the same luck, so that rounding does not add to their difference.
func (p *Parameter) round(x, luck float64) int { return int(math.Floor(p.clamp(x) + luck)) }

// clamp returns the value of the range that is nearest to x.
func (p *Parameter) clamp(x float64) float64 {
	return max(float64(p.Min), min(float64(p.Max), x))
}

// follow returns the values after iteration k from theta, given the net wins of the plus
// side.
func (s *Setup) follow(k int, theta []float64, won int) []float64 {
	signs, step := s.signs(k), s.step(k)
	next := make([]float64, len(theta))
	for i := range next {
		p := &s.Parameters[i]
		next[i] = p.clamp(theta[i] + p.End*step*signs[i]*float64(won))
	}
	return next
}
