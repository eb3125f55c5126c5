package smp_test

import (
	"slices"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A limited engine reports only the lines asked for, with different moves, in order of
// score. The last report of a single line is that of the answer.
func TestWeakReports(t *testing.T) {
	for _, c := range []struct {
		name    string
		rules   core.Rules
		threads int
		limits  core.Limits
		lines   int
	}{
		{"chess", chess.Rules, 1, core.Limits{}, 1},
		{"shogi", shogi.Rules, 1, core.Limits{}, 1},
		{"two threads", chess.Rules, 2, core.Limits{}, 1},
		{"three lines", chess.Rules, 1, core.Limits{MultiPV: 3}, 3},
		{"more lines than it needs", chess.Rules, 1, core.Limits{MultiPV: 256}, 20},
		{"a clock", shogi.Rules, 1, core.Limits{HasClock: true, Byoyomi: time.Second}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t, c.threads)
			e.SetSkill(0)
			for seed := range uint64(20) {
				e.SeedChoices(seed)
				o := search(t, e, c.rules.Start(core.Settings{}), c.limits)
				if len(o.infos) < c.lines {
					t.Fatalf("seed %d: only %d lines", seed, len(o.infos))
				}
				last := o.infos[len(o.infos)-c.lines:]
				var moves []core.Move
				for i, info := range last {
					if info.Rank != i+1 || slices.Contains(moves, info.PV[0]) {
						t.Fatalf("seed %d: the last lines are %+v", seed, last)
					}
					moves = append(moves, info.PV[0])
				}
				if !slices.IsSortedFunc(last, func(a, b core.Info) int { return int(b.Score - a.Score) }) {
					t.Errorf("seed %d: lines are out of order: %+v", seed, last)
				}
				if first := last[0]; c.lines == 1 && (first.PV[0] != o.result.Best || first.Score != o.result.Score) {
					t.Errorf("seed %d: reported %+v, answered %+v", seed, first, o.result)
				}
				for _, info := range o.infos {
					if info.Rank > c.lines {
						t.Errorf("seed %d: a line of rank %d", seed, info.Rank)
					}
				}
			}
		})
	}
}

// The smaller limit counts.
func TestWeakLimits(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	var all core.MoveList
	p.Generate(core.AllMoves, &all)
	for _, c := range []struct {
		name   string
		skill  int
		limits core.Limits
		holds  func(core.Result) bool
	}{
		{"no limit but its own", 5, core.Limits{}, func(r core.Result) bool { return r.Nodes < 100000 }},
		{"depth", 19, core.Limits{Depth: 2}, func(r core.Result) bool { return r.Depth == 2 }},
		{"nodes", 19, core.Limits{Nodes: 700}, func(r core.Result) bool { return r.Nodes == 700 }},
		{"its own before depth", 0, core.Limits{Depth: 30}, func(r core.Result) bool { return r.Depth == 1 }},
		{"its own before nodes", 0, core.Limits{Nodes: 1e9}, func(r core.Result) bool { return r.Depth == 1 }},
		{"root moves", 0, core.Limits{RootMoves: all.Moves[4:6]}, func(r core.Result) bool {
			return slices.Contains(all.Moves[4:6], r.Best)
		}},
		{"time", 19, core.Limits{MoveTime: time.Millisecond}, func(r core.Result) bool { return r.Best != core.NoMove }},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t, 1)
			e.SetSkill(c.skill)
			if r := search(t, e, p, c.limits).result; !c.holds(r) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// Only moves of a game are weakened: analysis is at full strength, in one line or several.
func TestAnalysisHasNoLevel(t *testing.T) {
	const nodes = 20_000
	for _, c := range []struct {
		name   string
		limits core.Limits
		weak   bool
	}{
		{"a move", core.Limits{}, true},
		{"analysis", core.Limits{Analysis: true}, false},
		{"analysis, three lines", core.Limits{Analysis: true, MultiPV: 3}, false},
		{"infinite", core.Limits{Infinite: true}, false},
		{"infinite, three lines", core.Limits{Infinite: true, MultiPV: 3}, false},
		{"a mate in many", core.Limits{Mate: 99}, false},
		{"ponder", core.Limits{Ponder: true}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := chess.Rules.Start(core.Settings{})
			limits := c.limits
			limits.Nodes = nodes
			think := func(level func(*smp.Engine)) *outcome {
				e, o := newEngine(t, 1), new(outcome)
				level(e)
				e.Go(p.Clone(), limits, o.callbacks())
				for !e.Stopping() {
					time.Sleep(time.Millisecond)
				}
				e.Stop() // releases a held answer
				e.Wait()
				return o
			}
			full := think(func(*smp.Engine) {})
			for name, level := range map[string]func(*smp.Engine){
				"skill": func(e *smp.Engine) { e.SetSkill(0) },
				"Elo":   func(e *smp.Engine) { e.SetElo(300); e.LimitElo(true) },
			} {
				o := think(level)
				if weak := o.result.Nodes < nodes; weak != c.weak {
					t.Errorf("%s: %d nodes, depth %d", name, o.result.Nodes, o.result.Depth)
				}
				if !c.weak && (o.result.Best != full.result.Best || len(o.infos) != len(full.infos)) {
					t.Errorf("%s: not the search at full strength", name)
				}
			}
		})
	}
}

// The same seed gives the same game, another a different one.
func TestWeakChoicesFollowTheSeed(t *testing.T) {
	play := func(seed uint64) (moves []core.Move) {
		e := newEngine(t, 1)
		e.SetSkill(3)
		e.SeedChoices(seed)
		p := chess.Rules.Start(core.Settings{})
		for range 10 {
			m := search(t, e, p, core.Limits{}).result.Best
			moves = append(moves, m)
			p.Do(m, nil)
		}
		return moves
	}
	first := play(1)
	if again := play(1); !slices.Equal(first, again) {
		t.Errorf("%v, then %v", first, again)
	}
	if other := play(2); slices.Equal(first, other) {
		t.Errorf("two seeds gave %v", first)
	}
}

// A weak engine plays usual moves where it knows some, and only legal ones that the user
// does not exclude; at full strength it knows none.
func TestWeakKnowsUsualMoves(t *testing.T) {
	start := chess.Rules.Start(core.Settings{})
	usual, err := start.ParseMove("a2a3")
	must.OK(t, err)
	e := smp.New(smp.Game{
		GameInfo: start.GameInfo(), Params: params.Chess(), Evaluators: chesseval.Classic(),
		Usual: func(core.Position) []strength.Usual {
			return []strength.Usual{{Move: usual, Weight: 1}, {Move: core.NewMove(63, 0, 1, 0), Weight: 1000}}
		},
	})
	t.Cleanup(e.Close)
	played := func(l core.Limits) (n int) {
		for seed := range uint64(15) {
			e.SeedChoices(seed)
			if search(t, e, start, l).result.Best == usual {
				n++
			}
		}
		return n
	}
	e.LimitElo(true)
	e.SetElo(2000)
	if n := played(core.Limits{}); n < 12 {
		t.Errorf("plays the usual move %d times of 15", n)
	}
	other, err := start.ParseMove("e2e4")
	must.OK(t, err)
	if n := played(core.Limits{RootMoves: []core.Move{other}}); n > 0 {
		t.Errorf("plays a move that is excluded %d times", n)
	}
	e.LimitElo(false)
	if n := played(core.Limits{Nodes: 500}); n > 5 {
		t.Errorf("plays the usual move %d times of 15 at full strength", n)
	}
}

// With the pace of a person a weak engine takes a part of its clock, which Stop ends; without
// it, without a clock and at full strength it does not wait.
func TestWeakTakesItsTime(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	clocked := core.Limits{HasClock: true, Time: [2]time.Duration{20 * time.Second, 20 * time.Second}}
	e := newEngine(t, 1)
	e.SetSkill(3)
	took := func(l core.Limits, seeds uint64) (longest time.Duration) {
		for seed := range seeds {
			e.SeedChoices(seed)
			began := time.Now()
			l.Start = began
			search(t, e, p, l)
			longest = max(longest, time.Since(began))
		}
		return longest
	}
	plain := took(clocked, 3)
	e.SetPace(options.Pace{Human: true})
	if human := took(clocked, 3); human < 200*time.Millisecond || human > 5*time.Second {
		t.Errorf("takes %v, without the pace of a person %v", human, plain)
	}
	if moved := took(core.Limits{Depth: 1}, 1); moved > 2*time.Second {
		t.Errorf("takes %v without a clock", moved)
	}
	clocked.Time = [2]time.Duration{time.Hour, time.Hour}
	o := new(outcome)
	clocked.Start = time.Now()
	e.SeedChoices(1)
	e.Go(p.Clone(), clocked, o.callbacks())
	time.Sleep(100 * time.Millisecond)
	if o.dones.Load() != 0 {
		t.Error("answers at once")
	}
	e.Stop()
	e.Wait()
	if o.dones.Load() != 1 || time.Since(clocked.Start) > 5*time.Second {
		t.Errorf("%d answers after %v", o.dones.Load(), time.Since(clocked.Start))
	}
}

// A weak engine searches some moves deep and others to depth 1 only.
func TestWeakGlances(t *testing.T) {
	e := newEngine(t, 1)
	e.SetSkill(8)
	depths := map[bool]int{}
	for seed := range uint64(20) {
		e.NewGame()
		e.SeedChoices(seed)
		depths[search(t, e, chess.Rules.Start(core.Settings{}), core.Limits{}).result.Depth == 1]++
	}
	if depths[true] == 0 || depths[false] == 0 {
		t.Errorf("%d glances, %d deeper looks", depths[true], depths[false])
	}
}

// A weak engine seldom takes back its last move of the game, whichever side it plays.
func TestWeakKeepsItsMove(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	move := func(text string) core.Move {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		return m
	}
	e := newEngine(t, 1)
	e.SetSkill(0)
	for _, text := range []string{"g1f3", "g8f6"} { // the engine plays both
		search(t, e, p, core.Limits{RootMoves: []core.Move{move(text)}})
		p.Do(move(text), nil)
	}
	back := move("f3g1")
	takesBack := func() (n int) {
		for seed := range uint64(40) {
			e.SeedChoices(seed)
			played := e.LastMoves()
			if search(t, e, p, core.Limits{RootMoves: []core.Move{back, move("b1c3")}}).result.Best == back {
				n++
			}
			e.SetLastMoves(played)
		}
		return n
	}
	in := takesBack()
	e.NewGame()
	if anew := takesBack(); in > 6 || anew < 10 {
		t.Errorf("takes its move back in %d of 40 cases, in a new game in %d", in, anew)
	}
}

// After a limit is lifted the engine plays as if there had been none.
func TestFullStrengthIsUntouched(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	limits := core.Limits{Depth: 7}
	plain := search(t, newEngine(t, 1), p, limits).result
	e := newEngine(t, 1)
	e.SetSkill(0)
	e.SetElo(1000)
	e.LimitElo(true)
	search(t, e, p, limits)
	e.LimitElo(false)
	e.SetSkill(strength.FullSkill)
	e.NewGame()
	again := search(t, e, p, limits).result
	if again.Best != plain.Best || again.Score != plain.Score || again.Nodes != plain.Nodes {
		t.Errorf("got %+v, want %+v", again, plain)
	}
}

// A mate search is at full strength.
func TestWeakMate(t *testing.T) {
	e := newEngine(t, 1)
	e.SetSkill(0)
	p := parse(t, chess.Rules, "7k/8/8/8/8/8/R7/1R5K w - - 0 1")
	if r := search(t, e, p, core.Limits{Mate: 3}).result; r.Score != core.WinIn(3) {
		t.Errorf("%+v", r)
	}
}

func TestSetParameter(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	nodes := func(e *smp.Engine) uint64 { return e.Search(p, core.Limits{Depth: 8}).Nodes }
	plain := nodes(newEngine(t, 1))
	for _, c := range []struct {
		name, game, parameter string
		value                 int
		fails, changes        bool
	}{
		{"chess", "chess", "LMRBase", 0, false, true},
		{"shogi leaves chess alone", "shogi", "LMRBase", 0, false, false},
		{"out of range", "chess", "LMRBase", -1, true, false},
		{"unknown parameter", "chess", "Contempt", 1, true, false},
		{"unknown game", "nim", "LMRBase", 0, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t, 1)
			if err := e.SetParameter(c.game, c.parameter, c.value); (err != nil) != c.fails {
				t.Errorf("error %v", err)
			}
			if n := nodes(e); (n != plain) != c.changes {
				t.Errorf("%d nodes, %d with the defaults", n, plain)
			}
		})
	}
}
