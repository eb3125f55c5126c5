package contention

import (
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/report"
)

// SpeedPicture draws the speed-up of every number of threads on every table in SVG, a
// plot for each game. It is empty if nothing was measured.
func (r *Report) SpeedPicture() string {
	p := r.plots(func(c *Cell) float64 { return c.Speedup }, "%g×", func(low, high float64) (axis report.Axis, marks []float64) {
		axis = report.Axis{Log: true, Low: math.Exp2(math.Floor(math.Log2(min(1, low)))), High: max(2, math.Exp2(math.Ceil(math.Log2(high))))}
		for v := axis.Low; v <= axis.High; v *= 2 {
			marks = append(marks, v)
		}
		return axis, marks
	})
	for i := range p.Plots {
		x, y := p.Plots[i].X, p.Plots[i].Y
		end := min(x.High, y.High)
		p.Plots[i].Curves = append([]report.Curve{{Dashed: true, Points: [][2]float64{{1, 1}, {end, end}}}}, p.Plots[i].Curves...)
	}
	p.Title = "Speed-up to a depth, with a core for each thread"
	p.Note = "Time of one thread divided by the time of several, simulated, on logarithmic scales. Dashed: as many times as there are threads."
	return picture(p)
}

// TablePicture draws the share of stores that overwrite a live entry in the same way.
func (r *Report) TablePicture() string {
	p := r.plots(func(c *Cell) float64 { return 100 * c.Outcome(core.OverLive) }, "%g %%", func(_, high float64) (axis report.Axis, marks []float64) {
		axis = report.Axis{High: min(100, 10*max(1, math.Ceil(high/10)))}
		step := 10.0
		if axis.High > 50 {
			step = 20
		}
		for v := 0.0; v <= axis.High; v += step {
			marks = append(marks, v)
		}
		return axis, marks
	})
	p.Title = "Stores that overwrite a live entry"
	p.Note = "In percent of all stores until a thread has finished the depth, simulated: how crowded the table is."
	return picture(p)
}

func picture(p *report.Plots) string {
	if len(p.Plots) == 0 {
		return ""
	}
	return p.SVG()
}

// plots plots a value of every cell over the number of threads, a curve for each table.
// scale returns the axis for values between low and high, and the values that it marks.
func (r *Report) plots(value func(*Cell) float64, format string, scale func(low, high float64) (axis report.Axis, marks []float64)) *report.Plots {
	p := &report.Plots{XName: "threads"}
	most, low, high := 2, math.Inf(1), 0.0
	for i := range r.Games {
		g := &r.Games[i]
		if len(g.Searches) == 0 {
			continue
		}
		plot := report.Plot{Title: fmt.Sprintf("%s, depth %d", report.Title(g.Name), g.Depth)}
		for _, threads := range g.Threads {
			most = max(most, threads)
			plot.X.Marks = append(plot.X.Marks, report.Mark{Value: float64(threads), Label: fmt.Sprint(threads)})
		}
		for _, kib := range g.Tables {
			curve := report.Curve{Name: size(kib)}
			for _, threads := range g.Threads {
				c, ok := g.Cell(kib, threads)
				if v := value(&c); ok && !math.IsNaN(v) {
					curve.Points = append(curve.Points, [2]float64{float64(threads), v})
					low, high = min(low, v), max(high, v)
				}
			}
			plot.Curves = append(plot.Curves, curve)
		}
		p.Plots = append(p.Plots, plot)
	}
	axis, marks := scale(low, high)
	for _, v := range marks {
		axis.Marks = append(axis.Marks, report.Mark{Value: v, Label: fmt.Sprintf(format, v)})
	}
	for i := range p.Plots {
		p.Plots[i].X.Log, p.Plots[i].X.Low, p.Plots[i].X.High, p.Plots[i].Y = true, 1, float64(most), axis
	}
	return p
}
