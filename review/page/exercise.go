package page

import (
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/review"
)

// teaches reports whether a move makes an exercise: a mistake or worse in place of which
// another move is known.
func teaches(m *review.Move) bool {
	return m.Judgement >= review.Mistake && len(m.Before.Lines) > 0 && m.Before.Lines[0].First() != nitoryu.NoMove
}

// better returns where the moves begin and end that solve the exercise of a bad move of p:
// the best one, and all others that are known and no inaccuracy next to it.
func (c *content) better(p core.Position, m *review.Move) (ends [][]int) {
	standard := review.StandardOf(c.game.Record.Rules.Name)
	best := standard.Chance(m.Before.Lines[0].Score)
	first := nitoryu.NoMove
	if line := m.Better(p); len(line) > 0 {
		first = nitoryu.Move(p.FormatMove(line[0]))
		ends = append(ends, c.ends(p, first))
	}
	for _, l := range m.Before.Lines {
		if move := l.First(); best-standard.Chance(l.Score) < standard.Inaccuracy && move != first && string(move) != p.FormatMove(m.Move) {
			ends = append(ends, c.ends(p, move))
		}
	}
	return ends
}
