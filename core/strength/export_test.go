package strength

import "fmt"

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
	p := l.rungs[i].Profile
	return fmt.Sprintf("{%d, Profile{%d, %d, %g}},", elo, p.Nodes, p.Lines, p.Noise)
}
