package ablate

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

// Text returns a table for each game, at most 110 characters wide, and what its
// columns mean.
func (r *Report) Text() string {
	var b strings.Builder
	for i := range r.Games {
		r.Games[i].table(&b)
	}
	if b.Len() == 0 {
		return "nothing was measured\n"
	}
	r.ratesText(&b)
	b.WriteString(legend)
	if !r.Complete {
		b.WriteString("\nThe run was interrupted: what is missing was not measured.\n")
	}
	return b.String()
}

const legend = `nodes/full: geometric mean over the positions, >= where searches were cut off; EBF: effective
branching factor; 1st move: cutoffs on the first move; "-": the same as the full search, to the
node. Nodes tell what a tree costs, not how well it plays: only games do.
`

// column is one column of the table.
type column struct {
	head string
	cell func(*Summary) string
}

// columns returns the columns behind the first.
func (g *Game) columns() []column {
	list := []column{
		{" nodes", func(s *Summary) string { return count(float64(s.Nodes)) }},
		{"nodes/full", (*Summary).ratio},
		{"  time", func(s *Summary) string { return seconds(s.Elapsed) }},
		{"   n/s", func(s *Summary) string { return count(s.Speed) }},
		{"  EBF", func(s *Summary) string { return number("%.2f", s.Branching) }},
		{"1st move", func(s *Summary) string { return number("%.1f%%", 100*s.FirstMove) }},
		{"depth", func(s *Summary) string { return number("%.1f", s.Depth) }},
	}
	if g.Setup.Time > 0 {
		list = append(list, column{fmt.Sprintf("in %v", g.Setup.Time), func(s *Summary) string { return number("%.1f", s.InTime) }})
	}
	if g.played() != "" {
		list = append(list, column{"        Elo", func(s *Summary) string { return elo(s.Elo) }})
	}
	return list
}

// gamesColumn is a column for where there is room.
var gamesColumn = column{"games", func(s *Summary) string {
	if s.Games == 0 {
		return ""
	}
	return fmt.Sprint(s.Games)
}}

// table writes the table of a game, nothing if nothing was measured.
func (g *Game) table(b *strings.Builder) {
	summaries := g.Summaries()
	if len(summaries) == 0 {
		return
	}
	fmt.Fprintf(b, "%s, %d positions to depth %d", g.Setup.Game, len(g.Setup.Positions), g.Setup.Depth)
	if played := g.played(); played != "" {
		fmt.Fprintf(b, ", %s games at %s", played, g.Setup.Match)
	}
	b.WriteString(", without:\n\n")
	width := len("without")
	for _, s := range summaries {
		width = max(width, len(s.Technique))
	}
	columns := g.columns()
	fmt.Fprintf(b, "%-*s", width, "")
	for _, c := range columns {
		b.WriteString(" " + c.head)
	}
	b.WriteString("\n")
	for i := range summaries {
		s := &summaries[i]
		line := fmt.Sprintf("%-*s", width, s.Technique)
		for _, c := range columns {
			text := "-"
			if !s.Unaffected {
				text = c.cell(s)
			}
			line += fmt.Sprintf(" %*s", len(c.head), text)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
	if len(g.Unused) > 0 {
		b.WriteString(wrap("Not used in "+g.Setup.Game+": "+strings.Join(g.Unused, ", ")+".", 95) + "\n\n")
	}
}

// wrap breaks a text into lines of at most so many bytes, if its words allow it.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteString("\n")
			column = 0
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// played returns the number of games against each search in words, such as "100" or
// "100 to 400", empty if there were none.
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
	text := figures(s.Ratio)
	if s.Capped > 0 {
		text = ">=" + text
	}
	return text
}

// figures returns a positive number with three significant figures or more.
func figures(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// count returns a number of nodes in thousands, millions or billions.
func count(x float64) string {
	unit := ""
	for _, next := range []string{"k", "M", "G"} {
		if x < 1000 {
			break
		}
		x, unit = x/1000, next
	}
	switch {
	case math.IsNaN(x):
		return ""
	case unit == "":
		return fmt.Sprintf("%.0f", x)
	}
	return figures(x) + unit
}

// seconds returns a duration in seconds.
func seconds(d time.Duration) string { return figures(d.Seconds()) + "s" }

// number formats x, nothing if it is not known.
func number(format string, x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf(format, x)
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
