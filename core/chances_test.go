package core_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestChances(t *testing.T) {
	c := core.Chances{Rows: []core.ChancesRow{{Phase: 10, Even: 200, Spread: 100}, {Phase: 20, Even: 100, Spread: 50}}}
	for _, test := range []struct {
		name  string
		score core.Score
		phase int
		want  [3]int
	}{
		{"even", 0, 10, [3]int{119, 762, 119}},
		{"the score with an even chance", 200, 10, [3]int{500, 482, 18}},
		{"the same for the other side", -200, 10, [3]int{18, 482, 500}},
		{"before the first row", 200, -5, [3]int{500, 482, 18}},
		{"at the last row", 100, 20, [3]int{500, 482, 18}},
		{"behind the last row", 100, 99, [3]int{500, 482, 18}},
		{"halfway", 150, 15, [3]int{500, 482, 18}},
		{"a forced win", core.WinIn(9), 10, [3]int{1000, 0, 0}},
		{"a forced loss", core.LossIn(0), 10, [3]int{0, 0, 1000}},
		{"the largest evaluation", core.EvalBound, 20, [3]int{1000, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, d, l := c.WDL(test.score, test.phase)
			if got := [3]int{w, d, l}; got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Whatever the model, the numbers sum up to a thousand and none is below zero.
func TestChancesSumUp(t *testing.T) {
	for _, even := range []float64{0, 0.001, 3, 400} {
		for _, spread := range []float64{0.001, 1, 130} {
			c := core.Chances{Rows: []core.ChancesRow{{Even: even, Spread: spread}}}
			for s := core.Score(-500); s <= 500; s++ {
				w, d, l := c.WDL(s, 0)
				if w < 0 || d < 0 || l < 0 || w+d+l != 1000 {
					t.Fatalf("even %g, spread %g, score %d: %d %d %d", even, spread, s, w, d, l)
				}
			}
		}
	}
}

func ExampleChances_Points() {
	chess := core.Chances{Rows: []core.ChancesRow{{Even: 100, Spread: 50}}}
	fmt.Println(chess.Points(0, 0), chess.Points(100, 0), chess.Points(-core.Mate, 0))
	// Output: 50 74.1 0
}

func ExampleChances_WDL() {
	var unknown core.Chances
	fmt.Println(unknown.WDL(50, unknown.PhaseOf(nil)))
	shogi := core.Chances{Rows: []core.ChancesRow{{Even: 5, Spread: 260}}}
	fmt.Println(shogi.WDL(260, 0))
	// Output:
	// 0 1000 0
	// 727 8 265
}
