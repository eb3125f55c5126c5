package core

import (
	"math"
	"sort"
)

// Chances is a model of the results of games: how a game ends in which a score was reached. Each row is for one
// phase of the game; between two rows the model is interpolated.
type Chances struct {
	// Phase tells how far a game has come, by the position alone; nil: always 0.
	Phase func(Position) int
	// Curve turns scores into the values that the rows are for.
	Curve Curve
	// Rows are in the order of their phases, at least one.
	Rows []ChancesRow
}

// ChancesRow is the model of one phase. A side whose score is worth v expects the share
// 1/(1+exp(-v/Scale)) of the points.
type ChancesRow struct {
	Phase int
	Scale float64 // above 0; the higher, the less a score is worth
	Draws float64 // the share of games with an even score that are drawn, 0 to 1
}

// Curve translates scores: Size*asinh(score/Bend). The zero value changes none.
type Curve struct{ Size, Bend float64 }

// Worth returns what a score is worth.
func (c Curve) Worth(score float64) float64 {
	if c.Bend == 0 {
		return score
	}
	return c.Size * math.Asinh(score/c.Bend)
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
	// Of opposite scores one side wins as often as the other loses, in whole numbers, too.
	w, l := c.At(phase).Results(c.Curve.Worth(math.Abs(float64(s))))
	win, loss = int(math.Round(1000*w)), int(math.Round(1000*l))
	loss = min(loss, 1000-win) // without draws both may be rounded up
	if s < 0 {
		win, loss = loss, win
	}
	return win, 1000 - win - loss, loss
}

// Points returns what the side to move scores on average in percent of the points, a
// draw being half a win.
func (c *Chances) Points(s Score, phase int) float64 {
	win, draw, _ := c.WDL(s, phase)
	return (float64(win) + float64(draw)/2) / 10
}

// Score returns the score nearest to zero that promises this percentage of the points. It is never a decisive
// one.
func (c *Chances) Score(points float64, phase int) Score {
	if points < 50 {
		return -c.Score(100-points, phase)
	}
	return Score(sort.Search(int(EvalBound), func(s int) bool { return c.Points(Score(s), phase) >= points }))
}

// At returns the model of a phase. There has to be a row.
func (c *Chances) At(phase int) ChancesRow {
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
			Phase: phase,
			Scale: last.Scale + share*(r.Scale-last.Scale),
			Draws: last.Draws + share*(r.Draws-last.Draws),
		}
	}
	return last
}

// Results returns the shares of games that a side wins and loses if its score is worth this much. The share of
// draws follows by Davidson's model of ties: wins, draws and losses are to each other as x, tie and 1/x.
func (r ChancesRow) Results(worth float64) (win, loss float64) {
	points := 1 / (1 + math.Exp(-worth/r.Scale))
	tie := 2 * r.Draws / (1 - min(r.Draws, 0.999))
	// From points = (x+tie/2)/(x+tie+1/x).
	half := tie * (points - 0.5)
	x := (half + math.Sqrt(half*half+4*points*(1-points))) / (2 * (1 - points))
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return points, 1 - points // beyond what numbers can tell
	}
	all := x + tie + 1/x
	return x / all, 1 / x / all
}
