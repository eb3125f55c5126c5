package speed

import (
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/report"
)

// ratioPicture draws the ratios of jobs; empty if there is none.
func ratioPicture(jobs []Job, title string) string {
	if len(jobs) == 0 {
		return ""
	}
	c := report.Bars{
		Title: report.Title(title) + ", nodes per second by those of " + jobs[0].Rows[0].Name,
		Note:  "Blue: faster. Orange: slower. Error bars: from the lowest to the highest run.",
		Log:   true, Origin: 1, Tick: "%g×",
	}
	known := false
	for _, j := range jobs {
		panel := report.Panel{Title: j.Name, Bars: map[string]report.Bar{}}
		for i, row := range j.Rows[1:] {
			r, ok := j.ratio(i + 1)
			known = known || ok
			if bar := (report.Bar{Value: r.Median, Label: figures(r.Median) + "×", Error: true, Low: r.Low, High: r.High}); ok && row.Fault == "" {
				panel.Bars[row.Name] = bar
			} else {
				panel.Bars[row.Name] = report.Bar{Value: math.NaN(), Label: "not measured"}
			}
			if !slices.Contains(c.Names, row.Name) {
				c.Names = append(c.Names, row.Name)
			}
		}
		c.Panels = append(c.Panels, panel)
	}
	if !known {
		return ""
	}
	return c.SVG()
}

// narrowest is the share of time below which a function is left out.
const narrowest = 0.003

// picture draws the profile as a flame graph.
func (p *Profile) picture(game string) string {
	f := report.Flame{
		Title: "Where the bench of " + game + " spends its time",
		Note:  "The width of a box is its function's share of the time, with what it calls, which is below it. Recursive calls are merged.",
	}
	for _, s := range p.Packages {
		f.Kinds = append(f.Kinds, s.Package)
	}
	var place func(frame *Frame, row int, x float64)
	place = func(frame *Frame, row int, x float64) {
		part := float64(frame.Time) / float64(p.Root.Time)
		if part < narrowest {
			return
		}
		f.Boxes = append(f.Boxes, report.Box{
			Row: row, X: 100 * x, Width: 100 * part, Kind: slices.Index(f.Kinds, frame.Package),
			Text: short(frame.Name), Hint: frame.Name + ": " + report.Percent(part),
		})
		for _, c := range frame.Calls {
			place(c, row+1, x)
			x += float64(c.Time) / float64(p.Root.Time)
		}
	}
	place(p.Root, 0, 0)
	return f.SVG()
}

// short returns the name of a function without its package, which the colour shows, and
// without the type of a method.
func short(name string) string {
	_, rest, found := strings.Cut(name, ".")
	if !found {
		return name
	}
	if _, method, found := strings.Cut(rest, ")."); found {
		return method
	}
	return rest
}
