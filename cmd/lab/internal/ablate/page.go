package ablate

import (
	_ "embed"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
	"github.com/nitoryu/nitoryu/core/params"
)

//go:embed page.html
var pageText string

// HTML writes a page with charts: one file that needs nothing else.
func (r *Report) HTML(to io.Writer) error { return report.HTML(to, pageText, r.page()) }

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
	Facts      []report.Fact // of the full search
	Setup      []report.Fact
	Charts     []chart
	Heads      []string // of the table
	Rows       []pageRow
	Unused     string // techniques, separated by commas
	Parameters []pageParameter
}

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
func (g *Game) facts(full *Summary) []report.Fact {
	list := []report.Fact{
		{Name: "Nodes", Value: count(float64(full.Nodes)), Note: fmt.Sprintf("to depth %d, all positions", g.Setup.Depth)},
		{Name: "Speed", Value: count(full.Speed), Note: "nodes per second"},
		{Name: "Branching", Value: number("%.2f", full.Branching), Note: "nodes of one more ply"},
		{Name: "First move", Value: number("%.1f %%", 100*full.FirstMove), Note: "of cutoffs"},
	}
	if in := number("%.1f", full.InTime); in != "" {
		list = append(list, report.Fact{Name: "Depth", Value: in, Note: fmt.Sprintf("in %v", g.Setup.Time)})
	}
	return list
}

// setup returns the configuration.
func (g *Game) setup() []report.Fact {
	s := &g.Setup
	list := []report.Fact{
		{Name: "Positions", Value: fmt.Sprint(len(s.Positions)), Note: "fixed, from openings to endings"},
		{Name: "Depth", Value: fmt.Sprintf("%d plies", s.Depth), Note: "one thread, a cleared engine for each position"},
		{Name: "Cut off", Value: "at " + plain(s.Cap) + " times", Note: "the nodes of the full search"},
	}
	if s.Time > 0 {
		list = append(list, report.Fact{Name: "Timed", Value: s.Time.String(), Note: fmt.Sprintf("on %d positions", s.Sample)})
	}
	if played := g.played(); played != "" {
		list = append(list, report.Fact{Name: "Games", Value: played, Note: "against each, " + s.Match})
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
