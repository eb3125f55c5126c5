package train

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
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
	Loss, Rate chart
	Rows       []row
}

// row is a row of the table.
type row struct{ Visits, Pass, Loss, Validation, Rate string }

// tableRows is the maximum number of rows of the table.
const tableRows = 25

func (r *Run) page(a About) page {
	p := page{About: a, Game: report.Title(r.Game), Incomplete: !r.Finished(), Facts: r.facts()}
	var loss, validation, rate curve
	for i, at := range r.Points {
		x := float64(at.Step) / float64(r.Steps())
		loss = append(loss, [2]float64{x, at.Loss})
		validation = append(validation, [2]float64{x, at.Validation})
		rate = append(rate, [2]float64{x, at.Rate})
		if n := len(r.Points); (n-1-i)%((n+tableRows-1)/tableRows) == 0 {
			p.Rows = append(p.Rows, row{
				millions(at.Step * int64(r.Batch)), fmt.Sprintf("%.2f", r.pass(at.Step)),
				fmt.Sprintf("%.6f", at.Loss), fmt.Sprintf("%.6f", at.Validation), fmt.Sprintf("%.2g", at.Rate),
			})
		}
	}
	p.Loss = r.chart("%.4f", loss, validation)
	p.Rate = r.chart("%.1e", rate)
	return p
}

// pass returns the number of passes over the positions after a step.
func (r *Run) pass(step int64) float64 {
	return float64(step) * float64(r.Batch) / float64(r.Positions)
}

func (r *Run) facts() []report.Fact {
	network := fmt.Sprintf("%d → %d × 2 → %d", r.inputs, r.Hidden, r.Buckets)
	facts := []report.Fact{
		{Name: "Network", Value: network, Note: r.Inputs},
		{Name: "Positions", Value: millions(r.Positions), Note: fmt.Sprintf("%.3g passes, batches of %d", r.pass(r.Steps()), r.Batch)},
		{Name: "Target", Value: fmt.Sprintf("%.0f %% result", 100*r.Blend), Note: fmt.Sprintf("the rest is the score's; scale %d", r.Scale)},
		{Name: "Learning rate", Value: fmt.Sprintf("%g → %g", r.Rate, r.FinalRate), Note: fmt.Sprintf("along a cosine; AdamW, weight decay %g, seed %d", r.Decay, r.Seed)},
	}
	if n := len(r.Points); n > 0 {
		last := r.Points[n-1]
		facts = append(facts, report.Fact{Name: "Loss", Value: fmt.Sprintf("%.6f", last.Loss), Note: fmt.Sprintf("validation %.6f", last.Validation)})
	}
	return facts
}

// millions writes a count of positions.
func millions(n int64) string {
	if n < 1e6 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.3g M", float64(n)/1e6)
}

// curve is points of x, 0 to 1, and y.
type curve [][2]float64

// chart is curves on one scale.
type chart struct {
	Lines     []string // points of SVG
	Low, High string   // values at the lower and the upper edge
	Last      string   // at the right edge
}

// The size that charts are drawn in, stretched to that of the page.
const chartWidth, chartHeight = 1000, 300

// chart draws curves. The first values may lie above the upper edge, which a twentieth of
// the first curve exceeds.
func (r *Run) chart(format string, curves ...curve) chart {
	low, high := math.Inf(1), math.Inf(-1)
	for i, c := range curves {
		var ys []float64
		for _, p := range c {
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
	c := chart{
		Low: report.Typeset(fmt.Sprintf(format, low)), High: report.Typeset(fmt.Sprintf(format, high)),
		Last: millions(r.Steps()*int64(r.Batch)) + " positions",
	}
	for _, points := range curves {
		var line []string
		for _, p := range points {
			line = append(line, fmt.Sprintf("%.1f,%.1f", p[0]*chartWidth, (high-p[1])/(high-low)*chartHeight))
		}
		c.Lines = append(c.Lines, strings.Join(line, " "))
	}
	return c
}
