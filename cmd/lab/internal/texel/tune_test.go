package texel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// three is an evaluation of three terms, of which the last is a threat.
type three struct {
	tapered.Evaluator
	weights []tapered.Weight
}

func (e *three) Terms() []string                { return []string{"a", "b", "threat"} }
func (e *three) Weights() []tapered.Weight      { return e.weights }
func (e *three) Danger(threats float64) float64 { return max(0, threats) * max(0, threats) / 100 }

// drawn returns random positions with the scores of e and results drawn with scale k.
func drawn(e *three, n int, k float64) *Samples {
	random := rand.New(rand.NewPCG(1, 2))
	s := new(Samples)
	truth := New(Config{Threads: 1}, e, s, false)
	for range n {
		middle := float32(random.IntN(25)) / 24
		s.positions = append(s.positions, position{counts: len(s.counts), middle: middle, end: 1 - middle})
		for _, term := range []uint16{0, 1} {
			s.counts = append(s.counts, count{term, tapered.ScoreSum, int8(random.IntN(5) - 2)})
		}
		for _, king := range []uint8{tapered.FirstDanger, tapered.SecondDanger} {
			s.counts = append(s.counts, count{2, king, int8(random.IntN(4))})
		}
		last := &s.positions[len(s.positions)-1]
		last.score = float32(truth.value(s, s.Len()-1).score)
		if random.Float64() < sigmoid(float64(last.score), k) {
			last.result = 1
		}
	}
	return s
}

func TestTunerFindsTheWeights(t *testing.T) {
	truth := &three{weights: []tapered.Weight{{40, 10}, {-20, 70}, {60, 0}}}
	start := &three{weights: []tapered.Weight{{0, 0}, {0, 0}, {20, 0}}}
	samples := drawn(truth, 4000, 200)
	c := Config{K: 200, Epochs: 150, Batch: 500, Rate: 2, Threads: 2}
	tuner := New(c, start, samples, false)
	before := tuner.Error(samples)
	epochs := 0
	tuner.Run(context.Background(), func(int) { epochs++ })
	if after := tuner.Error(samples); after > before/1000 || epochs != c.Epochs {
		t.Errorf("error %v after %d epochs, %v before", after, epochs, before)
	}
	got := tuner.Weights()
	for i, want := range truth.weights {
		if math.Abs(float64(got.Middle[i])-float64(want.Middle())) > 2 || math.Abs(float64(got.End[i])-float64(want.End())) > 2 {
			t.Errorf("term %d: %.1f and %.1f, want %v", i, got.Middle[i], got.End[i], want)
		}
	}
}

func TestPullHoldsWeights(t *testing.T) {
	truth := &three{weights: []tapered.Weight{{40, 10}, {-20, 70}, {60, 0}}}
	start := &three{weights: []tapered.Weight{{0, 5}, {0, 0}, {20, 0}}}
	tuner := New(Config{K: 200, Epochs: 50, Batch: 100, Rate: 0.1, Pull: 1e3, Threads: 1}, start, drawn(truth, 500, 200), false)
	tuner.Run(context.Background(), func(int) {})
	if w := tuner.Weights(); w.Middle[0] > 0.5 || w.Middle[2] < 19.5 || w.Middle[2] > 20.5 || w.End[0] < 4.5 || w.End[0] > 5.5 {
		t.Errorf("weights %v went far from their start", w)
	}
}

// The gradient agrees with finite differences of the error.
func TestGradient(t *testing.T) {
	e := &three{weights: []tapered.Weight{{40, 10}, {-20, 70}, {60, 0}}}
	samples := drawn(e, 50, 200)
	tuner := New(Config{K: 150, Blend: 0.5, Threads: 1}, e, samples, false)
	batch := make([]int, samples.Len())
	for i := range batch {
		batch[i] = i
	}
	tuner.parts[0].fill(tuner, batch)
	check := func(name string, weight *float32, slope float32) {
		const h = 1. / 64 // exact in a float32
		got := float64(slope)
		*weight += h
		high := tuner.Error(samples)
		*weight -= 2 * h
		low := tuner.Error(samples)
		*weight += h
		// The square and the scale bring a factor that fill leaves out.
		want := (high - low) / (2 * h) * tuner.K / 2 * float64(len(batch))
		if math.Abs(got-want) > 1e-3*math.Abs(want)+1e-6 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for i, name := range e.Terms() {
		check(name+" middle", &tuner.Weights().Middle[i], split(tuner.parts[0]).Middle[i])
		check(name+" end", &tuner.Weights().End[i], split(tuner.parts[0]).End[i])
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	e := &three{weights: []tapered.Weight{{40, 10}, {-20, 70}, {60, 0}}}
	tuner := New(Config{K: 200, Epochs: 5, Batch: 10, Rate: 9, Threads: 1}, e, drawn(e, 50, 200), true)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tuner.Run(ctx, func(epoch int) { t.Errorf("epoch %d after the end", epoch) })
	if w := tuner.Weights(); w.Middle[0] != 0 {
		t.Errorf("weights %v moved", w)
	}
}

func TestScale(t *testing.T) {
	e := &three{weights: []tapered.Weight{{40, 10}, {-20, 70}, {60, 0}}}
	samples := drawn(e, 20000, 120)
	tuner := New(Config{K: 1, Threads: 1}, e, samples, false)
	search, err := samples.SearchScale(600)
	own, failed := tuner.Scale(samples, 600)
	if err != nil || failed != nil || math.Abs(search-120) > 12 || math.Abs(own-120) > 12 {
		t.Errorf("scales %.0f and %.0f of results that were drawn with 120, errors %v and %v", search, own, err, failed)
	}
}
