package texel

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

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

// Tuner is a run of gradient descent.
type Tuner struct {
	Config
	evaluator tapered.Evaluator
	training  *Samples
	start     Weights
	weights   Weights
	first     Weights // mean of gradients (https://arxiv.org/abs/1412.6980)
	second    Weights // mean of their squares
	parts     []gradient
	steps     int
}

// New returns a tuner that begins with the weights of e, or with zeros.
func New(c Config, e tapered.Evaluator, training *Samples, zero bool) *Tuner {
	t := &Tuner{Config: c, evaluator: e, training: training, weights: weightsOf(e)}
	terms := len(t.weights.Middle)
	if zero {
		t.weights = newWeights(terms)
	}
	t.start = newWeights(terms)
	copy(t.start.Middle, t.weights.Middle)
	copy(t.start.End, t.weights.End)
	t.first, t.second = newWeights(terms), newWeights(terms)
	for range max(1, c.Threads) {
		t.parts = append(t.parts, gradient{Weights: newWeights(terms)})
	}
	return t
}

// Weights returns the weights so far; they change with the next Run.
func (t *Tuner) Weights() Weights { return t.weights }

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

// gradient is the part of a step's gradient from one thread.
type gradient struct{ Weights }

// step moves the weights against the gradient of the error over some positions,
// by Adam (https://arxiv.org/abs/1412.6980).
func (t *Tuner) step(batch []int, rate float64) {
	var wg sync.WaitGroup
	for i := range t.parts {
		part := batch[i*len(batch)/len(t.parts) : (i+1)*len(batch)/len(t.parts)]
		wg.Go(func() { t.parts[i].fill(t, part) })
	}
	wg.Wait()
	t.steps++
	scale := 1 / float64(len(batch))
	for i := range t.weights.Middle {
		middle, end := 0.0, 0.0
		for _, p := range t.parts {
			middle += p.Middle[i]
			end += p.End[i]
		}
		t.adam(&t.weights.Middle[i], t.start.Middle[i], &t.first.Middle[i], &t.second.Middle[i], middle*scale, rate)
		t.adam(&t.weights.End[i], t.start.End[i], &t.first.End[i], &t.second.End[i], end*scale, rate)
	}
}

func (t *Tuner) adam(weight *float64, start float64, first, second *float64, g, rate float64) {
	const decay1, decay2 = 0.9, 0.999
	g += t.Pull * (*weight - start)
	*first += (1 - decay1) * (g - *first)
	*second += (1 - decay2) * (g*g - *second)
	mean := *first / (1 - math.Pow(decay1, float64(t.steps)))
	spread := math.Sqrt(*second / (1 - math.Pow(decay2, float64(t.steps))))
	if spread > 0 {
		*weight -= rate * mean / spread
	}
}

// fill sums the gradients of the squared errors of some positions. The factor 1/K of the
// sigmoid's slope is left out, since Adam is invariant to it.
func (g *gradient) fill(t *Tuner, batch []int) {
	clear(g.Middle)
	clear(g.End)
	s := t.training
	for _, i := range batch {
		p := &s.positions[i]
		v := t.value(t.weights, s, i)
		expected := sigmoid(v.score, t.K)
		slope := (expected - t.target(p)) * expected * (1 - expected)
		middle, end := slope*float64(p.middle), slope*float64(p.end)
		danger := [tapered.Sums]float64{tapered.FirstDanger: -middle * v.slope[tapered.FirstDanger], tapered.SecondDanger: middle * v.slope[tapered.SecondDanger]}
		for _, c := range s.of(i) {
			n := float64(c.n)
			if c.sum == tapered.ScoreSum {
				g.Middle[c.term] += n * middle
				g.End[c.term] += n * end
			} else {
				g.Middle[c.term] += n * danger[c.sum]
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
func (t *Tuner) value(w Weights, s *Samples, i int) (v value) {
	var total [tapered.Sums]float64
	end := 0.0
	for _, c := range s.of(i) {
		n := float64(c.n)
		total[c.sum] += n * w.Middle[c.term]
		if c.sum == tapered.ScoreSum {
			end += n * w.End[c.term]
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
		e := sigmoid(t.value(t.weights, s, i).score, t.K) - t.target(&s.positions[i])
		sum += e * e
	}
	return sum / float64(s.Len())
}

// Scale returns the K with which the values of the evaluation best predict the results of
// samples. Values of a magnitude above bound are ignored.
func (t *Tuner) Scale(s *Samples, bound float64) float64 {
	values := make([]float64, s.Len())
	for i := range values {
		values[i] = t.value(t.weights, s, i).score
	}
	return s.scale(values, bound)
}

// SearchScale is [Tuner.Scale] of the search scores. Tuning with this K keeps their unit.
func (s *Samples) SearchScale(bound float64) float64 {
	values := make([]float64, s.Len())
	for i := range values {
		values[i] = float64(s.positions[i].score)
	}
	return s.scale(values, bound)
}

func (s *Samples) scale(values []float64, bound float64) float64 {
	return minimum(20, 5000, func(k float64) float64 {
		sum := 0.0
		for i, v := range values {
			if math.Abs(v) <= bound {
				e := sigmoid(v, k) - float64(s.positions[i].result)
				sum += e * e
			}
		}
		return sum
	})
}

// minimum returns the argument of the minimum of f, which is unimodal, to within a unit.
func minimum(low, high float64, f func(float64) float64) float64 {
	for high-low > 1 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if f(a) < f(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}
