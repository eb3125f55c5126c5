package review

import (
	"errors"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// Teaches reports whether the move makes an exercise: it is a mistake or worse, or misses a mate of few
// moves, and what would have been better is known.
func (m *Move) Teaches() bool {
	const few = 5 // plies
	return (m.Judgement >= Mistake || m.MissedMate > 0 && m.MissedMate <= few) && len(m.Before.Lines) > 0 && m.Before.Lines[0].First() != nitoryu.NoMove
}

// Exercises returns the positions before the moves of a game that teach something, in their order.
func Exercises(r *Game) (all []Puzzle, err error) {
	faults := r.Each(func(p core.Position, m *Move) {
		line := m.Better(p)
		if err != nil || !m.Teaches() || len(line) == 0 {
			return
		}
		right := r.Solutions(p, m)
		if p, err = r.withoutHistory(p); err != nil {
			return
		}
		var z *Puzzle
		if z, err = newPuzzle(p, m, line, right); err == nil {
			z.Score = m.Before.Lines[0].Score
			z.classify(r.standard)
			all = append(all, *z)
		}
	})
	return all, errors.Join(err, faults)
}

// Solutions returns the moves of p that solve the exercise of a bad move: the best one first,
// then all others that are known and no inaccuracy next to it.
func (r *Game) Solutions(p core.Position, m *Move) (moves []core.Move) {
	if len(m.Before.Lines) == 0 {
		return nil
	}
	if line := m.Better(p); len(line) > 0 {
		moves = append(moves, line[0])
	}
	s := &r.standard
	best := s.chance(p, m.Before.Lines[0].Score)
	for _, l := range m.Before.Lines {
		if plies, _ := l.Score.Mate(); best-s.chance(p, l.Score) >= s.Inaccuracy || m.MissedMate > 0 && plies <= 0 {
			continue // to win is not enough where a mate is missed
		}
		other := inside.ReadMoves(p, l.First())
		if len(other) > 0 && other[0] != m.Move && (len(moves) == 0 || other[0] != moves[0]) {
			moves = append(moves, other[0])
		}
	}
	return moves
}
