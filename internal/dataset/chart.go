package dataset

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/internal/report"
)

// chart is a histogram with its title.
type chart struct {
	title string
	Histogram
}

func (s *Stats) charts() []chart {
	return []chart{
		{"Games by length in plies", s.Lengths},
		{"Positions by ply", s.Plies},
		{"Positions by pieces on the board", s.Pieces},
		{"Positions by score for the side to move", s.Scores},
	}
}

// WriteText writes the statistics as text, with bar charts.
func (s *Stats) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w) // keeps the first error for Flush
	fmt.Fprintf(b, "%s: %d games, %d positions, %d with a score\n", s.Game, s.Games, s.Positions, s.Scored)
	fmt.Fprintf(b, "%d files of %d runs, %d bytes, %.2f a position; %s\n", s.Files, s.Runs, s.Bytes, s.BytesPerPosition, s.Damage)
	fmt.Fprintf(b, "mean length %.1f plies\n", s.MeanLength)
	fmt.Fprintf(b, "repeated: %s of the games, %s of the positions\n", percent(s.RepeatedGames), percent(s.RepeatedPositions))
	fmt.Fprintf(b, "the first side won %d (%s), drawn %d (%s), the second side won %d (%s)\n",
		s.Results.First, percent(share(s.Results.First, s.Games)), s.Results.Draw, percent(share(s.Results.Draw, s.Games)),
		s.Results.Second, percent(share(s.Results.Second, s.Games)))
	writeCounts(b, "Endings", s.Endings, s.Games)
	writeCounts(b, "Filter", s.Filter, s.Positions)
	for _, c := range s.charts() {
		c.writeText(b)
	}
	s.Calibration.writeText(b)
	return b.Flush()
}

func percent(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }

// writeCounts writes counts by name, the largest first.
func writeCounts(w io.Writer, title string, counts map[string]int64, total int64) {
	fmt.Fprintf(w, "\n%s\n", title)
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return int(min(1, max(-1, counts[b]-counts[a])))
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		fmt.Fprintf(w, "  %-26s %12d %8s\n", name, counts[name], percent(share(counts[name], total)))
	}
}

// used returns the range from the first to the last bar that is not empty.
func (h *Histogram) used() (from, to int) {
	to = len(h.Counts)
	for from < to && h.Counts[from] == 0 {
		from++
	}
	for to > from && h.Counts[to-1] == 0 {
		to--
	}
	return from, to
}

// label names a bar by its values; the bars at the ends are unbounded.
func (h *Histogram) label(bar int) string {
	low := h.Low + bar*h.Width
	switch high := low + h.Width - 1; {
	case bar == len(h.Counts)-1:
		return fmt.Sprintf("%d...", low)
	case bar == 0 && h.Low < 0:
		return fmt.Sprintf("...%d", high)
	case h.Width == 1:
		return fmt.Sprint(low)
	default:
		return fmt.Sprintf("%d..%d", low, high)
	}
}

// textWidth is the length of the longest line of characters.
const textWidth = 50

func (c chart) writeText(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", c.title)
	most := float64(max(1, slices.Max(c.Counts)))
	for from, to := c.used(); from < to; from++ {
		length := int(textWidth*float64(c.Counts[from])/most + 0.5)
		fmt.Fprintf(w, "  %12s %12d %s\n", c.label(from), c.Counts[from], strings.Repeat("#", length))
	}
}

func (c *Calibration) writeText(w io.Writer) {
	fmt.Fprintf(w, "\nMean result by score, for the side to move\n")
	for i, mean := range c.Means {
		if mean >= 0 {
			column := int(textWidth*mean + 0.5)
			fmt.Fprintf(w, "  %12d %12.3f %s*\n", c.center(i), mean, strings.Repeat(" ", column))
		}
	}
}

// center returns the score in the middle of a bucket.
func (c *Calibration) center(bucket int) int { return c.Low + bucket*c.Width + c.Width/2 }

// WriteSVG writes the histograms and the calibration curve as one picture.
func (s *Stats) WriteSVG(w io.Writer) error {
	p := report.Plots{
		Title: fmt.Sprintf("%s: %d games, %d positions", report.Title(s.Game), s.Games, s.Positions),
		Note:  fmt.Sprintf("%d positions with a score. Scores are for the side to move.", s.Scored), InRow: 2,
	}
	for _, c := range s.charts() {
		p.Plots = append(p.Plots, c.plot())
	}
	p.Plots = append(p.Plots, s.Calibration.plot())
	_, err := io.WriteString(w, p.SVG())
	return err
}

func (c chart) plot() report.Plot {
	from, to := c.used()
	most := float64(max(1, slices.Max(c.Counts)))
	p := report.Plot{
		Title: c.title, X: report.Axis{Low: float64(from), High: float64(max(to, from+1))},
		Y: report.Axis{High: most, Marks: []report.Mark{{Label: "0"}, {Value: most, Label: report.Count(most)}}},
	}
	if from == to {
		return p
	}
	for bar := from; bar < to; bar++ {
		p.Columns = append(p.Columns, report.Column{
			X: float64(bar), Width: 0.9, Value: float64(c.Counts[bar]), Hint: fmt.Sprintf("%s: %d", c.label(bar), c.Counts[bar]),
		})
	}
	for _, bar := range ticks(from, to-1) {
		p.X.Marks = append(p.X.Marks, report.Mark{Value: float64(bar) + 0.45, Label: c.label(bar)})
	}
	return p
}

func (c *Calibration) plot() report.Plot {
	p := report.Plot{
		Title: "Mean result by score, for the side to move",
		X:     report.Axis{Low: float64(c.Low), High: float64(c.Low + c.Width*len(c.Means))},
		Y:     report.Axis{High: 1, Marks: []report.Mark{{Label: "0"}, {Value: 0.5, Label: "0.5"}, {Value: 1, Label: "1"}}},
	}
	var curve report.Curve
	for i, mean := range c.Means {
		if mean >= 0 {
			curve.Points = append(curve.Points, [2]float64{float64(c.center(i)), mean})
		}
	}
	p.Curves = []report.Curve{curve}
	for _, i := range ticks(0, len(c.Means)-1) {
		p.X.Marks = append(p.X.Marks, report.Mark{Value: float64(c.center(i)), Label: fmt.Sprint(c.center(i))})
	}
	return p
}

// ticks returns up to five numbers, evenly spread between two numbers.
func ticks(from, to int) []int {
	var all []int
	for i := range 5 {
		all = append(all, from+(to-from)*i/4)
	}
	return slices.Compact(all)
}
