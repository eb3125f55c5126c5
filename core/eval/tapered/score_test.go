package tapered

import (
	"fmt"
	"math"
	"testing"
)

func TestScore(t *testing.T) {
	weights := []Weight{{0, 0}, {1, -1}, {-1, 1}, {-300, -20}, {math.MaxInt16, math.MinInt16}, {math.MinInt16, math.MaxInt16}}
	for _, w := range weights {
		for _, n := range []int{-7, -1, 0, 1, 9} {
			s := w.Score()*Score(n) + Weight{-5, 6}.Score()
			if want := w.Middle()*int32(n) - 5; s.Middle() != want {
				t.Errorf("%d times %v: middlegame %d, want %d", n, w, s.Middle(), want)
			}
			if want := w.End()*int32(n) + 6; s.End() != want {
				t.Errorf("%d times %v: endgame %d, want %d", n, w, s.End(), want)
			}
		}
	}
}

func ExampleScore() {
	pawn, tempo := Weight{80, 120}, Weight{15, -5}
	s := 2*pawn.Score() - tempo.Score()
	fmt.Println(s.Middle(), s.End())
	// Output: 145 245
}
