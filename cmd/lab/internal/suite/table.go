package suite

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/report"
)

// Outcome is the results of one engine in several suites.
type Outcome struct {
	Engine  string   `json:"engine"`
	Limits  string   `json:"limits"` // in words
	Reports []Report `json:"reports"`
}

// Text returns the outcome as a table of plain text, a row for each suite.
func (o Outcome) Text() string { return o.with((*report.Table).Text) }

// Markdown returns the outcome as a Markdown table.
func (o Outcome) Markdown() string { return o.with((*report.Table).Markdown) }

// with returns the outcome with a table in a format.
func (o Outcome) with(format func(*report.Table) string) string {
	title := o.Engine
	if o.Limits != "" {
		title += ", " + o.Limits + " for each position"
	}
	return title + "\n\n" + format(o.table()) + "\nTimes and nodes count up to the solution: from then on the answer was right, up to the end.\n"
}

// table returns the rows of the outcome below their heads; the last is the total,
// if there are several.
func (o Outcome) table() *report.Table {
	t := &report.Table{Align: "lrrrrrrrrrl"}
	t.Row("suite", "positions", "solved", "%", "points", "mean time", "median time", "mean nodes", "median nodes", "all nodes", "notes")
	var all []Result
	note := ""
	for _, r := range o.Reports {
		t.Row(row(r.Suite, summarise(r.Results), r.notes())...)
		all = append(all, r.Results...)
		if r.Interrupted {
			note = "interrupted"
		}
	}
	if len(o.Reports) > 1 {
		t.Row(row("total", summarise(all), note)...)
	}
	t.OmitEmpty()
	return t
}

func row(name string, s Summary, notes string) []string {
	percent, points := "-", "-"
	if s.Positions > 0 {
		percent = fmt.Sprintf("%.1f", 100*float64(s.Solved)/float64(s.Positions))
	}
	if s.MaxPoints > 0 {
		points = fmt.Sprintf("%d/%d", s.Points, s.MaxPoints)
	}
	known := func(format string, x float64, is bool) string {
		if !is {
			return "-"
		}
		return fmt.Sprintf(format, x)
	}
	return []string{name, strconv.Itoa(s.Positions), strconv.Itoa(s.Solved), percent, points,
		known("%.3f s", s.MeanTime, s.Solved > 0), known("%.3f s", s.MedianTime, s.Solved > 0),
		known("%.0f", s.MeanNodes, s.MeanNodes > 0), known("%.0f", s.MedianNodes, s.MedianNodes > 0), known("%.0f", float64(s.Nodes), s.Nodes > 0), notes}
}

// notes returns remarks about the numbers.
func (r *Report) notes() string {
	s := summarise(r.Results)
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
	t := report.Table{Align: "llllrrrrll"}
	t.Row("id", "expected", "answer", "solved", "points", "score", "depth", "nodes", "solved at", "notes")
	for i := range r.Results {
		x := &r.Results[i]
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
		t.Row(x.ID, x.Expected, x.Answer, solved, points, score, strconv.Itoa(x.End.Depth), strconv.FormatUint(x.End.Nodes, 10), at, x.notes(r.Game))
	}
	t.OmitEmpty()
	return r.Suite + "\n\n" + t.Text()
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
