package strength

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// Piece returns the loss that every player notices.
func Piece(t *core.GameInfo) core.Score { return core.Score(piece(t)) }

// Elos returns the Elo of every rung.
func (l Ladder) Elos() []int {
	elos := make([]int, len(l.rungs))
	for i, r := range l.rungs {
		elos[i] = r.elo
	}
	return elos
}

// Row returns the source line of rung i with another Elo.
func (l Ladder) Row(i, elo int) string {
	return fmt.Sprintf("{%d, Profile{%s}},", elo, l.Numbers(i))
}

// Numbers returns the fields of the profile of rung i.
func (l Ladder) Numbers(i int) string {
	p := l.rungs[i].Profile
	return fmt.Sprintf("%d, %d, %g, %g, %g", p.Nodes, p.Lines, p.Noise, p.Glance, p.Slip)
}

// Returns is returns.
func (m *Memory) Returns(back core.Move) int { return m.returns(back) }
