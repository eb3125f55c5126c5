package strength

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// Every ladder rises: more Elo never comes with less effort or more error.
func TestLaddersRise(t *testing.T) {
	for game, l := range ladders {
		if len(l.rungs) < 2 {
			t.Errorf("%s: %d rungs", game, len(l.rungs))
		}
		for i, r := range l.rungs {
			if r.Nodes < 1 || r.Lines < 1 || r.Noise <= 0 {
				t.Errorf("%s: rung %d is %+v, which cannot be mixed with others", game, i, r)
			}
			if i == 0 {
				continue
			}
			if b := l.rungs[i-1]; r.elo <= b.elo || r.Nodes < b.Nodes || r.Lines > b.Lines || r.Noise >= b.Noise {
				t.Errorf("%s: %+v does not rise to %+v", game, b, r)
			}
		}
	}
}

func TestLimit(t *testing.T) {
	l := Ladder{[]rung{
		{1000, Profile{Nodes: 10, Lines: 8, Noise: 100}},
		{2000, Profile{Nodes: 1000, Lines: 2, Noise: 1}},
	}}
	for _, c := range []struct {
		name    string
		set     Setting
		limited bool
		want    Profile
	}{
		{"full strength", Full, false, Profile{}},
		{"full strength with an Elo that is not in force", Setting{Skill: FullSkill, Elo: 1000}, false, Profile{}},
		{"lowest Elo", Setting{Skill: FullSkill, LimitElo: true, Elo: 1000}, true, l.rungs[0].Profile},
		{"highest Elo", Setting{Skill: FullSkill, LimitElo: true, Elo: 2000}, true, l.rungs[1].Profile},
		{"below the range", Setting{LimitElo: true, Elo: -5}, true, l.rungs[0].Profile},
		{"above the range", Setting{LimitElo: true, Elo: 9000}, true, l.rungs[1].Profile},
		{"half way", Setting{LimitElo: true, Elo: 1500}, true, Profile{Nodes: 100, Lines: 4, Noise: 10}},
		{"Elo before skill", Setting{Skill: 0, LimitElo: true, Elo: 2000}, true, l.rungs[1].Profile},
		{"lowest skill", Setting{Skill: 0}, true, l.rungs[0].Profile},
		{"skill half way", Setting{Skill: 10}, true, Profile{Nodes: 100, Lines: 4, Noise: 10}},
		{"skill below the range", Setting{Skill: -9}, true, l.rungs[0].Profile},
		{"skill above the range", Setting{Skill: 30}, false, Profile{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, limited := l.Limit(c.set)
			got.Noise = math.Round(got.Noise*1e6) / 1e6
			if got != c.want || limited != c.limited {
				t.Errorf("got %+v, %v, want %+v, %v", got, limited, c.want, c.limited)
			}
		})
	}
}

func TestOf(t *testing.T) {
	for _, game := range []string{"chess", "shogi"} {
		if _, ok := Of(game); !ok {
			t.Errorf("no ladder of %s", game)
		}
	}
	if _, ok := Of("nim"); ok {
		t.Error("a ladder of nim")
	}
}

// choices plays so many times and returns how often each line was chosen, in
// percent.
func choices(p Profile, scores []core.Score) []float64 {
	const times = 20000
	r := rand.New(rand.NewPCG(1, 2))
	share := make([]float64, len(scores))
	for range times {
		share[p.Choose(scores, r)] += 100. / times
	}
	return share
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name     string
		noise    float64
		scores   []core.Score
		from, to []float64 // percent of each
	}{
		{"one line", 100, []core.Score{-300}, []float64{100}, []float64{100}},
		{"equal lines", 10, []core.Score{20, 20}, []float64{48, 48}, []float64{52, 52}},
		// 1/(1+1/e) is 73.1 %.
		{"worse by the noise, nearly", 27.0270, []core.Score{0, -27}, []float64{71, 25}, []float64{75, 29}},
		{"a piece is seldom lost by a fair player", 40, []core.Score{0, -300}, []float64{99, 0}, []float64{100, 1}},
		{"but often by a beginner", 600, []core.Score{0, -300}, []float64{55, 35}, []float64{65, 45}},
		{"a pawn matters less when much is won", 60, []core.Score{1500, 1400}, []float64{55, 35}, []float64{65, 45}},
		{"a mate is seen by a fair player", 100, []core.Score{core.WinIn(1), 900}, []float64{99.9, 0}, []float64{100, 0.1}},
		{"even when there is a longer one", 60, []core.Score{core.WinIn(1), core.WinIn(3)}, []float64{99.9, 0}, []float64{100, 0.1}},
		{"and overlooked by a beginner", 600, []core.Score{core.WinIn(1), 0}, []float64{97, 0.2}, []float64{99.8, 3}},
		{"mates far away are alike", 60, []core.Score{core.WinIn(21), core.WinIn(25)}, []float64{45, 40}, []float64{60, 55}},
		{"nobody walks into a mate", 60, []core.Score{-900, core.LossIn(2)}, []float64{99.9, 0}, []float64{100, 0.1}},
		{"a mate on the spot has a value", 60, []core.Score{0, core.LossIn(0)}, []float64{99.9, 0}, []float64{100, 0.1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			share := choices(Profile{Noise: c.noise}, c.scores)
			for i, s := range share {
				if s < c.from[i]-1e-6 || s > c.to[i]+1e-6 {
					t.Errorf("line %d is chosen in %.1f %% of cases, want %v to %v", i, s, c.from[i], c.to[i])
				}
			}
		})
	}
}

// feel keeps the order of all scores.
func TestFeelRises(t *testing.T) {
	for s := -core.Mate + 1; s <= core.Mate-1; s++ {
		if a, b := feel(s-1), feel(s); a >= b && s > -core.Mate+2 {
			t.Fatalf("%d feels like %g, but %d like %g", s-1, a, s, b)
		}
	}
	if feel(0) != 0 || feel(100) != -feel(-100) {
		t.Errorf("feel(0) is %g, feel(100) %g, feel(-100) %g", feel(0), feel(100), feel(-100))
	}
}

func BenchmarkChoose(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	scores := make([]core.Score, 30)
	p := Profile{Noise: 100}
	b.ReportAllocs()
	for b.Loop() {
		p.Choose(scores, r)
	}
}

func ExampleLadder_Limit() {
	chess, _ := Of("chess")
	lowest, highest := chess.Range()
	weakest, limited := chess.Limit(Setting{LimitElo: true, Elo: lowest})
	fmt.Println(lowest < highest, limited, weakest.Nodes)
	_, limited = chess.Limit(Full)
	fmt.Println(limited)
	// Output:
	// true true 50
	// false
}
