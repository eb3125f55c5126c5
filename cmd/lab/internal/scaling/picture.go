package scaling

import (
	"fmt"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/report"
)

// scalingPicture draws the ratios of all engines, a line for each number of threads
// above one; empty if there is none.
func (r *Report) scalingPicture() string {
	c := report.Bars{
		Title: report.Title(r.Setup.Game) + ": several threads compared with one thread",
		Note:  "Blue: faster than one thread. Orange: slower. Error bars: 95 % intervals over the positions.",
		Log:   true, Origin: 1, Tick: "%g×",
		Panels: []report.Panel{{Title: "Nodes per second", Bars: map[string]report.Bar{}}, {Title: "Speed to the depth", Bars: map[string]report.Bar{}}},
	}
	for _, row := range r.Rows() {
		if row.Threads == 1 {
			continue
		}
		name := row.Engine + ", " + threads(row.Threads)
		c.Names = append(c.Names, name)
		c.Hold = append(c.Hold, float64(row.Threads)) // the ideal
		for i, ratio := range []Ratio{row.Nodes, row.Depth} {
			c.Panels[i].Bars[name] = ratio.bar()
		}
	}
	if len(c.Names) == 0 {
		return ""
	}
	return c.SVG()
}

// unknown is the bar of what was not measured.
func unknown() report.Bar { return report.Bar{Value: math.NaN(), Label: "not measured"} }

func (x *Ratio) bar() report.Bar {
	if !x.Value.Known() {
		return unknown()
	}
	return report.Bar{
		Value: float64(x.Value), Label: figures(x.Value) + "×",
		Error: x.Low.Known(), Low: float64(x.Low), High: float64(x.High),
	}
}

// soonest is the delay in milliseconds at the left edge of the picture, whose scale is
// logarithmic.
const soonest = 0.01

// latencyPicture draws the delays; empty if they were not measured.
func (r *Report) latencyPicture() string {
	c := report.Bars{
		Title: "Delay of answers in milliseconds",
		Note:  fmt.Sprintf("The scale is logarithmic. Delays of up to %g ms lie at the left edge.", soonest),
		Log:   true, Origin: soonest, Tick: "%g",
	}
	known := false
	for i, question := range []Question{MoveTime, Stop} {
		c.Panels = append(c.Panels, report.Panel{Title: report.Title(question.words()), Bars: map[string]report.Bar{}})
		for _, d := range r.Delays() {
			if d.Question != question {
				continue
			}
			known = known || d.Most.Known()
			for _, x := range []struct {
				name  string
				value Figure
			}{{"median", d.Median}, {"99 %", d.P99}, {"99.9 %", d.P999}, {"maximum", d.Most}} {
				name, bar := threads(d.Threads)+", "+x.name, unknown()
				if x.value.Known() {
					bar = report.Bar{Value: max(soonest, float64(x.value)), Label: milliseconds(x.value)}
				}
				c.Panels[i].Bars[name] = bar
				if !slices.Contains(c.Names, name) {
					c.Names = append(c.Names, name)
				}
			}
		}
	}
	if !known {
		return ""
	}
	return c.SVG()
}
