package contention

import (
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/report"
	"github.com/nitoryu/nitoryu/core"
)

// SpeedPicture draws the speed-up of every number of threads on every table as a
// file in SVG, a panel for each game. It is empty if nothing was measured.
func (r *Report) SpeedPicture() string {
	d := drawing{
		title: "How much sooner a depth is reached, on a machine with a core for each thread",
		note:  "Time of one thread by that of so many, simulated, on logarithmic scales. Dashed: as many times as there are threads.",
		log:   true, ideal: true,
		label: func(v float64) string { return fmt.Sprintf("%g×", v) },
	}
	return d.of(r, func(c *Cell) float64 { return c.Speedup })
}

// TablePicture draws the share of stores that drive out a live entry in the same way.
func (r *Report) TablePicture() string {
	d := drawing{
		title: "Stores that drive out a live entry",
		note:  "Of all stores, in percent: how crowded the table is when a thread has finished the depth, simulated.",
		label: func(v float64) string { return fmt.Sprintf("%g %%", v) },
	}
	return d.of(r, func(c *Cell) float64 { return 100 * c.Outcome(core.OverLive) })
}

// drawing is a chart of lines over the number of threads.
type drawing struct {
	title, note string
	log         bool // the scale of the values; that of the threads always is
	ideal       bool // draw the line on which values are as large as threads
	label       func(float64) string
	panels      []panel
	most        float64 // threads
	low, top    float64 // values that there is room for
}

// panel is the part of a drawing that belongs to one game.
type panel struct {
	title   string
	threads []int
	lines   []curve
}

// curve joins the values of one table.
type curve struct {
	name   string
	points []point
}

type point struct{ threads, value float64 }

// The sizes of a drawing, in pixels.
const (
	width, height       = 940, 400
	topEdge, bottomEdge = 92.0, 350.0
	leftEdge, panelGap  = 58.0, 64.0
	rightEdge           = width - 20.0
	nameWidth           = 76.0 // of a line
)

// The colours, which are those of the other charts of the lab; those of lines can be
// told apart by everybody.
const ground, ink, faint, grid = "#ffffff", "#1b2330", "#5a6576", "#d5dae2"

// colourOf returns the colour of a line.
func colourOf(i int) string {
	colours := [...]string{"#0068ad", "#c2570c", "#2f7d4f", "#8a4fa3", "#1b2330", "#8c6d1f"}
	return colours[i%len(colours)]
}

// of draws a value of every cell of a report.
func (d *drawing) of(r *Report, value func(*Cell) float64) string {
	if d.log {
		d.low = 1
	}
	for i := range r.Games {
		g := &r.Games[i]
		p := panel{title: fmt.Sprintf("%s, depth %d", report.Title(g.Name), g.Depth), threads: g.Threads}
		for _, kib := range g.Tables {
			line := curve{name: size(kib)}
			for _, threads := range g.Threads {
				c, ok := g.Cell(kib, threads)
				v := value(&c)
				if !ok || math.IsNaN(v) {
					continue
				}
				line.points = append(line.points, point{float64(threads), v})
				d.most, d.low, d.top = max(d.most, float64(threads)), min(d.low, v), max(d.top, v)
			}
			p.lines = append(p.lines, line)
		}
		if len(g.Searches) > 0 {
			d.panels = append(d.panels, p)
		}
	}
	if len(d.panels) == 0 {
		return ""
	}
	d.most = max(2, d.most)
	if d.log {
		d.low = math.Exp2(math.Floor(math.Log2(d.low)))
		d.top = max(2, math.Exp2(math.Ceil(math.Log2(d.top))))
	} else {
		d.top = min(100, 10*max(1, math.Ceil(d.top/10)))
	}
	return d.svg()
}

// svg returns the drawing as a file. The ground is drawn, so that it can be read on
// pages of any colour.
func (d *drawing) svg() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="12" fill="%s">`+"\n", width, height, ink)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(d.title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="%s"/>`+"\n", width, height, ground)
	text(&b, 16, 26, "start", `font-size="15" font-weight="600"`, d.title)
	text(&b, 16, 44, "start", `fill="`+faint+`"`, d.note)
	n := float64(len(d.panels))
	wide := (rightEdge - leftEdge - (n-1)*panelGap) / n
	for i := range d.panels {
		left := leftEdge + float64(i)*(wide+panelGap)
		d.panel(&b, &d.panels[i], left, wide)
	}
	text(&b, width/2, height-12, "middle", `font-size="11" fill="`+faint+`"`, "threads")
	b.WriteString("</svg>\n")
	return b.String()
}

func (d *drawing) panel(b *strings.Builder, p *panel, left, wide float64) {
	x := func(threads float64) float64 { return left + wide*math.Log2(threads)/math.Log2(d.most) }
	y := func(v float64) float64 { return bottomEdge - (bottomEdge-topEdge)*d.part(v) }
	for _, v := range d.ticks() {
		stroke(b, left, y(v), left+wide, y(v), grid)
		text(b, left-6, y(v)+4, "end", `font-size="11" fill="`+faint+`"`, d.label(v))
	}
	for _, threads := range p.threads {
		text(b, x(float64(threads)), bottomEdge+16, "middle", `font-size="11" fill="`+faint+`"`, fmt.Sprint(threads))
	}
	stroke(b, left, bottomEdge, left+wide, bottomEdge, ink)
	if d.ideal {
		end := min(d.most, d.top)
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-dasharray="4 4"/>`+"\n", x(1), y(1), x(end), y(end), faint)
	}
	text(b, left, topEdge-18, "start", `font-weight="600"`, p.title)
	name := left + wide - nameWidth*float64(len(p.lines)-1)
	for i, line := range p.lines {
		text(b, name+nameWidth*float64(i), topEdge-18, "end", `font-size="11" font-weight="600" fill="`+colourOf(i)+`"`, line.name)
		var points []string
		for _, q := range line.points {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(q.threads), y(q.value)))
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "), colourOf(i))
		for _, q := range line.points {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x(q.threads), y(q.value), colourOf(i))
		}
	}
}

// part returns where a value stands between the bottom, 0, and the top, 1.
func (d *drawing) part(v float64) float64 {
	if d.log {
		return math.Log2(v/d.low) / math.Log2(d.top/d.low)
	}
	return v / d.top
}

// ticks returns the marked values: powers of two, or multiples of a round number.
func (d *drawing) ticks() (list []float64) {
	if d.log {
		for v := d.low; v <= d.top; v *= 2 {
			list = append(list, v)
		}
		return list
	}
	step := 10.0
	if d.top > 50 {
		step = 20
	}
	for v := 0.0; v <= d.top; v += step {
		list = append(list, v)
	}
	return list
}

func stroke(b *strings.Builder, x1, y1, x2, y2 float64, colour string) {
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/>`+"\n", x1, y1, x2, y2, colour)
}

func text(b *strings.Builder, x, y float64, anchor, attributes, words string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, attributes, html.EscapeString(words))
}
