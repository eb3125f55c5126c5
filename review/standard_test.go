package review

import (
	"math"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

var chessLike = Standard{Results: &core.Chances{Rows: []core.ChancesRow{{Scale: 271.6, Draws: 0.3}}}, Inaccuracy: 5, Mistake: 10, Blunder: 15}

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
		if got := chessLike.Chance(test.score, 0); math.Abs(got-test.want) > 0.1 {
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

// The accuracy of a game is that of Lichess: scores, and what comes out within a tolerance, by the tests
// of its public source (AccuracyPercentTest of lila).
func TestAccuracyOfGames(t *testing.T) {
	same := func(n int, scores ...nitoryu.Score) (all []nitoryu.Score) {
		for range n {
			all = append(all, scores...)
		}
		return all
	}
	for _, test := range []struct {
		name         string
		scores       []nitoryu.Score // for White, after each move; before the first one it is 15
		white, black float64
		within       float64
	}{
		{"two good moves", same(2, 15), 100, 100, 1},
		{"White blunders on the first move", same(2, -900), 10, 100, 5},
		{"Black blunders on the first move", []nitoryu.Score{15, 900}, 100, 10, 5},
		{"both do", []nitoryu.Score{-900, 0}, 10, 10, 5},
		{"20 perfect moves", same(20, 15), 100, 100, 1},
		{"and a blunder of White", append(same(20, 15), -900), 50, 100, 5},
		{"21 and a blunder of Black", append(same(21, 15), 900), 100, 50, 5},
		{"5 average moves", same(5, -50, 15), 76, 76, 8},
		{"50 average moves", same(50, -50, 15), 76, 76, 8},
		{"50 mediocre moves", same(50, -135, 15), 54, 54, 8},
		{"50 terrible moves", same(50, -435, 15), 20, 20, 8},
	} {
		standard := StandardOf("chess")
		chances := []float64{standard.Chance(15, 78)}
		var accuracies, weights [2][]float64
		for _, score := range test.scores {
			chances = append(chances, standard.Chance(score, 78))
		}
		for i, weight := range stakes(chances) {
			loss := chances[i] - chances[i+1]
			if i%2 == 1 {
				loss = -loss
			}
			accuracies[i%2], weights[i%2] = append(accuracies[i%2], Accuracy(loss)), append(weights[i%2], weight)
		}
		white, black := overall(accuracies[0], weights[0]), overall(accuracies[1], weights[1])
		if math.Abs(white-test.white) > test.within || math.Abs(black-test.black) > test.within {
			t.Errorf("%s: %.1f and %.1f, want %v and %v within %v", test.name, white, black, test.white, test.black, test.within)
		}
	}
}
