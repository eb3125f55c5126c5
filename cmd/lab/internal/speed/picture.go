package speed

import (
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

// ratioPicture draws the ratios of jobs; empty if there is none.
func ratioPicture(jobs []Job, title string) string {
	values := []float64{1}
	for _, j := range jobs {
		for i := 1; i < len(j.Rows); i++ {
			if r, ok := j.ratio(i); ok {
				values = append(values, r.Low, r.High)
			}
		}
	}
	if len(values) == 1 {
		return ""
	}
	scale := report.NewScale(true, values)
	p := report.Picture{
		Title:  report.Title(title) + ", nodes per second by those of " + jobs[0].Rows[0].Name,
		Note:   "Blue: faster. Orange: slower. Whiskers: from the lowest to the highest run.",
		Ticks:  scale.Ticks("%g×"),
		Origin: scale.Place(1),
	}
	for _, row := range jobs[0].Rows[1:] {
		p.Names = append(p.Names, row.Name)
	}
	for _, j := range jobs {
		panel := report.Panel{Title: j.Name, Bars: map[string]report.Bar{}}
		for i := 1; i < len(j.Rows); i++ {
			panel.Bars[j.Rows[i].Name] = ratioBar(&j, i, scale)
		}
		p.Panels = append(p.Panels, panel)
	}
	return p.SVG()
}

func ratioBar(j *Job, row int, scale report.Scale) report.Bar {
	r, ok := j.ratio(row)
	if !ok || j.Rows[row].Fault != "" {
		return report.Bar{Missing: true, Value: "not measured"}
	}
	from, to := scale.Place(1), scale.Place(r.Median)
	b := report.Bar{
		Side: "worse", X: min(from, to), Width: max(from, to) - min(from, to), End: to, Value: figures(r.Median) + "×",
		HasError: true, Low: scale.Place(r.Low), High: scale.Place(r.High),
	}
	if r.Median < 1 {
		b.Side = "better"
	}
	return b
}

// narrowest is the part of the time below which a function is left out.
const narrowest = 0.003

// picture draws the profile as a flame graph.
func (p *Profile) picture(game string) string {
	f := report.Flame{
		Title: "Where the time of the bench of " + game + " goes",
		Note:  "A box is as wide as its function's share of the time; below it stands what it calls. A function that calls itself stands once.",
	}
	for _, s := range p.Rooms {
		f.Kinds = append(f.Kinds, s.Room)
	}
	var place func(frame *Frame, row int, x float64)
	place = func(frame *Frame, row int, x float64) {
		part := float64(frame.Time) / float64(p.Root.Time)
		if part < narrowest {
			return
		}
		f.Boxes = append(f.Boxes, report.Box{
			Row: row, X: 100 * x, Width: 100 * part, Kind: slices.Index(f.Kinds, frame.Room),
			Text: short(frame.Name), Hint: frame.Name + ": " + percent(part),
		})
		for _, c := range frame.Calls {
			place(c, row+1, x)
			x += float64(c.Time) / float64(p.Root.Time)
		}
	}
	place(p.Root, 0, 0)
	return f.SVG()
}

// short returns the name of a function without its package and the type that it is a
// method of: the colour tells the package, and there is little room.
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
