package opening

import (
	"fmt"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/smp"
)

// Shape describes the openings of a game.
type Shape struct {
	MinPlies, MaxPlies int
	Blunder            core.Score // the most that a move may lose in an exchange
	Bound              core.Score // the largest score for either side at the end
}

// Judge returns the score of a position for the side to move. It does not change the
// position.
type Judge func(p core.Position) core.Score

// By returns a judge that searches within limits. The engine forgets earlier searches, so
// that scores do not depend on each other.
func By(e *smp.Engine, l core.Limits) Judge {
	return func(p core.Position) core.Score {
		e.NewGame()
		return e.Search(p, l).Score
	}
}

// Attempts is the number of openings tried in search of a sane one. Far fewer are
// enough if sane openings exist.
const Attempts = 10_000

// Random plays a random number of random moves from start, which does not change, and
// returns the moves with the position they lead to. It returns an error if it finds no
// opening of that shape.
func (s Shape) Random(start core.Position, rng *rand.Rand, judge Judge) ([]core.Move, core.Position, error) {
	for range Attempts {
		if moves, p, ok := s.Try(start, rng, judge); ok {
			return moves, p, nil
		}
	}
	return nil, nil, fmt.Errorf("no balanced opening of %d to %d plies was found from %s", s.MinPlies, s.MaxPlies, start)
}

// Try is one attempt of Random; false: the opening is not sane.
func (s Shape) Try(start core.Position, rng *rand.Rand, judge Judge) ([]core.Move, core.Position, bool) {
	plies := s.MinPlies + rng.IntN(s.MaxPlies-s.MinPlies+1)
	moves, p := s.stroll(start, plies, rng)
	if len(moves) < plies || p.InCheck() || p.Verdict().Over() {
		return nil, nil, false
	}
	score := judge(p)
	return moves, p, score <= s.Bound && score >= -s.Bound
}

// stroll plays random moves from start, fewer than plies if it gets stuck.
func (s Shape) stroll(start core.Position, plies int, rng *rand.Rand) (moves []core.Move, p core.Position) {
	p = start.Clone()
	var list core.MoveList
	for range plies {
		list.Clear()
		p.Generate(core.Tactical, &list)
		p.Generate(core.Quiet, &list)
		m := s.pick(p, list.Slice(), rng)
		if m == core.NoMove {
			break
		}
		p.Do(m, nil)
		moves = append(moves, m)
	}
	return moves, p
}

// pick returns a random move of the list that loses no more than s.Blunder, NoMove if
// every move loses more.
func (s Shape) pick(p core.Position, list []core.Move, rng *rand.Rand) core.Move {
	for n := len(list); n > 0; n-- {
		i := rng.IntN(n)
		if p.SEE(list[i], -s.Blunder) {
			return list[i]
		}
		list[i] = list[n-1]
	}
	return core.NoMove
}

// Source returns the source of random numbers for the n-th opening of a seed.
func Source(seed, n uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, n)) }
