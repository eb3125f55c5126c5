package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Bars is a chart of horizontal bars: panels side by side on one scale, with a line for
// each name. All bars begin at the origin.
type Bars struct {
	Title, Note string
	Panels      []Panel
	Names       []string // from top to bottom

	Log      bool      // the scale is logarithmic
	Origin   float64   // value at which bars begin
	Limit    float64   // bars end at this distance from 0; 0: no limit
	BlueLeft bool      // bars to the left are blue and those to the right orange, instead of the reverse
	Hold     []float64 // further values that the scale has to hold
	Tick     string    // format of the axis, such as "%g×"
}

// Panel is a part of the chart with bars of its own.
type Panel struct {
	Title string
	Bars  map[string]Bar // by name; a line without a bar stays empty
}

// Bar is a value with a label.
type Bar struct {
	Value     float64 // NaN: there is no bar, and the label says why
	Error     bool    // there is an error bar from Low to High
	Low, High float64
	Open      bool // the value is a bound: the end of the bar is hollow
	Reference bool // the name is bold
	Label     string
	Detail    string // behind the label
}

const (
	nameWidth    = 250 // of the column of names, in pixels
	valueWidth   = 100 // of the column of labels
	bottomHeight = 34
)

// scale returns the scale that holds all bars, the origin and the values of Hold.
func (c *Bars) scale() Scale {
	values := append([]float64{c.Origin}, c.Hold...)
	for _, p := range c.Panels {
		for _, b := range p.Bars {
			list := []float64{b.Value}
			if b.Error {
				list = append(list, b.Low, b.High)
			}
			for _, v := range list {
				if !math.IsNaN(v) && !math.IsInf(v, 0) {
					values = append(values, v)
				}
			}
		}
	}
	if c.Limit > 0 {
		for i, v := range values {
			values[i] = max(-c.Limit, min(c.Limit, v))
		}
	}
	return NewScale(c.Log, values)
}

// placedBar is a bar with its places in percent of the panel.
type placedBar struct {
	Bar
	Name     string
	Missing  bool
	Color    string // blue, orange, or ink for a bar without length
	X, Width float64
	End      float64
	From, To float64 // of the error bar
}

// placed returns the bar of a panel with that name; ok says that there is one.
func (c *Bars) placed(s Scale, panel int, name string) (p placedBar, ok bool) {
	b, ok := c.Panels[panel].Bars[name]
	p = placedBar{Bar: b, Name: name, Missing: math.IsNaN(b.Value), Color: "orange"}
	if !ok || p.Missing {
		return p, ok
	}
	origin := s.Place(c.Origin)
	p.End = s.Place(b.Value)
	p.X, p.Width = min(origin, p.End), math.Abs(p.End-origin)
	p.From, p.To = s.Place(b.Low), s.Place(b.High)
	p.Open = b.Open || c.Limit > 0 && math.Abs(b.Value) > c.Limit
	switch {
	case b.Value == c.Origin:
		p.Color = "ink"
	case b.Value > c.Origin != c.BlueLeft:
		p.Color = "blue"
	}
	return p, true
}

// Sort puts the names whose bars end furthest to the right first, in the mean of the
// panels, and those without bars last.
func (c *Bars) Sort() {
	s := c.scale()
	end := func(name string) float64 {
		sum, n := 0.0, 0.0
		for i := range c.Panels {
			if p, ok := c.placed(s, i, name); ok && !p.Missing {
				sum, n = sum+p.End, n+1
			}
		}
		if n == 0 {
			return -1
		}
		return rounded(sum / n)
	}
	slices.SortFunc(c.Names, func(a, b string) int { return cmp.Or(cmp.Compare(end(b), end(a)), cmp.Compare(a, b)) })
}

// Axis returns the marks of the axis and the place of the origin, in percent of a panel.
func (c *Bars) Axis() (axis struct {
	Ticks  []Tick
	Origin float64
}) {
	s := c.scale()
	axis.Ticks, axis.Origin = s.Ticks(c.Tick), s.Place(c.Origin)
	return axis
}

// Rows returns the bars of the first panel at their places, for a page.
func (c *Bars) Rows() (list []placedBar) {
	s := c.scale()
	for _, name := range c.Names {
		if p, ok := c.placed(s, 0, name); ok {
			list = append(list, p)
		}
	}
	return list
}

// SVG returns the chart as a file.
func (c *Bars) SVG() string {
	var to canvas
	bottom := topHeight + lineHeight*len(c.Names)
	to.begin(bottom+bottomHeight, c.Title, c.Note)
	for i, name := range c.Names {
		y := topHeight + lineHeight*i
		if i%2 == 0 {
			fmt.Fprintf(&to, `<rect x="8" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", y, pictureWidth-16, lineHeight, stripe)
		}
		to.text(nameWidth, float64(y)+14, "end", "", name)
	}
	s := c.scale()
	width := (pictureWidth-nameWidth-12)/len(c.Panels) - valueWidth - 20
	for i := range c.Panels {
		c.panel(&to, s, i, float64(nameWidth+12+i*(width+valueWidth+20)), float64(width), float64(bottom))
	}
	return to.end()
}

// panel draws the bars of one panel between left and left+width.
func (c *Bars) panel(to *canvas, s Scale, panel int, left, width, bottom float64) {
	at := func(percent float64) float64 { return left + percent*width/100 }
	to.text(left, topHeight-10, "start", `font-weight="600"`, c.Panels[panel].Title)
	for _, t := range s.Ticks(c.Tick) {
		to.line(at(t.X), topHeight, at(t.X), bottom, grid, "")
		to.text(at(t.X), bottom+16, t.Anchor, small, t.Label)
	}
	origin := at(s.Place(c.Origin))
	to.line(origin, topHeight, origin, bottom, ink, "")
	for i, name := range c.Names {
		bar, ok := c.placed(s, panel, name)
		if !ok {
			continue
		}
		middle, style, label := topHeight+lineHeight*float64(i)+lineHeight/2, `font-size="11" `, bar.Label
		if bar.Missing {
			style = small
		} else {
			bar.draw(to, at, middle)
		}
		if bar.Detail != "" {
			label += " " + bar.Detail
		}
		to.text(left+width+8, middle+4, "start", style, label)
	}
}

// draw draws the bar, its error bar and its hollow end.
func (p *placedBar) draw(to *canvas, at func(float64) float64, middle float64) {
	color := map[string]string{"blue": blue, "orange": orange, "ink": ink}[p.Color]
	fmt.Fprintf(to, `<rect x="%.1f" y="%.1f" width="%.1f" height="10" rx="1.5" fill="%s"/>`+"\n", at(p.X), middle-5, at(p.X+p.Width)-at(p.X), color)
	if p.Error {
		const style = ` stroke-width="1.2"`
		to.line(at(p.From), middle, at(p.To), middle, ink, style)
		to.line(at(p.From), middle-3.5, at(p.From), middle+3.5, ink, style)
		to.line(at(p.To), middle-3.5, at(p.To), middle+3.5, ink, style)
	}
	if p.Open {
		fmt.Fprintf(to, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s" stroke="%s" stroke-width="2"/>`+"\n", at(p.End), middle, ground, color)
	}
}
