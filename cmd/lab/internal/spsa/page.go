package spsa

import (
	_ "embed"
	"fmt"
	"io"
	"math"

	"github.com/nitoryu/nitoryu/internal/report"
)

//go:embed page.html
var pageText string

// HTML writes a self-contained page with a chart for each parameter.
func (r *Report) HTML(to io.Writer) error {
	p := page{Game: report.Title(r.Game), Words: r.Words(), Incomplete: len(r.Path) < r.Iterations, Facts: r.facts()}
	for i := range r.Parameters {
		p.Charts = append(p.Charts, r.chart(i))
	}
	return report.HTML(to, pageText, p)
}

// page is what the template shows.
type page struct {
	Game       string
	Incomplete bool
	Facts      []report.Fact
	Charts     []chart
	Words      string
}

// facts describes the run.
func (r *Report) facts() []report.Fact {
	all := r.results()
	return []report.Fact{
		{Name: "Iterations", Value: fmt.Sprint(len(r.Path)), Note: fmt.Sprintf("of %d, with %d pairs of games each", r.Iterations, r.Setup.Pairs)},
		{Name: "Games", Value: fmt.Sprint(2 * all.N()), Note: r.Match},
		{Name: "Even pairs", Value: fmt.Sprintf("%.0f %%", 100*float64(all[2])/float64(max(1, all.N()))), Note: "in which the perturbations decided nothing"},
		{Name: "Gains", Value: fmt.Sprintf("r_end %g", r.Rate), Note: fmt.Sprintf("alpha %g, gamma %g, A %g of the iterations, seed %d", r.Alpha, r.Gamma, r.Stability, r.Seed)},
	}
}

// mostPoints limits the points of a path: more would not be visible.
const mostPoints = 300

// chart is the path of one parameter.
type chart struct {
	*Parameter
	Now   int
	Exact float64
	Side  string // class: "up" or "down" from the start, or "same"
	Plot  *report.Plot
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
	c := chart{Parameter: p, Now: now, Exact: r.Theta()[i], Side: "same", Plot: &report.Plot{
		Title: fmt.Sprintf("path of %s from %d to %d", p.Name, p.Start, now),
		X:     report.Ends(0, end, "0", fmt.Sprintf("iteration %d", steps)), Y: report.Ends(low, high, label(low), label(high)),
		Curves: []report.Curve{path, {Points: [][2]float64{{0, start}, {end, start}}, Dashed: true}},
	}}
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
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}

// Change returns the difference to the start, "" for none.
func (c chart) Change() string { return change(c.Now - c.Start) }

// OfDefault returns the difference to the default, "" for none.
func (c chart) OfDefault() string { return change(c.Now - c.Default) }
