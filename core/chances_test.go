package core_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestChances(t *testing.T) {
	c := core.Chances{Rows: []core.ChancesRow{{Phase: 10, Scale: 200, Draws: 0.8}, {Phase: 20, Scale: 100, Draws: 0.2}}}
	bent := core.Chances{Curve: core.Curve{Size: 200, Bend: 100}, Rows: c.Rows}
	for _, test := range []struct {
		name  string
		model core.Chances
		score core.Score
		phase int
		want  [3]int
	}{
		{"even", c, 0, 10, [3]int{100, 800, 100}},
		{"ahead", c, 200, 10, [3]int{471, 520, 9}},
		{"the same for the other side", c, -200, 10, [3]int{9, 520, 471}},
		{"before the first row", c, 200, -5, [3]int{471, 520, 9}},
		{"at the last row", c, 0, 20, [3]int{400, 200, 400}},
		{"behind the last row", c, 0, 99, [3]int{400, 200, 400}},
		{"halfway", c, 0, 15, [3]int{250, 500, 250}},
		{"a score that is worth more", bent, 200, 10, [3]int{622, 374, 4}},
		{"a forced win", c, core.WinIn(9), 10, [3]int{1000, 0, 0}},
		{"a forced loss", c, core.LossIn(0), 10, [3]int{0, 0, 1000}},
		{"the largest evaluation", c, core.EvalBound, 20, [3]int{1000, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, d, l := test.model.WDL(test.score, test.phase)
			if got := [3]int{w, d, l}; got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Whatever the model, the numbers sum up to a thousand, none is below zero, and they come to the points
// that the score is worth.
func TestChancesSumUp(t *testing.T) {
	for _, scale := range []float64{0.001, 1, 130} {
		for _, draws := range []float64{0, 0.001, 0.3, 0.98, 1} {
			c := core.Chances{Rows: []core.ChancesRow{{Scale: scale, Draws: draws}}}
			for s := core.Score(-500); s <= 500; s++ {
				w, d, l := c.WDL(s, 0)
				if w < 0 || d < 0 || l < 0 || w+d+l != 1000 {
					t.Fatalf("scale %g, draws %g, score %d: %d %d %d", scale, draws, s, w, d, l)
				}
				want := 100 / (1 + math.Exp(-float64(s)/scale))
				if got := c.Points(s, 0); math.Abs(got-want) > 0.11 {
					t.Fatalf("scale %g, draws %g, score %d: %v percent of the points, want %v", scale, draws, s, got, want)
				}
				if got := c.Points(s, 0) + c.Points(-s, 0); got != 100 {
					t.Fatalf("both sides have %v percent of the points", got)
				}
			}
		}
	}
}

// A score is found by what it promises.
func TestScoreOfChances(t *testing.T) {
	c := core.Chances{Curve: core.Curve{Size: 337, Bend: 250}, Rows: []core.ChancesRow{{Scale: 271.6, Draws: 0.3}}}
	for points := 1.0; points < 100; points += 0.7 {
		if got := c.Points(c.Score(points, 0), 0); math.Abs(got-points) > 0.25 {
			t.Errorf("the score for %v percent promises %v", points, got)
		}
	}
	if got := c.Score(50, 0); got != 0 {
		t.Errorf("even chances have score %v", got)
	}
	if got := c.Score(100, 0); got.IsWin() {
		t.Errorf("all points are a forced win, %v", got)
	}
}

func ExampleChances_Points() {
	chess := core.Chances{Rows: []core.ChancesRow{{Scale: 270, Draws: 0.5}}}
	fmt.Println(chess.Points(0, 0), chess.Points(100, 0), chess.Points(-core.Mate, 0))
	// Output: 50 59.15 0
}

func ExampleChances_WDL() {
	var unknown core.Chances
	fmt.Println(unknown.WDL(50, unknown.PhaseOf(nil)))
	shogi := core.Chances{Rows: []core.ChancesRow{{Scale: 600, Draws: 0.01}}}
	fmt.Println(shogi.WDL(260, 0))
	// Output:
	// 0 1000 0
	// 602 10 388
}
