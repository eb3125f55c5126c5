package spsa

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var pageText string

// HTML writes a page with a chart for each parameter: one file that needs nothing
// else.
func (r *Report) HTML(to io.Writer) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(to, r.page())
}

// page is what the template shows.
type page struct {
	Game       string
	Incomplete bool
	Facts      []fact
	Charts     []chart
	Rows       []row
	Words      string
}

// fact is something with a name.
type fact struct{ Name, Value, Note string }

// row is a row of the table.
type row struct {
	Name, Change, Exact, Range string
	Default, Start, Now        int
	End                        float64
	Moved                      bool // the integer is not the default
}

func (r *Report) page() page {
	p := page{
		Game: strings.ToUpper(r.Game[:min(1, len(r.Game))]) + r.Game[min(1, len(r.Game)):], Words: r.Words(),
		Incomplete: len(r.Path) < r.Iterations, Facts: r.facts(),
	}
	theta := r.Theta()
	for i, now := range r.Values() {
		q := &r.Parameters[i]
		p.Rows = append(p.Rows, row{
			Name: q.Name, Default: q.Default, Start: q.Start, Now: now, Change: typeset(change(now - q.Default)),
			Exact: typeset(fmt.Sprintf("%.2f", theta[i])), Range: typeset(fmt.Sprintf("%d to %d", q.Min, q.Max)),
			End: q.End, Moved: now != q.Default,
		})
		p.Charts = append(p.Charts, r.chart(i))
	}
	return p
}

// facts returns how the run was made.
func (r *Report) facts() []fact {
	all := r.results()
	return []fact{
		{"Iterations", grouped(len(r.Path)), fmt.Sprintf("of %s, with %d pairs of games each", grouped(r.Iterations), r.Setup.Pairs)},
		{"Games", grouped(2 * all.N()), r.Match},
		{"Even pairs", fmt.Sprintf("%.0f %%", 100*float64(all[2])/float64(max(1, all.N()))), "in which the perturbations decided nothing"},
		{"Gains", fmt.Sprintf("r_end %g", r.Rate), fmt.Sprintf("alpha %g, gamma %g, A %g of the iterations, seed %d", r.Alpha, r.Gamma, r.Stability, r.Seed)},
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

// typeset replaces the hyphen that stands for a minus in plain text.
func typeset(text string) string { return strings.ReplaceAll(text, "-", "−") }
