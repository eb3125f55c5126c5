package smp_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Every sequence of three events in every kind of search ends with exactly one answer,
// and not too early.
func TestEverySequenceOfEvents(t *testing.T) {
	second := [2]time.Duration{time.Second, time.Second}
	const mate, mated = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
	searches := []struct {
		name, fen string
		limits    core.Limits
	}{
		{"depth 1", chess.StartFEN, core.Limits{Depth: 1}},
		{"infinite", chess.StartFEN, core.Limits{Infinite: true}},
		{"infinite, depth 1", chess.StartFEN, core.Limits{Infinite: true, Depth: 1}},
		{"infinite with a mate", mate, core.Limits{Infinite: true}},
		{"infinite when mated", mated, core.Limits{Infinite: true}},
		{"ponder on the clock", chess.StartFEN, core.Limits{Ponder: true, HasClock: true, Time: second}},
		{"ponder with a tiny clock", chess.StartFEN, core.Limits{Ponder: true, HasClock: true, Time: [2]time.Duration{1, 1}}},
		{"ponder, depth 1", chess.StartFEN, core.Limits{Ponder: true, Depth: 1}},
		{"ponder and infinite", chess.StartFEN, core.Limits{Ponder: true, Infinite: true}},
		{"movetime", chess.StartFEN, core.Limits{MoveTime: 2 * time.Millisecond}},
		{"a mate in one is asked for", chess.StartFEN, core.Limits{Mate: 1, Nodes: 2000}},
	}
	e := newEngine(t, 3)
	var stopped, hit atomic.Bool // set before the engine is told
	events := []struct {
		name string
		do   func()
	}{
		{"stop", func() { stopped.Store(true); e.Stop() }},
		{"ponderhit", func() { hit.Store(true); e.PonderHit(nil) }},
		{"ponderhit with a clock", func() { hit.Store(true); e.PonderHit(&core.Limits{MoveTime: time.Millisecond}) }},
		{"a while", func() { time.Sleep(time.Millisecond) }},
	}
	for i, s := range searches {
		t.Run(s.name, func(t *testing.T) {
			p := parse(t, chess.Rules, s.fen)
			e.SetSkill(strength.FullSkill * (i % 2)) // a weak answer waits like any other
			n := len(events)
			for code := range n * n * n {
				stopped.Store(false)
				hit.Store(false)
				o, early := new(outcome), false
				l := o.callbacks()
				l.Done = func(r core.Result) {
					early = !stopped.Load() && (s.limits.Infinite || s.limits.Ponder && !hit.Load())
					o.result = r
					o.dones.Add(1)
				}
				sequence := [...]int{code % n, code / n % n, code / n / n}
				e.Go(p.Clone(), s.limits, l)
				names := []string{}
				for _, i := range sequence {
					names = append(names, events[i].name)
					events[i].do()
				}
				stopped.Store(true)
				e.Stop()
				e.Wait()
				if o.dones.Load() != 1 || early || (p.ValidateMove(o.result.Best.ID()) == core.NoMove) != (s.fen == mated) {
					t.Fatalf("%s: %d answers, the last %#x, too early: %v", strings.Join(names, ", "), o.dones.Load(), o.result.Best, early)
				}
			}
		})
	}
}

// A second Go waits for the first to be answered, and both are.
func TestGoDuringASearch(t *testing.T) {
	e := newEngine(t, 2)
	p := shogi.Rules.Start(core.Settings{})
	var order []string
	listen := func(name string) core.Callbacks {
		return core.Callbacks{Done: func(core.Result) { order = append(order, name) }}
	}
	for range 50 {
		order = nil
		e.Go(p.Clone(), core.Limits{Depth: 3}, listen("first"))
		e.Go(p.Clone(), core.Limits{Depth: 2}, listen("second"))
		e.Wait()
		if strings.Join(order, " ") != "first second" {
			t.Fatalf("answers: %q", order)
		}
	}
}

// sleeper is an evaluator that blocks the first thread until it is woken, as if that
// waited for a processor.
type sleeper struct {
	core.Evaluator
	first bool
	woken *atomic.Bool
}

func (s sleeper) Evaluate() core.Score {
	for s.first && !s.woken.Load() {
		time.Sleep(time.Millisecond)
	}
	return s.Evaluator.Evaluate()
}

// Any thread ends a search when its time is up, even while the first one cannot look at
// the clock.
func TestTimeIsUpForAnyThread(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits core.Limits
		hit    bool
	}{
		{"movetime", core.Limits{MoveTime: 20 * time.Millisecond}, false},
		{"ponder", core.Limits{Ponder: true, MoveTime: 20 * time.Millisecond}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var woken, made atomic.Bool
			e := newChess(t, 2, func() core.Evaluator { return sleeper{chesseval.New(), !made.Swap(true), &woken} })
			o := new(outcome)
			e.Go(chess.Rules.Start(core.Settings{}), c.limits, o.callbacks())
			if c.hit {
				e.PonderHit(nil)
			}
			for !e.Stopping() {
				time.Sleep(time.Millisecond) // forever if none of them looks
			}
			woken.Store(true)
			e.Wait()
			if o.dones.Load() != 1 {
				t.Errorf("%d answers", o.dones.Load())
			}
		})
	}
}

// A ponder hit ends the search at once if pondering took longer than the move is worth
// and an iteration is finished. The evaluation then blocks, so that only the hit can end
// the search.
func TestHitAfterLongPondering(t *testing.T) {
	clock := func(left time.Duration) *core.Limits {
		return &core.Limits{HasClock: true, Time: [2]time.Duration{left, left}}
	}
	exact := &core.Limits{MoveTime: time.Millisecond}
	byoyomi := &core.Limits{HasClock: true, Byoyomi: time.Millisecond}
	only := "7k/8/8/8/8/8/q7/7K w - - 0 1" // a single legal move
	for _, c := range []struct {
		name, fen string
		depth     int // of the iterations that are finished
		hit       *core.Limits
		ends      bool
	}{
		{"spent", chess.StartFEN, 3, clock(100 * time.Millisecond), true},
		{"an hour left", chess.StartFEN, 3, clock(time.Hour), false},
		{"no iteration yet", chess.StartFEN, 0, clock(100 * time.Millisecond), false},
		{"all of a fixed time is used", chess.StartFEN, 3, exact, false},
		{"all of the byoyomi is used", chess.StartFEN, 3, byoyomi, false},
		{"an only move, an hour left", only, 8, clock(time.Hour), true},
		{"an only move, too early", only, 4, clock(time.Hour), false},
		{"no clock", chess.StartFEN, 3, nil, false},
	} {
		for _, threads := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s, %d threads", c.name, threads), func(t *testing.T) {
				var rest rest
				rest.begun.Store(c.depth == 0)
				e := newChess(t, threads, func() core.Evaluator { return napper{chesseval.New(), &rest} })
				began, o := time.Now(), new(outcome)
				l := o.callbacks()
				l.Info = func(i core.Info) { rest.begun.Store(i.Depth >= c.depth) }
				e.Go(parse(t, chess.Rules, c.fen), core.Limits{Ponder: true}, l)
				for rest.asleep.Load() < int32(threads) || time.Since(began) < 60*time.Millisecond {
					time.Sleep(time.Millisecond)
				}
				e.PonderHit(c.hit)
				if ends := e.Stopping(); ends != c.ends {
					t.Errorf("ends the search: %v", ends)
				}
				rest.ended.Store(true)
				e.Stop()
				e.Wait()
				if o.dones.Load() != 1 {
					t.Errorf("%d answers", o.dones.Load())
				}
			})
		}
	}
}

// An engine keeps time by the parameters of its game.
func TestTimeParameters(t *testing.T) {
	hour := core.Limits{HasClock: true, Time: [2]time.Duration{time.Hour, time.Hour}}
	only := parse(t, chess.Rules, "7k/8/8/8/8/8/q7/7K w - - 0 1") // a single legal move
	for _, c := range []struct {
		name, game, parameter string
		value                 int
		depth                 int // of the answer
	}{
		{"the defaults", "chess", "TimeOnlyDepth", 8, 8},
		{"less for a single choice", "chess", "TimeOnlyDepth", 3, 3},
		{"more", "chess", "TimeOnlyDepth", 10, 10},
		{"shogi leaves chess alone", "shogi", "TimeOnlyDepth", 3, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t, 1)
			must.OK(t, e.SetParameter(c.game, c.parameter, c.value))
			if r := e.Search(only, hour); r.Depth != c.depth {
				t.Errorf("searched to depth %d, want %d", r.Depth, c.depth)
			}
		})
	}
}

// napper is an evaluator that blocks during the rest.
type napper struct {
	core.Evaluator
	rest *rest
}

type rest struct {
	begun, ended atomic.Bool
	asleep       atomic.Int32 // blocked evaluators
}

func (n napper) Evaluate() core.Score {
	if n.rest.begun.Load() && !n.rest.ended.Load() {
		n.rest.asleep.Add(1)
		for !n.rest.ended.Load() {
			time.Sleep(time.Millisecond)
		}
	}
	return n.Evaluator.Evaluate()
}

// NewGame returns before its work is done; whatever depends on that waits.
func TestNewGameAtOnce(t *testing.T) {
	for _, threads := range []int{1, 4} {
		e := newEngine(t, threads)
		must.OK(t, e.SetHash(64))
		p := shogi.Rules.Start(core.Settings{})
		first := search(t, e, p, core.Limits{Depth: 5})
		for range 5 {
			e.NewGame()
			// Searches of several threads differ.
			again := search(t, e, p, core.Limits{Depth: 5})
			if again.result.Depth != 5 || threads == 1 && (again.result.Best != first.result.Best || again.result.Nodes != first.result.Nodes) {
				t.Fatalf("%d threads: answer %+v, at first %+v", threads, again.result, first.result)
			}
			e.NewGame()
			e.NewGame()
			e.ClearHash()
			must.OK(t, e.SetThreads(threads))
		}
	}
}

// A search allocates nothing and starts no goroutine, however many threads it has.
func TestSearchTakesNoMemory(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		for _, threads := range []int{1, 4} {
			e := newEngine(t, threads)
			p := rules.Start(core.Settings{})
			done := func(core.Result) {}
			think := func() {
				e.Go(p, core.Limits{Depth: 6, MoveTime: time.Minute}, core.Callbacks{Done: done})
				e.Wait()
			}
			think()
			goroutines := runtime.NumGoroutine()
			if n := testing.AllocsPerRun(20, think); n > 0 {
				t.Errorf("%s, %d threads: %v allocations a search", rules.Name, threads, n)
			}
			if now := runtime.NumGoroutine(); now > goroutines { // fewer: those of earlier tests have ended
				t.Errorf("%s, %d threads: %d goroutines, then %d", rules.Name, threads, goroutines, now)
			}
		}
	}
}
