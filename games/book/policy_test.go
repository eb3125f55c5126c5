package book

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
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
		why    string // there is none
	}{
		{"the best of weights", Policy{}, core.First, weighed(3, 9, 5), []core.Move{2}, ""},
		{"the first of equal weights", Policy{}, core.First, weighed(3, 3), []core.Move{1}, ""},
		{"the best of scores", Policy{}, core.First, scored(-5, 10, 3), []core.Move{2}, ""},
		{"a score does not decide among moves without", Policy{Variety: 100}, core.First, mixed, []core.Move{2, 1}, ""},
		{"no moves", Policy{}, core.First, nil, nil, ""},
		{"weight 0", Policy{Variety: 100}, core.First, weighed(0, 1, 0), []core.Move{2}, ""},
		{"only weight 0", Policy{Variety: 100}, core.First, weighed(0, 0), nil, "their weights are 0"},
		{"variety", Policy{Variety: 50}, core.First, weighed(10, 5, 4), []core.Move{1, 2}, ""},
		{"all variety", Policy{Variety: 100}, core.First, weighed(10, 5, 1), []core.Move{1, 2, 3}, ""},
		{"variety beyond all", Policy{Variety: 1000}, core.First, weighed(10, 5, 1), []core.Move{1, 2, 3}, ""},
		{"narrow", Policy{Variety: 100, MinShare: 10}, core.First, weighed(80, 11, 9), []core.Move{1, 2}, ""},
		{"too narrow", Policy{Variety: 100, MinShare: 60}, core.First, weighed(1, 1), nil, "none has 60 % of the counts (NarrowBook)"},
		{"narrow, 32 bits are too few", Policy{Variety: 100, MinShare: 10}, core.First, weighed(1<<31-1, 1<<31-1, 1), []core.Move{1, 2}, ""},
		{"a loss is allowed", Policy{MaxLoss: [2]core.Score{30, 0}}, core.First, scored(10, -20, -21), []core.Move{1, 2}, ""},
		{"but not for the other side", Policy{MaxLoss: [2]core.Score{30, 0}}, core.Second, scored(10, -20, -21), []core.Move{1}, ""},
		{"the least score", Policy{MaxLoss: [2]core.Score{300, 300}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.First, scored(10, 0, -20), []core.Move{1, 2}, ""},
		{"of the other side", Policy{MaxLoss: [2]core.Score{300, 300}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.Second, scored(10, -140, -141), []core.Move{1, 2}, ""},
		{"no score is enough", Policy{MaxLoss: [2]core.Score{300, 300}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.Second, scored(-141, -150), nil, "the best scores less than -140 (BookEvalWhiteLimit)"},
		{"nor of the first", Policy{MaxLoss: [2]core.Score{300, 300}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.First, scored(-1), nil, "the best scores less than 0 (BookEvalBlackLimit)"},
		{"the least score is not in force", Policy{MaxLoss: [2]core.Score{300, 300}}, core.First, scored(10, -200), []core.Move{1, 2}, ""},
		{"too shallow", Policy{MinDepth: [2]int{4, 3}, MaxLoss: [2]core.Score{50, 50}}, core.First, shallow, nil, "the best was searched less than 4 plies deep (BookDepthLimit)"},
		{"deep enough", Policy{MinDepth: [2]int{4, 3}, MaxLoss: [2]core.Score{50, 50}}, core.Second, shallow, []core.Move{1, 2}, ""},
		{"YaneuraOu's defaults", Policy{MaxPly: 16, Variety: 100, MinDepth: [2]int{16, 16}, MaxLoss: [2]core.Score{30, 30}, MinScore: [2]core.Score{0, -140}, Limited: true}, core.First, scored(20, -5, 0, 19), []core.Move{1, 4, 3}, ""},
		{"Polyglot's habit", Policy{Variety: 100, ByWeight: true}, core.First, weighed(1, 20, 0, 1), []core.Move{2, 1, 4}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := fmt.Sprint(test.moves)
			var got []core.Move
			choices, err := test.policy.Choices(test.side, test.moves)
			for _, m := range choices {
				got = append(got, m.Move)
			}
			why := ""
			if left := new(LeftOutError); errors.As(err, &left) {
				why = left.Why
			}
			if why != test.why || (err == nil) != (len(got) > 0) {
				t.Errorf("error %v, want %q", err, test.why)
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

// playable are legal moves of p with weights, numbered from 1 in Count.
func playable(p core.Position, weights ...int) []Move {
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	moves := weighed(weights...)
	for i := range moves {
		moves[i].Move, moves[i].Count = legal.Moves[i], i+1
	}
	return moves
}

// count chooses n times and returns how often each move was chosen, 0 for none.
func count(p core.Position, c Policy, moves []Move, seed uint64, n int) map[int]int {
	random := rand.NewPCG(seed, 0)
	counts := map[int]int{}
	for range n {
		m, err := c.Choose(p, moves, random)
		if err != nil {
			m = Move{}
		}
		counts[m.Count]++
	}
	return counts
}

func TestChoose(t *testing.T) {
	start := position(t, chess.Rules, "")
	later := position(t, chess.Rules, "", "e2e4", "e7e5")
	near := func(n, want int) bool { return n > want-100 && n < want+100 }
	all := Policy{Variety: 100, ByWeight: true}
	moves := playable(start, 1, 7, 0, 2)

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
	if counts = count(start, all, playable(start, 1), 1, 2000); !near(counts[0], 500) {
		t.Errorf("ignored: %v", counts)
	}
	limited := Policy{MaxPly: 2}
	if _, err := limited.Choose(later, playable(later, 1), rand.NewPCG(1, 1)); !errors.Is(err, ErrNoMove) {
		t.Errorf("beyond the last ply: %v", err)
	}
	limited.MaxPly = 3
	if m, err := limited.Choose(later, playable(later, 1), rand.NewPCG(1, 1)); err != nil || m.Count != 1 {
		t.Errorf("at the last ply: %+v, %v", m, err)
	}
}

// A move that repeats a position, or ends the game without a win, is left to the search.
func TestRepetition(t *testing.T) {
	const left = "all its moves are left out: they repeat a position or end the game"
	for _, c := range []struct {
		name  string
		rules core.Rules
		start string
		moves string // before
		book  string // the moves of the book
		want  string // a move, or an error
	}{
		{"chess, a position of the game", chess.Rules, "", "g1f3 g8f6 f3g1", "f6g8", left},
		{"another move", chess.Rules, "", "g1f3 g8f6 f3g1", "f6g8 e7e5", "e7e5"},
		{"the same moves, another position", chess.Rules, "", "e2e4 g8f6 f1e2", "f6g8", "f6g8"},
		{"a threefold repetition", chess.Rules, "", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "f6g8", left},
		{"fifty moves", chess.Rules, "7k/8/8/8/8/8/8/K5R1 w - - 99 80", "", "g1g2 a1a2", left},
		{"the last pawn goes", chess.Rules, "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "", "a1b2", left},
		{"a mate as the fifty moves are over", chess.Rules, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 99 80", "", "e1e8", "e1e8"},
		{"shogi, a position of the game", shogi.Rules, "", "2h3h 8b7b 3h2h", "7b8b", left},
		{"shogi, another move", shogi.Rules, "", "2h3h 8b7b 3h2h", "7b8b 3c3d", "3c3d"},
		{"shogi, a piece more in hand", shogi.Rules, "", "2g2f 8c8d 2f2e 8d8e", "2e2d", "2e2d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.rules, c.start, strings.Fields(c.moves)...)
			var moves []Move
			for text := range strings.FieldsSeq(c.book) {
				m, err := p.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, Move{Move: m, Weight: 1, Score: core.NoScore})
			}
			before := p.String()
			m, err := Policy{Variety: 100}.Choose(p, moves, rand.NewPCG(1, 1))
			got := fmt.Sprint(err)
			if err == nil {
				got = p.FormatMove(m.Move)
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if p.String() != before {
				t.Errorf("the position is now %s", p)
			}
		})
	}
}
