package csa

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/retry"
	"github.com/nitoryu/nitoryu/tests/must"
)

// client returns a client of a stand-in that waits for nothing.
func (s *standIn) client(name string, engine nitoryu.Searcher) Config {
	return Config{
		Address: s.listener.Addr().String(), Name: name, Password: "secret", Games: 1, Engine: engine, EngineName: "Engine of " + name,
		Limits: nitoryu.Limits{Nodes: 50}, Folder: s.t.TempDir(), Patience: must.Patience,
		Wait: func(context.Context, time.Duration) error { return nil },
	}
}

// run runs two clients against each other and returns their errors.
func (s *standIn) run(a, b Config) (errs [2]error) {
	var both sync.WaitGroup
	for i, c := range []Config{a, b} {
		both.Go(func() { errs[i] = Run(s.t.Context(), c) })
	}
	both.Wait()
	return errs
}

// kept returns the games that a client has saved as CSA, and checks that those as KIF are the same.
func kept(t *testing.T, c Config) (games []*nitoryu.Game) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(c.Folder, "*.csa"))
	must.OK(t, err)
	slices.Sort(files)
	for _, file := range files {
		read := func(name string) *nitoryu.Game {
			var g nitoryu.Game
			must.OK(t, g.UnmarshalText(must.Read(t, name)))
			return &g
		}
		g, kif := read(file), read(strings.TrimSuffix(file, ".csa")+".kif")
		if !slices.Equal(g.Moves(), kif.Moves()) || g.Outcome() != kif.Outcome() || g.Start().String() != kif.Start().String() {
			t.Errorf("%s: %s after %v in CSA, %s after %v in KIF", file, g.Outcome(), g.Moves(), kif.Outcome(), kif.Moves())
		}
		games = append(games, g)
	}
	if all, _ := os.ReadDir(c.Folder); len(all) != 2*len(files) {
		t.Errorf("the folder has %d files", len(all))
	}
	return games
}

// Kings that may be declared, and one that is mated by a gold.
var (
	declarable = []string{
		"P1+HI+HI+KA+KA+KI+KI+KI+OU * ", "P2+GI+GI+GI+FU+FU+FU+FU * +FU", "P3 *  *  *  *  *  *  *  *  * ", "P4 *  *  *  *  *  *  *  *  * ",
		"P5 *  *  *  *  *  *  *  *  * ", "P6 *  *  *  *  *  *  *  *  * ", "P7 *  *  *  *  *  *  *  *  * ", "P8 *  *  *  *  *  *  *  *  * ", "P9-OU *  *  *  *  *  *  *  * ", "+",
	}
	nearMate = []string{
		"P1 *  *  *  * -OU *  *  *  * ", "P2 *  *  *  *  *  *  *  *  * ", "P3 *  *  *  * +FU *  *  *  * ", "P4 *  *  *  *  *  *  *  *  * ",
		"P5 *  *  *  *  *  *  *  *  * ", "P6 *  *  *  *  *  *  *  *  * ", "P7 *  *  *  *  *  *  *  *  * ", "P8 *  *  *  *  *  *  *  *  * ", "P9 *  *  *  * +OU *  *  *  * ", "P+00KI", "+",
	}
)

// Games end in every way, and both players keep how.
func TestEndings(t *testing.T) {
	back := func(a, b nitoryu.Move) (moves []nitoryu.Move) {
		for range 10 {
			moves = append(moves, a, b)
		}
		return moves
	}
	declare := func(*nitoryu.Position) nitoryu.Result { return nitoryu.Result{Declare: true} }
	for _, c := range []struct {
		name   string
		script script
		first  *puppet // nil: plays anything
		second *puppet
		resign int
		want   string
		moves  int
	}{
		{name: "the number of moves", script: script{limit: 9}, want: "1/2-1/2 by move limit", moves: 9},
		{name: "mate", script: script{position: nearMate}, first: &puppet{moves: []nitoryu.Move{"G*5b"}}, want: "1-0 by resignation", moves: 1},
		{name: "a score", resign: 3000, want: "0-1 by resignation", moves: 0, first: &puppet{answer: func(p *nitoryu.Position) nitoryu.Result {
			return nitoryu.Result{Best: p.Legal()[0], Score: -3000}
		}}},
		{name: "an engine that gives up", want: "0-1 by resignation", moves: 0, first: &puppet{answer: func(*nitoryu.Position) nitoryu.Result { return nitoryu.Result{Resign: true} }}},
		{name: "declaration", script: script{position: declarable}, first: &puppet{answer: declare}, want: "1-0 by declaration", moves: 0},
		{name: "a wrong declaration", first: &puppet{answer: declare}, want: "0-1 by wrong declaration", moves: 0},
		{name: "time of the first", script: script{timeUp: 3}, want: "0-1 by time forfeit", moves: 2},
		{name: "time of the second", script: script{timeUp: 4}, want: "1-0 by time forfeit", moves: 3},
		{name: "an illegal move of the second", script: script{foul: 2}, want: "1-0 by illegal move", moves: 1},
		{name: "repetition", first: &puppet{moves: back("4i4h", "4h4i")}, second: &puppet{moves: back("6a6b", "6b6a")}, want: "1/2-1/2 by repetition", moves: 12},
		{name: "moves before the game", script: script{limit: 7, position: []string{"PI", "+", "+7776FU,T12", "-3334FU,T6", "+2726FU,T1"}}, want: "1/2-1/2 by move limit", moves: 7},
		{name: "a handicap", script: script{limit: 2, position: []string{"PI82HI22KA", "-"}}, want: "1/2-1/2 by move limit", moves: 2},
		{name: "Fischer's clock", script: script{limit: 6, seconds: 1, times: []string{"Time_Unit:1sec", "Total_Time:300", "Byoyomi:0", "Increment:10"}}, want: "1/2-1/2 by move limit", moves: 6},
		{name: "no clock", script: script{limit: 6, times: []string{"Time_Unit:1min", "Total_Time:0", "Byoyomi:0"}}, want: "1/2-1/2 by move limit", moves: 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, 0, func(int) script { return c.script })
			a, b := s.client("one", nil), s.client("two", nil)
			a.Resign, b.Resign = c.resign, c.resign
			engines := map[nitoryu.Side]*puppet{nitoryu.First: cmp.Or(c.first, &puppet{}), nitoryu.Second: cmp.Or(c.second, &puppet{})}
			a.Engine, b.Engine = chooser{engines}, chooser{engines}
			if errs := s.run(a, b); errs[0] != nil || errs[1] != nil {
				t.Fatal(errs)
			}
			for _, one := range []Config{a, b} {
				games := kept(t, one)
				if len(games) != 1 || games[0].Outcome().String() != c.want || len(games[0].Moves()) != c.moves {
					t.Errorf("%s keeps %v", one.Name, games)
				}
			}
			if len(s.said) != 1 || s.said[0] != c.want {
				t.Errorf("the server says %q", s.said)
			}
		})
	}
}

// chooser asks the puppet of the side to move, whichever client it plays for.
type chooser struct {
	engines map[nitoryu.Side]*puppet
}

func (c chooser) NewGame(context.Context) error { return nil }
func (c chooser) Close() error                  { return nil }
func (c chooser) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	return c.engines[p.Side()].Search(ctx, p, l)
}

// Our engine plays whole games against itself.
func TestOurEngine(t *testing.T) {
	s := serve(t, 0, func(int) script { return script{limit: 40, stay: true} })
	a, b := s.client("one", ours(t)), s.client("two", ours(t))
	a.Games, b.Games, a.Ponder = 2, 2, true
	if errs := s.run(a, b); errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	for _, c := range []Config{a, b} {
		games := kept(t, c)
		if len(games) != 2 {
			t.Fatalf("%s keeps %d games", c.Name, len(games))
		}
		scores := 0
		for _, ply := range games[0].Plies() {
			if _, ok := ply.Score(); ok {
				scores++
			}
		}
		if n := len(games[0].Moves()); scores != n/2 && scores != (n+1)/2 {
			t.Errorf("%s keeps %d scores of %d moves", c.Name, scores, n)
		}
	}
	if s.logins != 2 {
		t.Errorf("%d logins for games on the same connections", s.logins)
	}
}

func ours(t *testing.T) *nitoryu.Engine {
	t.Helper()
	e, err := nitoryu.NewShogi(nitoryu.Options{Hash: 4})
	must.OK(t, err)
	t.Cleanup(func() { e.Close() })
	return e
}

// Ten connections are lost within games and ten at login: every game that began is kept.
func TestLostConnections(t *testing.T) {
	const cut, whole = 10, 3
	enough := make(chan struct{})
	s := serve(t, 10, func(game int) script {
		c := script{limit: 12}
		if game <= cut {
			c.cut = game
		}
		if game == cut+whole {
			c.started = func() { close(enough) }
		}
		return c
	})
	a, b := s.client("one", &puppet{}), s.client("two", &puppet{})
	waits := make(chan time.Duration, 1000)
	a.Wait = func(_ context.Context, d time.Duration) error { waits <- d; return nil }
	a.Games, b.Games, a.Enough, b.Enough = 0, 0, enough, enough
	if errs := s.run(a, b); errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	broken, ended := 0, 0
	for _, c := range []Config{a, b} {
		games := kept(t, c)
		if len(games) != cut+whole {
			t.Errorf("%s keeps %d games", c.Name, len(games))
		}
		for _, g := range games {
			switch o := g.Outcome(); {
			case o.Ending == nitoryu.Interrupted && !o.Over:
				broken++
			case o.Over:
				ended++
			}
		}
	}
	if broken != cut || ended != cut+2*whole {
		t.Errorf("%d games broken off, %d ended", broken, ended)
	}
	if s.games != cut+whole {
		t.Errorf("%d games", s.games)
	}
	close(waits)
	if first := <-waits; first != retry.First {
		t.Errorf("the first wait is %v", first)
	}
}

// A hundred games at few nodes, with lost connections among them.
func TestHundredGames(t *testing.T) {
	must.BeFull(t, "a hundred games")
	const games = 100
	enough := make(chan struct{})
	s := serve(t, 3, func(game int) script {
		c := script{limit: 256, stay: game%2 == 0}
		if game%10 == 0 {
			c.cut = game / 3
		}
		if game == games-1 {
			c.started = func() { close(enough) }
		}
		return c
	})
	a, b := s.client("one", ours(t)), s.client("two", ours(t))
	a.Limits.Nodes, b.Limits.Nodes, a.Ponder = 30, 30, true
	a.Games, b.Games, a.Enough, b.Enough = 0, 0, enough, enough
	if errs := s.run(a, b); errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	endings := map[string]int{}
	for _, c := range []Config{a, b} {
		all := kept(t, c)
		if len(all) != games-1 {
			t.Errorf("%s keeps %d games", c.Name, len(all))
		}
		for _, g := range all {
			endings[g.Outcome().String()]++
		}
	}
	t.Log(endings)
}
