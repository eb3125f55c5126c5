package review

import (
	"math"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

var chessLike = Standard{Scale: 271.6, Inaccuracy: 5, Mistake: 10, Blunder: 15}

func TestChance(t *testing.T) {
	tests := []struct {
		name  string
		score nitoryu.Score
		want  float64
	}{
		{"even", 0, 50},
		{"a pawn ahead", 100, 59.1},
		{"a pawn behind", -100, 40.9},
		{"far ahead", 1000, 97.5},
		{"a mate", nitoryu.Score(core.WinIn(9)), 100},
		{"being mated", nitoryu.Score(core.LossIn(2)), 0},
		{"a win by tables", nitoryu.Score(core.TableWinIn(30)), 100},
	}
	for _, test := range tests {
		if got := chessLike.Chance(test.score); math.Abs(got-test.want) > 0.05 {
			t.Errorf("%s: %.2f, want %.1f", test.name, got, test.want)
		}
	}
}

func TestJudgementOfLoss(t *testing.T) {
	tests := []struct {
		loss float64
		want Judgement
	}{
		{0, Good}, {4.9, Good}, {5, Inaccuracy}, {9.9, Inaccuracy}, {10, Mistake}, {14.9, Mistake}, {15, Blunder}, {100, Blunder},
	}
	for _, test := range tests {
		if got := chessLike.judge(test.loss); got != test.want || got.Bad() != (test.loss >= 5) {
			t.Errorf("a loss of %v is %s, want %s", test.loss, got, test.want)
		}
	}
}

func TestAccuracy(t *testing.T) {
	last := 101.0
	for loss := 0.0; loss <= 100; loss += 0.5 {
		a := Accuracy(loss)
		if a < 0 || a > 100 || a > last {
			t.Fatalf("losing %v percent is %v accurate, less was %v", loss, a, last)
		}
		last = a
	}
	if a := Accuracy(10); math.Abs(a-64.6) > 0.1 {
		t.Errorf("losing 10 percent is %.2f accurate, want 64.6", a)
	}
}

func TestOverall(t *testing.T) {
	tests := []struct {
		name    string
		values  []float64
		weights []float64
		want    float64
	}{
		{"no moves", nil, nil, 0},
		{"perfect", []float64{100, 100}, []float64{1, 5}, 100},
		{"one blunder", []float64{100, 20}, []float64{1, 1}, (60 + 100.0/3) / 2},
		{"a blunder where much was at stake", []float64{100, 20}, []float64{1, 3}, (40 + 100.0/3) / 2},
		{"nothing right", []float64{0}, []float64{1}, 0.5},
	}
	for _, test := range tests {
		if got := overall(test.values, test.weights); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestStakes(t *testing.T) {
	chances := []float64{50, 50, 50, 50, 90, 90, 90, 90}
	got := stakes(chances)
	if len(got) != len(chances)-1 {
		t.Fatalf("%d weights for %d chances", len(got), len(chances))
	}
	for i, w := range got {
		if jump := i == 3; jump != (w == 12) || !jump && w != 0.5 {
			t.Errorf("move %d: weight %v", i, w)
		}
	}
	if got := stakes([]float64{50}); len(got) != 0 {
		t.Errorf("a game without moves has weights %v", got)
	}
}
