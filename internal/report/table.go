package report

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is a table; its first row is the head.
type Table struct {
	Align string // "l" or "r" for each column
	Tight bool   // Text separates columns by one space instead of two
	rows  [][]string
}

// Row begins a row with these cells.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Add adds cells to the last row.
func (t *Table) Add(cells ...string) {
	last := len(t.rows) - 1
	t.rows[last] = append(t.rows[last], cells...)
}

// OmitEmpty leaves out the columns that have nothing, or only "-", below their heads.
func (t *Table) OmitEmpty() {
	for column := len(t.Align) - 1; column >= 0; column-- {
		says := func(row []string) bool { return row[column] != "" && row[column] != "-" }
		if slices.ContainsFunc(t.rows[1:], says) {
			continue
		}
		t.Align = t.Align[:column] + t.Align[column+1:]
		for i := range t.rows {
			t.rows[i] = slices.Delete(t.rows[i], column, column+1)
		}
	}
}

var escaper = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;")

// Markdown returns the table in Markdown.
func (t *Table) Markdown() string {
	var b strings.Builder
	for i, row := range t.rows {
		for _, cell := range row {
			b.WriteString("| " + escaper.Replace(cell) + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			for _, side := range t.Align {
				b.WriteString(map[rune]string{'l': "|---", 'r': "|--:"}[side])
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

// Text returns the table in columns of characters, for a terminal.
func (t *Table) Text() string {
	widths := make([]int, len(t.Align))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	gap := 2
	if t.Tight {
		gap = 1
	}
	var b strings.Builder
	for _, row := range t.rows {
		line := ""
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.Align[i] == 'r' {
				cell = padding + cell
			} else {
				cell += padding
			}
			line += strings.Repeat(" ", gap) + cell
		}
		b.WriteString(strings.TrimRight(line[min(gap, len(line)):], " ") + "\n")
	}
	return b.String()
}
