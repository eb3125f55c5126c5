package report

import (
	"fmt"
	"html"
	"strings"
)

// Bar is one row of a chart. Places are in percent of the width.
type Bar struct {
	Name       string
	Reference  bool   // others are compared with it
	Missing    bool   // there is nothing to draw
	Side       string // class: "worse" or "better" without what is compared, or the "same"
	X, Width   float64
	End        float64 // where the bar ends that does not stand at the origin
	Open       bool    // the value may lie anywhere beyond the end
	Low, High  float64 // error bar
	HasError   bool
	Value      string
	Difference string // to the origin, in words
}

// Tick is a mark of the axis.
type Tick struct {
	X      float64
	Label  string
	Anchor string // of the label, which must not leave the chart
}

// Panel is the part of a picture that has bars of its own.
type Panel struct {
	Title string
	Bars  map[string]Bar // of the picture's names; one that is missing stays empty
}

// Picture is a chart: panels side by side on one scale, with a line for each name.
type Picture struct {
	Title, Note string
	Panels      []Panel
	Names       []string // from top to bottom
	Ticks       []Tick
	Origin      float64 // where bars begin, in percent of a panel
}

// The sizes of a picture, in pixels.
const (
	pictureWidth = 940
	nameWidth    = 250
	valueWidth   = 100
	lineHeight   = 20
	topHeight    = 78
	bottomHeight = 34
)

// The colours of a picture, which are those of a page on a light ground.
const (
	ground, stripe, ink, faint, grid = "#ffffff", "#f3f5f8", "#1b2330", "#5a6576", "#d5dae2"
	worseColor, betterColor          = "#0068ad", "#c2570c"
)

// SVG returns the picture as a file. The ground is drawn, so that it can be read on
// pages of any colour.
func (p *Picture) SVG() string {
	var b strings.Builder
	bottom := topHeight + lineHeight*len(p.Names)
	height := bottom + bottomHeight
	begin(&b, height, p.Title, p.Note)
	for i, name := range p.Names {
		y := topHeight + lineHeight*i
		if i%2 == 0 {
			fmt.Fprintf(&b, `<rect x="8" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", y, pictureWidth-16, lineHeight, stripe)
		}
		label(&b, nameWidth, float64(y)+14, "end", "", name)
	}
	width := (pictureWidth-nameWidth-12)/len(p.Panels) - valueWidth - 20
	for i := range p.Panels {
		p.panel(&b, &p.Panels[i], float64(nameWidth+12+i*(width+valueWidth+20)), float64(width), float64(bottom))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// panel draws the bars of one panel between left and left+width.
func (p *Picture) panel(b *strings.Builder, panel *Panel, left, width, bottom float64) {
	at := func(percent float64) float64 { return left + percent*width/100 }
	label(b, left, topHeight-10, "start", `font-weight="600"`, panel.Title)
	for _, t := range p.Ticks {
		line(b, at(t.X), topHeight, at(t.X), bottom, grid, 1)
		label(b, at(t.X), bottom+16, t.Anchor, `font-size="11" fill="`+faint+`"`, t.Label)
	}
	line(b, at(p.Origin), topHeight, at(p.Origin), bottom, ink, 1)
	for i, name := range p.Names {
		bar, ok := panel.Bars[name]
		if !ok {
			continue
		}
		middle := topHeight + lineHeight*float64(i) + lineHeight/2
		attributes, value := "", bar.Value
		if bar.Missing {
			attributes = `fill="` + faint + `"`
		} else {
			bar.draw(b, at, middle)
		}
		if bar.Difference != "" {
			value += " " + bar.Difference
		}
		label(b, left+width+8, middle+4, "start", `font-size="11" `+attributes, value)
	}
}

// draw draws the bar, its whiskers and its end.
func (r *Bar) draw(b *strings.Builder, at func(float64) float64, middle float64) {
	color := worseColor
	if r.Side == "better" {
		color = betterColor
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="10" rx="1.5" fill="%s"/>`+"\n", at(r.X), middle-5, at(r.X+r.Width)-at(r.X), color)
	if r.HasError {
		line(b, at(r.Low), middle, at(r.High), middle, ink, 1.2)
		line(b, at(r.Low), middle-3.5, at(r.Low), middle+3.5, ink, 1.2)
		line(b, at(r.High), middle-3.5, at(r.High), middle+3.5, ink, 1.2)
	}
	if r.Open {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s" stroke="%s" stroke-width="2"/>`+"\n", at(r.End), middle, ground, color)
	}
}

// begin writes what every picture begins with.
func begin(b *strings.Builder, height int, title, note string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="12" fill="%s">`+"\n", pictureWidth, height, ink)
	fmt.Fprintf(b, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(b, `<rect width="%d" height="%d" rx="8" fill="%s"/>`+"\n", pictureWidth, height, ground)
	label(b, 16, 26, "start", `font-size="15" font-weight="600"`, title)
	label(b, 16, 44, "start", `fill="`+faint+`"`, note)
}

func line(b *strings.Builder, x1, y1, x2, y2 float64, color string, width float64) {
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>`+"\n", x1, y1, x2, y2, color, width)
}

func label(b *strings.Builder, x, y float64, anchor, attributes, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, attributes, html.EscapeString(text))
}
