package train

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// writeValues makes a file of values: the positions of games with random values, those of each
// game under its place in the list.
func writeValues(t testing.TB, g games.Game, played []*dataset.Game) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "values")
	w, err := dataset.CreateValues(path, dataset.Header{Game: g.Name, Runs: []dataset.Run{{Seed: 9, Engine: "test"}}})
	must.OK(t, err)
	in := g.FeatureSets[0]
	for i, game := range played {
		var list []dataset.Packed
		err := game.Replay(g.Rules, core.Settings{}, func(p core.Position, _ core.Move, score core.Score, _ bool) bool {
			packed, err := dataset.Pack(in.Pieces(p, nil), in.King, p.Side(), in.Phase(p), dataset.Label{Score: score / 2, Result: dataset.NoResult})
			must.OK(t, err)
			list = append(list, packed)
			return true
		})
		must.OK(t, err)
		must.OK(t, w.Append(0, uint64(i), list))
	}
	must.OK(t, w.Close())
	return path
}

// Values from within searches and games mix: each position keeps its label, and all values of a
// game are on one side.
func TestLoadValues(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			played, searched := randomGames(g.Rules, 4, 60), randomGames(g.Rules, 5, 80)
			files := []string{writeGames(t, g.Rules, played...), writeValues(t, g, searched)}
			o := Options{Held: 0.3, Threads: 2, Memory: MinMemory, Temp: t.TempDir()}
			read := func(files ...string) *Data {
				d, err := Load(context.Background(), g, files, o, func(Reading) {})
				must.OK(t, err)
				t.Cleanup(func() { must.OK(t, d.Close()) })
				return d
			}
			both, values := read(files...), read(files[1])
			if f := both.Files; len(f) != 2 || f[0].Values || !f[1].Values || f[1].Games != 80 || f[1].Training != values.Training.Len() || both.Games() != 140 {
				t.Errorf("files %+v", f)
			}
			if n := values.Validation.Len(); n < values.Training.Len()/6 || n > values.Training.Len() || len(values.Samples) == 0 {
				t.Errorf("%d positions for training, %d for validation, %d samples", values.Training.Len(), n, len(values.Samples))
			}
			results := map[int8]int{}
			for _, r := range records(&both.Training.parts[0].list) {
				results[r.Label().Result]++
			}
			if results[dataset.NoResult] != values.Training.Len() || results[0]+results[1]+results[-1] != both.Files[0].Training {
				t.Errorf("results %v", results)
			}
			counted := int64(0)
			for _, c := range both.Training.Count() {
				counted += c[0] + c[1] + c[2]
			}
			if counted != int64(both.Files[0].Training) {
				t.Errorf("%d positions with results are counted, want %d", counted, both.Files[0].Training)
			}
			training, shared := map[dataset.Packed]bool{}, 0
			for _, r := range records(&values.Training.parts[0].list) {
				training[r] = true
			}
			for _, r := range records(&values.Validation.list) {
				if training[r] {
					shared++
				}
			}
			if shared > values.Validation.Len()/50 {
				t.Errorf("%d of %d values for validation are trained on", shared, values.Validation.Len())
			}
			_, err := Load(context.Background(), otherGame(g), files[1:], o, func(Reading) {})
			must.Say(t, err, "values of "+g.Name)
		})
	}
}

func otherGame(g games.Game) games.Game {
	if g.Name == games.Chess().Name {
		return games.Shogi()
	}
	return games.Chess()
}

// Without a result the score is all of the target.
func TestTargets(t *testing.T) {
	tests := []struct {
		name  string
		label dataset.Label
		blend float64
		want  float64

		stretch, lossScale int
	}{
		{"a win, half of it", dataset.Label{Score: 0, Result: 1}, 0.5, 0.75, 0, 0},
		{"a loss alone", dataset.Label{Score: 900, Result: -1}, 1, 0, 0, 0},
		{"a draw and a score", dataset.Label{Score: 400, Result: 0}, 0.5, (0.5 + sigmoid(1)) / 2, 0, 0},
		{"no result", dataset.Label{Score: 400, Result: dataset.NoResult}, 0.5, sigmoid(1), 0, 0},
		{"no result, where only results count", dataset.Label{Score: -400, Result: dataset.NoResult}, 1, sigmoid(-1), 0, 0},
		{"a small value, stretched", dataset.Label{Score: 4, Result: dataset.NoResult}, 0.5, 0.5025, 400, 0},
		{"a score of a game, stretched", dataset.Label{Score: 400, Result: 1}, 0.5, 0.5 + 0.5*sigmoid(math.Sinh(1)), 400, 0},
		{"a large value, stretched", dataset.Label{Score: -800, Result: dataset.NoResult}, 0.5, sigmoid(-math.Sinh(2)), 400, 0},
		{"a loss with a scale of its own", dataset.Label{Score: 400, Result: 1}, 0.5, 0.5 + 0.5*sigmoid(2), 0, 200},
	}
	for _, tt := range tests {
		setup := Setup{Blend: tt.blend, Scale: 400, Stretch: tt.stretch, LossScale: tt.lossScale}
		if got := setup.target().of(tt.label); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
