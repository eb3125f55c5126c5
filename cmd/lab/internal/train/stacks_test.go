package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// stacksOf returns the dense layers of a run.
func stacksOf(t testing.TB, r *Run) *stacks {
	t.Helper()
	switch n := r.network.(type) {
	case *halfKP:
		return &n.stacks
	case *layered:
		return &n.stacks
	}
	t.Fatalf("a network without dense layers: %s", r.network)
	return nil
}

// stackModel is a straightforward implementation in float64. It takes rounding for something
// that does not change with the weights, as the way back does.
type stackModel struct {
	*stacks
	game   games.Game
	in     *nnue.FeatureSet
	values []float64 // rounded parameters
}

// trace is what a position made of its sums: each value before and after it was rounded down or
// clamped.
type trace struct{ before, after []float64 }

// value returns the output for a record, rounded as in the trace of an earlier call.
func (m *stackModel) value(r *dataset.Packed, flip bool, base *trace) (float64, *trace) {
	mirror := dataset.MirrorOf(nil)
	if flip {
		mirror = dataset.MirrorOf(m.game.Flip)
	}
	now := new(trace)
	// clip rounds x down and clamps it to what lies between low and high.
	clip := func(x, low, high float64) float64 {
		at := len(now.after)
		after := min(max(math.Floor(x), low), high)
		if base != nil {
			if after = base.after[at]; after > low && after < high {
				after += x - base.before[at]
			}
		}
		now.before, now.after = append(now.before, x), append(now.after, after)
		return after
	}
	var x []float64
	for side := range 2 {
		neurons := m.neurons(r, mirror, side)
		if !m.paired {
			for _, sum := range neurons {
				x = append(x, clip(sum, 0, 127))
			}
			continue
		}
		for j := range m.hidden / 2 {
			product := clip(neurons[j], 0, 255) * clip(neurons[j+m.hidden/2], 0, 255) / 512
			x = append(x, clip(product, math.Inf(-1), math.Inf(1)))
		}
	}
	first := m.hiddenSize() + m.bucket(r)*m.size
	for i, l := range m.dense {
		var sums, next []float64
		for out := range l.outputs {
			sum := m.values[first+l.bias+out]
			for k, v := range x {
				sum += v * m.values[first+m.weightAt(i, k, out)]
			}
			sums = append(sums, sum)
		}
		if i == 2 {
			return sums[0] / m.perOdds, now
		}
		for _, sum := range sums {
			if i == 0 && m.paired {
				next = append(next, clip(sum*sum/(1<<19), math.Inf(-1), 127))
			}
		}
		for _, sum := range sums {
			next = append(next, clip(sum/64, 0, 127))
		}
		x = next
	}
	return 0, nil
}

// neurons returns the sums of a side, the first of which is to move.
func (m *stackModel) neurons(r *dataset.Packed, mirror *dataset.Mirror, side int) (sums []float64) {
	in, pieces, c := m.in, placed(r, mirror), r.Side()^core.Color(side)
	view := in.KingBuckets[0]
	for _, p := range pieces {
		if p.Piece.Type() == in.King && p.Piece.Color() == c {
			view = in.KingBuckets[in.KingBucket[c][p.At]]
		}
	}
	active := []int{m.trained()}
	add := func(f int) {
		if active = append(active, view.First+f); m.shared > 0 {
			active = append(active, m.inputs+f)
		}
	}
	for _, p := range pieces {
		if f := in.Tables[view.Table][p.Piece][p.At]; f != nnue.None {
			add(int(f))
		}
	}
	for range in.Set - len(pieces) {
		add(0)
	}
	for j := range m.hidden {
		sum := 0.0
		for _, input := range active {
			sum += m.values[m.hiddenAt(input, j)]
		}
		sums = append(sums, sum)
	}
	return sums
}

// stirred opens a run whose biases are random, too.
func stirred(t *testing.T, c *Config) *Run {
	r := open(t, c)
	s, rng := stacksOf(t, r), rand.New(rand.NewPCG(1, 1))
	for j := range s.hidden {
		r.parameters[s.hiddenAt(s.trained(), j)] = float32(rng.Float64())
		for range 200 {
			r.parameters[s.hiddenAt(rng.IntN(s.inputs), j)] = float32(0.1 * rng.NormFloat64())
		}
	}
	for i := range s.count {
		for _, l := range s.dense {
			for out := range l.outputs {
				s.tail(r.parameters)[i*s.size+l.bias+out] = float32(0.5 * rng.Float64())
			}
		}
	}
	r.round()
	return r
}

func TestStackGradients(t *testing.T) {
	best := cpu.This().Best
	for _, tt := range []struct {
		level  cpu.Level
		config func() *Config
	}{
		{cpu.Go, func() *Config { c, _ := smallStack(t, toyStack(32, 32, 32)); return c }},
		{best, func() *Config { c, _ := smallStack(t, toyStack(96, 8, 20)); return c }},
		{cpu.Go, func() *Config { return smallLayers(t, games.Shogi(), 64, 3, 16, 16) }},
		{best, func() *Config { return smallLayers(t, games.Shogi(), 192, 1, 16, 32) }},
		{best, func() *Config { return smallLayers(t, games.Chess(), 64, 8, 32, 16) }},
	} {
		c := tt.config()
		t.Run(fmt.Sprintf("%s %s %s", tt.level, c.Inputs, c.network()), func(t *testing.T) {
			defer func(old cpu.Level) { _ = cpu.Use(old) }(cpu.Used())
			must.OK(t, cpu.Use(tt.level))
			checkStackGradients(t, c)
		})
	}
}

func checkStackGradients(t *testing.T, c *Config) {
	c.Batch = sized(40, 70)
	r := stirred(t, c)
	gradient, loss := gradientOf(t, r, c.Batch)
	m := &stackModel{stacksOf(t, r), c.Game, c.Encoding, make([]float64, r.size())}
	for i, x := range roundParameters(r.network, r.parameters) {
		m.values[i] = float64(x)
	}
	o := newOrder(uint64(c.Training.Len()), c.Seed, 0)
	base, used := make([]*trace, c.Batch), map[int]bool{}
	total := func() (sum float64) {
		for i := range base {
			rec := c.Training.parts[0].at(o.at(uint64(i)))
			y, now := m.value(rec, c.Flip && mix(uint64(i)+c.Seed)&1 != 0, base[i])
			if base[i] == nil {
				base[i] = now
			}
			used[m.bucket(rec)] = true
			l := rec.Label()
			e := 1/(1+math.Exp(-y)) - (c.Blend*float64(l.Result+1)/2 + (1-c.Blend)/(1+math.Exp(-float64(l.Score)/float64(c.Scale))))
			sum += e * e
		}
		return sum
	}
	if want := total(); math.Abs(loss-want) > 1e-5*want {
		t.Fatalf("loss %g, want %g", loss, want)
	}
	if len(used) < min(2, m.count) {
		t.Errorf("%d of %d stacks are used", len(used), m.count)
	}
	checked := map[string]int{}
	check := func(group string, at int, unit, got float64) {
		const h = 1e-4
		old := m.values[at]
		m.values[at] = old + h*unit
		up := total()
		m.values[at] = old - h*unit
		down := total()
		m.values[at] = old
		want := (up - down) / (2 * h) / float64(c.Batch)
		if math.Abs(got-want) > 2e-3*math.Abs(want)+1e-6 {
			t.Errorf("%s: gradient %g, want %g", group, got, want)
		}
		if math.Abs(want) > 1e-5 {
			checked[group]++
		}
	}
	rng := rand.New(rand.NewPCG(2, 1))
	hidden := func(group string, input int) {
		j, got := rng.IntN(m.hidden), 0.0
		at := m.hiddenAt(input, j)
		if !r.lazy {
			got = float64(gradient[at])
		}
		for _, w := range r.workers {
			if w.touched == nil {
				continue
			}
			if g := w.touched.of(input, j/kernel.Width); g != nil {
				got += float64(g[j%kernel.Width])
			}
		}
		check(group, at, r.network.parts()[0].unit, got)
	}
	active := map[int]bool{}
	for _, w := range r.workers {
		for _, input := range w.index {
			active[int(input)] = true
			if r.folds() && int(input) < r.inputs {
				active[r.inputs+int(input)%r.shared] = true
			}
		}
	}
	for input := range active {
		switch {
		case input < m.inputs && checked["inputs"] < 4:
			hidden("inputs", input)
		case input >= m.inputs && input < m.trained() && checked["shared inputs"] < 4:
			hidden("shared inputs", input)
		}
	}
	tail := gradient
	if !r.lazy {
		tail = m.tail(gradient)
	}
	for range max(1, 6/len(used)) {
		hidden("bias", m.trained())
		for s := range used {
			for i, l := range m.dense {
				at := s*m.size + m.weightAt(i, rng.IntN(m.layerInputs(i)), rng.IntN(l.outputs))
				check(fmt.Sprint("weights of layer ", i), m.hiddenSize()+at, l.unit, float64(tail[at]))
				at = s*m.size + l.bias + rng.IntN(l.outputs)
				check(fmt.Sprint("biases of layer ", i), m.hiddenSize()+at, l.unit*neuronUnit, float64(tail[at]))
			}
		}
	}
	for _, group := range []string{"inputs", "shared inputs", "bias", "weights of layer 0", "weights of layer 1", "weights of layer 2", "biases of layer 0", "biases of layer 1", "biases of layer 2"} {
		if checked[group] == 0 && (group != "shared inputs" || m.shared > 0) {
			t.Errorf("no %s has a gradient", group)
		}
	}
}
