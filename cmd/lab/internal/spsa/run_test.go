package spsa

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestConvergence(t *testing.T) {
	h, c := climb(4000, 8)
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	begun, ended := h.elo([]int{75, 4, 5000}), h.elo(r.Values())
	if begun > -400 || ended < -15 {
		t.Errorf("from %.0f Elo below the optimum to %.0f: %v, want near %v", -begun, -ended, r.Theta(), h.optimum)
	}
}

// The gains are as in the literature: c_k = c/k^gamma, a_k = a/(A+k)^alpha, step a_k/c_k,
// scaled such that the last iteration has c_end and r_end.
func TestGains(t *testing.T) {
	_, c := climb(1000, 1)
	s, end := &c.Setup, 10.0
	a := s.Rate * end * end * math.Pow(100+1000, s.Alpha)
	for _, k := range []int{1, 10, 999, 1000} {
		ck := end * math.Pow(1000, s.Gamma) / math.Pow(float64(k), s.Gamma)
		ak := a / math.Pow(100+float64(k), s.Alpha)
		if got := end * s.perturbation(k); math.Abs(got-ck) > 1e-9 {
			t.Errorf("iteration %d: perturbation %g, want %g", k, got, ck)
		}
		if got := end * s.step(k); math.Abs(got-ak/ck) > 1e-9 {
			t.Errorf("iteration %d: step %g, want %g", k, got, ak/ck)
		}
	}
}

func TestSignsAreFair(t *testing.T) {
	_, c := climb(1, 1)
	sums, products := make([]float64, 3), 0.0
	const n = 10_000
	for k := range n {
		signs := c.signs(k + 1)
		products += signs[0] * signs[1]
		for i, s := range signs {
			if s != 1 && s != -1 {
				t.Fatalf("sign %g", s)
			}
			sums[i] += s
		}
	}
	for _, sum := range append(sums, products) {
		if math.Abs(sum) > 5*math.Sqrt(n) {
			t.Errorf("signs %v, products %v: far from none", sums, products)
		}
	}
}

// Both sides are at equal distances from the values, on average to the fraction.
func TestPerturbations(t *testing.T) {
	_, c := climb(1, 10_000)
	theta := []float64{75.3, 4.5, 5000}
	sums := make([][2]float64, 3)
	for n := range c.Pairs {
		p := c.pair(n, theta)
		for i := range theta {
			sums[i][0] += float64(p.Plus[i])
			sums[i][1] += float64(p.Minus[i])
		}
	}
	signs := c.signs(1)
	for i, p := range c.Parameters {
		for side, want := range []float64{theta[i] + p.End*signs[i], theta[i] - p.End*signs[i]} {
			if got := sums[i][side] / float64(c.Pairs); math.Abs(got-want) > 0.03 {
				t.Errorf("%s: mean %g, want %g", p.Name, got, want)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	tests := []struct {
		name    string
		optimum float64
		want    int
	}{
		{"far above", 100, 9},
		{"far below", -100, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, c := climb(200, 4)
			c.Parameters = []Parameter{{Name: "Depth", Default: 5, Start: 5, Min: 3, Max: 9, End: 2}}
			h.optimum, h.scale = []float64{test.optimum}, []float64{20}
			r, err := Run(context.Background(), c)
			if err != nil || r.Values()[0] != test.want {
				t.Errorf("error %v, ends at %v, want %d", err, r.Theta(), test.want)
			}
			for _, p := range h.seen {
				for _, v := range []int{p.Plus[0], p.Minus[0]} {
					if v < 3 || v > 9 {
						t.Fatalf("pair %d plays %d", p.Number, v)
					}
				}
			}
			for _, i := range r.Path {
				if x := i.Theta[0]; x < 3 || x > 9 {
					t.Fatalf("iteration %d leads to %g", i.Number, x)
				}
			}
		})
	}
}

// The path does not depend on the number of pairs played at once; every pair is played
// once.
func TestConcurrency(t *testing.T) {
	var paths [][]Iteration
	for _, n := range []int{1, 2, 7, 64} {
		h, c := climb(50, 5)
		c.Concurrency = n
		calls := 0
		c.Played = func(r *Report, pairs int) {
			if calls++; pairs != calls || len(r.Path) > pairs/5 {
				t.Errorf("call %d reports %d pairs, %d iterations", calls, pairs, len(r.Path))
			}
		}
		r, err := Run(context.Background(), c)
		if err != nil || len(r.Path) != 50 || calls != 250 {
			t.Fatalf("%d at once: error %v, %d iterations, %d pairs reported", n, err, len(r.Path), calls)
		}
		var numbers []int
		for _, p := range h.seen {
			numbers = append(numbers, p.Number)
		}
		slices.Sort(numbers)
		if len(slices.Compact(numbers)) != 250 || len(h.seen) != 250 {
			t.Errorf("%d at once: %d pairs played", n, len(h.seen))
		}
		paths = append(paths, r.Path)
	}
	for i := range paths {
		if !reflect.DeepEqual(paths[i], paths[0]) {
			t.Errorf("path %d differs", i)
		}
	}
	h, c := climb(50, 5)
	c.Seed = 2
	r, err := Run(context.Background(), c)
	if err != nil || reflect.DeepEqual(r.Path, paths[0]) || h.seen[0].Plus == nil {
		t.Errorf("another seed goes the same way, or error %v", err)
	}
}

// A second worker begins the next iteration while the first is busy with
// the last pair of this one.
func TestNoWorkerWaits(t *testing.T) {
	h, c := climb(3, 2)
	c.Concurrency = 2
	release := make(chan struct{})
	h.before = func(p Pair) error {
		switch p.Number {
		case 1:
			<-release
		case 3:
			close(release) // the whole second iteration is in progress
		}
		return nil
	}
	if r, err := Run(context.Background(), c); err != nil || len(r.Path) != 3 {
		t.Errorf("error %v, %d iterations", err, len(r.Path))
	}
}

func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	tests := []struct {
		name   string
		change func(*hill, *Config)
		want   string
	}{
		{"a match that fails", func(h *hill, _ *Config) {
			h.before = func(p Pair) error {
				if p.Number == 11 {
					return broken
				}
				return nil
			}
		}, "broken"},
		{"no match", func(_ *hill, c *Config) { c.NewMatch = func() (Match, error) { return nil, broken } }, "broken"},
		{"too many points", func(h *hill, c *Config) {
			c.NewMatch = func() (Match, error) { return cheat{h}, nil }
		}, "half points"},
		{"no iterations", func(_ *hill, c *Config) { c.Iterations = 0 }, "at least one"},
		{"no pairs", func(_ *hill, c *Config) { c.Setup.Pairs = -1 }, "at least one"},
		{"too many iterations", func(_ *hill, c *Config) { c.Iterations = math.MaxInt }, "too long"},
		{"no rate", func(_ *hill, c *Config) { c.Rate = math.NaN() }, "r_end"},
		{"strange exponents", func(_ *hill, c *Config) { c.Gamma = -1 }, "alpha"},
		{"strange stability", func(_ *hill, c *Config) { c.Stability = 2 }, "stability"},
		{"nothing to tune", func(_ *hill, c *Config) { c.Parameters = nil }, "no parameter"},
		{"a name twice", func(_ *hill, c *Config) { c.Parameters[1].Name = "Margin" }, "twice"},
		{"a start out of range", func(_ *hill, c *Config) { c.Parameters[1].Start = 13 }, "not within"},
		{"no range", func(_ *hill, c *Config) { c.Parameters[1].Min = 12 }, "not within"},
		{"no perturbation", func(_ *hill, c *Config) { c.Parameters[1].End = 0 }, "perturbed"},
	}
	for _, test := range tests {
		for _, concurrency := range []int{1, 4} {
			t.Run(fmt.Sprint(test.name, concurrency), func(t *testing.T) {
				h, c := climb(10, 3)
				c.Concurrency = concurrency
				test.change(h, c)
				r, err := Run(context.Background(), c)
				if err == nil || !strings.Contains(err.Error(), test.want) || r == nil {
					t.Errorf("error %v, want one with %q", err, test.want)
				}
			})
		}
	}
}

// cheat wins five half points of four.
type cheat struct{ *hill }

func (cheat) Play(context.Context, Pair) (int, error) { return 5, nil }
