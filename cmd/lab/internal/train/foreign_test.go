package train

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	shoginet "github.com/nitoryu/nitoryu/core/nnue/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// toyStack is the network of YaneuraOu with three squares of the king instead of 81, and few
// neurons.
func toyStack(hidden, first, second int) *foreign.Architecture {
	in := *shoginet.Foreign()[0].Inputs
	shared := in.Shared()
	in.Name, in.Count, in.KingBuckets = "HalfKP", 3*shared, slices.Clone(in.KingBuckets)
	for i := range in.KingBuckets {
		in.KingBuckets[i].First = in.KingBuckets[i].First / shared % 3 * shared
	}
	a := *archOf(hidden, first, second)
	a.Inputs = &in
	return &a
}

// smallStack returns the config of a small run of a network.
func smallStack(t testing.TB, a *foreign.Architecture) (*Config, *Data) {
	t.Helper()
	c, d := small(t, games.Shogi())
	c.Architecture, c.Encoding = a, a.Inputs
	c.Arch, c.Inputs, c.Hidden, c.Buckets, c.Visits = a.Name, a.Inputs.Name, a.Hidden, 1, 10*300
	return c, d
}

// A few positions are memorised.
func TestHalfKPLearnsByHeart(t *testing.T) {
	c, d := smallStack(t, toyStack(64, 16, 32))
	c.Rate = 0.005
	learnByHeart(t, c, d, 3e-4)
}

// The file is read back, says of every position what the run says, to the last digit, and a
// run can begin with it.
func TestHalfKPFile(t *testing.T) {
	for _, sizes := range [][3]int{{64, 32, 32}, {96, 8, 64}} {
		a := toyStack(sizes[0], sizes[1], sizes[2])
		t.Run(a.Name, func(t *testing.T) {
			var output int64 // of the last evaluation
			a.Value = func(_ core.Position, s foreign.Sums, _ int64) int64 { output = s.Positional; return output / 16 }
			c, d := smallStack(t, a)
			c.Average = 0.3
			r := open(t, c)
			finish(t, r)
			n := written(t, r)
			read, err := foreign.Parse(foreign.File{Bytes: n.File}, []*foreign.Architecture{a})
			must.OK(t, err)
			if again, err := read.File(); err != nil || !bytes.Equal(again, n.File) || read.Hash != n.Hash {
				t.Errorf("error %v, or the file is another one", err)
			}
			if !strings.HasPrefix(read.Description, fmt.Sprintf("Features=HalfKP(Friend)[%d->%dx2],Network=AffineTransform[1<-%d](", a.Inputs.Count, a.Hidden, a.Second)) {
				t.Errorf("description %s", read.Description)
			}
			evaluator := n.Source.New()
			seen, in := map[int64]bool{}, games.Shogi().FeatureSets[0]
			check := func(p core.Position) bool {
				rec, err := dataset.Pack(in.Pieces(p, nil), in.King, p.Side(), 0, dataset.Label{})
				must.OK(t, err)
				evaluator.Reset(p)
				evaluator.Evaluate()
				if got := r.output(&rec) * r.network.(*halfKP).perOdds; math.Abs(got-float64(output)) > 1e-2 {
					t.Errorf("%s: the run says %g, the file %d", p, got, output)
				}
				seen[output] = true
				return !t.Failed()
			}
			for _, game := range randomGames(games.Shogi().Rules, 9, 12) {
				_ = game.Replay(games.Shogi().Rules, core.Settings{}, func(p core.Position, _ core.Move, _ core.Score, _ bool) bool { return check(p) })
			}
			if len(seen) < 1000 {
				t.Errorf("only %d outputs", len(seen))
			}
			for _, sfen := range []string{"lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"} { // pieces are missing
				p, err := games.Shogi().Parse(sfen, core.Settings{})
				must.OK(t, err)
				check(p)
			}
			if diff, err := r.Compare(n, d.Samples); err != nil || diff.Positions < 30 || diff.Worst >= 1 || diff.Full <= 0 || diff.Full > 0.9 {
				t.Errorf("difference %+v, error %v", diff, err)
			}
			c.FromForeign = read
			again := open(t, c)
			if !bytes.Equal(written(t, again).File, n.File) {
				t.Error("the network that a run begins with is another one")
			}
		})
	}
}

// Weights as large as they may be are counted, and no sum of theirs leaves the range of the file.
func TestHalfKPLimits(t *testing.T) {
	c, _ := smallStack(t, toyStack(32, 8, 32))
	c.Rate, c.FinalRate, c.Decay, c.Visits = 1, 1, 0, 15*300
	r := open(t, c)
	before := r.Limited()
	finish(t, r)
	if l := r.Limited(); before.Hidden+before.Behind != 0 || l.Hidden == 0 || l.Behind == 0 || l.Hidden > r.hiddenSize() {
		t.Errorf("%+v, then %+v", before, l)
	}
	n, err := foreign.Parse(foreign.File{Bytes: written(t, r).File}, []*foreign.Architecture{c.Architecture})
	must.OK(t, err)
	largest := 0
	for _, w := range n.Weights {
		largest = max(largest, int(w), -int(w))
	}
	bias := 0
	for _, w := range n.Bias {
		bias = max(bias, int(w), -int(w))
	}
	if most := 38*largest + bias; most > math.MaxInt16 || largest < math.MaxInt16/50 {
		t.Errorf("weights up to %d and biases up to %d add up to %d", largest, bias, most)
	}
	for _, l := range n.Stacks[0] {
		if slices.Min(l.Weights) < -127 || slices.Max(l.Weights) != 127 && slices.Min(l.Weights) != -127 {
			t.Errorf("weights from %d to %d", slices.Min(l.Weights), slices.Max(l.Weights))
		}
	}
}

// A step changes the weights of inputs in its batch and of no others.
func TestHalfKPIsLazy(t *testing.T) {
	c, _ := smallStack(t, toyStack(32, 8, 32))
	c.Batch = 10
	r := open(t, c)
	turn, err := r.turns.seek(0)
	must.OK(t, err)
	w := newWorker(r.network, c.Encoding, c.Game.Flip)
	w.load(10, func(i int) (*dataset.Packed, bool) { return turn.at(uint64(i)), r.flips(uint64(i)) })
	before := slices.Clone(r.parameters)
	must.OK(t, r.step())
	changed := 0
	for input := range r.trained() + 1 {
		row := r.block(r.parameters, 0)[input*kernel.Width:][:kernel.Width]
		if slices.Equal(row, r.block(before, 0)[input*kernel.Width:][:kernel.Width]) {
			continue
		}
		changed++
		if !slices.Contains(w.active, uint32(input)) {
			t.Errorf("input %d is in no position, but its weights changed", input)
		}
	}
	if changed < len(w.active)*3/4 || changed > len(w.active) {
		t.Errorf("%d of %d rows changed", changed, len(w.active))
	}
	for _, w := range r.workers {
		if len(w.touched.inputs) > 0 || slices.ContainsFunc(w.touched.row, func(row uint32) bool { return row != 0 }) ||
			slices.ContainsFunc(w.touched.blocks[0], func(x float32) bool { return x != 0 }) {
			t.Error("the gradient is left over")
		}
	}
}

// Interrupted runs give the same file as uninterrupted ones, and any number of threads a similar
// one.
func TestHalfKPResumes(t *testing.T) {
	whole, _ := smallStack(t, toyStack(32, 8, 32))
	whole.Average = 0.5
	r := open(t, whole)
	finish(t, r)
	want := file(t, r)
	cut := *whole
	cut.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	for _, stop := range []int64{1, 6} {
		part := open(t, &cut)
		ctx, cancel := context.WithCancel(context.Background())
		var killed []byte // the file as a kill would leave it
		cut.Progress = func(p Progress) {
			if p.Step == stop+1 {
				killed, _ = os.ReadFile(cut.Checkpoint)
				cancel()
			}
		}
		if err := part.Go(ctx); err != nil || part.Step != stop+1 {
			t.Fatalf("error %v, %d steps", err, part.Step)
		}
		must.Write(t, cut.Checkpoint, killed)
	}
	last := open(t, &cut)
	if last.Step != 6 {
		t.Errorf("%d steps are done", last.Step)
	}
	finish(t, last)
	if !bytes.Equal(file(t, last), want) {
		t.Error("the network is another one")
	}
	alone := *whole
	alone.Threads = 1
	single := open(t, &alone)
	finish(t, single)
	for i, p := range r.Points {
		if q := single.Points[i]; math.Abs(p.Loss-q.Loss) > 0.02*p.Loss {
			t.Errorf("point %+v, with one thread %+v", p, q)
		}
	}
}

func TestBadHalfKP(t *testing.T) {
	a := toyStack(32, 8, 32)
	for name, tt := range map[string]struct {
		change func(c *Config)
		want   string
	}{
		"another game":       {func(c *Config) { c.Game = games.Chess() }, "is not what the setup says"},
		"another size":       {func(c *Config) { c.Hidden = 64 }, "is not what the setup says"},
		"buckets":            {func(c *Config) { c.Buckets = 2 }, "is not what the setup says"},
		"no scale":           {func(c *Config) { c.Scale = 0 }, "scale"},
		"no batch":           {func(c *Config) { c.Batch = 0 }, "batch"},
		"a start of ours":    {func(c *Config) { c.From = new(nnue.Network) }, "it is one of Nitoryu's"},
		"a start of its own": {func(c *Config) { c.FromForeign = foreign.Random(toyStack(64, 8, 32), 1) }, "it is HalfKP 64x2-8-32"},
		"another kind": {func(c *Config) {
			c.Architecture = shoginet.Foreign()[len(shoginet.Foreign())-1].Sized(64, 8, 32, foreign.Choice{Stacks: 1})
		}, "cannot be trained"},
		"ours from theirs": {func(c *Config) { c.Architecture, c.FromForeign = nil, foreign.Random(a, 1) }, "not one of Nitoryu's"},
	} {
		c, _ := smallStack(t, a)
		tt.change(c)
		if _, err := Open(c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", name, err, tt.want)
		}
	}
	c, _ := smallStack(t, a)
	must.Say(t, open(t, c).Export(context.Background(), t.TempDir(), nil), "own kind only")
}

// BenchmarkHalfKP trains a whole batch of the network that most have.
func BenchmarkHalfKP(b *testing.B) {
	for _, a := range []*foreign.Architecture{archOf(256, 32, 32), archOf(512, 8, 64)} {
		b.Run(a.Name, func(b *testing.B) {
			c, _ := smallStack(b, a)
			c.Batch, c.Visits = 16384, 1<<40
			r := open(b, c)
			for b.Loop() {
				must.OK(b, r.step())
			}
			b.ReportMetric(float64(b.N*c.Batch)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// archOf returns the architecture of a HalfKP network of some size.
func archOf(hidden, first, second int) *foreign.Architecture {
	open := shoginet.Foreign()[0]
	return open.Sized(hidden, first, second, open.Choices[0])
}
