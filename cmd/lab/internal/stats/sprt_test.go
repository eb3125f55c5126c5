package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.1}.Bounds()
	compare(t, "lower bound", lower, math.Log(0.1/0.95))
	compare(t, "upper bound", upper, math.Log(0.9/0.05))
}

func TestDecide(t *testing.T) {
	s := SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.1}
	lower, upper := s.Bounds()
	tests := []struct {
		name string
		llr  float64
		want Decision
		text string
	}{
		{"at the start", 0, Continue, "undecided"},
		{"within", upper - 0.001, Continue, "undecided"},
		{"within, below", lower + 0.001, Continue, "undecided"},
		{"at the upper bound", upper, AcceptH1, "H1 accepted"},
		{"at the lower bound", lower, AcceptH0, "H0 accepted"},
		{"far above", 100, AcceptH1, "H1 accepted"},
		{"far below", -100, AcceptH0, "H0 accepted"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := s.Decide(test.llr); got != test.want || got.String() != test.text {
				t.Errorf("%v, want %v", got, test.text)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		s    SPRT
		want string // part of the error; empty for none
	}{
		{"usual", SPRT{0, 5, 0.05, 0.05, Normalized}, ""},
		{"no regression", SPRT{-5, 0, 0.05, 0.1, Logistic}, ""},
		{"extreme", SPRT{-200, 200, 0.4, 0.5, Bayesian}, ""},
		{"elo0 is no number", SPRT{nan, 5, 0.05, 0.05, Normalized}, "elo0"},
		{"elo0 too small", SPRT{-201, 5, 0.05, 0.05, Normalized}, "elo0"},
		{"elo1 is no number", SPRT{0, nan, 0.05, 0.05, Normalized}, "elo1"},
		{"elo1 infinite", SPRT{0, inf, 0.05, 0.05, Normalized}, "elo1"},
		{"equal hypotheses", SPRT{5, 5, 0.05, 0.05, Normalized}, "elo0 has to be less than elo1, but they are 5 and 5"},
		{"hypotheses exchanged", SPRT{5, 0, 0.05, 0.05, Normalized}, "elo0 has to be less than elo1, but they are 5 and 0"},
		{"no alpha", SPRT{0, 5, 0, 0.05, Normalized}, "alpha"},
		{"alpha of 1", SPRT{0, 5, 1, 0.05, Normalized}, "alpha"},
		{"alpha is no number", SPRT{0, 5, nan, 0.05, Normalized}, "alpha"},
		{"no beta", SPRT{0, 5, 0.05, 0, Normalized}, "beta"},
		{"beta of 1", SPRT{0, 5, 0.05, 1, Normalized}, "beta"},
		{"beta is no number", SPRT{0, 5, 0.05, nan, Normalized}, "beta"},
		{"alpha and beta too large", SPRT{0, 5, 0.5, 0.5, Normalized}, "together"},
		{"unknown model", SPRT{0, 5, 0.05, 0.05, 3}, "model 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.s.Validate()
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// The view of the other player has opposite hypotheses and the opposite result.
func TestLLRReverse(t *testing.T) {
	for _, model := range []Model{Normalized, Logistic, Bayesian} {
		s, opposite := SPRT{Elo0: -1, Elo1: 4, Model: model}, SPRT{Elo0: -4, Elo1: 1, Model: model}
		for _, row := range fastchessGames {
			compare(t, fmt.Sprint(row.games), opposite.llr(row.games.reverse().outcomes()), -s.llr(row.games.outcomes()))
		}
		for _, row := range fastchessPairs {
			compare(t, fmt.Sprint(row.pairs),
				opposite.LLR(Games{}, row.pairs.reverse()), -s.LLR(Games{}, row.pairs))
		}
	}
}

func TestLLRMonotone(t *testing.T) {
	for _, model := range []Model{Normalized, Logistic, Bayesian} {
		s := SPRT{Elo1: 10, Model: model}
		last, lastPairs := -inf, -inf
		for wins := 100; wins <= 200; wins += 5 {
			g, p := Games{wins, 300, 300 - wins}, Pairs{10, 200 - wins, 150, wins, 10}
			if s.llr(g.outcomes()) <= last {
				t.Errorf("%v: %v has LLR %v, no more than with fewer wins", model, g, s.llr(g.outcomes()))
			}
			last = s.llr(g.outcomes())
			if model == Bayesian || wins == 200 {
				continue
			}
			if s.LLR(g, p) <= lastPairs {
				t.Errorf("%v: %v has LLR %v, no more than with fewer wins", model, p, s.LLR(g, p))
			}
			lastPairs = s.LLR(g, p)
		}
	}
}

// All models but the Bayesian judge pairs.
func TestLLRChoosesCounts(t *testing.T) {
	g, p := Games{40, 30, 20}, Pairs{3, 7, 20, 15, 4}
	for _, model := range []Model{Normalized, Logistic} {
		s := SPRT{Elo1: 5, Model: model}
		if s.LLR(g, p) != s.LLR(Games{}, p) || s.LLR(g, Pairs{}) != 0 {
			t.Errorf("%v: LLR depends on the games", model)
		}
	}
	s := SPRT{Elo1: 5, Model: Bayesian}
	if s.LLR(g, p) != s.llr(g.outcomes()) || s.LLR(Games{}, p) != 0 {
		t.Error("bayesian: LLR depends on the pairs")
	}
}

// A match in which one side wins every game is decided soon, under every model.
func TestOneSidedMatches(t *testing.T) {
	for _, test := range []struct {
		name       string
		elo0, elo1 float64
		each       Games // what is added at every step
		want       Decision
		atMost     int
	}{
		{"every game lost", -200, -100, Games{Losses: 2}, AcceptH0, 40},
		{"every game won", 100, 200, Games{Wins: 2}, AcceptH1, 40},
		{"lost or drawn", -200, -100, Games{Draws: 1, Losses: 1}, AcceptH0, 200},
	} {
		for _, model := range []Model{Normalized, Logistic, Bayesian} {
			t.Run(test.name+", "+model.String(), func(t *testing.T) {
				s := SPRT{test.elo0, test.elo1, 0.05, 0.05, model}
				var g Games
				for s.Decide(s.llr(g.outcomes())) == Continue && g.N() < 2*test.atMost {
					g = g.Add(test.each)
				}
				if d := s.Decide(s.llr(g.outcomes())); d != test.want || g.N() > test.atMost {
					t.Errorf("%s after %d games, want %s after at most %d", d, g.N(), test.want, test.atMost)
				}
			})
		}
	}
}

func TestRemaining(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	tests := []struct {
		name  string
		pairs Pairs
		known bool
		ended bool
	}{
		{"no pairs", Pairs{}, false, false},
		{"on the way up", Pairs{10, 80, 200, 110, 15}, true, false},
		{"on the way down", Pairs{15, 110, 200, 80, 10}, true, false},
		{"accepted", Pairs{100, 800, 2000, 1100, 150}, true, true},
		{"rejected", Pairs{150, 1100, 2000, 800, 100}, true, true},
		{"slowly", Pairs{2: 3}, true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			left, known := s.Remaining(Games{}, test.pairs)
			if known != test.known || known && (left == 0) != test.ended {
				t.Fatalf("%d games, known: %v", left, known)
			}
			if !known || test.ended {
				return
			}
			if left%2 != 0 {
				t.Errorf("%d games are no whole pairs", left)
			}
			// This many more games of the same kind just reach the bound.
			factor := 1 + float64(left)/2/float64(test.pairs.N())
			llr := s.LLR(Games{}, test.pairs) * factor
			perPair := math.Abs(llr) / factor / float64(test.pairs.N())
			if _, upper := s.Bounds(); math.Abs(llr) < upper-1e-9 || math.Abs(llr) > upper+perPair+1e-9 {
				t.Errorf("LLR %v after %d more games", llr, left)
			}
		})
	}
	s.Model = Bayesian
	if left, known := s.Remaining(Games{60, 100, 41}, Pairs{}); !known || left == 0 || left%2 == 0 {
		t.Errorf("bayesian: %d games, known: %v; want an odd number here", left, known)
	}
	// A ratio that moves by less than any match is long.
	exact := SPRT{Elo0: -1, Elo1: 1, Alpha: 0.05, Beta: 0.05}
	if left, known := exact.Remaining(Games{}, Pairs{1, 2, 3, 2, 1}); known {
		t.Errorf("even score between opposite hypotheses: %d games", left)
	}
}

// The error rates of the test are those it promises.
func TestErrorRates(t *testing.T) {
	const runs, width = 2000, 40
	s := SPRT{Alpha: 0.05, Beta: 0.15}
	games, pairs := Games{Wins: 30, Draws: 45, Losses: 25}, Pairs{6, 20, 40, 24, 10} // in proportion
	truth := pairs.Estimate()
	tests := []struct {
		model Model
		elo   float64 // the true difference
	}{
		{Normalized, truth.NormalizedElo},
		{Logistic, truth.Elo},
		{Bayesian, 200 * math.Log10(0.30/0.70*0.75/0.25)}, // from the chances to win and to lose,
	}
	for _, test := range tests {
		t.Run(test.model.String(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			s.Model = test.model
			wrong := [2]int{}
			for range runs {
				s.Elo0, s.Elo1 = test.elo, test.elo+width
				if simulate(s, random, games, pairs) == AcceptH1 {
					wrong[0]++
				}
				s.Elo0, s.Elo1 = test.elo-width, test.elo
				if simulate(s, random, games, pairs) == AcceptH0 {
					wrong[1]++
				}
			}
			// Steps beyond the bounds make errors a little rarer than promised.
			for i, promised := range []float64{s.Alpha, s.Beta} {
				if rate := float64(wrong[i]) / runs; rate < promised*0.75 || rate > promised*1.2 {
					t.Errorf("H%d true: wrong at a rate of %v, want about %v", i, rate, promised)
				}
			}
		})
	}
}

// simulate plays games or pairs, distributed as given, until the test decides.
func simulate(s SPRT, random *rand.Rand, games Games, pairs Pairs) Decision {
	var g [3]int
	var p Pairs
	for {
		for range 5 {
			g[pick(random, games.outcomes())]++
			p[pick(random, pairs[:])]++
		}
		if d := s.Decide(s.LLR(Games{Wins: g[2], Draws: g[1], Losses: g[0]}, p)); d != Continue {
			return d
		}
	}
}

func pick(random *rand.Rand, weights []int) int {
	at := random.IntN(total(weights))
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	panic("unreachable")
}

// No counts make a valid test or an estimate fail.
func FuzzFinite(f *testing.F) {
	f.Add(0.0, 5.0, uint32(3), uint32(10), uint32(25), uint32(12), uint32(4))
	f.Add(-200.0, 200.0, uint32(0), uint32(0), uint32(0), uint32(0), uint32(1))
	f.Add(199.0, 200.0, uint32(math.MaxUint32), uint32(0), uint32(0), uint32(0), uint32(0))
	f.Add(-200.0, -199.9, uint32(0), uint32(7), uint32(math.MaxUint32), uint32(0), uint32(0))
	f.Fuzz(func(t *testing.T, elo0, elo1 float64, a, b, c, d, e uint32) {
		g := Games{int(a), int(b), int(c)}
		p := Pairs{int(a), int(b), int(c), int(d), int(e)}
		for _, e := range []Estimate{g.Estimate(), p.Estimate()} {
			if strings.Contains(fmt.Sprint(e), "NaN") || e.LOS < 0 || e.LOS > 1 || e.Error < 0 || e.NormalizedError < 0 {
				t.Errorf("%v %v: %v", g, p, e)
			}
		}
		for _, model := range []Model{Normalized, Logistic, Bayesian} {
			s := SPRT{Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.05, Model: model}
			if s.Validate() != nil {
				return
			}
			for _, llr := range []float64{s.LLR(g, p), s.llr(g.outcomes())} {
				if math.IsNaN(llr) || math.IsInf(llr, 0) {
					t.Errorf("%+v: %v %v: LLR %v", s, g, p, llr)
				}
			}
			if left, _ := s.Remaining(g, p); left < 0 {
				t.Errorf("%+v: %v %v: %d games left", s, g, p, left)
			}
		}
	})
}
