package timing

import (
	"math"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/clock"
	"github.com/nitoryu/nitoryu/games"
)

// Model describes how searches of a game go on, as random processes.
type Model struct {
	// Growth is the mean logarithm of how many times as many nodes a search has visited
	// after an iteration as before it, and its standard deviation.
	Growth, GrowthSpread float64
	// Change is the probability that an iteration changes the best move, by the iterations
	// that it has stood for; the last is for more.
	Change [6]float64
	// Rise are the changes of the score from iteration to iteration at evenly spaced
	// probabilities from 0 to 1.
	Rise [21]core.Score
	// Low is the fall from which on the first aspiration window fails low.
	Low core.Score
	// Share is the mean part of nodes below the best move, by the iterations that it has
	// stood for, and ShareSpread its standard deviation.
	Share       [6]float64
	ShareSpread float64
	// Moves and MovesSpread are the mean length of games in moves of a side, and its
	// standard deviation.
	Moves, MovesSpread float64
}

// The models of our games, as the test TestFit prints them. Lengths of games are those of
// games between engines, about.
func models() map[string]Model {
	return map[string]Model{
		games.Chess().Name: {
			Growth: 0.37, GrowthSpread: 0.21, Change: [6]float64{0.21, 0.05, 0.23, 0.00, 0.16, 0.03},
			Rise: [21]core.Score{-84, -28, -12, -10, -7, -5, -4, -1, 0, 0, 0, 2, 4, 6, 8, 11, 14, 16, 24, 40, 115}, Low: 14,
			Share: [6]float64{0.29, 0.37, 0.46, 0.52, 0.58, 0.79}, ShareSpread: 0.16,
			Moves: 60, MovesSpread: 22,
		},
		games.Shogi().Name: {
			Growth: 0.44, GrowthSpread: 0.25, Change: [6]float64{0.36, 0.06, 0.24, 0.15, 0.11, 0.08},
			Rise: [21]core.Score{-475, -76, -26, -18, -14, -10, -6, -4, -2, -1, 0, 1, 2, 4, 4, 6, 8, 11, 17, 27, 76}, Low: 22,
			Share: [6]float64{0.20, 0.36, 0.46, 0.52, 0.61, 0.76}, ShareSpread: 0.14,
			Moves: 62, MovesSpread: 18,
		},
	}
}

const (
	nodesPerSecond = 1e6 // of the simulated machine
	firstNodes     = 30  // of the first iteration
	onlyMoves      = 0.02
	iterationsMost = 120
)

// step is one iteration of a simulated search.
type step struct {
	ends      float64 // seconds of searching
	unsettled float64 // when it becomes unsettled; +Inf: never
	best      core.Move
	score     core.Score
	iteration clock.Iteration
}

// source makes iterations up.
type source struct {
	model  *Model
	random *rand.Rand
	stable int
	step
}

// begin starts a search.
func (s *source) begin() {
	s.stable = 0
	s.step = step{ends: firstNodes / nodesPerSecond, unsettled: math.Inf(1), best: 1}
	s.iteration = clock.Iteration{Depth: 1, Choices: 30, Lines: 1, Share: 0.5}
	if s.random.Float64() < onlyMoves {
		s.iteration.Choices = 1
	}
}

// next goes on to the next iteration.
func (s *source) next() {
	m, r := s.model, s.random
	began := s.ends
	s.ends *= math.Exp(max(0.05, m.Growth+m.GrowthSpread*r.NormFloat64()))
	s.iteration.Depth++
	s.unsettled = math.Inf(1)
	within := func() float64 { return began + (s.ends-began)*r.Float64() }
	rise := m.rise(r.Float64())
	if -rise > m.Low {
		s.unsettled = within()
	}
	s.score = max(-3000, min(s.score+rise, 3000))
	if s.iteration.Choices > 1 && r.Float64() < m.Change[min(s.stable, len(m.Change)-1)] {
		s.best, s.stable = 3-s.best, 0
		s.unsettled = min(s.unsettled, within())
	} else {
		s.stable++
	}
	share := m.Share[min(s.stable, len(m.Share)-1)] + m.ShareSpread*r.NormFloat64()
	if s.iteration.Share = max(0, min(share, 1)); s.iteration.Choices == 1 {
		s.iteration.Share = 1
	}
}

// rise returns the change of the score at a probability.
func (m *Model) rise(p float64) core.Score {
	at := p * float64(len(m.Rise)-1)
	i := min(int(at), len(m.Rise)-2)
	return m.Rise[i] + core.Score(math.Round((at-float64(i))*float64(m.Rise[i+1]-m.Rise[i])))
}
