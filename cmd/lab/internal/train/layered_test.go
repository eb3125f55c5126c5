package train

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// smallLayers returns the config of a small run of a network with small layers, and with zones.
func smallLayers(t testing.TB, g games.Game, hidden, buckets int, layers ...int) *Config {
	t.Helper()
	c, _ := layersFor(t, g, g.FeatureSets[len(g.FeatureSets)-1], hidden, buckets, layers...)
	return c
}

func layersFor(t testing.TB, g games.Game, in *nnue.FeatureSet, hidden, buckets int, layers ...int) (*Config, *Data) {
	t.Helper()
	c, d := smallFor(t, g, in)
	c.Hidden, c.Buckets, c.Layers, c.Visits = hidden, buckets, layers, 10*300
	return c, d
}

// The network says of every position what the run says, and a run can begin with it.
func TestLayeredNetwork(t *testing.T) {
	for _, k := range kinds() {
		t.Run(k.in.Name, func(t *testing.T) {
			c, d := layersFor(t, k.game, k.in, 64, 3, 16, 32)
			r := open(t, c)
			finish(t, r)
			n := own(t, r)
			if !slices.Equal(n.Layers, c.Layers) || n.Hidden != 64 || n.Buckets != 3 || n.Scale != c.Scale || n.Game != k.game.Name || n.Command != "lab train" {
				t.Errorf("header %+v", n.Header)
			}
			// The evaluation is rounded towards zero, and nothing else is.
			diff, err := r.Compare(written(t, r), d.Samples)
			if err != nil || diff.Positions < 30 || diff.Worst > 1.001 || diff.Worst == 0 || diff.Full <= 0 || diff.Full > 0.9 {
				t.Errorf("difference %+v, error %v", diff, err)
			}
			c.From = n
			if again := written(t, open(t, c)); !bytes.Equal(again.File, written(t, r).File) {
				t.Error("the network that a run begins with is another one")
			}
		})
	}
}

// scores returns what networks say of some positions.
func scores(t *testing.T, g games.Game, in *nnue.FeatureSet, networks ...*nnue.Network) (all [][]core.Score) {
	t.Helper()
	for _, n := range networks {
		source, err := nnue.NewSource(n, in)
		must.OK(t, err)
		e, values := source.New(), []core.Score(nil)
		for _, game := range randomGames(g.Rules, 9, 4) {
			_ = game.Replay(g.Rules, core.Settings{}, func(p core.Position, _ core.Move, _ core.Score, _ bool) bool {
				e.Reset(p)
				values = append(values, e.Evaluate())
				return true
			})
		}
		all = append(all, values)
	}
	return all
}

// A network with layers that begins with a smaller one gives every position the same score, also
// with more stacks than that had; then its pairs go ways of their own.
func TestLayeredWidening(t *testing.T) {
	for _, g := range games.All() {
		for _, tt := range []struct{ hidden, buckets int }{{64, 1}, {128, 3}, {320, 3}} {
			t.Run(fmt.Sprint(g.Name, " ", tt), func(t *testing.T) {
				c := smallLayers(t, g, 64, 3, 16, 32)
				if tt.buckets == 1 {
					c.Buckets = 1
				}
				r := open(t, c)
				finish(t, r)
				n, wide := own(t, r), *c
				wide.Hidden, wide.Buckets, wide.From = tt.hidden, 3, n
				r = open(t, &wide)
				s := scores(t, g, c.Encoding, n, own(t, r))
				if !slices.Equal(s[0], s[1]) || len(s[0]) < 300 {
					t.Errorf("other scores, %d in all", len(s[0]))
				}
				finish(t, r)
				last := own(t, r)
				for j := n.Hidden / 2; j < wide.Hidden/2; j++ {
					apart := 0
					for i := range last.Count {
						if row := last.Weights[i*last.Hidden:]; row[j] != row[j%(n.Hidden/2)] {
							apart++
						}
					}
					if apart < c.Game.FeatureSets[0].Count/20 {
						t.Errorf("neuron %d is the same as its original but for %d weights", j, apart)
					}
				}
			})
		}
	}
}

// Of a network without layers the hidden layer stays, and no neuron is its own partner.
func TestLayersFromPlain(t *testing.T) {
	for _, g := range games.All() {
		for _, hidden := range []int{96, 64, 32} {
			t.Run(fmt.Sprint(g.Name, " ", hidden), func(t *testing.T) {
				c, _ := small(t, g)
				c.Hidden, c.Visits = hidden, 10*300
				r := open(t, c)
				finish(t, r)
				n, deep := own(t, r), *c
				deep.Hidden, deep.Layers, deep.Buckets, deep.From = 192, []int{16, 32}, 2, n
				if hidden == 64 {
					deep.Hidden = 64
				}
				r = open(t, &deep)
				first := own(t, r)
				for j := range n.Hidden {
					for i := range n.Count {
						if got, want := first.Weights[i*first.Hidden+j], n.Weights[i*n.Hidden+j]; got != want {
							t.Fatalf("the weight of input %d to neuron %d is %d, was %d", i, j, got, want)
						}
					}
				}
				if !slices.Equal(first.Bias[:n.Hidden], n.Bias) {
					t.Error("other biases")
				}
				for j := range first.Hidden / 2 {
					same := true
					for i := range first.Count {
						row := first.Weights[i*first.Hidden:]
						same = same && row[j] == row[j+first.Hidden/2]
					}
					if same {
						t.Errorf("neuron %d is its own partner", j)
					}
				}
				if s := scores(t, g, c.Encoding, first)[0]; slices.Min(s) == slices.Max(s) {
					t.Error("all positions have the same score")
				}
				finish(t, r)
			})
		}
	}
}

// A few positions are memorised.
func TestLayersLearnByHeart(t *testing.T) {
	c, d := layersFor(t, games.Chess(), games.Chess().FeatureSets[0], 64, 3, 16, 32)
	c.Rate = 0.01
	learnByHeart(t, c, d, 3e-4)
}

// An interrupted run gives the same file as an uninterrupted one.
func TestLayersResume(t *testing.T) {
	c := smallLayers(t, games.Shogi(), 64, 2, 16, 16)
	c.Average = 0.5
	whole := open(t, c)
	finish(t, whole)
	c.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	ctx, cancel := context.WithCancel(context.Background())
	c.Progress = func(p Progress) {
		if p.Step == 4 {
			cancel()
		}
	}
	must.OK(t, open(t, c).Go(ctx))
	rest := open(t, c)
	if rest.Step != 4 {
		t.Errorf("%d steps are done", rest.Step)
	}
	finish(t, rest)
	if !bytes.Equal(file(t, rest), file(t, whole)) {
		t.Error("the network is another one")
	}
	c.Layers = []int{16, 32}
	_, err := Open(c)
	must.Say(t, err, "layers is [16,16], wanted is [16,32]")
}

// Weights as large as they may be are counted, and fit in the file.
func TestLayersLimits(t *testing.T) {
	c := smallLayers(t, games.Chess(), 64, 1, 16, 16)
	c.Rate, c.FinalRate, c.Decay, c.Visits = 1, 1, 0, 15*300
	r := open(t, c)
	before := r.Limited()
	finish(t, r)
	if l := r.Limited(); before.Hidden+before.Behind != 0 || l.Hidden == 0 || l.Behind == 0 || l.Hidden > r.hiddenSize() {
		t.Errorf("%+v, then %+v", before, l)
	}
	for _, l := range own(t, r).Stacks[0] {
		if slices.Min(l.Weights) < -127 || slices.Max(l.Weights) != 127 && slices.Min(l.Weights) != -127 {
			t.Errorf("weights from %d to %d", slices.Min(l.Weights), slices.Max(l.Weights))
		}
	}
}

func TestBadLayers(t *testing.T) {
	with := func(layers ...int) *nnue.Network {
		c := smallLayers(t, games.Chess(), 64, 2, 16, 32)
		h := c.header(c.Encoding)
		h.Layers = layers
		n, err := nnue.New(h)
		must.OK(t, err)
		return n
	}
	for name, tt := range map[string]struct {
		change func(c *Config)
		want   string
	}{
		"one layer":               {func(c *Config) { c.Layers = []int{16} }, "two small layers before its output or none, not 1"},
		"an odd layer":            {func(c *Config) { c.Layers = []int{16, 30} }, "a multiple of 16, not 30"},
		"odd pairs":               {func(c *Config) { c.Hidden = 96 }, "a multiple of 64, not 96"},
		"a start without outputs": {func(c *Config) { c.From, c.Layers = with(16, 32), nil }, "small layers of [16 32] neurons, not []"},
		"a start of other layers": {func(c *Config) { c.From = with(32, 32) }, "small layers of [32 32] neurons, not [16 32]"},
		"a start of other stacks": {func(c *Config) { c.From, c.Buckets = with(16, 32), 3 }, "2 output buckets, not the 3 wanted"},
		"a wider start":           {func(c *Config) { c.From = with(16, 32); c.From.Hidden = 128 }, "128 neurons, more than the 64 wanted"},
	} {
		c := smallLayers(t, games.Chess(), 64, 2, 16, 32)
		tt.change(c)
		if _, err := Open(c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", name, err, tt.want)
		}
	}
	r := open(t, smallLayers(t, games.Chess(), 64, 2, 16, 32))
	must.Say(t, r.Export(context.Background(), t.TempDir(), nil), "without small layers only")
}

// BenchmarkLayers trains a whole batch, with and without small layers.
func BenchmarkLayers(b *testing.B) {
	for _, layers := range [][]int{nil, {16, 32}} {
		b.Run(fmt.Sprint(layers), func(b *testing.B) {
			c := smallLayers(b, games.Chess(), 512, 8, layers...)
			c.Batch, c.Visits, c.Threads = 16384, 1<<40, 1
			r := open(b, c)
			for b.Loop() {
				must.OK(b, r.step())
			}
			b.ReportMetric(float64(b.N*c.Batch)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
