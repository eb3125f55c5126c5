package timing

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What TestTimeManagement and TestFit do, to show figures with -v.
var (
	gamesEach = flag.Int("each", 100, "games with each time control")
	fitNodes  = flag.Uint64("fit", 20_000, "nodes of each search that the models are fitted to")
	set       = flag.String("set", "", "parameters other than the defaults, such as TimeRunOn=400,TimeHard=300")
)

// tuning returns the parameters of the time, changed by words.
func tuning(t *testing.T, g games.Game, words string) clock.Tuning {
	t.Helper()
	parameters := g.Params()
	for word := range strings.SplitSeq(words, ",") {
		if name, value, ok := strings.Cut(word, "="); ok {
			must.OK(t, parameters.AssignText(name, value))
		}
	}
	return parameters.Clock()
}

// No game is lost on time, no move comes after its hard limit, and no stable move takes
// more than 2.2 shares.
func TestTimeManagement(t *testing.T) {
	for _, g := range games.All() {
		for _, c := range Controls(g.Name) {
			t.Run(g.Name+", "+c.Name, func(t *testing.T) {
				x := Play(&c, tuning(t, g, *set), *gamesEach, 1)
				used, moves := x.Used/float64(max(x.Games, 1)), float64(x.Moves)
				t.Logf("%d moves, %d lost, %d late, %.0f %% broken off; shares: mean %.2f, longest %.2f, stable %.2f; %.0f %% of the time used",
					x.Moves, x.Lost, x.Late, 100*float64(x.BrokenOff)/moves, x.Shares/moves, x.Longest, x.Steadiest, 100*used)
				if x.Games != *gamesEach || x.Lost > 0 || x.Late > 0 || x.Dear > 0 {
					t.Errorf("%d games without a loss, %d lost on time, %d late moves, %d stable moves were dear", x.Games, x.Lost, x.Late, x.Dear)
				}
				if used < 0.6 && c.Main != time.Second {
					t.Errorf("only %.2f of the time is used", used)
				}
				if n := x.Moves / *gamesEach; n < 40 || n > 80 {
					t.Errorf("%d moves a game", n)
				}
			})
		}
	}
}

// Parameters reach the time management, and the games notice.
func TestParametersMatter(t *testing.T) {
	longer, all := 0, 0
	for _, g := range games.All() {
		for _, c := range Controls(g.Name) {
			usual, patient := Play(&c, tuning(t, g, ""), 20, 1), Play(&c, tuning(t, g, "TimeRunOn=400"), 20, 1)
			if all++; patient.BrokenOff < usual.BrokenOff {
				longer++
			}
		}
	}
	if longer < all/2 {
		t.Errorf("fewer iterations are broken off with %d of %d controls", longer, all)
	}
}

func TestMovesAreCounted(t *testing.T) {
	c := Control{Name: "60 s"}
	b := clock.Budget{Timed: true, Soft: time.Second, Hard: 5 * time.Second}
	for _, test := range []struct {
		name string
		th   thought
		lost bool
		want [5]int // lost, late, broken off, stable, dear
	}{
		{"a cheap one", thought{budget: b, takes: time.Second, shares: 1, stable: true}, false, [5]int{0, 0, 0, 1, 0}},
		{"a dear one", thought{budget: b, takes: 3 * time.Second, shares: 3, stable: true, brokenOff: true}, false, [5]int{0, 0, 1, 1, 1}},
		{"dear, but unsettled", thought{budget: b, takes: 3 * time.Second, shares: 3}, false, [5]int{}},
		{"a late one", thought{budget: b, takes: 6 * time.Second, shares: 6}, false, [5]int{0, 1, 0, 0, 0}},
		{"the last one", thought{budget: b, takes: 6 * time.Second, shares: 6}, true, [5]int{1, 1, 0, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r Result
			r.add(&test.th, &c, test.lost)
			if got := [5]int{r.Lost, r.Late, r.BrokenOff, r.Stable, r.Dear}; got != test.want || r.Longest != test.th.shares {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

func TestModel(t *testing.T) {
	for _, g := range games.All() {
		m, ok := models()[g.Name]
		if !ok {
			t.Fatalf("no model of %s", g.Name)
		}
		s := source{model: &m, random: rand.New(rand.NewPCG(3, 4))}
		changes, growth, steps := 0, 0.0, 0
		for range 200 {
			s.begin()
			for range 30 {
				before, best := s.ends, s.best
				s.next()
				if s.best != best {
					changes++
				}
				if steps++; s.unsettled < before || s.unsettled > s.ends && !math.IsInf(s.unsettled, 1) {
					t.Fatalf("unsettled at %v of %v to %v", s.unsettled, before, s.ends)
				}
				growth += math.Log(s.ends / before)
			}
		}
		if got := growth / float64(steps); math.Abs(got-m.Growth) > 0.03 {
			t.Errorf("%s: growth %v, want %v", g.Name, got, m.Growth)
		}
		if changes < steps/50 || changes > steps/5 {
			t.Errorf("%s: %d changes in %d iterations", g.Name, changes, steps)
		}
		if low, middle, high := m.rise(0), m.rise(0.5), m.rise(1); low != m.Rise[0] || high != m.Rise[20] || middle != m.Rise[10] {
			t.Errorf("%s: changes of the score %d, %d, %d", g.Name, low, middle, high)
		}
	}
}

func TestFit(t *testing.T) {
	for _, g := range games.All() {
		if *fitNodes < 100_000 {
			g.Bench.Positions = g.Bench.Positions[:12]
		}
		m, err := fit(g, *fitNodes)
		must.OK(t, err)
		m = m.Rounded()
		t.Logf("%s %+v", g.Name, m)
		if m.Growth < 0.2 || m.Growth > 1 || m.Rise[0] > 0 || m.Rise[20] < 0 || m.Share[5] < 0.3 || m.Share[5] > 1 || m.Low == 0 {
			t.Errorf("%+v", m)
		}
		if _, err := fit(g, 1); err == nil {
			t.Error("a node is enough")
		}
	}
}

// The same seed gives the same games.
func TestRepeatable(t *testing.T) {
	c := Controls("chess")[5]
	one, two, other := Play(&c, tuning(t, games.Chess(), ""), 5, 1), Play(&c, tuning(t, games.Chess(), ""), 5, 1), Play(&c, tuning(t, games.Chess(), ""), 5, 2)
	if one != two || one == other {
		t.Errorf("%+v, %+v and with another seed %+v", one, two, other)
	}
}

func TestControls(t *testing.T) {
	c := Control{Main: time.Minute, Moves: 40, Increment: time.Second}
	for moves, want := range map[int]time.Duration{1: 61, 40: 100, 41: 161} {
		if got := c.given(moves); got != want*time.Second {
			t.Errorf("%d moves: %v", moves, got)
		}
	}
	if l := c.limits(time.Second, 3); l.Time[core.First] != time.Second || l.MovesToGo != 3 || !l.HasClock {
		t.Errorf("%+v", l)
	}
}
