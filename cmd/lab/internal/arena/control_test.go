package arena

import (
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

const ms = time.Millisecond

func TestParseClock(t *testing.T) {
	tests := []struct {
		name, text string
		want       Control
		err        string
	}{
		{"base and increment", "8+0.08", Control{Base: 8 * time.Second, Increment: 80 * ms}, ""},
		{"base", "60", Control{Base: time.Minute}, ""},
		{"minutes", "1:30+1", Control{Base: 90 * time.Second, Increment: time.Second}, ""},
		{"moves", "40/60+0.6", Control{Moves: 40, Base: time.Minute, Increment: 600 * ms}, ""},
		{"increment only", "0+1", Control{Increment: time.Second}, ""},
		{"nothing", "", Control{}, "not a number"},
		{"no time", "0", Control{}, "leaves no time"},
		{"negative", "-5", Control{}, "not a number"},
		{"not a number", "NaN", Control{}, "not a number"},
		{"too long", "1e300", Control{}, "not a number"},
		{"bad moves", "x/60", Control{}, "number of moves"},
		{"bad minutes", "a:60", Control{}, "number of minutes"},
		{"bad increment", "8+x", Control{}, "not a number"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got Control
			err := got.ParseClock(test.text)
			if test.err != "" {
				must.Say(t, err, test.err)
				return
			}
			if err != nil || got != test.want {
				t.Errorf("error %v, got %+v, want %+v", err, got, test.want)
			}
			var again Control
			if err := again.ParseClock(got.String()); err != nil || again != got {
				t.Errorf("%q reads back as %+v, error %v", got, again, err)
			}
		})
	}
}

// Records have no other time controls than times.
func TestTimeControlOfRecords(t *testing.T) {
	for _, test := range []struct {
		name       string
		control    Control
		pgn, shogi string
	}{
		{"increments", Control{Base: 8 * time.Second, Increment: 80 * ms}, "8+0.08", "8+0.08"},
		{"moves in a time", Control{Base: time.Minute, Moves: 40}, "40/60", "40/60"},
		{"a clock and more", Control{Base: time.Minute, Nodes: 1000, Depth: 9, MoveTime: time.Second}, "60", "60"},
		{"a time for each move", Control{MoveTime: 500 * ms}, "1/0.5", "st=0.5"},
		{"depth", Control{Depth: 1}, "-", ""},
		{"nodes", Control{Nodes: 5000}, "-", ""},
		{"byoyomi", Control{Base: time.Minute, Byoyomi: 10 * time.Second}, "60 byoyomi=10", "60+10+0"},
		{"nothing", Control{}, "-", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if pgn, shogi := test.control.tag(true), test.control.tag(false); pgn != test.pgn || shogi != test.shogi {
				t.Errorf("%q and %q, want %q and %q", pgn, shogi, test.pgn, test.shogi)
			}
		})
	}
}

func TestClock(t *testing.T) {
	tests := []struct {
		name    string
		control Control
		margin  time.Duration
		spent   []time.Duration
		late    time.Duration // of the last move
		left    time.Duration
	}{
		{"base and increment", Control{Base: 1000 * ms, Increment: 100 * ms}, 0, []time.Duration{400 * ms, 300 * ms}, 0, 600 * ms},
		{"to the last moment", Control{Base: 1000 * ms}, 0, []time.Duration{1000 * ms}, 0, 0},
		{"a moment too late", Control{Base: 1000 * ms}, 0, []time.Duration{1001 * ms}, ms, 0},
		{"forgiven", Control{Base: 1000 * ms, Increment: 10 * ms}, 5 * ms, []time.Duration{1015 * ms}, 0, 10 * ms},
		{"not forgiven", Control{Base: 1000 * ms}, 5 * ms, []time.Duration{1006 * ms}, 6 * ms, 0},
		{"byoyomi", Control{Base: 500 * ms, Byoyomi: 200 * ms}, 0, []time.Duration{600 * ms, 200 * ms}, 0, 0},
		{"byoyomi is not saved up", Control{Byoyomi: 200 * ms}, 0, []time.Duration{10 * ms, 201 * ms}, ms, 0},
		{"moves in a time", Control{Moves: 2, Base: 1000 * ms}, 0, []time.Duration{600 * ms, 300 * ms, 1000 * ms}, 0, 100 * ms},
		{"a time for each move", Control{MoveTime: 100 * ms}, 0, []time.Duration{100 * ms, 103 * ms}, 3 * ms, 0},
		{"nodes have no clock", Control{Nodes: 10}, 0, []time.Duration{time.Hour}, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock(test.control)
			var late time.Duration
			for i, d := range test.spent {
				if late = c.spend(d, test.margin); late > 0 && i < len(test.spent)-1 {
					t.Fatalf("move %d is %v late", i+1, late)
				}
			}
			if late != test.late || c.left != test.left {
				t.Errorf("late %v, left %v; want %v and %v", late, c.left, test.late, test.left)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	clocks := [2]clock{
		{control: Control{Base: time.Minute, Increment: time.Second, Moves: 40}, left: 30 * time.Second, moves: 5},
		{control: Control{Nodes: 100}, left: 0},
	}
	l := limits(core.First, &clocks)
	if c := l.Clock; c == nil || c.Left[0] != 30*time.Second || c.Increment[0] != time.Second || c.MovesToGo != 35 || l.Nodes != 0 {
		t.Errorf("with a clock: %+v", l)
	}
	if l = limits(core.Second, &clocks); l.Clock != nil || l.Nodes != 100 {
		t.Errorf("with nodes: %+v", l)
	}
}

func TestSchedule(t *testing.T) {
	tests := []struct {
		name     string
		n        int
		gauntlet bool
		games    int
		pairs    int
	}{
		{"a duel", 2, false, 6, 1},
		{"all against all", 4, false, 36, 6},
		{"a gauntlet", 4, true, 18, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSchedule(test.n, test.gauntlet, 3)
			if s.games() != test.games {
				t.Fatalf("%d games, want %d", s.games(), test.games)
			}
			met := map[[2]int]int{}
			for n := 0; n < s.games(); n += 2 {
				a, b := s.at(n), s.at(n+1)
				if a.seats[0] != b.seats[1] || a.seats[1] != b.seats[0] || a.round != b.round || a.round != n/2/test.pairs {
					t.Errorf("games %d and %d are no pair: %+v %+v", n, n+1, a, b)
				}
				met[a.seats]++
			}
			if len(met) != test.pairs {
				t.Errorf("%d pairings, want %d", len(met), test.pairs)
			}
			for seats, times := range met {
				if times != 3 || test.gauntlet && seats[0] != 0 {
					t.Errorf("%v met %d times", seats, times)
				}
			}
		})
	}
}
