package stats

import (
	"fmt"
	"strings"
)

const (
	tableWidth = 100 // columns, for names of ordinary characters
	nameWidth  = 28  // longer names are cut
)

// String returns the standings as a text table and, for more than two players, the
// cross table of wins, draws and losses of each (row) against each (column, by rank),
// in several parts where the columns do not fit.
func (s *Standings) String() string {
	table := s.Table()
	label := labels(table)
	var b strings.Builder
	fmt.Fprintf(&b, "%s %7s %6s %6s %6s %8s %9s %9s\n",
		label("#", "player"), "games", "W", "D", "L", "score", "Elo", "±")
	for i, row := range table {
		g, e := row.Games, row.Estimate
		fmt.Fprintf(&b, "%s %7d %6d %6d %6d %7.1f%% %9s %9s\n", label(fmt.Sprint(i+1), row.Name),
			g.N(), g.Wins, g.Draws, g.Losses, 100*g.Score(), decimals(e.Elo), decimals(e.Error))
	}
	if len(table) > 2 {
		s.writeCross(&b, table, label)
	}
	return b.String()
}

// labels returns the beginnings of the rows, all of equal width.
func labels(table []Standing) func(rank, name string) string {
	width := len("player")
	for _, row := range table {
		width = max(width, len([]rune(short(row.Name))))
	}
	rankWidth := len(fmt.Sprint(len(table)))
	return func(rank, name string) string {
		return fmt.Sprintf("%*s  %-*s", rankWidth, rank, width, short(name))
	}
}

// short returns a name that fits the table.
func short(name string) string {
	if runes := []rune(name); len(runes) > nameWidth {
		return string(runes[:nameWidth-1]) + "…"
	}
	return name
}

// writeCross writes the cross table.
func (s *Standings) writeCross(b *strings.Builder, table []Standing, label func(rank, name string) string) {
	cells, width := s.cross(table)
	lead := len([]rune(label("", "")))
	columns := max(1, (tableWidth-lead)/(width+2))
	for from := 0; from < len(table); from += columns {
		to := min(from+columns, len(table))
		fmt.Fprintf(b, "\n%s", label("#", "W-D-L"))
		for j := from; j < to; j++ {
			fmt.Fprintf(b, "  %*d", width, j+1)
		}
		b.WriteByte('\n')
		for i, row := range table {
			b.WriteString(label(fmt.Sprint(i+1), row.Name))
			for _, cell := range cells[i][from:to] {
				fmt.Fprintf(b, "  %*s", width, cell)
			}
			b.WriteByte('\n')
		}
	}
}

// cross returns the cells of the cross table and the width of the widest.
func (s *Standings) cross(table []Standing) (cells [][]string, width int) {
	for _, row := range table {
		var line []string
		for _, column := range table {
			cell := "-"
			if g, _ := s.Versus(row.Player, column.Player); g.N() > 0 {
				cell = fmt.Sprintf("%d-%d-%d", g.Wins, g.Draws, g.Losses)
			}
			width = max(width, len(cell))
			line = append(line, cell)
		}
		cells = append(cells, line)
	}
	return cells, width
}
