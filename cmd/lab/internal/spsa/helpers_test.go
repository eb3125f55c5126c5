package spsa

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
)

// hill is a game whose players are stronger the nearer they are to a known optimum. The
// result of a pair depends only on its values and number.
type hill struct {
	optimum []float64
	scale   []float64 // how far from it costs 100 Elo

	mu     sync.Mutex
	seen   []Pair
	before func(Pair) error
}

func (h *hill) elo(values []int) (elo float64) {
	for i, v := range values {
		d := (float64(v) - h.optimum[i]) / h.scale[i]
		elo -= 100 * d * d
	}
	return elo
}

func (h *hill) Play(ctx context.Context, p Pair) (points int, err error) {
	if h.before != nil {
		if err := h.before(p); err != nil {
			return 0, err
		}
	}
	h.mu.Lock()
	h.seen = append(h.seen, p)
	h.mu.Unlock()
	expected := 1 / (1 + math.Pow(10, (h.elo(p.Minus)-h.elo(p.Plus))/400))
	rng := rand.New(rand.NewPCG(7, uint64(p.Number)))
	for range 4 { // half a point each
		if rng.Float64() < expected {
			points++
		}
	}
	return points, ctx.Err()
}

func (*hill) Close() error { return nil }

// climb returns a run on a hill with three parameters of different sizes.
func climb(iterations, pairs int) (*hill, *Config) {
	h := &hill{optimum: []float64{120, 7, 2500}, scale: []float64{40, 3, 1500}}
	c := &Config{
		Setup: Setup{
			Game: "chess", Match: "a fake", Iterations: iterations, Pairs: pairs, Seed: 1,
			Rate: 0.02, Alpha: 0.602, Gamma: 0.101, Stability: 0.1,
			Parameters: []Parameter{
				{Name: "Margin", Default: 75, Start: 75, Min: 0, Max: 300, End: 10},
				{Name: "Depth", Default: 4, Start: 4, Min: 1, Max: 12, End: 1},
				{Name: "Divisor", Default: 5000, Start: 5000, Min: 100, Max: 9000, End: 500},
			},
		},
		Concurrency: 1,
		NewMatch:    func() (Match, error) { return h, nil },
	}
	return h, c
}
