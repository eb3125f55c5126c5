package book

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// weighed are moves with weights only, numbered from 1.
func weighed(weights ...int) (moves []Move) {
	for i, w := range weights {
		moves = append(moves, Move{Move: core.Move(i + 1), Weight: w, Score: core.NoScore})
	}
	return moves
}

// scored are moves with scores and depth 20, numbered from 1.
func scored(scores ...core.Score) (moves []Move) {
	for i, s := range scores {
		moves = append(moves, Move{Move: core.Move(i + 1), Weight: 1, Score: s, Depth: 20})
	}
	return moves
}

func TestChoices(t *testing.T) {
	shallow := scored(50, 10)
	shallow[0].Depth = 3
	mixed := append(weighed(3), Move{Move: 2, Weight: 5, Score: 900, Depth: 20})
	tests := []struct {
		name   string
		policy Policy
		side   core.Color
		moves  []Move
		want   []core.Move
	}{
		{"the best of weights", Policy{}, core.First, weighed(3, 9, 5), []core.Move{2}},
		{"the first of equal weights", Policy{}, core.First, weighed(3, 3), []core.Move{1}},
		{"the best of scores", Policy{}, core.First, scored(-5, 10, 3), []core.Move{2}},
		{"a score does not decide among moves without", Policy{Variety: 100}, core.First, mixed, []core.Move{2, 1}},
		{"no moves", Policy{}, core.First, nil, nil},
		{"weight 0", Policy{Variety: 100}, core.First, weighed(0, 1, 0), []core.Move{2}},
		{"only weight 0", Policy{Variety: 100}, core.First, weighed(0, 0), nil},
		{"variety", Policy{Variety: 50}, core.First, weighed(10, 5, 4), []core.Move{1, 2}},
		{"all variety", Policy{Variety: 100}, core.First, weighed(10, 5, 1), []core.Move{1, 2, 3}},
		{"variety beyond all", Policy{Variety: 1000}, core.First, weighed(10, 5, 1), []core.Move{1, 2, 3}},
		{"narrow", Policy{Variety: 100, MinShare: 10}, core.First, weighed(80, 11, 9), []core.Move{1, 2}},
		{"narrow, 32 bits are too few", Policy{Variety: 100, MinShare: 10}, core.First, weighed(1<<31-1, 1<<31-1, 1), []core.Move{1, 2}},
		{"a loss is allowed", Policy{MaxLoss: [2]core.Score{30, 0}}, core.First, scored(10, -20, -21), []core.Move{1, 2}},
		{"but not for the other side", Policy{MaxLoss: [2]core.Score{30, 0}}, core.Second, scored(10, -20, -21), []core.Move{1}},
		{"the least score", Policy{MaxLoss: [2]core.Score{300, 300}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.First, scored(10, 0, -20), []core.Move{1, 2}},
		{"of the other side", Policy{MaxLoss: [2]core.Score{300, 300}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.Second, scored(10, -140, -141), []core.Move{1, 2}},
		{"the least score is not in force", Policy{MaxLoss: [2]core.Score{300, 300}}, core.First, scored(10, -200), []core.Move{1, 2}},
		{"too shallow", Policy{MinDepth: [2]int{4, 3}, MaxLoss: [2]core.Score{50, 50}}, core.First, shallow, nil},
		{"deep enough", Policy{MinDepth: [2]int{4, 3}, MaxLoss: [2]core.Score{50, 50}}, core.Second, shallow, []core.Move{1, 2}},
		{"YaneuraOu's defaults", DefaultPolicy(shogi.Rules.Name), core.First, scored(20, -5, 0, 19), []core.Move{1, 4, 3}},
		{"Polyglot's habit", DefaultPolicy(chess.Rules.Name), core.First, weighed(1, 20, 0, 1), []core.Move{2, 1, 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := fmt.Sprint(test.moves)
			var got []core.Move
			for _, m := range test.policy.Choices(test.side, test.moves) {
				got = append(got, m.Move)
			}
			if fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("%d, want %d", got, test.want)
			}
			if fmt.Sprint(test.moves) != before {
				t.Error("the list was changed")
			}
		})
	}
}

// count chooses n times and returns how often each move was chosen, 0 for none.
func count(p core.Position, c Policy, moves []Move, seed uint64, n int) map[core.Move]int {
	random := rand.NewPCG(seed, 0)
	counts := map[core.Move]int{}
	for range n {
		m, ok := c.Choose(p, moves, random)
		if !ok {
			m = Move{}
		}
		counts[m.Move]++
	}
	return counts
}

func TestChoose(t *testing.T) {
	start := position(t, chess.Rules, "")
	later := position(t, chess.Rules, "", "e2e4", "e7e5")
	near := func(n, want int) bool { return n > want-100 && n < want+100 }
	all := Policy{Variety: 100, ByWeight: true}
	moves := weighed(1, 7, 0, 2)

	counts := count(start, all, moves, 1, 2000)
	if !near(counts[1], 200) || !near(counts[2], 1400) || counts[3] != 0 || !near(counts[4], 400) {
		t.Errorf("by weight: %v", counts)
	}
	if again := count(start, all, moves, 1, 2000); fmt.Sprint(again) != fmt.Sprint(counts) {
		t.Errorf("the same seed: %v and %v", counts, again)
	}
	if other := count(start, all, moves, 2, 2000); fmt.Sprint(other) == fmt.Sprint(counts) {
		t.Errorf("another seed: %v", other)
	}
	counts = count(start, Policy{Variety: 100}, moves, 1, 1500)
	if !near(counts[1], 500) || !near(counts[2], 500) || counts[3] != 0 || !near(counts[4], 500) {
		t.Errorf("equally: %v", counts)
	}
	all.IgnoreRate = 25
	if counts = count(start, all, weighed(1), 1, 2000); !near(counts[0], 500) {
		t.Errorf("ignored: %v", counts)
	}
	limited := Policy{MaxPly: 2}
	if _, ok := limited.Choose(later, weighed(1), rand.NewPCG(1, 1)); ok {
		t.Error("chosen beyond the last ply")
	}
	limited.MaxPly = 3
	if m, ok := limited.Choose(later, weighed(1), rand.NewPCG(1, 1)); !ok || m.Move != 1 {
		t.Error("not chosen at the last ply")
	}
}
