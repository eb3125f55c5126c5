package spsa

import (
	_ "embed"
	"fmt"
	"io"

	"github.com/nitoryu/nitoryu/report"
)

//go:embed page.html
var pageText string

// HTML writes a self-contained page with a chart for each parameter.
func (r *Report) HTML(to io.Writer) error { return report.HTML(to, pageText, r.page()) }

// page is what the template shows.
type page struct {
	Game       string
	Incomplete bool
	Facts      []report.Fact
	Charts     []chart
	Rows       []row
	Words      string
}

// row is a row of the table.
type row struct {
	Name, Change, Exact, Range string
	Default, Start, Now        int
	End                        float64
	Moved                      bool // the integer is not the default
}

func (r *Report) page() page {
	p := page{
		Game: report.Title(r.Game), Words: r.Words(),
		Incomplete: len(r.Path) < r.Iterations, Facts: r.facts(),
	}
	theta := r.Theta()
	for i, now := range r.Values() {
		q := &r.Parameters[i]
		p.Rows = append(p.Rows, row{
			Name: q.Name, Default: q.Default, Start: q.Start, Now: now, Change: report.Typeset(change(now - q.Default)),
			Exact: report.Typeset(fmt.Sprintf("%.2f", theta[i])), Range: report.Typeset(fmt.Sprintf("%d to %d", q.Min, q.Max)),
			End: q.End, Moved: now != q.Default,
		})
		p.Charts = append(p.Charts, r.chart(i))
	}
	return p
}

// facts describes the run.
func (r *Report) facts() []report.Fact {
	all := r.results()
	return []report.Fact{
		{Name: "Iterations", Value: grouped(len(r.Path)), Note: fmt.Sprintf("of %s, with %d pairs of games each", grouped(r.Iterations), r.Setup.Pairs)},
		{Name: "Games", Value: grouped(2 * all.N()), Note: r.Match},
		{Name: "Even pairs", Value: fmt.Sprintf("%.0f %%", 100*float64(all[2])/float64(max(1, all.N()))), Note: "in which the perturbations decided nothing"},
		{Name: "Gains", Value: fmt.Sprintf("r_end %g", r.Rate), Note: fmt.Sprintf("alpha %g, gamma %g, A %g of the iterations, seed %d", r.Alpha, r.Gamma, r.Stability, r.Seed)},
	}
}

// grouped writes a count with separators.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
