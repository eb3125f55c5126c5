package datagen

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

func config(g games.Game, n uint64) *Config {
	return &Config{Game: g, Settings: core.Settings{MoveLimit: 120}, Seed: 7, Nodes: 60, Games: n, Threads: 2, Hash: 1, Filter: dataset.DefaultFilter()}
}

// collect runs c and returns the games by their numbers.
func collect(t *testing.T, c *Config) (map[uint64]string, Progress) {
	t.Helper()
	found := map[uint64]string{}
	c.Finished = func(g *dataset.Game, _ Progress) error {
		if _, twice := found[g.Index]; twice {
			t.Errorf("%s was played twice", g)
		}
		found[g.Index] = fmt.Sprint(*g)
		return nil
	}
	p, err := Run(context.Background(), c)
	must.OK(t, err)
	return found, p
}

// Games depend on seed and number, not on the number of threads.
func TestGamesAreReproducible(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			two, _ := collect(t, config(g, 5))
			c := config(g, 5)
			c.Threads, c.Done = 1, new(dataset.IndexSet)
			c.Done.Add(0)
			c.Done.Add(2)
			one, _ := collect(t, c)
			if len(two) != 5 || len(one) != 3 {
				t.Fatalf("%d and %d games, want 5 and 3", len(two), len(one))
			}
			for index, game := range one {
				if c.Done.Has(index) {
					t.Errorf("game %d was done already", index)
				}
				if two[index] != game {
					t.Errorf("game %d differs:\n%s\n%s", index, two[index], game)
				}
			}
			c = config(g, 1)
			c.Seed++
			if other, _ := collect(t, c); other[0] == two[0] {
				t.Error("another seed plays the same game")
			}
		})
	}
}

// Every game is legal, has the right result, and is counted correctly.
func TestGamesAreSound(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) { checkGames(t, config(g, 12)) })
		t.Run(g.Name+" with random moves", func(t *testing.T) {
			c := config(g, 12)
			c.Stray = 8
			checkGames(t, c)
		})
	}
}

// Some games begin with an opening of the file and a few random moves, the others with random
// moves alone.
func TestOpeningsOfAFile(t *testing.T) {
	files := map[string][]book.Opening{
		"chess": {{Moves: []string{"e2e4", "c7c5"}}, {Start: "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4"},
			{Start: "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 30"}}, // a lost one is never played
		"shogi": {{Moves: []string{"7g7f", "3c3d"}}, {Start: "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"}},
	}
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			c := config(g, 40)
			c.Seed, c.Nodes, c.Openings, c.Share = 1, 10, files[g.Name], 0.3
			list, begun, strayed := map[uint64]*dataset.Game{}, map[string]int{}, map[int]int{}
			c.Finished = func(game *dataset.Game, _ Progress) error {
				if err := game.Replay(g.Rules, c.Settings, func(core.Position, core.Move, core.Score, bool) bool { return true }); err != nil {
					return err
				}
				list[game.Index] = game
				fromFile := false
				for i, o := range c.Openings {
					_, moves, _, err := o.Play(g.Rules, c.Settings)
					if err != nil {
						return err
					}
					ids := appendIDs(nil, moves)
					if o.Start == game.Start && len(game.Moves) >= len(ids) && slices.Equal(ids, game.Moves[:len(ids)]) &&
						game.Random >= len(ids)+leastStrayed && game.Random <= len(ids)+mostStrayed {
						begun[fmt.Sprint(i)]++
						strayed[game.Random-len(ids)]++
						fromFile = true
					}
				}
				if !fromFile && game.Start == "" && game.Random >= g.Opening.MinPlies {
					begun["random"]++
				}
				return nil
			}
			if _, err := Run(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			for i := range 2 {
				if n := begun[fmt.Sprint(i)]; n < 3 || n > 14 {
					t.Errorf("%d of 40 games begin with opening %d", n, i)
				}
			}
			if n := begun["random"]; n < 22 || n > 34 || begun["2"] > 0 || begun["0"]+begun["1"]+n != 40 {
				t.Errorf("beginnings %v", begun)
			}
			if len(strayed) != mostStrayed-leastStrayed+1 {
				t.Errorf("games by random moves after the opening: %v", strayed)
			}
			again := config(g, 40)
			again.Seed, again.Nodes, again.Openings, again.Share, again.Threads = 1, 10, c.Openings, 0.3, 1
			again.Finished = func(game *dataset.Game, _ Progress) error {
				if fmt.Sprint(*game) != fmt.Sprint(*list[game.Index]) {
					t.Errorf("%s is not reproducible", game)
				}
				return nil
			}
			if _, err := Run(context.Background(), again); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func checkGames(t *testing.T, c *Config) {
	var moves, positions, kept int64
	c.Finished = func(game *dataset.Game, p Progress) error {
		if err := game.Validate(); err != nil {
			return err
		}
		end := c.Game.Start(c.Settings)
		ply := 0
		err := game.Replay(c.Game.Rules, c.Settings, func(p core.Position, m core.Move, score core.Score, scored bool) bool {
			if scored && ply < game.Random || !scored && ply >= game.Random && c.Stray == 0 {
				t.Errorf("%s: ply %d: a score: %v", game, ply, scored)
			}
			if ply >= game.Random {
				moves++
			}
			if scored {
				positions++
			}
			if c.Filter.Keep(p, m, score, ply) {
				kept++
			}
			ply++
			end.Do(m, nil)
			return true
		})
		if err != nil {
			return err
		}
		v := end.Verdict()
		switch {
		case v.Over() && (v.Ending != game.Ending || v.Drawn != (game.Result == 0) ||
			!v.Drawn && resultFor(v.Winner) != game.Result):
			t.Errorf("%s: result %d by %s, the rules say %+v", game, game.Result, game.Ending, v)
		case !v.Over() && game.Ending < core.Declaration:
			t.Errorf("%s ends by %s too early", game, game.Ending)
		}
		if p.Positions != positions || p.Kept != kept {
			t.Errorf("counted %d positions, %d kept; it is %d and %d", p.Positions, p.Kept, positions, kept)
		}
		return nil
	}
	p, err := Run(context.Background(), c)
	must.OK(t, err)
	if p.Games != 12 || p.Results[0]+p.Results[1]+p.Results[2] != 12 {
		t.Errorf("progress %+v", p)
	}
	if random := moves - positions; c.Stray == 0 && random != 0 || c.Stray > 0 && max(random, moves/int64(c.Stray))/2 > min(random, moves/int64(c.Stray)) {
		t.Errorf("%d of %d moves are random", random, moves)
	}
}

func TestRunsEnd(t *testing.T) {
	t.Run("with enough positions", func(t *testing.T) {
		c := config(games.Chess(), 0) // no end of games
		c.Positions = 50
		if found, p := collect(t, c); len(found) > 6 || p.Kept < 50 {
			t.Errorf("%d games, %d positions kept", len(found), p.Kept)
		}
	})
	t.Run("with the context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		c := config(games.Chess(), 1000)
		c.Finished = func(*dataset.Game, Progress) error { cancel(); return nil }
		if p, err := Run(ctx, c); !errors.Is(err, context.Canceled) || p.Games == 0 || p.Games > 2 {
			t.Errorf("error %v after %d games", err, p.Games)
		}
	})
	t.Run("with a full disk", func(t *testing.T) {
		full := errors.New("disk full")
		c := config(games.Chess(), 1000)
		c.Finished = func(*dataset.Game, Progress) error { return full }
		if p, err := Run(context.Background(), c); !errors.Is(err, full) || p.Games > 2 {
			t.Errorf("error %v after %d games", err, p.Games)
		}
	})
	t.Run("before it begins", func(t *testing.T) {
		c := config(games.Chess(), 1)
		c.Nodes = 0
		if _, err := Run(context.Background(), c); err == nil {
			t.Error("no error without nodes")
		}
		for _, share := range []float64{-0.1, 0.5, 1.1, math.NaN()} { // of no openings
			c := config(games.Chess(), 1)
			c.Share = share
			if _, err := Run(context.Background(), c); err == nil {
				t.Errorf("no error with a share of %g", share)
			}
		}
		for _, stray := range []int{-1, 1} {
			c := config(games.Chess(), 1)
			c.Stray = stray
			if _, err := Run(context.Background(), c); err == nil {
				t.Errorf("no error when one of %d moves is random", stray)
			}
		}
	})
}

func TestDeclaration(t *testing.T) {
	for text, result := range map[string]int8{
		"+P+P+P+PK+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1": 1,
		"4K4/9/9/9/9/9/6+p+p+p/+p+p+p+pk+p+p+p+p/9 w 2r2b4g4s 1": -1,
	} {
		p, err := games.Shogi().Parse(text, core.Settings{})
		must.OK(t, err)
		j := newJudge(p, games.Shogi())
		if !j.over() || j.result != result || j.ending != core.Declaration {
			t.Errorf("%s: over %v, result %d by %s", text, j.settled, j.result, j.ending)
		}
	}
}

func TestJudge(t *testing.T) {
	chess := games.Chess().Start(core.Settings{})
	tests := []struct {
		name   string
		scores []core.Score // of First and Second in turn, each for the side that moves
		from   int          // ply of the first
		game   games.Game   // whose limits hold
		over   bool
		result int8
		ending core.Ending
	}{
		{"balanced", []core.Score{50, -50, 50, -50, 50}, 1, games.Chess(), false, 0, 0},
		{"both agree that First wins", []core.Score{2000, -2100, 2000, -3000}, 1, games.Shogi(), true, 1, core.Adjudication},
		{"both agree that Second wins", []core.Score{-2000, 2100, -2000, 3000}, 1, games.Shogi(), true, -1, core.Adjudication},
		{"one too few", []core.Score{2000, -2100, 2000, -1999, 2000}, 1, games.Shogi(), false, 0, 0},
		{"each thinks it wins", []core.Score{2000, 2100, 2000, 2100, 2000}, 1, games.Shogi(), false, 0, 0},
		{"first one, then the other", []core.Score{-2000, 2100, -2000, -2100, 2000, -2100, 2000}, 1, games.Shogi(), true, 1, core.Adjudication},
		{"a won game of chess", []core.Score{700, -700, 800, -750, 700, -800, 750, -900}, 1, games.Chess(), true, 1, core.Adjudication},
		{"a good game of chess", []core.Score{700, -700, 800, -750, 700, -699, 750, -900}, 1, games.Chess(), false, 0, 0},
		{"a proved loss", []core.Score{0, core.LossIn(4)}, 1, games.Chess(), true, 1, core.Adjudication},
		{"a proved win", []core.Score{0, core.WinIn(5)}, 1, games.Chess(), true, -1, core.Adjudication},
		{"level and late", []core.Score{0, 5, -5, 10, -10, 0, 0, 0, 0, 0}, 80, games.Chess(), true, 0, core.Adjudication},
		{"level in a game without such draws", []core.Score{0, 5, -5, 10, -10, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 80, games.Shogi(), false, 0, 0},
		{"level but early", []core.Score{0, 5, -5, 10, -10, 0, 0, 0, 0, 0}, 60, games.Chess(), false, 0, 0},
		{"level but for one", []core.Score{0, 5, -5, 10, -11, 0, 0, 0, 0, 0}, 80, games.Chess(), false, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := newJudge(chess, test.game)
			for i, s := range test.scores {
				if j.over() {
					t.Fatalf("over after %d scores", i)
				}
				j.see(core.Color(i%2), s, test.from+i)
			}
			if j.over() != test.over || j.result != test.result || j.ending != test.ending {
				t.Errorf("over %v, result %d by %s", j.over(), j.result, j.ending)
			}
		})
	}
}

// Values from within the searches are values of the evaluation, or of another one that is asked, depend on seed and number of
// the game alone, and leave the games as they are.
func TestValues(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			plain, _ := collect(t, config(g, 4))
			sampled := func(threads, every int, teacher core.EvaluatorFactory) (values map[uint64][]dataset.Packed, n int64) {
				c := config(g, 4)
				c.Threads, c.Sampling, c.Teacher = threads, Sampling{Every: every, Most: 2000}, teacher
				values = map[uint64][]dataset.Packed{}
				c.Sampled = func(index uint64, list []dataset.Packed) error {
					values[index] = slices.Clone(list)
					n += int64(len(list))
					return nil
				}
				found, p := collect(t, c)
				if fmt.Sprint(found) != fmt.Sprint(plain) {
					t.Error("other games than without values")
				}
				if p.Kept != n {
					t.Errorf("%d values counted, %d given", p.Kept, n)
				}
				return values, n
			}
			two, all := sampled(2, 1, nil)
			if one, _ := sampled(1, 1, nil); fmt.Sprint(one) != fmt.Sprint(two) {
				t.Error("the values depend on the number of threads")
			}
			if _, some := sampled(2, 5, nil); some < all/7 || some > all/4 {
				t.Errorf("%d of %d values instead of one of five", some, all)
			}
			taught, _ := sampled(2, 1, g.Classic)
			for _, said := range []struct {
				by     core.EvaluatorFactory
				values map[uint64][]dataset.Packed
			}{{g.Evaluators, two}, {g.Classic, taught}} {
				e := said.by.New()
				for index, list := range said.values {
					if len(list) < 200 {
						t.Errorf("game %d: only %d values", index, len(list))
					}
					for i := range list {
						text, err := list[i].Text(g.Rules)
						must.OK(t, err)
						p, err := g.Parse(text, core.Settings{})
						must.OK(t, err)
						e.Reset(p)
						if want := (dataset.Label{Score: e.Evaluate(), Result: dataset.NoResult}); list[i].Label() != want || want.Score > 2000 || want.Score < -2000 {
							t.Fatalf("%s by %s: %v, want %v", text, said.by.Name(), list[i].Label(), want)
						}
					}
				}
			}
		})
	}
	for _, bad := range []Sampling{{Every: -1}, {Every: 1}, {Every: 1, Most: core.EvalBound + 1}, {Every: 1, Most: 1, Near: -1}} {
		c := config(games.Chess(), 1)
		c.Sampling = bad
		if _, err := Run(context.Background(), c); err == nil {
			t.Errorf("%+v is no error", bad)
		}
	}
	full := errors.New("disk full")
	c := config(games.Chess(), 100)
	c.Sampling, c.Sampled = Sampling{Every: 1, Most: 2000}, func(uint64, []dataset.Packed) error { return full }
	c.Finished = func(*dataset.Game, Progress) error { t.Error("a game without its values is finished"); return nil }
	if _, err := Run(context.Background(), c); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

// Values near a game are those of its positions and of positions a move away.
func TestValuesNearTheGame(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			c, near, away := config(g, 2), map[uint64]map[string]bool{}, 0
			board := func(text string) string { return strings.Join(strings.Fields(text)[:2], " ") }
			kept := map[uint64][]string{}
			c.Sampling = Sampling{Every: 1, Most: 2000, Near: 1}
			c.Sampled = func(index uint64, list []dataset.Packed) error {
				for i := range list {
					text, err := list[i].Text(g.Rules)
					must.OK(t, err)
					kept[index] = append(kept[index], board(text))
				}
				return nil
			}
			c.Finished = func(game *dataset.Game, _ Progress) error {
				near[game.Index] = map[string]bool{}
				return game.Replay(g.Rules, c.Settings, func(p core.Position, _ core.Move, _ core.Score, _ bool) bool {
					near[game.Index][board(p.String())] = true
					var list core.MoveList
					p.Generate(core.AllMoves, &list)
					for _, m := range list.Moves[:list.N] {
						p.Do(m, nil)
						if next := board(p.String()); !near[game.Index][next] {
							near[game.Index][next] = false
						}
						p.Undo()
					}
					return true
				})
			}
			_, err := Run(context.Background(), c)
			must.OK(t, err)
			for index, list := range kept {
				if len(list) < 200 {
					t.Errorf("game %d: only %d values", index, len(list))
				}
				for _, text := range list {
					played, is := near[index][text]
					if !is {
						t.Fatalf("game %d: %s is farther away", index, text)
					}
					if !played {
						away++
					}
				}
			}
			if len(kept) != 2 || away < 200 {
				t.Errorf("%d games, %d values a move away", len(kept), away)
			}
		})
	}
}
