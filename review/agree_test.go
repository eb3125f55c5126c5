package review_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// What a later search knows corrects the scores before it: the graph falls where a move gives something
// away, by as much as is told, and nowhere else.
func TestGraphAndVerdictsAgree(t *testing.T) {
	const best = "g1f3" // the third move of the game
	chance := func(score nitoryu.Score) float64 { return games.ChancesFor("", "chess").Points(core.Score(score), 78) }
	for _, test := range []struct {
		name     string
		scores   []core.Score // before each move and at the end, for the side to move
		choice   string       // of the engine before the third move
		other    core.Score   // of the second best move there
		times    int          // that each position was searched
		compared [2]nitoryu.Score
		want     review.Judgement // of the third move
		before   float64          // the chances of White before it
	}{
		{"a fall after the best move is none", []core.Score{0, 0, 200, 200}, best, -500, 2, [2]nitoryu.Score{}, review.Best, chance(-200)},
		{"a rise after the best move is none", []core.Score{0, 0, 0, -300}, best, -500, 2, [2]nitoryu.Score{}, review.Best, chance(300)},
		{"less is left as it is", []core.Score{0, 0, 200, 0}, best, -500, 2, [2]nitoryu.Score{}, review.Best, chance(200)},
		{"a short search knows no better", []core.Score{0, 0, 200, 200}, best, -500, 1, [2]nitoryu.Score{}, review.Best, chance(200)},
		{"then another move is better", []core.Score{0, 0, 200, 200}, best, 150, 2, [2]nitoryu.Score{}, review.Blunder, chance(150)},
		{"a move that turns out better is the best one", []core.Score{0, 0, 0, -300}, "d2d4", 0, 2, [2]nitoryu.Score{}, review.Best, chance(300)},
		{"a comparison says that nothing is lost", []core.Score{0, 0, 200, 200}, "d2d4", 0, 2, [2]nitoryu.Score{200, 200}, review.Good, chance(-200)},
		{"what a comparison did not know counts less", []core.Score{0, 0, 200, 200}, "d2d4", 0, 2, [2]nitoryu.Score{10, 10}, review.Good, chance(-200) + 5},
		{"a comparison says that all is lost", []core.Score{0, 0, 0, 0}, "d2d4", 0, 2, [2]nitoryu.Score{-300, 100}, review.Blunder, 50 + chance(300) - chance(-100)},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, "1. e4 e5 2. Nf3 *")
			all := review.NewThoughts(4)
			all.Answers = thoughts(t, g, test.scores, "e2e4", "e7e5", test.choice)
			for i := range all.Answers {
				all.Answers[i].Nodes, all.Times[i] = 1000, test.times
			}
			second := nitoryu.Move("d2d4")
			if test.choice == string(second) {
				second = "b1c3"
			}
			all.Answers[2].Lines = append(all.Answers[2].Lines, nitoryu.Line{Rank: 2, Score: nitoryu.Score(test.other), Moves: []nitoryu.Move{second}})
			if test.compared != [2]nitoryu.Score{} {
				all.Compared[2] = review.Comparison{Best: nitoryu.Move(test.choice), Played: best, Scores: test.compared, Times: 2}
			}
			r, err := review.Judge(g, all, unread(review.StandardOf("chess")))
			if err != nil {
				t.Fatal(err)
			}
			m := r.Moves[2]
			if off := r.Chances[2] - test.before; m.Judgement != test.want || off > 0.2 || off < -0.2 {
				t.Errorf("it is %v, chances before it %.1f, want %v and %.1f", m.Judgement, r.Chances[2], test.want, test.before)
			}
			if fall := r.Chances[2] - r.Chances[3]; m.Judgement.Bad() && math.Abs(m.Loss-fall) > 1e-9 {
				t.Errorf("it loses %v, but the graph falls by %v", m.Loss, fall)
			}
		})
	}
}

// Whatever was thought, once all positions were searched again the graph falls far only where a move is
// at fault, and a bad move loses what the graph shows.
func TestNoFallWithoutFault(t *testing.T) {
	const far = 20
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := read(t, quiet)
		n, err := review.Positions(g)
		if err != nil {
			t.Fatal(err)
		}
		scores := make([]core.Score, n)
		best := make([]string, n)
		all := review.NewThoughts(n)
		for i := range scores {
			scores[i] = core.Score(rng.NormFloat64() * 200)
			if moves := g.Moves(); i < len(moves) && rng.IntN(2) == 0 {
				best[i] = nitoryuMove(t, g, i)
			}
		}
		all.Answers = thoughts(t, g, scores, best...)
		for i := range all.Answers {
			all.Answers[i].Nodes, all.Times[i] = 1000, 2
		}
		r, err := review.Judge(g, all, unread(review.StandardOf("chess")))
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range r.Moves {
			fall := r.Chances[i] - r.Chances[i+1]
			if m.Side == core.Second {
				fall = -fall
			}
			if fall >= far && !m.Judgement.Bad() {
				t.Fatalf("ply %d, which is %v: the chances fall by %.1f, scores %v", i+1, m.Judgement, fall, scores)
			}
			if m.Judgement.Bad() && math.Abs(m.Loss-fall) > 1e-9 {
				t.Fatalf("ply %d, which is %v: it loses %.1f, and the chances fall by %.1f", i+1, m.Judgement, m.Loss, fall)
			}
		}
	}
}

// nitoryuMove returns a move of the main line, in the notation of the protocol.
func nitoryuMove(t *testing.T, g *record.Game, i int) string {
	t.Helper()
	p, err := g.Position()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Moves()[:i] {
		p.Do(p.ValidateMove(m.ID()), nil)
	}
	return p.FormatMove(p.ValidateMove(g.Moves()[i].ID()))
}

// To walk into a mate in one is a blunder, however little is lost, unless a mate was forced before.
func TestWalksIntoMate(t *testing.T) {
	for _, test := range []struct {
		name   string
		before core.Score
		want   review.Judgement
	}{
		{"in an even game", 0, review.Blunder},
		{"where all is lost", -2500, review.Blunder},
		{"where a mate was forced", core.LossIn(6), review.Good},
		{"instead of mating", core.WinIn(3), review.Blunder},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, "1. f3 e5 2. g4 *")
			answers := thoughts(t, g, []core.Score{0, 0, test.before, core.WinIn(1)}, "", "", "e2e3", "d8h4")
			r, err := review.Judge(g, review.Thoughts{Answers: answers}, unread(review.StandardOf("chess")))
			if err != nil || r.Moves[2].Judgement != test.want {
				t.Errorf("it is %v, error %v, want %v", r.Moves[2].Judgement, err, test.want)
			}
		})
	}
}
