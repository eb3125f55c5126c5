package timing

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/report"
)

// run simulates games with the default parameters or others.
func run(t *testing.T, n int, set map[string]int) *Report {
	t.Helper()
	r, err := Run(context.Background(), Config{Controls: Controls(), Games: n, Seed: 1, Params: set})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// No game is lost on time, no move comes after its hard limit, and no stable move takes
// more than 2.2 shares.
func TestTimeManagement(t *testing.T) {
	for _, x := range run(t, 100, nil).Results {
		t.Run(x.Control.Game+", "+x.Control.Name, func(t *testing.T) {
			if x.Games != 100 || x.Lost > 0 || x.Late > 0 || x.Dear > 0 {
				t.Errorf("%d games without a loss, %d lost on time, %d late moves, %d stable moves were dear", x.Games, x.Lost, x.Late, x.Dear)
			}
			if used := x.Used / float64(x.Games); used < 0.6 && x.Control.Main != time.Second {
				t.Errorf("only %.2f of the time is used", used)
			}
			if x.Moves < 4000 || x.Moves > 8000 {
				t.Errorf("%d moves", x.Moves)
			}
		})
	}
}

// Parameters reach the time management, and the games notice.
func TestParametersMatter(t *testing.T) {
	usual, patient := run(t, 20, nil), run(t, 20, map[string]int{"TimeRunOn": 400})
	longer := 0
	for i := range usual.Results {
		if patient.Results[i].BrokenOff < usual.Results[i].BrokenOff {
			longer++
		}
	}
	if longer < len(usual.Results)/2 {
		t.Errorf("fewer iterations are broken off with %d of %d controls", longer, len(usual.Results))
	}
	if _, err := Run(context.Background(), Config{Controls: Controls(), Games: 1, Params: map[string]int{"Foo": 1}}); err == nil {
		t.Error("an unknown parameter is accepted")
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
			r.add(1, &test.th, time.Minute, test.th.takes, &c, test.lost)
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
	g := games.Chess
	g.Bench.Positions = g.Bench.Positions[:4]
	m, err := Fit(context.Background(), g, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	if m = m.Rounded(); m.Growth < 0.2 || m.Growth > 1 || m.Rise[0] > 0 || m.Rise[20] < 0 || m.Share[5] < 0.3 || m.Share[5] > 1 || m.Low == 0 {
		t.Errorf("%+v", m)
	}
	if _, err := Fit(context.Background(), g, 1); err == nil {
		t.Error("a node is enough")
	}
}

// The same seed gives the same games.
func TestRepeatable(t *testing.T) {
	one, _ := json.Marshal(run(t, 5, nil))
	two, _ := json.Marshal(run(t, 5, nil))
	if string(one) != string(two) {
		t.Error("two runs differ")
	}
}

func TestReport(t *testing.T) {
	r := run(t, 12, map[string]int{"TimeHard": 480, "TimeWorth": 120})
	text := r.Text()
	for _, want := range []string{"### Chess", "### Shogi", "| 600 s, byoyomi 10 s |", "`TimeHard=480`, `TimeWorth=120`"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	pictures := report.Pictures{Prefix: "x-", Files: map[string]string{}}
	for name, want := range map[string]bool{"chess": true, "shogi": true, "models": true, "go": false} {
		if lines, known := r.Part(name, &pictures); known != want || (lines != "") != want {
			t.Errorf("part %s: %v, %q", name, known, lines)
		}
	}
	if len(pictures.Files) != 4 || strings.Contains(pictures.Files["x-use-shogi.svg"], "NaN") {
		t.Errorf("%d pictures", len(pictures.Files))
	}
	if lines, known := new(Report).Part("chess", &pictures); !known || lines != "" {
		t.Error("an empty report replaces a part")
	}
}

func TestControls(t *testing.T) {
	if list, err := ControlNamed("60 s", "600 s, byoyomi 10 s"); err != nil || len(list) != 2 || list[1].Byoyomi != 10*time.Second {
		t.Errorf("%v, error %v", list, err)
	}
	if _, err := ControlNamed("61 s"); err == nil || !strings.Contains(err.Error(), "61 s") {
		t.Errorf("error %v", err)
	}
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
