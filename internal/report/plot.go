package report

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Plot is a chart over a horizontal axis: curves, columns, or both.
type Plot struct {
	Title   string
	X, Y    Axis
	Curves  []Curve
	Columns []Column
}

// Axis is a range of values. Points outside of the range lie outside of the plot.
type Axis struct {
	Log       bool
	Low, High float64
	Marks     []Mark
}

// Ends returns an axis with labels at its ends, typeset.
func Ends(low, high float64, from, to string) Axis {
	return Axis{Low: low, High: high, Marks: []Mark{{low, Typeset(from)}, {high, Typeset(to)}}}
}

// Mark is a value of an axis with its label.
type Mark struct {
	Value float64
	Label string
}

// Curve joins points, given as x and y.
type Curve struct {
	Name   string
	Points [][2]float64
	Dashed bool         // a thin line without dots, for comparison
	Band   [][2]float64 // the lowest and the highest value at each point; may be nil
}

// Column is a bar that stands on the lower edge from X to X+Width.
type Column struct {
	X, Width, Value float64
	Hint            string // shown under the pointer
}

// part returns where a value lies between the low end, 0, and the high end, 1.
func (a *Axis) part(v float64) float64 {
	low, high := a.Low, a.High
	if a.Log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	if low == high {
		return 0.5
	}
	return (v - low) / (high - low)
}

// area is the place of a plot in a picture.
type area struct{ left, top, width, height float64 }

func (p *Plot) at(a area, x, y float64) (px, py float64) {
	return a.left + a.width*p.X.part(x), a.top + a.height*(1-p.Y.part(y))
}

// points returns the points of a curve in the form of a polyline.
func (p *Plot) points(a area, list [][2]float64) string {
	words := make([]string, len(list))
	for i, q := range list {
		words[i] = point(p.at(a, q[0], q[1]))
	}
	return strings.Join(words, " ")
}

// Plots is a picture of plots.
type Plots struct {
	Title, Note string
	XName       string // of the horizontal axis
	InRow       int    // plots in each row; 0: all plots
	Plots       []Plot
}

// The sizes of plots, in pixels.
const (
	plotTop    = 92 // of the first row
	plotHeight = 258
	rowHeight  = plotHeight + 66 // with the axis and the title of the next row
	plotLeft   = 58
	plotGap    = 64
	plotRight  = pictureWidth - 20
	keyWidth   = 76 // of the name of a curve
)

// curveColor returns the colour of a curve. Everybody can tell the colours apart.
func curveColor(i int) string {
	colors := [...]string{blue, orange, "#2f7d4f", "#8a4fa3", ink, "#8c6d1f"}
	return colors[i%len(colors)]
}

// SVG returns the picture as a file.
func (f *Plots) SVG() string {
	inRow := f.InRow
	if inRow == 0 {
		inRow = len(f.Plots)
	}
	rows := (len(f.Plots) + inRow - 1) / inRow
	height := plotTop + rows*rowHeight - 16
	var to canvas
	to.begin(height, f.Title, f.Note)
	width := (plotRight - plotLeft - float64(inRow-1)*plotGap) / float64(inRow)
	for i := range f.Plots {
		left, top := plotLeft+float64(i%inRow)*(width+plotGap), plotTop+float64(i/inRow*rowHeight)
		f.Plots[i].draw(&to, area{left, top, width, plotHeight})
	}
	if f.XName != "" {
		to.text(pictureWidth/2, float64(height)-12, "middle", small, f.XName)
	}
	return to.end()
}

func (p *Plot) draw(to *canvas, a area) {
	bottom, right := a.top+a.height, a.left+a.width
	for _, m := range p.Y.Marks {
		_, y := p.at(a, p.X.Low, m.Value)
		to.line(a.left, y, right, y, grid, "")
		to.text(a.left-6, y+4, "end", small, m.Label)
	}
	for _, m := range p.X.Marks {
		x, _ := p.at(a, m.Value, p.Y.Low)
		to.text(x, bottom+16, "middle", small, m.Label)
	}
	for _, c := range p.Columns {
		x, y := p.at(a, c.X, c.Value)
		end, _ := p.at(a, c.X+c.Width, c.Value)
		fmt.Fprintf(to, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"><title>%s</title></rect>`+"\n",
			x, y, end-x, bottom-y, blue, html.EscapeString(c.Hint))
	}
	to.line(a.left, bottom, right, bottom, ink, "")
	to.text(a.left, a.top-18, "start", `font-weight="600"`, p.Title)
	color, key := 0, right
	for i := len(p.Curves) - 1; i >= 0; i-- {
		if p.Curves[i].Name != "" {
			key -= keyWidth
		}
	}
	for _, c := range p.Curves {
		if c.Dashed {
			fmt.Fprintf(to, `<polyline points="%s" fill="none" stroke="%s" stroke-dasharray="4 4"/>`+"\n", p.points(a, c.Points), faint)
			continue
		}
		if c.Name != "" {
			key += keyWidth
			to.text(key, a.top-18, "end", `font-size="11" font-weight="600" fill="`+curveColor(color)+`"`, c.Name)
		}
		fmt.Fprintf(to, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", p.points(a, c.Points), curveColor(color))
		for _, q := range c.Points {
			x, y := p.at(a, q[0], q[1])
			fmt.Fprintf(to, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x, y, curveColor(color))
		}
		color++
	}
}

// onPage is the area of a plot on a page, before it is stretched, with some space for lines
// at the upper and the lower edge.
var onPage = area{top: 12, width: 1000, height: 276}

// Line is a curve as a page draws it: points of SVG.
type Line struct {
	Points, Band string
	Dashed       bool
}

// Lines returns the curves for a page.
func (p *Plot) Lines() (list []Line) {
	for _, c := range p.Curves {
		line := Line{Points: p.points(onPage, c.Points), Dashed: c.Dashed}
		var upper, lower [][2]float64
		for i, b := range c.Band {
			x := c.Points[i][0]
			upper = append(upper, [2]float64{x, b[1]})
			lower = append([][2]float64{{x, b[0]}}, lower...)
		}
		if upper != nil {
			line.Band = p.points(onPage, append(upper, lower...))
		}
		list = append(list, line)
	}
	return list
}
