package stats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/internal/report"
)

const (
	nameWidth = 28 // longer names are cut
	inPart    = 5  // columns of a part of the cross table, for 100 characters
)

// String returns the standings as a text table and, for more than two players, the cross table
// of wins, draws and losses of each (row) against each (column, by rank), in several parts if
// the columns do not fit.
func (s *Standings) String() string {
	table, ranks := s.table(), []int{}
	t := report.Table{Align: "rlrrrrrrr"}
	t.Row("#", "player", "games", "W", "D", "L", "score", "Elo", "±")
	for i, row := range table {
		g, e := row.Games, row.Estimate
		t.Row(fmt.Sprint(i+1), short(row.Name), fmt.Sprint(g.N()), fmt.Sprint(g.Wins), fmt.Sprint(g.Draws), fmt.Sprint(g.Losses),
			fmt.Sprintf("%.1f%%", 100*g.Score()), decimals(e.Elo), decimals(e.Error))
		ranks = append(ranks, i)
	}
	text := t.Text()
	for part := range slices.Chunk(ranks, inPart) {
		if len(table) <= 2 {
			break
		}
		t := report.Table{Align: "rl" + strings.Repeat("r", len(part))}
		t.Row("#", "W-D-L")
		for _, j := range part {
			t.Add(fmt.Sprint(j + 1))
		}
		for i, row := range table {
			t.Row(fmt.Sprint(i+1), short(row.Name))
			for _, j := range part {
				cell := "-"
				if g, _ := s.Versus(row.Player, table[j].Player); g.N() > 0 {
					cell = fmt.Sprintf("%d-%d-%d", g.Wins, g.Draws, g.Losses)
				}
				t.Add(cell)
			}
		}
		text += "\n" + t.Text()
	}
	return text
}

// short returns a name that fits the table.
func short(name string) string {
	if runes := []rune(name); len(runes) > nameWidth {
		return string(runes[:nameWidth-1]) + "…"
	}
	return name
}
