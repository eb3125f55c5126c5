package play

import (
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Programs of other authors give up, claim what is not theirs and play illegal moves: all of
// that ends the game by the rules.
func TestStrangeAnswers(t *testing.T) {
	illegal := &nitoryu.MoveError{Move: "e7e4", Err: errors.New("e7e4 is not legal")}
	for _, c := range []struct {
		name    string
		game    games.Game
		answers string
		fault   error
		want    string
		ending  core.Ending
	}{
		{"it resigns", games.Chess(), "resign", nil, "Black resigns: White wins (1-0).\n", core.Resignation},
		{"it plays an illegal move", games.Chess(), "", illegal, "Black wants to play an impossible move: e7e4 is not legal.\nBlack has played an illegal move: White wins (1-0).\n", core.IllegalMove},
		{"it declares too early", games.Shogi(), "win", nil, "Gote has declared without the right to: Sente wins.\n", core.WrongDeclaration},
	} {
		t.Run(c.name, func(t *testing.T) {
			typed := "e4"
			if c.game.Name == games.Shogi().Name {
				typed = "7g7f"
			}
			got, g := script{game: c.game, typed: typed, engine: &prepared{moves: strings.Fields(c.answers), fault: c.fault}}.run(t)
			if !strings.Contains(got, c.want) || g.over == nil || g.over.ending != c.ending {
				t.Errorf("no %q in\n%s", c.want, got)
			}
			if winner, decided := reread(t, g).Result.Winner(); !decided || winner != core.First {
				t.Errorf("the record says %v", g.over.result)
			}
		})
	}
}

// An engine that breaks down ends the game, which is kept; so does one that never began.
func TestBrokenEngines(t *testing.T) {
	broken := errors.New("Fake: crash: it is dead")
	for _, asks := range []bool{false, true} {
		out := new(strings.Builder)
		c := Config{Game: games.Chess(), Engine: &prepared{fault: broken}, Out: out, Write: func(p core.Position, m, _ core.Move) string { return record.SAN(p, m) }}
		if asks {
			c.Ask = func(prompt string) { _, _ = io.WriteString(out, prompt) }
		}
		g, err := New(c)
		must.OK(t, err)
		g.Look.Sides = [2]string{"White", "Black"}
		lines := make(chan string, 3)
		for _, line := range []string{"hint", "e4", ""} {
			lines <- line
		}
		err = g.Run(lines, make(chan os.Signal))
		must.Has(t, out.String(), "The engine has no answer: Fake: crash: it is dead.\n", "You play 1. e4\n", "The engine cannot go on: Fake: crash: it is dead.\n")
		if saved := strings.Contains(out.String(), "1. e4 {"); !errors.Is(err, broken) || saved == asks || asks != strings.Contains(out.String(), "Save the game") {
			t.Errorf("error %v, told\n%s", err, out)
		}
	}
}

// A level is for moves, and advice is at full strength.
func TestLevelsAreForMoves(t *testing.T) {
	e := &prepared{moves: []string{"e7e5", "b8c6"}}
	script{game: games.Chess(), typed: "e4;hint;level 1500;Nf3;eval", engine: e, change: func(c *Config) {
		c.Levels, c.Level = OurLevels("chess"), "900"
	}}.run(t)
	var elos []int
	for _, l := range e.asked {
		elos = append(elos, l.Elo)
	}
	if want := []int{900, 0, 1500, 0}; len(elos) != 4 || [4]int(elos) != [4]int(want) {
		t.Errorf("asked at %v, want %v", elos, want)
	}
}

// The engine gets the whole game, for repetitions.
func TestEngineKnowsTheGame(t *testing.T) {
	var seen []string
	e := &watched{prepared: prepared{moves: []string{"b8c6", "c6b8"}}, see: func(p *nitoryu.Position) {
		words := []string{}
		for _, m := range p.Moves() {
			words = append(words, string(m))
		}
		seen = append(seen, strings.Join(words, " "))
	}}
	script{game: games.Chess(), before: "e2e4 e7e5", typed: "Nf3;Ng1", engine: e}.run(t)
	if got, want := strings.Join(seen, "|"), "e2e4 e7e5 g1f3|e2e4 e7e5 g1f3 b8c6 f3g1"; got != want {
		t.Errorf("asked about %s, want %s", got, want)
	}
}

// An engine whose protocol has no byoyomi is asked by other words, which never give it more time
// than it has.
func TestByoyomiInOtherWords(t *testing.T) {
	const byoyomi = 10*time.Second - margin
	for _, c := range []struct {
		name  string
		clock Clock
		spent time.Duration // by each move of the engine
		want  []nitoryu.Limits
	}{
		{"byoyomi alone", Clock{Byoyomi: 10 * time.Second}, 3 * time.Second, []nitoryu.Limits{{Time: byoyomi}, {Time: byoyomi}}},
		{"time for the game first", Clock{Time: 4 * time.Second, Byoyomi: 10 * time.Second}, 5 * time.Second, []nitoryu.Limits{
			{Clock: &nitoryu.Clock{
				Left: [2]time.Duration{4*time.Second + byoyomi, 4*time.Second + byoyomi}, Increment: [2]time.Duration{byoyomi, byoyomi},
			}},
			{Time: byoyomi},
		}},
		{"no byoyomi", Clock{Time: time.Minute}, 5 * time.Second, []nitoryu.Limits{
			{Clock: &nitoryu.Clock{Left: [2]time.Duration{time.Minute, time.Minute}}},
			{Clock: &nitoryu.Clock{Left: [2]time.Duration{time.Minute, 55 * time.Second}}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			e := &prepared{moves: []string{"e7e5", "b8c6"}}
			slow := &watched{prepared: *e, see: func(*nitoryu.Position) { now = now.Add(c.spent) }}
			script{game: games.Chess(), typed: "e4;Nf3", engine: slow, change: func(o *Config) {
				o.Clock, o.NoByoyomi, o.Now = c.clock, true, func() time.Time { return now }
			}}.run(t)
			if !reflect.DeepEqual(slow.asked, c.want) {
				t.Errorf("asked by %+v, want %+v", slow.asked, c.want)
			}
		})
	}
}
