package play

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The engine has its clock and nothing else; advice costs a small part of the person's.
func TestLimits(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name  string
		clock Clock
		nodes uint64
		typed string
		want  []nitoryu.Limits
	}{
		{"no clock", Clock{}, 0, "e4", []nitoryu.Limits{{Time: time.Second}}},
		{"no clock, but nodes", Clock{}, 9, "e4", []nitoryu.Limits{{Time: time.Second, Nodes: 9}}},
		{"a clock", Clock{Time: 3 * time.Second}, 0, "e4", []nitoryu.Limits{
			{Clock: &nitoryu.Clock{Left: [2]time.Duration{2 * time.Second, 3 * time.Second}}}}},
		{"an increment, and nodes", Clock{Time: 3 * time.Second, Increment: time.Second}, 9, "e4", []nitoryu.Limits{
			{Nodes: 9, Clock: &nitoryu.Clock{Left: [2]time.Duration{3 * time.Second, 3 * time.Second}, Increment: [2]time.Duration{time.Second, time.Second}}}}},
		{"byoyomi", Clock{Byoyomi: 4 * time.Second}, 0, "e4", []nitoryu.Limits{{Clock: &nitoryu.Clock{Byoyomi: 4*time.Second - margin}}}},
		{"advice without a clock", Clock{}, 0, "hint", []nitoryu.Limits{{Lines: advice, Time: time.Second}}},
		{"advice with much time", Clock{Time: time.Hour}, 0, "hint", []nitoryu.Limits{{Lines: advice, Time: time.Second}}},
		{"advice with little time", Clock{Time: 4 * time.Second}, 0, "eval", []nitoryu.Limits{{Lines: advice, Time: 3 * time.Second / adviceShare}}},
		{"advice with little byoyomi", Clock{Byoyomi: 4 * time.Second}, 0, "eval", []nitoryu.Limits{{Lines: advice, Time: 3 * time.Second / adviceShare}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := &prepared{moves: []string{"e7e5"}}
			looks := 0
			script{game: games.Chess(), typed: c.typed, engine: e, change: func(o *Config) {
				o.Clock, o.Limits = c.clock, nitoryu.Limits{Time: time.Second, Nodes: c.nodes}
				o.Advice.Time = time.Second
				o.Now = func() time.Time { // the person takes a second
					if looks++; looks > 3 {
						return now.Add(time.Second)
					}
					return now
				}
			}}.run(t)
			if !reflect.DeepEqual(e.asked, c.want) {
				t.Errorf("asked %+v\nwant  %+v", e.asked, c.want)
			}
		})
	}
}

// A game with the time control of the record that it goes on with has the time that the record leaves.
func TestClocksOfRecords(t *testing.T) {
	const told, spent = `1. e4 {[%clk 0:04:50]} 1... e5 {[%clk 0:04:30]} 2. Nf3 {[%clk 0:04:40]} *`, `1. e4 {[%emt 0:00:13]} 1... e5 2. Nf3 *`
	control := Clock{Time: 5 * time.Minute, Increment: 3 * time.Second}
	for _, c := range []struct {
		name, control, moves string
		clock                Clock
		undo                 bool
		first, second        time.Duration
	}{
		{"what was left", "300+3", told, control, false, 280 * time.Second, 270 * time.Second},
		{"before moves that are taken back", "300+3", told, control, true, 290 * time.Second, 300 * time.Second},
		{"what moves took", "300+3", spent, control, false, 290 * time.Second, 300 * time.Second},
		{"another control", "300+5", told, control, false, 300 * time.Second, 300 * time.Second},
		{"no control", "-", told, control, false, 300 * time.Second, 300 * time.Second},
		{"no clock", "300+3", told, Clock{}, false, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, err := record.NewReader(strings.NewReader(`[TimeControl "`+c.control+"\"]\n\n"+c.moves+"\n"), record.Hint{}).Next()
			must.OK(t, err)
			typed := ""
			if c.undo {
				typed = "undo"
			}
			_, g := script{game: games.Chess(), person: 1, typed: typed, engine: new(prepared), change: func(o *Config) { o.Before, o.Clock = before, c.clock }}.run(t)
			if want := [2]time.Duration{c.first, c.second}; g.clock.Left != want {
				t.Errorf("left %v, want %v", g.clock.Left, want)
			}
		})
	}
}

// What a game saves is enough to go on with its clocks: in shogi a record has what moves took.
func TestClocksOfSavedGames(t *testing.T) {
	for _, c := range []struct {
		game          games.Game
		typed, answer string
		clock         Clock
	}{
		{games.Chess(), "e4", "e7e5", Clock{Time: 5 * time.Minute, Increment: 3 * time.Second}},
		{games.Shogi(), "7g7f", "3c3d", Clock{Time: 10 * time.Minute, Byoyomi: 30 * time.Second}},
	} {
		t.Run(c.game.Name, func(t *testing.T) {
			now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			_, g := script{game: c.game, typed: c.typed, engine: &prepared{moves: []string{c.answer}}, change: func(o *Config) {
				o.Clock, o.Now = c.clock, func() time.Time { now = now.Add(time.Second); return now }
			}}.run(t)
			if len(g.moves) != 2 || g.clock.Left[0] == g.Clock.Time {
				t.Fatalf("%d moves, left %v", len(g.moves), g.clock.Left)
			}
			_, again := script{game: c.game, engine: new(prepared), change: func(o *Config) { o.Before, o.Clock = reread(t, g), c.clock }}.run(t)
			if again.clock.Left != g.clock.Left {
				t.Errorf("left %v, want %v", again.clock.Left, g.clock.Left)
			}
		})
	}
}

// The real engine at full strength plays whole games on short clocks, and no flag falls.
func TestWholeGamesOnTheClock(t *testing.T) {
	for _, c := range []struct {
		game  games.Game
		clock Clock
	}{
		{games.Chess(), Clock{Time: 3 * time.Second}},
		{games.Shogi(), Clock{Time: 3 * time.Second, Increment: 50 * time.Millisecond}},
	} {
		t.Run(c.game.Name+" "+c.clock.Control(true), func(t *testing.T) {
			engine, opponent := inside.Wrap(games.NewEngine()), games.NewEngine()
			defer engine.Close()
			defer opponent.Close()
			opponent.SetSkill(0)
			opponent.SeedChoices(1)
			g, err := New(Config{
				Game: c.game, Engine: engine, Name: "Nitoryu", Limits: nitoryu.Limits{Time: time.Second}, Clock: c.clock, Out: new(strings.Builder),
				Write: func(p core.Position, m, _ core.Move) string { return p.FormatMove(m) },
			})
			must.OK(t, err)
			must.OK(t, g.Run(answers(g, opponent), nil))
			if g.over == nil || g.over.ending == core.TimeForfeit || len(g.moves) < 8 {
				t.Errorf("%+v after %d moves", g.over, len(g.moves))
			}
		})
	}
}

// answers types the moves that an engine finds, until the game is over.
func answers(g *Game, engine *smp.Engine) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for {
			lines <- "?" // answered, so that the game waits for a move
			if g.over != nil {
				return
			}
			lines <- g.pos.FormatMove(engine.Search(g.pos.Clone(), core.Limits{Nodes: 300}).Best)
		}
	}()
	return lines
}
