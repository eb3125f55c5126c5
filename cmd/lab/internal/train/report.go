package train

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/nitoryu/nitoryu/internal/report"
)

//go:embed page.html
var pageText string

// About is the text about a run on its page.
type About struct {
	Name    string
	Command string
	Data    string
	Result  string // of the comparison with the quantised network; empty: not yet
}

// HTML writes a self-contained page with the curves.
func (r *Run) HTML(to io.Writer, a About) error { return report.HTML(to, pageText, r.page(a)) }

// page is what the template shows.
type page struct {
	About
	Game       string
	Incomplete bool
	Facts      []report.Fact
	Loss, Rate *report.Plot
	Rows       []row
}

// row is a row of the table.
type row struct {
	Point
	Visits int64
	Pass   float64
}

// tableRows is how many rows the table has at most.
const tableRows = 25

func (r *Run) page(a About) page {
	p := page{About: a, Game: report.Title(r.Game), Incomplete: !r.Finished(), Facts: r.facts()}
	var loss, validation, rate report.Curve
	for i, at := range r.Points {
		x := float64(at.Step) / float64(r.Steps())
		loss.Points = append(loss.Points, [2]float64{x, at.Loss})
		validation.Points = append(validation.Points, [2]float64{x, at.Validation})
		rate.Points = append(rate.Points, [2]float64{x, at.Rate})
		if n := len(r.Points); (n-1-i)%((n+tableRows-1)/tableRows) == 0 {
			p.Rows = append(p.Rows, row{at, at.Step * int64(r.Batch), r.pass(at.Step)})
		}
	}
	p.Loss = r.plot("loss in training and validation", "%.4f", loss, validation)
	p.Rate = r.plot("learning rate", "%.1e", rate)
	return p
}

// pass returns the number of passes over the positions after a step.
func (r *Run) pass(step int64) float64 {
	return float64(step) * float64(r.Batch) / float64(r.Positions)
}

func (r *Run) facts() []report.Fact {
	note := r.Inputs
	if r.Arch != "" {
		note = r.Arch
	}
	facts := []report.Fact{
		{Name: "Network", Value: r.network.String(), Note: note},
		{Name: "Positions", Value: report.Count(float64(r.Positions)), Note: fmt.Sprintf("%.3g passes, batches of %d", r.pass(r.Steps()), r.Batch)},
		{Name: "Target", Value: fmt.Sprintf("%.0f %% result", 100*r.Blend), Note: fmt.Sprintf("the rest is the score; scale %d", r.Scale)},
		{Name: "Learning rate", Value: fmt.Sprintf("%g → %g", r.Rate, r.FinalRate), Note: fmt.Sprintf("along a cosine; AdamW, weight decay %g, seed %d", r.Decay, r.Seed)},
	}
	if n := len(r.Points); n > 0 {
		last := r.Points[n-1]
		facts = append(facts, report.Fact{Name: "Loss", Value: fmt.Sprintf("%.6f", last.Loss), Note: fmt.Sprintf("validation %.6f", last.Validation)})
	}
	return facts
}

// plot draws curves over the steps. Its upper edge cuts off the highest twentieth of the
// first curve: values from before anything is learned.
func (r *Run) plot(title, format string, curves ...report.Curve) *report.Plot {
	low, high := math.Inf(1), math.Inf(-1)
	for i, c := range curves {
		var ys []float64
		for _, p := range c.Points {
			ys = append(ys, p[1])
			low = min(low, p[1])
		}
		if slices.Sort(ys); i == 0 && len(ys) > 0 {
			high = ys[len(ys)-1-len(ys)/20]
		}
	}
	if !(high > low) {
		low, high = low-1e-9, low+1e-9
	}
	return &report.Plot{
		Title: title, Curves: curves, Y: report.Ends(low, high, fmt.Sprintf(format, low), fmt.Sprintf(format, high)),
		X: report.Ends(0, 1, "0", report.Count(float64(r.Steps()*int64(r.Batch)))+" positions"),
	}
}
