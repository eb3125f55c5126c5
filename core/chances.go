package core

import "math"

// Chances says how games end that reach a score: a model of the results of games. A row
// holds in its phase of the game; between rows the model changes evenly.
type Chances struct {
	// Phase tells how far a game has come, by the position alone; nil: always 0.
	Phase func(Position) int
	// Rows are in the order of their phases, at least one.
	Rows []ChancesRow
}

// ChancesRow is the model of one phase. The side to move wins with the probability
// 1/(1+exp((Even-score)/Spread)), and loses with the chance of the opposite score.
type ChancesRow struct {
	Phase  int
	Even   float64 // score with an even chance to win; the higher, the more draws
	Spread float64 // above 0; the higher, the less a score is worth
}

// PhaseOf returns the phase of a position.
func (c *Chances) PhaseOf(p Position) int {
	if c.Phase == nil {
		return 0
	}
	return c.Phase(p)
}

// WDL returns how many of a thousand games the side to move wins, draws and loses. The
// sum is 1000. Without rows every game is a draw.
func (c *Chances) WDL(s Score, phase int) (win, draw, loss int) {
	switch {
	case s.IsWin():
		return 1000, 0, 0
	case s.IsLoss():
		return 0, 0, 1000
	case len(c.Rows) == 0:
		return 0, 1000, 0
	}
	r := c.at(phase)
	win, loss = r.wins(float64(s)), r.wins(-float64(s))
	loss = min(loss, 1000-win) // without draws both may be rounded up
	return win, 1000 - win - loss, loss
}

// Points returns what the side to move scores on average in percent of the points, a
// draw being half a win.
func (c *Chances) Points(s Score, phase int) float64 {
	win, draw, _ := c.WDL(s, phase)
	return (float64(win) + float64(draw)/2) / 10
}

// at returns the model of a phase.
func (c *Chances) at(phase int) ChancesRow {
	last := c.Rows[0]
	for _, r := range c.Rows {
		switch {
		case r.Phase < phase:
			last = r
			continue
		case last.Phase >= phase: // before the first row, or at one
			return r
		}
		share := float64(phase-last.Phase) / float64(r.Phase-last.Phase)
		return ChancesRow{
			Phase:  phase,
			Even:   last.Even + share*(r.Even-last.Even),
			Spread: last.Spread + share*(r.Spread-last.Spread),
		}
	}
	return last
}

// wins returns how many of a thousand games are won.
func (r ChancesRow) wins(score float64) int {
	return int(math.Round(1000 / (1 + math.Exp((r.Even-score)/r.Spread))))
}
