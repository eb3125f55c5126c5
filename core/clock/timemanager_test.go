package clock_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/core/params"
)

// iteration is one of a simulated search.
type iteration struct {
	ends      time.Duration // since the start of the search
	best      core.Move
	score     core.Score
	unsettled bool // while it is under way
}

// search returns when a search of these iterations ends. The last one never does by itself.
func search(w *clock.TimeManager, list ...iteration) time.Duration {
	for i, it := range list {
		at, limited := w.Deadline(it.unsettled)
		if last := i == len(list)-1; limited && (at <= it.ends || last) {
			return at
		}
		if !w.Iterated(it.best, it.score, clock.Iteration{Depth: i + 1, Choices: 30, Share: 0.7}, it.ends) {
			return it.ends
		}
	}
	return 0
}

// stable returns iterations that agree, each taking growth times as long as all before it.
func stable(first time.Duration, growth float64, n int) (list []iteration) {
	for at := float64(first); n > 0; n-- {
		list = append(list, iteration{ends: time.Duration(at), best: 1, score: 30})
		at *= 1 + growth
	}
	return list
}

func TestTimeManager(t *testing.T) {
	plain := clock.Budget{Timed: true, Soft: 10 * sec, Hard: 50 * sec}
	agreed := stable(sec/64, 1, 9) // 1/64 s to 4 s
	later := func(more ...iteration) []iteration { return append(agreed[:len(agreed):len(agreed)], more...) }
	for _, c := range []struct {
		name   string
		budget clock.Budget
		search []iteration
		want   time.Duration
	}{
		{"an iteration that confirms the move is broken off", plain, later(iteration{ends: time.Hour}), 18 * sec},
		{"another move leads, or the score fails low", plain, later(iteration{ends: time.Hour, unsettled: true}), 36 * sec},
		{"it ends in time", plain, later(iteration{ends: 17 * sec, best: 1, score: 30}, iteration{}), 17 * sec},
		{"another move has just become best", plain, later(iteration{ends: 8 * sec, best: 2, score: 30}, iteration{ends: time.Hour}), 18 * sec * 150 / 82},
		{"and a third is about to", plain, later(iteration{ends: 8 * sec, best: 2, score: 30}, iteration{ends: time.Hour, unsettled: true}), 50 * sec},
		{"the score has fallen", plain, later(iteration{ends: 8 * sec, best: 1, score: -45}, iteration{ends: time.Hour}), 18 * sec * 14 / 10},
		{"the first iteration has the hard limit", plain, []iteration{{ends: time.Hour}}, 50 * sec},
		{"time to be used up", clock.Budget{Timed: true, Exact: true, Soft: 50 * sec, Hard: 50 * sec}, later(iteration{ends: time.Hour}), 50 * sec},
		{"the second that has begun is used", clock.Budget{Timed: true, Soft: 10 * sec, Hard: 50 * sec, Delay: 120 * ms}, later(iteration{ends: time.Hour}), 18880 * ms},
		{"the same between iterations", clock.Budget{Timed: true, Soft: 4 * sec, Hard: 20 * sec, Delay: 120 * ms}, later(iteration{ends: time.Hour}), 4880 * ms},
		{"no clock", clock.Budget{}, later(iteration{}), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w clock.TimeManager
			w.Start(&tuning, c.budget)
			if got := search(&w, c.search...); (got - c.want).Abs() > sec/100 {
				t.Errorf("ends after %v, want %v", got, c.want)
			}
		})
	}
}

// A move that is best from early on costs at most 2.2 shares, however long the last
// iteration would be, and with all clocks. Whole seconds cost up to one more.
func TestStableMovesAreCheap(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	sets := []clock.Tuning{params.Chess().Clock(), params.Shogi().Clock()}
	brokenOff := 0
	for range 100000 {
		l := clockOf(time.Duration(r.Int64N(int64(time.Hour))), 0, 0, 0)
		switch r.IntN(4) {
		case 0:
			l.Byoyomi = time.Duration(1+r.IntN(30)) * sec
		case 1:
			l.Increment = [2]time.Duration{time.Duration(r.IntN(10)) * sec, sec}
		case 2:
			l.MovesToGo = r.IntN(80)
		}
		set := &sets[r.IntN(2)]
		b := clock.New(set, l, core.First, 10*ms)
		if b.Exact {
			continue
		}
		var w clock.TimeManager
		w.Start(set, b)
		list := stable(1+time.Duration(r.Int64N(int64(b.Soft/50+1))), 0.2+3*r.Float64(), 60)
		got := search(&w, list...)
		if most := time.Duration(2.2 * float64(b.Soft)); got > most {
			t.Fatalf("%+v: %v of %v", l, got, b.Soft)
		}
		if at, _ := w.Deadline(false); got == at {
			brokenOff++
		}
	}
	if brokenOff < 10000 {
		t.Errorf("only %d searches were broken off", brokenOff)
	}
}

// A ponder hit starts the clock. The time before it counts towards the share, not towards
// the hard limit.
func TestHit(t *testing.T) {
	plain := clock.Budget{Timed: true, Soft: 10 * sec, Hard: 50 * sec}
	agreed := stable(sec/64, 1, 9)
	changed := append(agreed[:8:8], iteration{ends: 4 * sec, best: 2, score: -90})
	for _, c := range []struct {
		name     string
		budget   clock.Budget
		before   []iteration
		at       time.Duration
		ends     bool
		want     time.Duration // else: the deadline of a settled search
		percents int           // of the share; 0: 100
	}{
		{"an early hit", plain, agreed, 5 * sec, false, 18 * sec, 0},
		{"a hit when no iteration would begin any more", plain, agreed, 9900 * ms, true, 0, 0},
		{"a hit after the share", plain, agreed, 10 * sec, true, 0, 0},
		{"a hit long after", plain, agreed, time.Hour, true, 0, 0},
		{"a changed mind", plain, changed, 9900 * ms, false, 46098 * ms, 0},
		{"a changed mind after the share", plain, changed, 10 * sec, true, 0, 0},
		{"no iteration yet", plain, nil, 20 * sec, false, 70 * sec, 0},
		{"a second has begun", clock.Budget{Timed: true, Soft: 10 * sec, Hard: 50 * sec, Delay: 120 * ms}, agreed, 20 * sec, false, 20880 * ms, 0},
		{"time to be used up", clock.Budget{Timed: true, Exact: true, Soft: 10 * sec, Hard: 10 * sec}, agreed, 20 * sec, false, 30 * sec, 0},
		{"the hard limit counts from the hit", clock.Budget{Timed: true, Soft: 10 * sec, Hard: 12 * sec}, agreed, 5 * sec, false, 17 * sec, 0},
		{"no clock", clock.Budget{}, agreed, time.Hour, false, 0, 0},
		{"a larger share", plain, agreed, 10 * sec, false, 36 * sec, 200},
		{"a smaller share", plain, agreed, 3 * sec, false, 9 * sec, 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w clock.TimeManager
			tuning := tuning
			if tuning.Hit = 100; c.percents > 0 {
				tuning.Hit = c.percents
			}
			w.Start(&tuning, clock.Budget{})
			if got := search(&w, c.before...); got != 0 {
				t.Fatalf("pondering ends after %v", got)
			}
			if goOn := w.Hit(c.budget, c.at); goOn == c.ends {
				t.Fatalf("goes on: %v", goOn)
			}
			if at, _ := w.Deadline(false); !c.ends && (at-c.want).Abs() > ms {
				t.Errorf("deadline %v, want %v", at, c.want)
			}
			if w.Began() != c.at {
				t.Errorf("the clock began at %v", w.Began())
			}
		})
	}
}

func ExampleTimeManager() {
	tuning := params.Shogi().Clock()
	l := &core.Limits{HasClock: true, Time: [2]time.Duration{600 * time.Second}, Byoyomi: 10 * time.Second}
	var w clock.TimeManager
	w.Start(&tuning, clock.New(&tuning, l, core.First, 0))
	for depth := 1; depth <= 8; depth++ {
		w.Iterated(core.Move(1), 25, clock.Iteration{Depth: depth, Choices: 30, Share: 0.7}, time.Second)
	}
	settled, _ := w.Deadline(false)
	unsettled, _ := w.Deadline(true)
	fmt.Println(settled.Round(time.Second), unsettled.Round(time.Second))
	// Output:
	// 40s 1m19s
}
