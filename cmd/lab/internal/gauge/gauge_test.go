package gauge

import (
	"math"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestCompare(t *testing.T) {
	x := core.NoScore
	won := core.WinIn(5)
	tests := []struct {
		name               string
		reference, scores  []core.Score
		n                  int
		scale, far, linked float64
	}{
		{"equal", []core.Score{0, 100, -250, 40}, []core.Score{0, 100, -250, 40}, 4, 100, 0, 1},
		{"three times as large", []core.Score{0, 100, -250, 40}, []core.Score{0, 300, -750, 120}, 4, 300, 0, 1},
		{"a fourth as large", []core.Score{200, 100, -400, 40}, []core.Score{50, 25, -100, 10}, 4, 25, 0, 1},
		{"unknown ones are left out", []core.Score{0, x, 100, 70}, []core.Score{0, 30, 100, x}, 2, 100, 0, 1},
		// points of the reference are 3/4 and 1/4; the other engine has 3/4 and 1/2 at its
		// best, since the second cannot be less: the root of (0 + 1/16)/2.
		{"one that sees half", []core.Score{110, -110}, []core.Score{110, 0}, 2, 100.13, 0.17677, 1},
		{"the wrong side", []core.Score{110, -110}, []core.Score{-110, 110}, 2, -1, 0.25, -1},
		{"wins are the whole point", []core.Score{won, -won}, []core.Score{2000, -2000}, 2, -1, 0, 1},
		{"nothing", nil, nil, 0, -1, 0, math.NaN()},
		{"all equal", []core.Score{50, 50}, []core.Score{10, 10}, 2, 20, 0, math.NaN()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Compare(test.reference, test.scores, 100)
			near := func(a, b float64) bool {
				return math.Abs(a-b) < 2e-3*math.Max(1, math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
			}
			if r.Positions != test.n || test.scale >= 0 && !near(r.Scale, test.scale) || !near(r.Error, test.far) || !near(r.Correlation, test.linked) {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestPoints(t *testing.T) {
	for score, want := range map[core.Score]float64{0: 0.5, 100: 0.731059, -100: 0.268941, core.WinIn(1): 1, core.LossIn(1): 0} {
		if got := points(score, 100); math.Abs(got-want) > 1e-6 {
			t.Errorf("%d: %g instead of %g", score, got, want)
		}
	}
}
