package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// Outcomes counts how games ended, by the phase and the score of their positions.
// core.Chances are fitted to these counts.
type Outcomes struct {
	Positions int64
	counts    map[outcomeCell]*[3]int64 // lost, drawn and won by the side to move
}

// outcomeCell is a phase and the scores around a multiple of outcomeWidth.
type outcomeCell struct{ phase, score int }

const outcomeWidth = 8 // of the scores that are counted together

// CountOutcomes counts the scored positions of files that the filter keeps. Decisive scores
// say how a game ends by themselves, and are left out.
func CountOutcomes(ctx context.Context, rules core.Rules, phase func(core.Position) int, srcs []string, f Filter,
	progress Progress) (*Outcomes, error) {
	src, err := openGames(rules, srcs)
	if err != nil {
		return nil, err
	}
	o := &Outcomes{counts: map[outcomeCell]*[3]int64{}}
	_, err = src.each(ctx, progress, func(g *Game) error {
		ply := -1
		return g.Replay(rules, src.header.Settings, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			if ply++; !f.Keep(p, m, score, ply) || score.IsWin() || score.IsLoss() {
				return true
			}
			result := g.Result
			if p.Side() != core.First {
				result = -result
			}
			o.add(phase(p), int(score), result)
			return true
		})
	})
	return o, err
}

func (o *Outcomes) add(phase, score int, result int8) {
	cell := outcomeCell{phase, int(math.Round(float64(score) / outcomeWidth))}
	if o.counts[cell] == nil {
		o.counts[cell] = new([3]int64)
	}
	o.counts[cell][result+1]++
	o.Positions++
}

// FittedChances is a row of core.Chances with the data it was fitted to.
type FittedChances struct {
	core.ChancesRow
	First, Last int   // phases of the positions
	Positions   int64 // number of positions
	Surprise    float64
}

// Fit fits rows for scores that are worth what a curve says to bands of phases with about equal numbers
// of positions, by maximum likelihood. The phase of a row is the mean of its band.
func (o *Outcomes) Fit(bands int, curve core.Curve) ([]FittedChances, error) {
	if bands < 1 {
		return nil, errors.New("there is no band to fit")
	}
	if o.Positions == 0 {
		return nil, errors.New("no position has a score and a result")
	}
	byPhase, sizes := map[int][]outcomeCell{}, map[int]int64{}
	for cell, n := range o.counts {
		byPhase[cell.phase] = append(byPhase[cell.phase], cell)
		sizes[cell.phase] += n[0] + n[1] + n[2]
	}
	var rows []FittedChances
	var band []outcomeCell
	phases := slices.Sorted(maps.Keys(byPhase))
	done := int64(0)
	for i, phase := range phases {
		band = append(band, byPhase[phase]...)
		done += sizes[phase]
		// A band ends at the phase nearest to its planned end.
		if i == len(phases)-1 || (done+sizes[phases[i+1]]/2)*int64(bands) >= o.Positions*int64(len(rows)+1) {
			rows = append(rows, o.fit(band, curve))
			band = nil
		}
	}
	return rows, nil
}

// fit finds the row under which the results of cells are the least surprising. The
// logarithm of the likelihood has one peak along either parameter, so one-dimensional
// searches in turn find it.
func (o *Outcomes) fit(cells []outcomeCell, curve core.Curve) FittedChances {
	slices.SortFunc(cells, func(a, b outcomeCell) int {
		return cmp.Or(cmp.Compare(a.phase, b.phase), cmp.Compare(a.score, b.score))
	})
	row := FittedChances{First: cells[0].phase, Last: cells[len(cells)-1].phase}
	phases := 0.0
	for _, cell := range cells {
		n := o.counts[cell]
		row.Positions += n[0] + n[1] + n[2]
		phases += float64(cell.phase) * float64(n[0]+n[1]+n[2])
	}
	row.Phase = int(math.Round(phases / float64(row.Positions)))
	scale := math.Log(200)
	row.Draws = 0.3
	surprise := func() float64 { row.Scale = math.Exp(scale); return o.surprise(cells, row.ChancesRow, curve) }
	for range 30 {
		lowest(&scale, math.Log(5), math.Log(5000), surprise)
		lowest(&row.Draws, 0, 0.999, surprise)
	}
	row.Scale, row.Draws = math.Round(math.Exp(scale)), math.Round(1000*row.Draws)/1000
	row.Surprise = o.surprise(cells, row.ChancesRow, curve) / float64(row.Positions)
	return row
}

// lowest sets a variable to where f is lowest between two values, by golden section
// (https://en.wikipedia.org/wiki/Golden-section_search).
func lowest(x *float64, low, high float64, f func() float64) {
	const golden = 0.6180339887498949
	at := func(value float64) float64 { *x = value; return f() }
	a, b := high-golden*(high-low), low+golden*(high-low)
	left, right := at(a), at(b)
	for high-low > 1e-4 {
		if left < right {
			high, b, right = b, a, left
			a = high - golden*(high-low)
			left = at(a)
		} else {
			low, a, left = a, b, right
			b = low + golden*(high-low)
			right = at(b)
		}
	}
	*x = (low + high) / 2
}

// surprise returns the negative logarithm of the likelihood. No result counts as
// impossible, so that one blunder does not decide a row.
func (o *Outcomes) surprise(cells []outcomeCell, row core.ChancesRow, curve core.Curve) float64 {
	sum := 0.0
	for _, cell := range cells {
		win, loss := row.Results(curve.Worth(float64(cell.score * outcomeWidth)))
		for i, chance := range [3]float64{loss, 1 - win - loss, win} {
			sum -= float64(o.counts[cell][i]) * math.Log(max(chance, 1e-4))
		}
	}
	return sum
}

// Write writes the rows as a table and as Go code for the package games. Surprise is the
// mean cross entropy of the results in nats.
func (o *Outcomes) Write(w io.Writer, rows []FittedChances) error {
	for _, r := range rows {
		_, err := fmt.Fprintf(w, "phases %3d to %3d  %10d positions  scale %5.0f  draws %.3f  surprise %.4f\n",
			r.First, r.Last, r.Positions, r.Scale, r.Draws, r.Surprise)
		if err != nil {
			return err
		}
	}
	for _, r := range rows {
		if _, err := fmt.Fprintf(w, "{Phase: %d, Scale: %.0f, Draws: %g},\n", r.Phase, r.Scale, r.Draws); err != nil {
			return err
		}
	}
	return nil
}
