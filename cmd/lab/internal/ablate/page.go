package ablate

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"reflect"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
	"github.com/nitoryu/nitoryu/core/params"
)

//go:embed page.html
var pageText string

// HTML writes a page with charts: one file that needs nothing else.
func (r *Report) HTML(to io.Writer) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(to, r.page())
}

// page is what the template shows.
type page struct {
	Date       string
	Incomplete bool
	Version    string
	Platform   string
	Games      []pageGame
	Rates      *rateTable // nil: none is known
}

// pageGame is the section of one game.
type pageGame struct {
	Name       string
	Facts      []fact // of the full search
	Setup      []fact
	Charts     []chart
	Heads      []string // of the table
	Rows       []pageRow
	Unused     string // techniques, separated by commas
	Parameters []pageParameter
}

// fact is something with a name.
type fact struct{ Name, Value, Note string }

// pageRow is a row of the table.
type pageRow struct {
	Name  string
	Kind  string // class: "reference" for Full and Plain, "none" if nothing changed
	Cells []string
}

// pageParameter is a parameter with its value.
type pageParameter struct {
	Name, Technique, Doc string
	Value                int64
}

func (r *Report) page() page {
	p := page{Date: r.Began.Format("2 January 2006, 15:04 MST"), Incomplete: !r.Complete}
	for i := range r.Games {
		g := &r.Games[i]
		p.Version, p.Platform = g.Setup.Version, g.Setup.Platform
		if summaries := g.Summaries(); len(summaries) > 0 {
			p.Games = append(p.Games, g.page(summaries))
		}
	}
	p.Rates = r.rates()
	return p
}

func (g *Game) page(summaries []Summary) pageGame {
	p := pageGame{
		Name: report.Title(g.Setup.Game), Setup: g.setup(),
		Facts: g.facts(&summaries[0]), Charts: g.charts(), Parameters: parameters(g.Setup.Parameters),
		Unused: strings.Join(g.Unused, ", "),
	}
	columns := g.columns()
	if g.played() != "" {
		columns = append(columns, gamesColumn)
	}
	for _, c := range columns {
		p.Heads = append(p.Heads, strings.TrimSpace(c.head))
	}
	for i := range summaries {
		s := &summaries[i]
		row := pageRow{Name: s.Technique}
		switch {
		case s.Unaffected:
			row.Kind = "none"
		case s.Technique == Full || s.Technique == Plain:
			row.Kind = "reference"
		}
		for _, c := range columns {
			text := "–"
			if !s.Unaffected {
				text = report.Typeset(c.cell(s))
			}
			row.Cells = append(row.Cells, text)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// facts returns what is said of the full search at the top.
func (g *Game) facts(full *Summary) []fact {
	list := []fact{
		{"Nodes", count(float64(full.Nodes)), fmt.Sprintf("to depth %d, all positions", g.Setup.Depth)},
		{"Speed", count(full.Speed), "nodes per second"},
		{"Branching", number("%.2f", full.Branching), "nodes of one more ply"},
		{"First move", number("%.1f %%", 100*full.FirstMove), "of cutoffs"},
	}
	if in := number("%.1f", full.InTime); in != "" {
		list = append(list, fact{"Depth", in, fmt.Sprintf("in %v", g.Setup.Time)})
	}
	return list
}

// setup returns the configuration.
func (g *Game) setup() []fact {
	s := &g.Setup
	list := []fact{
		{"Positions", fmt.Sprint(len(s.Positions)), "fixed, from openings to endings"},
		{"Depth", fmt.Sprintf("%d plies", s.Depth), "one thread, a cleared engine for each position"},
		{"Cut off", "at " + plain(s.Cap) + " times", "the nodes of the full search"},
	}
	if s.Time > 0 {
		list = append(list, fact{"Timed", s.Time.String(), fmt.Sprintf("on %d positions", s.Sample)})
	}
	if played := g.played(); played != "" {
		list = append(list, fact{"Games", played, "against each, " + s.Match})
	}
	return list
}

// parameters lists the parameters of the full search.
func parameters(set params.Set) (list []pageParameter) {
	values := reflect.ValueOf(set)
	for _, r := range params.Rows() {
		list = append(list, pageParameter{r.Name, r.Technique, r.Doc, values.FieldByName(r.Name).Int()})
	}
	return list
}
