package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Outcome is the results of one engine in several suites.
type Outcome struct {
	Engine  string   `json:"engine"`
	Limits  string   `json:"limits"` // in words
	Reports []Report `json:"reports"`
}

// Text returns the outcome as a table of plain text, a row for each suite.
func (o Outcome) Text() string {
	return o.title() + "\n" + o.table().text() + "\n" + legend
}

// Markdown returns the outcome as a Markdown table.
func (o Outcome) Markdown() string {
	return escape(o.title()) + "\n" + o.table().markdown() + "\n" + legend
}

const legend = "Times and nodes are those to the solution: from then on the answer was right, up to the end.\n"

func (o Outcome) title() string {
	title := o.Engine
	if o.Limits != "" {
		title += ", " + o.Limits + " for each position"
	}
	return title + "\n"
}

// table returns the rows of the outcome below their heads; the last is the total,
// if there are several.
func (o Outcome) table() table {
	rows := [][]string{{"suite", "positions", "solved", "%", "points", "mean time", "median time", "mean nodes", "median nodes", "all nodes", "notes"}}
	var all []Result
	interrupted := false
	for _, r := range o.Reports {
		rows = append(rows, row(r.Suite, Summarise(r.Results), r.notes()))
		all = append(all, r.Results...)
		interrupted = interrupted || r.Interrupted
	}
	if len(o.Reports) > 1 {
		note := ""
		if interrupted {
			note = "interrupted"
		}
		rows = append(rows, row("total", Summarise(all), note))
	}
	return table{"lrrrrrrrrrl", rows}
}

func row(name string, s Summary, notes string) []string {
	percent, points := "-", "-"
	if s.Positions > 0 {
		percent = fmt.Sprintf("%.1f", 100*float64(s.Solved)/float64(s.Positions))
	}
	if s.MaxPoints > 0 {
		points = fmt.Sprintf("%d/%d", s.Points, s.MaxPoints)
	}
	meanTime, medianTime, meanNodes, medianNodes := "-", "-", "-", "-"
	if s.Solved > 0 {
		meanTime, medianTime = seconds(s.MeanTime), seconds(s.MedianTime)
		meanNodes, medianNodes = whole(s.MeanNodes), whole(s.MedianNodes)
	}
	return []string{name, strconv.Itoa(s.Positions), strconv.Itoa(s.Solved), percent, points,
		meanTime, medianTime, meanNodes, medianNodes, whole(float64(s.Nodes)), notes}
}

func seconds(s float64) string { return fmt.Sprintf("%.3f s", s) }

// whole formats a number of nodes; 0 is unknown.
func whole(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", x)
}

// notes returns remarks about the numbers.
func (r *Report) notes() string {
	s := Summarise(r.Results)
	var notes []string
	note := func(n int, text string) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(text, n))
		}
	}
	if r.Interrupted {
		notes = append(notes, fmt.Sprintf("interrupted after %d of %d", s.Positions, r.Positions))
	}
	if isTsume(r.Game) {
		note(s.GoMates, "%d by go mate")
		note(s.SearchedMates, "%d by search")
	}
	note(s.Shorter, "%d shorter than stated")
	note(s.Longer, "%d longer than stated")
	note(s.Broken, "%d went wrong")
	note(len(r.Warnings), "warnings: %d")
	return strings.Join(notes, ", ")
}

// Details returns a table of all positions done, in plain text.
func (r *Report) Details() string {
	rows := [][]string{{"id", "expected", "answer", "solved", "points", "score", "depth", "nodes", "solved at", "notes"}}
	for i := range r.Results {
		rows = append(rows, r.detail(&r.Results[i]))
	}
	return r.Suite + "\n\n" + table{"llllrrrrll", rows}.text()
}

func (r *Report) detail(x *Result) []string {
	solved, at, points, score := "no", "-", "-", "-"
	if x.Solved {
		solved = "yes"
	}
	if x.Solution != nil {
		at = x.Solution.String()
	}
	if x.MaxPoints > 0 {
		points = fmt.Sprintf("%d/%d", x.Points, x.MaxPoints)
	}
	if x.Score != nil {
		score = scoreText(*x.Score, r.Game)
	}
	return []string{x.ID, x.Expected, x.Answer, solved, points, score,
		strconv.Itoa(x.End.Depth), strconv.FormatUint(x.End.Nodes, 10), at, x.notes(r.Game)}
}

// notes returns remarks about a result.
func (x *Result) notes(game string) string {
	notes := strings.ReplaceAll(x.Problem, "\n", " / ")
	if x.Stated > 0 && x.MateIn > 0 && x.MateIn != x.Stated {
		if notes != "" {
			notes += "; "
		}
		notes += scoreText(core.WinIn(x.MateIn), game) + " found"
	}
	return notes
}

// isTsume reports whether the mate problems of a game are tsume.
func isTsume(game string) bool {
	g, err := games.ByName(game)
	return err == nil && g.Tsume
}

// scoreText formats a score in pawns, or a mate in moves, for tsume in plies. A mate against
// the side to move is negative.
func scoreText(s core.Score, game string) string {
	if !s.IsMate() {
		return fmt.Sprintf("%+.2f", float64(s)/100)
	}
	n := s.PliesToMate()
	if !isTsume(game) {
		n = (n + n&1) / 2
	}
	if s < 0 && n == 0 {
		return "mate -0"
	}
	return fmt.Sprint("mate ", n)
}

// table is a table whose first row holds the heads.
type table struct {
	align string // of each column: l or r
	rows  [][]string
}

// text aligns the columns with blanks.
func (t table) text() string {
	t = t.withoutEmpty()
	widths := make([]int, len(t.align))
	for _, row := range t.rows {
		for column, cell := range row {
			widths[column] = max(widths[column], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range t.rows {
		line := ""
		for column, cell := range row {
			gap := strings.Repeat(" ", widths[column]-utf8.RuneCountInString(cell))
			if t.align[column] == 'l' {
				line += cell + gap + "  "
			} else {
				line += gap + cell + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// markdown writes the table in Markdown.
func (t table) markdown() string {
	t = t.withoutEmpty()
	var b strings.Builder
	for i, row := range t.rows {
		b.WriteString("|")
		for _, cell := range row {
			b.WriteString(" " + escape(cell) + " |")
		}
		b.WriteString("\n")
		if i == 0 {
			b.WriteString("|" + strings.NewReplacer("l", "---|", "r", "---:|").Replace(t.align) + "\n")
		}
	}
	return b.String()
}

// escape escapes the markup of Markdown.
func escape(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;").Replace(text)
}

// withoutEmpty returns the table without empty columns.
func (t table) withoutEmpty() table {
	short := table{rows: make([][]string, len(t.rows))}
	for column := range t.align {
		says := slices.ContainsFunc(t.rows[1:], func(row []string) bool { return row[column] != "" && row[column] != "-" })
		if !says {
			continue
		}
		short.align += t.align[column : column+1]
		for i, row := range t.rows {
			short.rows[i] = append(short.rows[i], row[column])
		}
	}
	return short
}
