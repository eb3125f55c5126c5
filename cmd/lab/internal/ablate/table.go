package ablate

import (
	"fmt"
	"math"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/report"
)

const legend = `nodes/full: geometric mean over the positions, >= where searches were cut off; EBF: effective
branching factor; 1st move: cutoffs on the first move; no effect: the same as the full search,
to the node. Nodes measure the cost of a tree, not how well it plays: only games do.
`

// Text implements [measure.Report]. Lines are at most 110 characters wide.
func (r *Report) Text() string {
	var b strings.Builder
	for i := range r.Games {
		g := &r.Games[i]
		if len(g.Rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s, %d positions to depth %d", g.Setup.Game, len(g.Setup.Positions), g.Setup.Depth)
		if played := g.played(); played != "" {
			fmt.Fprintf(&b, ", %s games at %s", played, g.Limits.Match)
		}
		b.WriteString(":\n\n" + g.table(false).Text() + "\n")
	}
	if b.Len() == 0 {
		return measure.Nothing
	}
	if t := r.rates(); t != nil {
		b.WriteString("The full search; percentages with the number that they refer to:\n\n" + t.Text() + "\n")
	}
	b.WriteString(legend)
	if !r.Complete {
		b.WriteString(measure.Interrupted)
	}
	return b.String()
}

// column is one column of the table.
type column struct {
	head string
	cell func(*Summary) string
}

// columns returns the columns after the names; wide adds those for which terminals lack
// the room.
func (g *Game) columns(wide bool) []column {
	list := []column{
		{"nodes", func(s *Summary) string { return report.Count(float64(s.Nodes)) }},
		{"nodes/full", (*Summary).ratio},
		{"time", func(s *Summary) string { return report.Figures(s.Elapsed.Seconds()) + "s" }},
		{"n/s", func(s *Summary) string { return report.Count(s.Speed) }},
		{"EBF", func(s *Summary) string { return report.Number("%.2f", s.Branching) }},
		{"1st move", func(s *Summary) string { return report.Number("%.1f%%", 100*s.FirstMove) }},
		{"depth", func(s *Summary) string { return report.Number("%.1f", s.Depth) }},
	}
	if g.Limits.Time > 0 {
		list = append(list, column{fmt.Sprintf("in %v", g.Limits.Time), func(s *Summary) string { return report.Number("%.1f", s.InTime) }})
	}
	if g.played() == "" {
		return list
	}
	list = append(list, column{"Elo", func(s *Summary) string { return elo(s.Elo) }})
	if wide {
		list = append(list, column{"games", func(s *Summary) string {
			if s.Games == 0 {
				return ""
			}
			return fmt.Sprint(s.Games)
		}})
	}
	return list
}

// cells returns the cells of a search.
func cells(columns []column, s *Summary) []string {
	list := make([]string, len(columns))
	if list[0] = "no effect"; s.Unaffected {
		return list
	}
	for i, c := range columns {
		list[i] = c.cell(s)
	}
	return list
}

// table returns the table of a game; wide is that of a page.
func (g *Game) table(wide bool) *report.Table {
	columns := g.columns(wide)
	names := 1
	if wide {
		names = 2
	}
	t := &report.Table{Align: strings.Repeat("l", names) + strings.Repeat("r", len(columns)), Tight: true}
	t.Row([]string{"Without", "Parameter"}[:names]...)
	for _, c := range columns {
		t.Add(c.head)
	}
	for _, s := range g.Summaries() {
		parameter := ""
		if s.Parameter != "" {
			parameter = "`" + s.Parameter + "`"
		}
		t.Row([]string{s.Technique, parameter}[:names]...)
		for _, cell := range cells(columns, &s) {
			if wide {
				cell = report.Typeset(cell)
			}
			t.Add(cell)
		}
	}
	for _, technique := range g.Setup.Unused {
		t.Row([]string{technique, ""}[:names]...)
		t.Add(append([]string{"not used"}, make([]string, len(columns)-1)...)...)
	}
	return t
}

// rates returns what the full searches count, all games side by side; nil if nothing is
// known. A percentage has the number that it refers to in the next cell.
func (r *Report) rates() *report.Table {
	t := &report.Table{Align: "l"}
	t.Row("Rate")
	columns := [][]core.Rate{}
	for i := range r.Games {
		if g := &r.Games[i]; len(g.Rows) > 0 && g.Rows[0].Counts != nil {
			t.Add(report.Title(g.Setup.Game), "of")
			t.Align += "rr"
			columns = append(columns, g.summary(0).Rates)
		}
	}
	if len(columns) == 0 {
		return nil
	}
	for k, rate := range columns[0] {
		t.Row(rate.Name)
		for _, column := range columns {
			switch x := column[k]; {
			case x.Unit != "%":
				t.Add(strings.TrimSpace(report.Number("%.2f", x.Value)+" "+x.Unit), "")
			case x.Of == 0:
				t.Add("–", "")
			default:
				t.Add(report.Number("%.1f %%", x.Value), report.Count(float64(x.Of)))
			}
		}
	}
	return t
}

// played returns the number of games against each search in words, such as "100" or "100
// to 400", empty if there were none.
func (g *Game) played() string {
	least, most := math.MaxInt, 0
	for _, row := range g.Rows {
		if row.Match != nil {
			least, most = min(least, 2*row.Match.N()), max(most, 2*row.Match.N())
		}
	}
	switch {
	case most == 0:
		return ""
	case least == most:
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// ratio returns the ratio of nodes in words.
func (s *Summary) ratio() string {
	text := report.Figures(s.Ratio)
	if s.Capped > 0 {
		text = ">=" + text
	}
	return text
}

// elo formats an estimate.
func elo(e *stats.Estimate) string {
	if e == nil {
		return ""
	}
	return signed(e.Elo) + "±" + strings.TrimPrefix(signed(e.Error), "+")
}

// signed formats a difference.
func signed(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	return fmt.Sprintf("%+.1f", x)
}
