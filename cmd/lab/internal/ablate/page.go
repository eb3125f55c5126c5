package ablate

import (
	_ "embed"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/report"
)

//go:embed page.html
var pageText string

// HTML writes a page with charts that needs no other file.
func (r *Report) HTML(to io.Writer) error { return report.HTML(to, pageText, r.page()) }

// page is what the template shows.
type page struct {
	Date       string
	Incomplete bool
	Version    string
	Platform   string
	Games      []pageGame
	Rates      [][]string // the head first; nil: none is known
}

// pageGame is the section of one game.
type pageGame struct {
	Name       string
	Facts      []report.Fact // of the full search
	Setup      []report.Fact
	Charts     []*report.Bars
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
	p := page{Date: r.Began.Format("2 January 2006, 15:04 MST"), Incomplete: !r.Complete, Version: r.Machine.Version, Platform: r.Machine.String()}
	for i := range r.Games {
		if g := &r.Games[i]; len(g.Rows) > 0 {
			p.Games = append(p.Games, g.page())
		}
	}
	if t := r.rates(); t != nil {
		p.Rates = t.Rows()
	}
	return p
}

func (g *Game) page() pageGame {
	summaries, columns := g.Summaries(), g.columns(true)
	p := pageGame{
		Name: report.Title(g.Setup.Game), Setup: g.setup(), Facts: g.facts(&summaries[0]),
		Charts: g.charts(), Parameters: parameters(g.Setup.Parameters), Unused: strings.Join(g.Setup.Unused, ", "),
	}
	for _, c := range columns {
		p.Heads = append(p.Heads, c.head)
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
		for _, cell := range cells(columns, s) {
			row.Cells = append(row.Cells, report.Typeset(cell))
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// facts describes the full search.
func (g *Game) facts(full *Summary) []report.Fact {
	list := []report.Fact{
		{Name: "Nodes", Value: report.Count(float64(full.Nodes)), Note: fmt.Sprintf("to depth %d, all positions", g.Setup.Depth)},
		{Name: "Speed", Value: report.Count(full.Speed), Note: "nodes per second"},
		{Name: "Branching", Value: report.Number("%.2f", full.Branching), Note: "times the nodes for one more ply"},
		{Name: "First move", Value: report.Percent(full.FirstMove), Note: "of cutoffs"},
	}
	if in := report.Number("%.1f", full.InTime); in != "" {
		list = append(list, report.Fact{Name: "Depth", Value: in, Note: fmt.Sprintf("in %v", g.Limits.Time)})
	}
	return list
}

// setup describes the measurement.
func (g *Game) setup() []report.Fact {
	list := []report.Fact{
		{Name: "Positions", Value: fmt.Sprint(len(g.Setup.Positions)), Note: "fixed, from openings to endings"},
		{Name: "Depth", Value: fmt.Sprintf("%d plies", g.Setup.Depth), Note: "one thread, a cleared engine for each position"},
		{Name: "Cut off", Value: fmt.Sprintf("at %g times", g.Limits.Cap), Note: "the nodes of the full search"},
	}
	if g.Limits.Time > 0 {
		list = append(list, report.Fact{Name: "Timed", Value: g.Limits.Time.String(), Note: fmt.Sprintf("on %d positions", g.Limits.Sample)})
	}
	if played := g.played(); played != "" {
		list = append(list, report.Fact{Name: "Games", Value: played, Note: "against each, " + g.Limits.Match})
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
