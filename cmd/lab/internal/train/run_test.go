package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// model is a straightforward implementation of the network in float64.
type model struct {
	game   *games.Game
	in     *nnue.FeatureSet
	hidden int
	input  [][]float64    // by input, then those that views share, then neuron; the bias last
	output [][2][]float64 // by bucket and side to move, other
	bias   []float64
}

func modelOf(c *Config, s plain, p []float32) *model {
	m := &model{game: &c.Game, in: c.Encoding, hidden: s.hidden, input: make([][]float64, s.trained()+1), output: make([][2][]float64, s.buckets), bias: make([]float64, s.buckets)}
	for i := range m.input {
		for j := range s.hidden {
			m.input[i] = append(m.input[i], float64(p[s.hiddenAt(i, j)]))
		}
	}
	for b := range s.buckets {
		for side := range 2 {
			for j := range s.hidden {
				m.output[b][side] = append(m.output[b][side], float64(s.output(s.tail(p), b)[pairAt(side, j)]))
			}
		}
		m.bias[b] = float64(s.outputBias(s.tail(p))[b])
	}
	return m
}

// value returns the output for a record.
func (m *model) value(r *dataset.Packed, flip bool) float64 {
	mirror, in := dataset.MirrorOf(nil), m.in
	if flip {
		mirror = dataset.MirrorOf(m.game.Flip)
	}
	pieces, shared := placed(r, mirror), in.Shared() > 0
	y := m.bias[in.Bucket(r.Phase(), len(m.bias))]
	for side := range 2 {
		c := r.Side() ^ core.Color(side)
		var view uint8
		for _, p := range pieces {
			if p.Piece.Type() == in.King && p.Piece.Color() == c {
				view = in.KingBucket[c][p.At]
			}
		}
		sums := slices.Clone(m.input[len(m.input)-1])
		for _, p := range pieces {
			if f := in.Tables[in.KingBuckets[view].Table][p.Piece][p.At]; f != nnue.None {
				for j := range sums {
					sums[j] += m.input[in.KingBuckets[view].First+int(f)][j]
					if shared {
						sums[j] += m.input[in.Count+int(f)][j]
					}
				}
			}
		}
		for j, x := range sums {
			x = math.Min(math.Max(x, 0), 1)
			y += x * x * m.output[in.Bucket(r.Phase(), len(m.bias))][side][j]
		}
	}
	return y
}

// gradientOf returns the gradient of the loss over the first n positions of a run.
func gradientOf(t *testing.T, r *Run, n int) (gradient []float32, loss float64) {
	turn, err := r.turns.seek(0)
	must.OK(t, err)
	for i, w := range r.workers {
		from, to := r.part(i, n, 1)
		loss += r.train(w, turn, uint64(from), to-from)
	}
	gradient = r.workers[0].gradient
	for _, w := range r.workers[1:] {
		kernel.Merge(gradient, w.gradient)
	}
	if r.folds() {
		r.parallel(func(thread int, _ *worker) { r.shareGradient(thread) })
	}
	return gradient, loss
}

func TestGradients(t *testing.T) {
	for _, g := range games.All() {
		for _, level := range []cpu.Level{cpu.Go, cpu.This().Best} {
			t.Run(g.Name+" "+level.String(), func(t *testing.T) {
				defer func(old cpu.Level) { _ = cpu.Use(old) }(cpu.Used())
				must.OK(t, cpu.Use(level))
				for _, in := range g.FeatureSets {
					t.Run(in.Name, func(t *testing.T) { checkGradients(t, g, in) })
				}
			})
		}
	}
}

func checkGradients(t *testing.T, g games.Game, in *nnue.FeatureSet) {
	c, _ := smallFor(t, g, in)
	c.Batch, c.LossScale = sized(100, 400), c.Scale/2
	r := open(t, c)
	rng, own := rand.New(rand.NewPCG(1, 1)), r.network.(plain)
	for _, p := range [][]float32{own.outputBias(r.tail(r.parameters)), r.block(r.parameters, 0)[r.trained()*kernel.Width:][:kernel.Width]} {
		for i := range p {
			p[i] = float32(rng.NormFloat64() * 0.3)
		}
	}
	r.rounded = slices.Clone(r.parameters) // the way back takes no notice of rounding
	r.fold()
	gradient, loss := gradientOf(t, r, c.Batch)

	m := modelOf(c, own, r.parameters)
	o := newOrder(uint64(c.Training.Len()), c.Seed, 0)
	flips := 0
	total := func() float64 {
		sum := 0.0
		for i := range uint64(c.Batch) {
			rec := c.Training.parts[0].at(o.at(i))
			flip := c.Flip && mix(i+c.Seed)&1 != 0
			if flip {
				flips++
			}
			l := rec.Label()
			target := c.Blend*float64(l.Result+1)/2 + (1-c.Blend)/(1+math.Exp(-float64(l.Score)/float64(c.LossScale)))
			e := 1/(1+math.Exp(-2*m.value(rec, flip))) - target
			sum += e * e
		}
		return sum
	}
	if want := total(); math.Abs(loss-want) > 1e-4*want {
		t.Fatalf("loss %g, want %g", loss, want)
	}
	if c.Flip != (flips > c.Batch/3) {
		t.Errorf("%d of %d positions are flipped", flips, c.Batch)
	}

	checked := map[string]int{}
	check := func(group string, at int, x *float64) {
		t.Helper()
		const h = 1e-5
		old := *x
		*x = old + h
		up := total()
		*x = old - h
		down := total()
		*x = old
		want := (up - down) / (2 * h) / float64(c.Batch)
		if math.Abs(float64(gradient[at])-want) > 1e-3*math.Abs(want)+2e-7 {
			t.Errorf("%s: gradient %g, want %g", group, gradient[at], want)
		}
		if math.Abs(want) > 1e-5 {
			checked[group]++
		}
	}
	active := map[uint32]bool{}
	for _, w := range r.workers {
		for _, f := range w.index {
			active[f] = true
			if r.folds() && int(f) < r.inputs {
				active[uint32(r.inputs)+f%uint32(r.shared)] = true
			}
		}
	}
	tried := map[string]int{}
	for f := range active {
		group := "inputs"
		if int(f) >= r.inputs {
			group = "shared inputs"
		}
		if int(f) < r.trained() && checked[group] < sized(6, 25) && tried[group] < sized(20, 100) {
			tried[group]++
			j := rng.IntN(r.hidden)
			check(group, r.hiddenAt(int(f), j), &m.input[f][j])
		}
	}
	for range sized(3, 10) {
		j := rng.IntN(r.hidden)
		check("bias", r.hiddenAt(r.trained(), j), &m.input[r.trained()][j])
		for b := range own.buckets {
			at := r.hiddenSize() + b*own.outputSize()
			check("own output", at+pairAt(0, j), &m.output[b][0][j])
			check("other output", at+pairAt(1, j), &m.output[b][1][j])
		}
	}
	for b := range own.buckets {
		check("output bias", r.hiddenSize()+own.biasFrom()+b, &m.bias[b])
	}
	for _, group := range []string{"inputs", "shared inputs", "bias", "own output", "other output", "output bias"} {
		if checked[group] == 0 && (group != "shared inputs" || r.shared > 0) {
			t.Errorf("no %s has a gradient", group)
		}
	}
	// Padding of the last block has none.
	for j := r.hidden; j < r.blocks()*kernel.Width; j++ {
		if x := gradient[r.hiddenAt(r.trained(), j)]; x != 0 {
			t.Errorf("neuron %d, which is none, has the gradient %g", j, x)
		}
	}
}

// A few positions are memorised.
func TestLearnsByHeart(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			c, d := small(t, g)
			c.Hidden = 64
			learnByHeart(t, c, d, 1e-5)
		})
	}
}

// Interrupted runs give the same networks as uninterrupted ones.
func TestResume(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			whole, d := small(t, g)
			whole.Batch, whole.Visits = 10, 10*(points+13) // no point of the curves at steps 1 and 32
			whole.Validation = newHeld(maxHeld)
			whole.Validation.add(records(&d.Validation.list)[:sized(10, d.Validation.n)])
			if g.Flip != nil {
				whole.Average = 0.98
			}
			r := open(t, whole)
			finish(t, r)
			want := file(t, r)

			cut := *whole
			cut.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
			for _, stop := range []int64{1, 2, 32, r.Steps() - 1} {
				if stop == r.Steps()-1 {
					cut.Every = time.Hour // saves at the end only
				}
				part := open(t, &cut)
				ctx, cancel := context.WithCancel(context.Background())
				var killed []byte // the file as a kill would leave it
				cut.Progress = func(p Progress) {
					if p.Step == stop+1 {
						killed, _ = os.ReadFile(cut.Checkpoint)
						cancel()
					}
				}
				must.OK(t, part.Go(ctx))
				if part.Step != stop+1 {
					t.Errorf("%d steps, want %d", part.Step, stop+1)
				} else if part.Finished() {
					break
				} else if err := os.WriteFile(cut.Checkpoint, killed, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			r2 := open(t, &cut)
			if !r2.Finished() || !bytes.Equal(file(t, r2), want) {
				t.Errorf("after %d steps the network is another one", r2.Step)
			}
			if !reflect.DeepEqual(r2.Points, r.Points) {
				t.Errorf("points %v, want %v", r2.Points, r.Points)
			}
		})
	}
}

// file returns the network of r as a file.
func file(t *testing.T, r *Run) []byte {
	t.Helper()
	return written(t, r).File
}

func written(t *testing.T, r *Run) *Network {
	t.Helper()
	n, err := r.Network(nnue.Header{Name: "test", Command: "lab train", Data: "none", Parents: []string{"a"}})
	must.OK(t, err)
	return n
}

// own returns the network of r, one of ours.
func own(t *testing.T, r *Run) *nnue.Network {
	t.Helper()
	n, err := nnue.Parse(file(t, r))
	must.OK(t, err)
	return n
}

// The network depends on the setup and its seed, and on nothing else.
func TestSeeds(t *testing.T) {
	c, _ := small(t, games.Shogi())
	c.Visits = 5 * 300
	run := func(change func(*Config)) []byte {
		d := *c
		change(&d)
		r := open(t, &d)
		finish(t, r)
		return file(t, r)
	}
	same := run(func(*Config) {})
	if !bytes.Equal(run(func(*Config) {}), same) {
		t.Error("equal runs make different networks")
	}
	for name, change := range map[string]func(*Config){
		"seed": func(c *Config) { c.Seed++ }, "flip": func(c *Config) { c.Flip = false },
		"blend": func(c *Config) { c.Blend = 1 }, "rate": func(c *Config) { c.Rate /= 2 },
	} {
		if bytes.Equal(run(change), same) {
			t.Errorf("another %s makes no difference", name)
		}
	}
}

// The average is that of the weights after each of the last steps.
func TestAverage(t *testing.T) {
	for _, g := range games.All() {
		c, _ := small(t, g)
		c.Average, c.FinalRate = 0.22, c.Rate // 5 of 20 steps
		r := open(t, c)
		sum := make([]float64, r.size())
		c.Progress = func(p Progress) {
			for i, x := range r.parameters {
				if p.Step > 15 {
					sum[i] += float64(x) / 5
				}
			}
		}
		finish(t, r)
		apart := false
		for i, x := range sum {
			if math.Abs(x-float64(r.average[i])) > 1e-5 {
				t.Fatalf("%s: the average of parameter %d is %g, want %g", g.Name, i, r.average[i], x)
			}
			apart = apart || math.Abs(x-float64(r.parameters[i])) > 1e-3
		}
		if !apart || !slices.Equal(r.rounded, roundParameters(r.network, r.average)) {
			t.Errorf("%s: the network is not that of the average", g.Name)
		}
	}
}

func TestBadCheckpoints(t *testing.T) {
	c, _ := small(t, games.Chess())
	c.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	finish(t, open(t, c))
	good := must.Read(t, c.Checkpoint)
	damaged := slices.Clone(good)
	damaged[len(damaged)/2] ^= 1
	tests := []struct {
		name   string
		text   []byte
		change func(*Config)
		want   string
	}{
		{"another file", []byte("hello"), nil, "not a checkpoint"},
		{"empty", nil, nil, "not a checkpoint"},
		{"cut", good[:len(good)-7], nil, "damaged"},
		{"cut short", good[:len(checkpointMagic)+3], nil, "damaged"},
		{"a bit wrong", damaged, nil, "damaged"},
		{"of another version", append([]byte("nitoryu training 1\n"), good[len(checkpointMagic):]...), nil, "one of another version"},
		{"of another size", good, func(c *Config) { c.Hidden = 128 }, "hidden is 96, wanted is 128"},
		{"of other positions", good, func(c *Config) { c.Data = "x" }, "other positions"},
		{"of a run without an average", good, func(c *Config) { c.Average = 0.5 }, "average is 0, wanted is 0.5"},
		{"of another seed", good, func(c *Config) { c.Seed = 9 }, "seed is 5, wanted is 9"},
	}
	for _, tt := range tests {
		d := *c
		if tt.change != nil {
			tt.change(&d)
		}
		must.Write(t, c.Checkpoint, tt.text)
		if _, err := Open(&d); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
}

func TestBadSetups(t *testing.T) {
	// from begins with a network, which has the game and the inputs of the run if it names none.
	from := func(h nnue.Header) func(*Config) {
		return func(c *Config) {
			if h.Game == "" {
				h.Game = c.Game.Name
			}
			if h.Inputs == "" {
				h.Inputs, h.Count = c.Inputs, c.Encoding.Count
			}
			c.From = &nnue.Network{Header: h}
		}
	}
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no batch", func(c *Config) { c.Batch = 0 }, "batch"},
		{"a huge batch", func(c *Config) { c.Batch = 1 << 30 }, "batch"},
		{"no visits", func(c *Config) { c.Visits = 0 }, "the total"},
		{"no rate", func(c *Config) { c.Rate = 0 }, "learning rate"},
		{"a rate that is no number", func(c *Config) { c.Rate = math.NaN() }, "learning rate"},
		{"a rising rate", func(c *Config) { c.FinalRate = 2 * c.Rate }, "last learning rate"},
		{"too much decay", func(c *Config) { c.Decay = 1 }, "decay"},
		{"too much to average", func(c *Config) { c.Average = 1.5 }, "average"},
		{"too small a stretch", func(c *Config) { c.Stretch = 49 }, "hyperbolic sine of 50"},
		{"too large a stretch", func(c *Config) { c.Stretch = 10001 }, "not of 10001"},
		{"a negative stretch", func(c *Config) { c.Stretch = -350 }, "not of -350"},
		{"a negative scale of the loss", func(c *Config) { c.LossScale = -1 }, "scale of the loss"},
		{"too large a scale of the loss", func(c *Config) { c.LossScale = 10001 }, "scale of the loss"},
		{"too large a share", func(c *Config) { c.Blend = 1.1 }, "share"},
		{"a share that is no number", func(c *Config) { c.Blend = math.NaN() }, "share"},
		{"no positions", func(c *Config) { c.Positions = 0 }, "no position"},
		{"odd neurons", func(c *Config) { c.Hidden = 100 }, "100"},
		{"too many buckets", func(c *Config) { c.Buckets = 99 }, "99"},
		{"no scale", func(c *Config) { c.Scale = 0 }, "scale"},
		{"a start of another game", from(nnue.Header{Game: "go", Hidden: 96, Buckets: 3}), "the initial network does not fit"},
		{"a start with other inputs", from(nnue.Header{Inputs: "x", Count: 5, Hidden: 96, Buckets: 3}), "the initial network does not fit"},
		{"a start that is wider", from(nnue.Header{Hidden: 128, Buckets: 3}), "128 neurons, more than the 96 wanted"},
		{"a start with other buckets", from(nnue.Header{Hidden: 96, Buckets: 2}), "2 output buckets, not the 3 wanted or one"},
	}
	for _, tt := range tests {
		c, _ := small(t, games.Chess())
		tt.change(c)
		if _, err := Open(c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
}

// The network agrees with the floats, and a run can begin with it.
func TestNetwork(t *testing.T) {
	for _, k := range kinds() {
		t.Run(k.in.Name, func(t *testing.T) {
			g := k.game
			c, d := smallFor(t, g, k.in)
			r := open(t, c)
			finish(t, r)
			n := own(t, r)
			if n.Scale != c.Scale || n.Game != g.Name || n.Command != "lab train" || len(n.Parents) != 1 {
				t.Errorf("header %+v", n.Header)
			}
			diff, err := r.Compare(written(t, r), d.Samples)
			if err != nil || diff.Positions < 30 || diff.Mean > 1 || diff.Worst > 3 {
				t.Errorf("difference %+v, error %v", diff, err)
			}
			if diff.Worst == 0 {
				t.Error("integers cannot be as exact as that")
			}
			c.From = n
			again := open(t, c)
			for i, p := range r.rounded {
				if q := again.rounded[i]; r.shared == 0 && math.Abs(float64(p-q)) > 1e-6 {
					t.Fatalf("parameter %d is %g, was %g", i, q, p)
				}
			}
			same := own(t, again)
			if !slices.Equal(same.Weights, n.Weights) || !slices.Equal(same.Bias, n.Bias) || !slices.Equal(same.Output, n.Output) {
				t.Error("the network that a run begins with is another one")
			}
		})
	}
}

// kind is one of the ways in which networks of a game see positions.
type kind struct {
	game games.Game
	in   *nnue.FeatureSet
}

func kinds() (all []kind) {
	for _, g := range games.All() {
		for _, in := range g.FeatureSets {
			all = append(all, kind{g, in})
		}
	}
	return all
}

// A network that begins with one of other zones has the weights of the zone in which each square
// of the king was.
func TestOtherZones(t *testing.T) {
	for _, k := range kinds() {
		for _, from := range k.game.FeatureSets {
			if from == k.in {
				continue
			}
			t.Run(from.Name+" to "+k.in.Name, func(t *testing.T) {
				had, _ := smallFor(t, k.game, from)
				r := open(t, had)
				finish(t, r)
				n := own(t, r)
				c, d := smallFor(t, k.game, k.in)
				c.From, c.Visits = n, 10*300
				zoned := open(t, c)
				first := own(t, zoned)
				if !slices.Equal(first.Bias, n.Bias) || !slices.Equal(first.Output, n.Output) {
					t.Error("other weights behind the inputs")
				}
				block, equal := k.in.Block()*n.Hidden, 0
				for sq := range 64 {
					to := k.in.KingBuckets[k.in.KingBucket[core.First][sq]].First * n.Hidden
					was := from.KingBuckets[from.KingBucket[core.First][sq]].First * n.Hidden
					if slices.Equal(first.Weights[to:][:block], n.Weights[was:][:block]) {
						equal++
					} else if from.Count <= k.in.Count {
						t.Errorf("square %d begins with other weights", sq)
					}
				}
				if equal == 0 {
					t.Error("all squares begin with other weights")
				}
				finish(t, zoned)
				if diff, err := zoned.Compare(written(t, zoned), d.Samples); err != nil || diff.Worst > 3 {
					t.Errorf("difference %+v, error %v", diff, err)
				}
			})
		}
	}
}

// Zones that begin with the same weights learn some of their own.
func TestZonesBeginWithout(t *testing.T) {
	for _, k := range kinds() {
		if k.in.Shared() == 0 {
			continue
		}
		t.Run(k.in.Name, func(t *testing.T) {
			without, _ := small(t, k.game)
			r := open(t, without)
			finish(t, r)
			n := own(t, r)
			c := *without
			c.Encoding, c.Inputs, c.From, c.Visits = k.in, k.in.Name, n, 10*300
			zoned := open(t, &c)
			finish(t, zoned)
			last := own(t, zoned)
			if slices.Equal(last.Weights[:len(n.Weights)], last.Weights[len(n.Weights):][:len(n.Weights)]) {
				t.Error("zones learn nothing of their own")
			}
		})
	}
}

// A wider network that begins with a narrower one gives every position the same score, also
// with zones or with more output layers than that had; then its neurons go ways of their own.
func TestWidening(t *testing.T) {
	for i, k := range kinds() {
		for j, tt := range []struct{ hidden, buckets int }{{128, 3}, {192, 1}, {416, 3}} {
			t.Run(fmt.Sprint(k.in.Name, " ", tt), func(t *testing.T) {
				if (i+j)%3 > 0 {
					must.BeFull(t, "one size for each way to see a position")
				}
				c, _ := small(t, k.game) // with the usual inputs
				c.Buckets = tt.buckets
				wide := *c
				if tt.buckets == 1 {
					d := load(t, k.game, Options{Held: 0.3}, randomGames(k.game.Rules, 7, 12)...)
					c.Training, c.Validation = d.Training, d.Validation
				}
				narrow := open(t, c)
				finish(t, narrow)
				n := own(t, narrow)
				wide.Encoding, wide.Inputs, wide.Hidden, wide.Buckets, wide.From, wide.Visits = k.in, k.in.Name, tt.hidden, 3, n, int64(sized(25, 40)*300)
				r := open(t, &wide)
				first := own(t, r)
				evaluator := func(n *nnue.Network, in *nnue.FeatureSet) core.Evaluator {
					source, err := nnue.NewSource(n, in)
					must.OK(t, err)
					return source.New()
				}
				if k.in != k.game.FeatureSets[0] { // zones may mirror the board, so that they alone make a difference
					zoned := wide
					zoned.Hidden, zoned.Buckets = n.Hidden, n.Buckets
					n = own(t, open(t, &zoned))
				}
				a, b := evaluator(n, k.in), evaluator(first, k.in)
				positions, different := 0, map[core.Score]bool{}
				for _, game := range randomGames(k.game.Rules, 9, sized(9, 20)) {
					_ = game.Replay(k.game.Rules, core.Settings{}, func(p core.Position, _ core.Move, _ core.Score, _ bool) bool {
						a.Reset(p)
						b.Reset(p)
						if x, y := a.Evaluate(), b.Evaluate(); x != y {
							t.Errorf("%s: score %d, was %d", p, y, x)
						} else {
							different[x] = true
						}
						positions++
						return !t.Failed()
					})
				}
				if positions < 1000 || len(different) < 50 {
					t.Errorf("only %d positions, %d different scores", positions, len(different))
				}
				finish(t, r)
				for j := n.Hidden; j < r.hidden; j++ {
					apart := 0
					for i := range r.trained() {
						if r.rounded[r.hiddenAt(i, j)] != r.rounded[r.hiddenAt(i, j%n.Hidden)] {
							apart++
						}
					}
					if apart < c.Game.FeatureSets[0].Count/20 {
						t.Errorf("neuron %d is the same as %d but for %d weights", j, j%n.Hidden, apart)
					}
				}
			})
		}
	}
}

func TestSplitWeights(t *testing.T) {
	for x := -127; x <= 127; x++ {
		for n := 1; n < 9; n++ {
			sum := 0
			for i := range n {
				part := split(x, i, n)
				if d := part*n - x; d <= -n || d >= n {
					t.Errorf("part %d of %d of %d is %d", i, n, x, part)
				}
				sum += part
			}
			if sum != x {
				t.Errorf("%d parts of %d add up to %d", n, x, sum)
			}
		}
	}
}

// Inputs that were never active have weights of zero.
func TestUnseenInputs(t *testing.T) {
	c, _ := small(t, games.Chess())
	r := open(t, c)
	finish(t, r)
	n := own(t, r)
	row := func(input int) []int16 { return n.Weights[input*n.Hidden:][:n.Hidden] }
	zero := func(list []int16) bool { return !slices.ContainsFunc(list, func(w int16) bool { return w != 0 }) }
	// An own pawn cannot stand on the first rank, but on the second.
	if !zero(row(0)) || zero(row(8)) {
		t.Errorf("a pawn on a1 weighs %v, on a2 %v", row(0), row(8))
	}
}

func TestRates(t *testing.T) {
	r := &Run{Setup: Setup{Rate: 0.001, FinalRate: 8e-6, Visits: 101, Batch: 1}}
	for step, want := range map[int64]float64{0: 0.001, 50: (0.001 + 8e-6) / 2, 100: 8e-6} {
		if got := r.rate(step); math.Abs(got-want) > 1e-12 {
			t.Errorf("step %d: rate %g, want %g", step, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	for threads := 1; threads < 6; threads++ {
		r := &Run{workers: make([]*worker, threads)}
		for _, n := range []int{0, 1, 63, 64, 1000, 6400} {
			next := 0
			for i := range threads {
				from, to := r.part(i, n, 64)
				if from != next || from%64 != 0 && from != n || to < from {
					t.Errorf("%d threads, %d: part %d is %d to %d", threads, n, i, from, to)
				}
				next = to
			}
			if next != n {
				t.Errorf("%d threads: %d of %d are left over", threads, n-next, n)
			}
		}
	}
}

func TestPage(t *testing.T) {
	c, _ := small(t, games.Chess())
	r := open(t, c)
	show := func() string {
		var b strings.Builder
		must.OK(t, r.HTML(&b, About{Name: "first <net>", Command: "lab train x", Data: "some", Result: "fine"}))
		return b.String()
	}
	if text := show(); !strings.Contains(text, "Incomplete") {
		t.Error("a run that has not begun is complete")
	}
	finish(t, r)
	text := show()
	must.Has(t, text, "first &lt;net&gt;", "lab train x", "some", "fine", `<polyline class="second"`, "768 → 96 × 2 → 3")
	if strings.Contains(text, "Incomplete") || strings.Contains(text, "NaN") {
		t.Errorf("the page says:\n%s", text)
	}
}

func TestSaveFails(t *testing.T) {
	c, _ := small(t, games.Chess())
	c.Checkpoint = filepath.Join(t.TempDir(), "no", "such", "folder")
	if err := open(t, c).Go(context.Background()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// BenchmarkStep trains a whole batch at a time; the metric is what lab train shows.
func BenchmarkStep(b *testing.B) {
	for _, g := range games.All() {
		for _, hidden := range []int{128, 256} {
			b.Run(fmt.Sprint(g.Name, hidden), func(b *testing.B) {
				c, _ := small(b, g)
				c.Hidden, c.Batch, c.Buckets = hidden, 16384, 3
				c.Visits = 1 << 40
				r := open(b, c)
				for b.Loop() {
					must.OK(b, r.step())
				}
				b.ReportMetric(float64(b.N*c.Batch)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
}

// Training looks nothing up twice: what the games declare is within range.
func TestFeatureSets(t *testing.T) {
	for _, k := range kinds() {
		if err := checkInputs(k.in); err != nil {
			t.Error(err)
		}
	}
}

func checkInputs(in *nnue.FeatureSet) error {
	for _, side := range in.KingBucket {
		for _, view := range side {
			if int(view) >= len(in.KingBuckets) {
				return fmt.Errorf("inputs %s: there is no view %d", in.Name, view)
			}
		}
	}
	shared := in.Shared()
	for i, view := range in.KingBuckets {
		if shared > 0 && view.First%shared != 0 {
			return fmt.Errorf("inputs %s: view %d begins within another", in.Name, i)
		}
		if view.Table < 0 || view.Table >= len(in.Tables) {
			return fmt.Errorf("inputs %s: there is no table %d", in.Name, view.Table)
		}
		for _, places := range in.Tables[view.Table] {
			for _, f := range places {
				if input := view.First + int(f); f != nnue.None && (input < 0 || input >= in.Count) {
					return fmt.Errorf("inputs %s: there is no input %d", in.Name, input)
				}
			}
		}
	}
	return nil
}
