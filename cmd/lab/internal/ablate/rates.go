package ablate

import (
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// rateTable holds the rates of the full searches of all games side by side.
type rateTable struct {
	Games []string
	Rows  []rateRow
}

// rateRow is one rate in every game.
type rateRow struct {
	Name  string
	Cells []rateCell
}

// rateCell is one rate in one game.
type rateCell struct {
	Value string // "–" where there was no case
	Cases string // how many a percentage is of
}

// rates returns the rates of the full searches, nil if none is known.
func (r *Report) rates() *rateTable {
	var t rateTable
	for i := range r.Games {
		g := &r.Games[i]
		summaries := g.Summaries()
		if len(summaries) == 0 || summaries[0].Rates == nil {
			continue
		}
		t.Games = append(t.Games, g.Setup.Game)
		for k, rate := range summaries[0].Rates {
			if k == len(t.Rows) {
				t.Rows = append(t.Rows, rateRow{Name: rate.Name})
			}
			t.Rows[k].Cells = append(t.Rows[k].Cells, cellOf(rate))
		}
	}
	if t.Rows == nil {
		return nil
	}
	return &t
}

func cellOf(r core.Rate) rateCell {
	switch {
	case r.Unit != "%":
		return rateCell{Value: strings.TrimSpace(number("%.2f", r.Value) + " " + r.Unit)}
	case r.Of == 0:
		return rateCell{Value: "–"}
	}
	return rateCell{Value: number("%.1f %%", r.Value), Cases: count(float64(r.Of))}
}

// ratesText writes the rates as a table.
func (r *Report) ratesText(b *strings.Builder) {
	t := r.rates()
	if t == nil {
		return
	}
	width := 0
	for _, row := range t.Rows {
		width = max(width, len(row.Name))
	}
	b.WriteString("Of the full search; behind percentages, of how many:\n\n")
	fmt.Fprintf(b, "%-*s", width, "")
	for i, name := range t.Games {
		if i > 0 {
			b.WriteString("      ")
		}
		fmt.Fprintf(b, " %10s", name)
	}
	b.WriteString("\n")
	for _, row := range t.Rows {
		line := fmt.Sprintf("%-*s", width, row.Name)
		for _, c := range row.Cells {
			line += fmt.Sprintf(" %10s %5s", c.Value, c.Cases)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
}
