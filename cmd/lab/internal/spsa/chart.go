package spsa

import (
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/report"
)

// mostPoints limits the points of a path: more would not be visible.
const mostPoints = 300

// chart is the path of one parameter.
type chart struct {
	Name, Start, Now, Change string
	Side                     string // class: "up" or "down" from the start, or "same"
	Plot                     *report.Plot
}

// chart draws parameter i: its values, the range of values played, and the start.
func (r *Report) chart(i int) chart {
	p := &r.Parameters[i]
	steps := len(r.Path)
	path := report.Curve{}
	low, high := math.Inf(1), math.Inf(-1)
	for n := range min(steps+1, mostPoints) {
		k := n * steps / max(1, min(steps, mostPoints-1)) // iteration; 0 is the start
		v, c := r.after(k)[i], p.End*r.perturbation(max(1, k))
		path.Points = append(path.Points, [2]float64{float64(k), v})
		path.Band = append(path.Band, [2]float64{p.clamp(v - c), p.clamp(v + c)})
		low, high = min(low, path.Band[n][0]), max(high, path.Band[n][1])
	}
	if steps == 0 { // a line needs two points
		path.Points, path.Band = append(path.Points, [2]float64{1, path.Points[0][1]}), append(path.Band, path.Band[0])
	}
	end, start := float64(max(1, steps)), float64(p.Start)
	now := r.Values()[i]
	c := chart{
		Name: p.Name, Start: report.Typeset(fmt.Sprint(p.Start)), Now: report.Typeset(fmt.Sprint(now)), Change: report.Typeset(change(now - p.Start)),
		Side: "same", Plot: &report.Plot{
			X:      report.Axis{High: end, Marks: []report.Mark{{Label: "0"}, {Value: end, Label: "iteration " + grouped(steps)}}},
			Y:      report.Axis{Low: low, High: high, Marks: []report.Mark{{Value: low, Label: label(low)}, {Value: high, Label: label(high)}}},
			Curves: []report.Curve{path, {Points: [][2]float64{{0, start}, {end, start}}, Dashed: true}},
		},
	}
	c.Plot.Title = fmt.Sprintf("path of %s from %s to %s", c.Name, c.Start, c.Now)
	switch {
	case now > p.Start:
		c.Side = "up"
	case now < p.Start:
		c.Side = "down"
	}
	return c
}

// label formats a value with as many digits as it needs.
func label(v float64) string {
	if math.Abs(v) >= 100 {
		return report.Typeset(fmt.Sprintf("%.0f", v))
	}
	return report.Typeset(fmt.Sprintf("%.1f", v))
}
