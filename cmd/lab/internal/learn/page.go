package learn

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/report"
)

//go:embed page.html
var pageText string

// page writes the page about the run's progress.
func (r *run) page() error {
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return err
	}
	return disk.Replace(filepath.Join(r.Folder, pageName), func(w io.Writer) error {
		return report.HTML(w, pageText, r.content(string(settings)))
	})
}

// content is what the template shows.
type content struct {
	Game, First string
	Facts       []report.Fact
	Elo, Loss   *report.Plot // nil: nothing to draw yet
	Rows        []row
	Settings    string
}

// row is a row of the table.
type row struct {
	Generation
	Hours         float64
	First, Before string // gains
}

func (r *run) content(settings string) *content {
	c := &content{Game: report.Title(r.Game), First: r.opponent(0), Elo: r.elo(), Loss: r.loss(), Settings: settings}
	games, positions := int64(0), int64(0)
	for _, g := range r.generations {
		games, positions = games+g.Games, positions+g.Positions
		row := row{Generation: g, Hours: g.hours}
		for i := range r.matches {
			if m := &r.matches[i]; m.Generation == g.Number {
				if m.Against == 0 {
					row.First = gain(m.Estimate())
				}
				row.Before = gain(m.Estimate()) // the last match
			}
		}
		c.Rows = append(c.Rows, row)
	}
	slices.Reverse(c.Rows)
	c.Facts = []report.Fact{
		{Name: "Generations", Value: fmt.Sprint(r.last()), Note: fmt.Sprintf("of %s positions each", report.Count(float64(r.Settings.Positions)))},
		{Name: "Games", Value: fmt.Sprint(games), Note: fmt.Sprintf("at %d nodes a move", r.Nodes)},
		{Name: "Positions", Value: report.Count(float64(positions)), Note: fmt.Sprintf("trained on for %g passes each, in windows of %d generations", r.Passes, r.Window)},
		{Name: "Processor hours", Value: fmt.Sprintf("%.2f", r.spent/3600), Note: "of games, training and matches"},
	}
	return c
}

func gain(e stats.Estimate) string {
	return report.Typeset(strings.ReplaceAll(stats.FormatElo(e.Elo, e.Error), " ", ""))
}

// elo draws the matches against the first generation, and the sum of the matches against the
// generation before. It leaves out matches without a margin, in which all points went to one
// side.
func (r *run) elo() *report.Plot {
	first, sum := line{}, line{}
	first.add(0, 0, 0)
	sum.add(0, 0, 0)
	total, variance := 0.0, 0.0
	for i := range r.matches {
		m := &r.matches[i]
		e := m.Estimate()
		if m.Against == 0 {
			first.add(m.Generation, e.Elo, e.Error)
		}
		if next := i+1 < len(r.matches) && r.matches[i+1].Generation == m.Generation; !next && !math.IsInf(e.Error, 0) {
			total, variance = total+e.Elo, variance+e.Error*e.Error
			sum.add(m.Generation, total, math.Sqrt(variance))
		}
	}
	return r.plot("Elo by generation", "%.0f", first, sum)
}

func (r *run) loss() *report.Plot {
	training, validation := line{}, line{}
	for _, g := range r.generations {
		training.add(g.Number, g.Loss, 0)
		validation.add(g.Number, g.Validation, 0)
	}
	return r.plot("loss by generation", "%.5f", training, validation)
}

// line is a curve that grows.
type line report.Curve

func (l *line) add(generation int, y, margin float64) {
	if math.IsInf(y, 0) || math.IsInf(margin, 0) || math.IsNaN(y+margin) {
		return
	}
	l.Points = append(l.Points, [2]float64{float64(generation), y})
	l.Band = append(l.Band, [2]float64{y - margin, y + margin})
}

// plot draws lines over the generations; nil if there are too few.
func (r *run) plot(title, format string, lines ...line) *report.Plot {
	p := &report.Plot{Title: title}
	low, high, most := math.Inf(1), math.Inf(-1), 0
	for _, l := range lines {
		for _, b := range l.Band {
			low, high = min(low, b[0]), max(high, b[1])
		}
		most = max(most, len(l.Points))
		p.Curves = append(p.Curves, report.Curve(l))
	}
	if most < 2 {
		return nil
	}
	start, end := lines[0].Points[0][0], float64(r.last())
	p.X = report.Ends(start, end, fmt.Sprint(start), fmt.Sprintf("generation %g", end))
	p.Y = report.Ends(low, high, fmt.Sprintf(format, low), fmt.Sprintf(format, high))
	return p
}
