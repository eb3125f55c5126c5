package review_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
)

func TestSharpness(t *testing.T) {
	s := review.StandardOf("chess")
	for _, test := range []struct {
		name    string
		scores  []core.Score
		settled int // of depth 11
		want    float64
		known   bool
	}{
		{"one line", []core.Score{20}, 1, 0, false},
		{"all moves are as good", []core.Score{20, 20, 20, 20}, 1, 0, true},
		{"it took long to see that", []core.Score{20, 20, 20, 20}, 11, 25, true},
		{"half as long", []core.Score{20, 20}, 6, 12.5, true},
		{"not known when", []core.Score{20, 20}, 0, 0, true},
		{"only one move holds", []core.Score{0, -2000, -2000, -2000}, 1, 75, true},
		{"two hold", []core.Score{0, 0, -2000, -2000}, 1, 50, true},
		{"a fifth line is not looked at", []core.Score{0, 0, 0, 0, -2000}, 1, 0, true},
		{"the most", []core.Score{0, -2000, -2000, -2000}, 11, 100, true},
	} {
		if got, known := s.Sharpness(test.scores, 78, 11, test.settled); got != test.want || known != test.known {
			t.Errorf("%s: %v %t, want %v %t", test.name, got, known, test.want, test.known)
		}
	}
}
