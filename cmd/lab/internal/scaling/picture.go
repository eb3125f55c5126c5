package scaling

import (
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
)

// scalingPicture draws the ratios of all engines, a line for each number of threads
// above one; empty if there is none.
func (r *Report) scalingPicture() string {
	measures := []func(*Row) *Ratio{
		func(row *Row) *Ratio { return &row.Nodes },
		func(row *Row) *Ratio { return &row.Depth },
	}
	var rows []Row
	values := []float64{1}
	for _, row := range r.Rows() {
		if row.Threads == 1 {
			continue
		}
		rows = append(rows, row)
		values = append(values, float64(row.Threads)) // what one would wish for
		for _, of := range measures {
			for _, v := range []Figure{of(&row).Value, of(&row).Low, of(&row).High} {
				if v.Known() {
					values = append(values, float64(v))
				}
			}
		}
	}
	if len(rows) == 0 {
		return ""
	}
	scale := report.NewScale(true, values)
	p := report.Picture{
		Title:  report.Title(r.Setup.Game) + ": several threads, by one thread",
		Note:   "Blue: faster than one thread. Orange: slower. Whiskers: 95 % intervals over the positions.",
		Ticks:  scale.Ticks("%g×"),
		Origin: scale.Place(1),
	}
	for i, title := range []string{"Nodes per second", "Speed to the depth"} {
		panel := report.Panel{Title: title, Bars: map[string]report.Bar{}}
		for k := range rows {
			name := rows[k].Engine + ", " + numberOfThreads(rows[k].Threads)
			panel.Bars[name] = ratioBar(measures[i](&rows[k]), scale)
			if i == 0 {
				p.Names = append(p.Names, name)
			}
		}
		p.Panels = append(p.Panels, panel)
	}
	return p.SVG()
}

func ratioBar(x *Ratio, scale report.Scale) report.Bar {
	if !x.Value.Known() {
		return report.Bar{Missing: true, Value: "not measured"}
	}
	b := barTo(float64(x.Value), 1, scale)
	b.Value = figures(x.Value) + "×"
	if x.Low.Known() {
		b.HasError, b.Low, b.High = true, scale.Place(float64(x.Low)), scale.Place(float64(x.High))
	}
	return b
}

// barTo returns the bar from the origin to a value.
func barTo(value, origin float64, scale report.Scale) report.Bar {
	from, to := scale.Place(origin), scale.Place(value)
	b := report.Bar{Side: "worse", X: min(from, to), Width: max(from, to) - min(from, to), End: to}
	if value < origin {
		b.Side = "better"
	}
	return b
}

// soonest is the delay, in milliseconds, at the left edge of the picture, whose scale
// is logarithmic.
const soonest = 0.01

// latencyPicture draws how late answers come; empty if that was not measured.
func (r *Report) latencyPicture() string {
	delays := r.Delays()
	values := []float64{soonest}
	for _, d := range delays {
		if d.Most.Known() {
			values = append(values, max(soonest, float64(d.Most)))
		}
	}
	if len(values) == 1 {
		return ""
	}
	scale := report.NewScale(true, values)
	p := report.Picture{
		Title:  "How late answers come, in milliseconds",
		Note:   fmt.Sprintf("The scale is logarithmic; what is not later than %g ms stands at the left edge.", soonest),
		Ticks:  scale.Ticks("%g"),
		Origin: scale.Place(soonest),
	}
	for i, question := range []Question{MoveTime, Stop} {
		p.Panels = append(p.Panels, report.Panel{Title: report.Title(question.words()), Bars: map[string]report.Bar{}})
		for _, d := range delays {
			if d.Question == question {
				p.Names = d.addTo(p.Panels[i].Bars, p.Names, scale)
			}
		}
	}
	return p.SVG()
}

// addTo adds the bars of a delay, and to the names those which are new.
func (d *Delay) addTo(bars map[string]report.Bar, names []string, scale report.Scale) []string {
	for _, b := range []struct {
		name  string
		value Figure
	}{{"median", d.Median}, {"99 %", d.P99}, {"99.9 %", d.P999}, {"maximum", d.Most}} {
		name := numberOfThreads(d.Threads) + ", " + b.name
		bar := report.Bar{Missing: true, Value: "not measured"}
		if b.value.Known() {
			bar = barTo(max(soonest, float64(b.value)), soonest, scale)
			bar.Value = milliseconds(b.value)
		}
		bars[name] = bar
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
