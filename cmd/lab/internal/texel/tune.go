package texel

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// Config says how to tune.
type Config struct {
	K       float64 // scale of scores: 1/(1+exp(-score/K)) is the expected result
	Blend   float64 // share of the game's result in the target, the rest being the search score
	Epochs  int     // passes over the positions
	Batch   int     // positions for a step
	Rate    float64 // length of the first steps, in units of the weights; it falls to 0
	Pull    float64 // towards the initial weights, in proportion to the distance
	Threads int
	Seed    uint64 // of the order of positions
}

// Weights are values of all terms.
type Weights struct{ Middle, End []float32 }

// Tuner is a run of gradient descent. Its weights are those of the middlegame, then those of
// the endgame.
type Tuner struct {
	Config
	evaluator                             tapered.Evaluator
	training                              *Samples
	start, weights, rounded, mean, square []float32
	parts                                 []gradient // of threads
	steps                                 int64
}

// gradient is the part of a step's gradient from one thread.
type gradient []float32

// New returns a tuner that begins with the weights of e, or with zeros.
func New(c Config, e tapered.Evaluator, training *Samples, zero bool) *Tuner {
	terms := len(e.Weights())
	values := func() []float32 { return make([]float32, 2*terms) }
	t := &Tuner{Config: c, evaluator: e, training: training, weights: values(), rounded: values(), mean: values(), square: values()}
	for i, w := range e.Weights() {
		if !zero {
			t.weights[i], t.weights[terms+i] = float32(w.Middle()), float32(w.End())
		}
	}
	t.start = slices.Clone(t.weights)
	for range max(1, c.Threads) {
		t.parts = append(t.parts, values())
	}
	return t
}

// split splits values into those of the middlegame and of the endgame.
func split(all []float32) Weights { return Weights{all[:len(all)/2], all[len(all)/2:]} }

// Weights returns the weights so far; they change with the next Run.
func (t *Tuner) Weights() Weights { return split(t.weights) }

// Run tunes. It calls report after each epoch and ends early with ctx.
func (t *Tuner) Run(ctx context.Context, report func(epoch int)) {
	order := make([]int, t.training.Len())
	for i := range order {
		order[i] = i
	}
	random := rand.New(rand.NewPCG(t.Seed, 0))
	for epoch := range t.Epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for from := 0; from < len(order) && ctx.Err() == nil; from += t.Batch {
			done := float64(epoch) + float64(from)/float64(len(order))
			t.step(order[from:min(from+t.Batch, len(order))], t.Rate*(1-done/float64(t.Epochs)))
		}
		if ctx.Err() != nil {
			return
		}
		report(epoch + 1)
	}
}

// step moves the weights against the gradient of the error over some positions, by Adam
// (https://arxiv.org/abs/1412.6980).
func (t *Tuner) step(batch []int, rate float64) {
	var wg sync.WaitGroup
	for i := range t.parts {
		part := batch[i*len(batch)/len(t.parts) : (i+1)*len(batch)/len(t.parts)]
		wg.Go(func() { t.parts[i].fill(t, part) })
	}
	wg.Wait()
	sum := t.parts[0]
	for _, p := range t.parts[1:] {
		kernel.Merge(sum, p)
	}
	for i := range sum {
		sum[i] = sum[i]/float32(len(batch)) + float32(t.Pull)*(t.weights[i]-t.start[i])
	}
	t.steps++
	adam := kernel.NewStep(t.steps, rate, 0.9, 0.999, 0, math.MaxInt16, 1)
	adam.Run(t.weights, t.rounded, t.mean, t.square, sum)
}

// fill sums the gradients of the squared errors of some positions. The factor 1/K of the
// sigmoid's slope is left out, since Adam is invariant to it.
func (g gradient) fill(t *Tuner, batch []int) {
	clear(g)
	s, by := t.training, split(g)
	for _, i := range batch {
		p := &s.positions[i]
		v := t.value(s, i)
		expected := sigmoid(v.score, t.K)
		slope := (expected - t.target(p)) * expected * (1 - expected)
		middle, end := slope*float64(p.middle), slope*float64(p.end)
		danger := [tapered.Sums]float64{tapered.FirstDanger: -middle * v.slope[tapered.FirstDanger], tapered.SecondDanger: middle * v.slope[tapered.SecondDanger]}
		for _, c := range s.of(i) {
			n := float64(c.n)
			if c.sum == tapered.ScoreSum {
				by.Middle[c.term] += float32(n * middle)
				by.End[c.term] += float32(n * end)
			} else {
				by.Middle[c.term] += float32(n * danger[c.sum])
			}
		}
	}
}

// value is the evaluation of a position.
type value struct {
	score float64               // for core.First
	slope [tapered.Sums]float64 // of the dangers, in the threats
}

// value returns the value of position i of s.
func (t *Tuner) value(s *Samples, i int) (v value) {
	w := t.Weights()
	var total [tapered.Sums]float64
	end := 0.0
	for _, c := range s.of(i) {
		n := float64(c.n)
		total[c.sum] += n * float64(w.Middle[c.term])
		if c.sum == tapered.ScoreSum {
			end += n * float64(w.End[c.term])
		}
	}
	p := &s.positions[i]
	danger := [tapered.Sums]float64{}
	for sum := tapered.FirstDanger; sum <= tapered.SecondDanger; sum++ {
		const h = 0.5
		low, high := t.evaluator.Danger(total[sum]-h), t.evaluator.Danger(total[sum]+h)
		danger[sum], v.slope[sum] = t.evaluator.Danger(total[sum]), (high-low)/(2*h)
	}
	v.score = float64(p.middle)*(total[tapered.ScoreSum]+danger[tapered.SecondDanger]-danger[tapered.FirstDanger]) + float64(p.end)*end
	return v
}

// target is the target of a position: its expected result.
func (t *Tuner) target(p *position) float64 {
	return t.Blend*float64(p.result) + (1-t.Blend)*sigmoid(float64(p.score), t.K)
}

// Error returns the mean squared error over samples.
func (t *Tuner) Error(s *Samples) float64 {
	sum := 0.0
	for i := range s.positions {
		e := sigmoid(t.value(s, i).score, t.K) - t.target(&s.positions[i])
		sum += e * e
	}
	return sum / float64(s.Len())
}

// Scale returns the K with which the values of the evaluation best predict the results of
// samples, as [train.Counts.Scale].
func (t *Tuner) Scale(s *Samples, bound core.Score) (float64, error) {
	return s.scale(bound, func(i int) float64 { return t.value(s, i).score })
}

// SearchScale is [Tuner.Scale] of the search scores. Tuning with this K keeps their unit.
func (s *Samples) SearchScale(bound core.Score) (float64, error) {
	return s.scale(bound, func(i int) float64 { return float64(s.positions[i].score) })
}

func (s *Samples) scale(bound core.Score, value func(i int) float64) (float64, error) {
	counts := new(train.Counts)
	for i, p := range s.positions {
		v := max(-math.MaxInt16, min(math.MaxInt16, math.Round(value(i))))
		counts[uint16(int16(v))][int(2*p.result)]++
	}
	return counts.Scale(bound)
}

// sigmoid returns the expected result of core.First, 0 to 1.
func sigmoid(score, k float64) float64 { return 1 / (1 + math.Exp(-score/k)) }
