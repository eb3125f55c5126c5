package dataset

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
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

// used returns the bars from the first to the last that is not empty.
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

// Measures of the drawing in pixels.
const (
	plotWidth  = 640
	plotHeight = 180
	plotMargin = 50
	plotPitch  = plotHeight + 2*plotMargin // from one plot to the next
)

// WriteSVG writes the histograms and the calibration curve as one drawing that
// needs nothing else.
func (s *Stats) WriteSVG(w io.Writer) error {
	b := bufio.NewWriter(w) // keeps the first error for Flush
	charts := s.charts()
	width, height := plotWidth+2*plotMargin, (len(charts)+1)*plotPitch
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n",
		width, height, width, height)
	fmt.Fprintf(b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	for i, c := range charts {
		writePlot(b, i, c.title, c.writeSVG)
	}
	writePlot(b, len(charts), "Mean result by score, for the side to move", s.Calibration.writeSVG)
	fmt.Fprintln(b, "</svg>")
	return b.Flush()
}

// writePlot draws a frame with a title and what belongs into it. Inside, the
// origin is the upper left corner.
func writePlot(w io.Writer, place int, title string, draw func(io.Writer)) {
	fmt.Fprintf(w, `<g transform="translate(%d %d)">`+"\n", plotMargin, place*plotPitch+plotMargin)
	fmt.Fprintf(w, `<text x="0" y="-10" font-size="14">%s</text>`+"\n", title)
	draw(w)
	fmt.Fprintf(w, `<rect width="%d" height="%d" fill="none" stroke="#888"/>`+"\n</g>\n", plotWidth, plotHeight)
}

func (c chart) writeSVG(w io.Writer) {
	from, to := c.used()
	if from == to {
		return
	}
	most := float64(slices.Max(c.Counts))
	step := float64(plotWidth) / float64(to-from)
	for bar := from; bar < to; bar++ {
		x, y := step*float64(bar-from), plotHeight*float64(c.Counts[bar])/most
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#4477aa"><title>%s: %d</title></rect>`+"\n",
			x, plotHeight-y, 0.9*step, y, c.label(bar), c.Counts[bar])
	}
	for _, tick := range ticks(from, to-1) {
		writeTick(w, step*(float64(tick-from)+0.45), c.label(tick))
	}
}

func (c *Calibration) writeSVG(w io.Writer) {
	step := float64(plotWidth) / float64(len(c.Means))
	fmt.Fprintf(w, `<path d="M0 %d H%d M%d 0 V%d" stroke="#ccc"/>`+"\n", plotHeight/2, plotWidth, plotWidth/2, plotHeight)
	var points strings.Builder
	for i, mean := range c.Means {
		if mean >= 0 {
			fmt.Fprintf(&points, "%.1f,%.1f ", step*(float64(i)+0.5), plotHeight*(1-mean))
		}
	}
	fmt.Fprintf(w, `<polyline points="%s" fill="none" stroke="#aa3355" stroke-width="2"/>`+"\n", points.String())
	for i, label := range []string{"1", "0.5", "0"} {
		fmt.Fprintf(w, `<text x="-8" y="%d" text-anchor="end">%s</text>`+"\n", 4+i*plotHeight/2, label)
	}
	for _, tick := range ticks(0, len(c.Means)-1) {
		writeTick(w, step*(float64(tick)+0.5), fmt.Sprint(c.center(tick)))
	}
}

// ticks returns a few numbers from one to another, evenly spread.
func ticks(from, to int) []int {
	var all []int
	for i := range 5 {
		all = append(all, from+(to-from)*i/4)
	}
	return slices.Compact(all)
}

func writeTick(w io.Writer, x float64, label string) {
	fmt.Fprintf(w, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x, plotHeight+18, label)
}
