package train

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// sized returns a size at which a test is quick, or its full one if NITORYU_FULL is set.
func sized(quick, full int) int {
	if must.Full() {
		return full
	}
	return quick
}

// randomGame plays at random and gives random scores and a random result.
func randomGame(rules core.Rules, rng *rand.Rand) *dataset.Game {
	g := &dataset.Game{Index: rng.Uint64() >> 8, Random: 4, Result: int8(rng.IntN(3) - 1)}
	p := rules.Start(core.Settings{})
	var list core.MoveList
	for ply := 0; ply < 150 && !p.Verdict().Over(); ply++ {
		list.Clear()
		p.Generate(core.AllMoves, &list)
		m := list.Moves[rng.IntN(list.N)]
		g.Moves = append(g.Moves, m.ID())
		if ply >= g.Random {
			g.Scores = append(g.Scores, core.Score(rng.NormFloat64()*500))
		}
		p.Do(m, nil)
	}
	g.Random = min(g.Random, len(g.Moves))
	return g
}

func randomGames(rules core.Rules, seed uint64, n int) []*dataset.Game {
	rng := rand.New(rand.NewPCG(seed, 1))
	games := make([]*dataset.Game, n)
	for i := range games {
		games[i] = randomGame(rules, rng)
	}
	return games
}

// writeGames makes a file of games and returns its path.
func writeGames(t testing.TB, rules core.Rules, games ...*dataset.Game) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	w, err := dataset.Create(path, dataset.Header{Game: rules.Name, Runs: []dataset.Run{{Seed: 1, Engine: "test"}}})
	must.OK(t, err)
	for _, g := range games {
		must.OK(t, w.Append(g))
	}
	must.OK(t, w.Close())
	return path
}

// load reads the positions of games.
func load(t testing.TB, g games.Game, o Options, played ...*dataset.Game) *Data {
	t.Helper()
	if o.Threads == 0 {
		o.Threads = 2
	}
	if o.Memory == 0 {
		o.Memory = MinMemory
	}
	if o.Temp == "" {
		o.Temp = t.TempDir()
	}
	d, err := Load(context.Background(), g, []string{writeGames(t, g.Rules, played...)}, o, func(Reading) {})
	must.OK(t, err)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// records returns the positions of a list.
func records(l *list) (all []dataset.Packed) {
	for i := range uint64(l.n) {
		all = append(all, *l.at(i))
	}
	return all
}

// small returns the config of a small run on random games.
func small(t testing.TB, g games.Game) (*Config, *Data) { return smallFor(t, g, g.FeatureSets[0]) }

// smallFor does so for a network with these inputs.
func smallFor(t testing.TB, g games.Game, in *nnue.FeatureSet) (*Config, *Data) {
	t.Helper()
	d := load(t, g, Options{Held: 0.3}, randomGames(g.Rules, 7, 12)...)
	return &Config{
		Setup: Setup{
			Game: g.Name, Inputs: in.Name, Hidden: 96, Buckets: 3,
			Positions: int64(d.Training.Len()), Data: "random", Visits: 20 * 300, Batch: 300,
			Rate: 0.01, FinalRate: 0.0001, Decay: 0.01, Blend: 0.4, Scale: 400, Flip: g.Flip != nil, Seed: 5,
		},
		Game: g, Encoding: in, Threads: 2, Training: d.Training, Validation: d.Validation,
	}, d
}

// open opens a run.
func open(t testing.TB, c *Config) *Run {
	t.Helper()
	r, err := Open(c)
	must.OK(t, err)
	return r
}

// finish runs r to its end.
func finish(t testing.TB, r *Run) {
	t.Helper()
	if err := r.Go(context.Background()); err != nil || !r.Finished() {
		t.Fatalf("error %v after %d of %d steps", err, r.Step, r.Steps())
	}
}

// placed returns the pieces of a position as seen through a mirror.
func placed(r *dataset.Packed, m *dataset.Mirror) []core.Placed {
	var b dataset.Board
	b.Unpack(r, m)
	var list []core.Placed
	for _, p := range b.Pieces[:b.N] {
		list = append(list, core.Placed{Piece: core.Piece(p >> 8), At: core.Place(p & 255)})
	}
	return list
}

// learnByHeart trains a run on few positions of d, over and over, and checks that its loss falls to
// most or less.
func learnByHeart(t *testing.T, c *Config, d *Data, most float64) {
	t.Helper()
	few := newSet(1, MinMemory, "")
	for i := range uint64(40) {
		must.OK(t, few.add([]dataset.Packed{*d.Training.parts[0].at(i * 7)}))
	}
	c.Training, c.Positions = few, 40
	c.Batch, c.Visits, c.Decay = 40, 40*400, 0
	r := open(t, c)
	finish(t, r)
	if first, last := r.Points[0].Loss, r.Points[len(r.Points)-1].Loss; last > most || first < 100*last {
		t.Errorf("loss from %g to %g", first, last)
	}
}
