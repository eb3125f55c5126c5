package ablate

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

func eloPicture(g *Game) measure {
	m := eloMeasure(g)
	m.title, m.limit = "Elo that the full search wins against the one without the technique, with 95 % intervals", 150
	return m
}

func nodesPicture(g *Game) measure {
	m := nodesMeasure(g)
	m.title = "Nodes to the same depth without the technique, by those of the full search"
	return m
}

// panel is the part of a picture that belongs to one game.
type panel struct {
	game   string
	bars   map[string]bar
	unused []string
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

// picture draws one measure of all games on one scale in SVG, a line for each
// technique. It is empty if nothing is known. The ground is drawn, so that the picture can be
// read on pages of any colour.
func (r *Report) picture(of func(*Game) measure) string {
	var measures []measure
	var shown [][]*Summary
	var values []float64
	var panels []panel
	for i := range r.Games {
		g := &r.Games[i]
		summaries := g.Summaries()
		if len(summaries) == 0 {
			continue
		}
		m := of(g)
		list, known := m.shown(summaries)
		if !known {
			continue
		}
		measures, shown = append(measures, m), append(shown, list)
		values = append(values, m.extent(list)...)
		panels = append(panels, panel{game: g.Setup.Game, bars: map[string]bar{}, unused: g.Unused})
	}
	if len(panels) == 0 {
		return ""
	}
	scale := newScale(measures[0].log, values)
	for i, m := range measures {
		for _, s := range shown[i] {
			if s.Technique != Full {
				panels[i].bars[s.Technique] = m.bar(s, scale)
			}
		}
	}
	return drawing{
		title: measures[0].title, panels: panels, names: namesOf(panels),
		ticks: scale.ticks(measures[0].tick), origin: scale.place(measures[0].origin),
	}.String()
}

// namesOf lists what there are bars of, the longest bars to the right first.
func namesOf(panels []panel) []string {
	var names []string
	ends := map[string]float64{}
	for _, p := range panels {
		for name := range p.bars {
			if _, ok := ends[name]; !ok {
				names = append(names, name)
				ends[name] = meanEnd(panels, name)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		switch {
		case ends[a] > ends[b]:
			return -1
		case ends[a] < ends[b]:
			return 1
		}
		return strings.Compare(a, b)
	})
	return names
}

// meanEnd returns where the bars of that name end in the mean, -1 if there are none.
func meanEnd(panels []panel, name string) float64 {
	sum, n := 0.0, 0
	for _, p := range panels {
		if b, ok := p.bars[name]; ok && !b.Missing {
			sum += b.End
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return math.Round(sum/float64(n)*1e6) / 1e6
}

// drawing is what a picture shows.
type drawing struct {
	title  string
	panels []panel
	names  []string
	ticks  []tick
	origin float64 // in percent of a panel
}

// The colours of a picture, which are those of the page on a light ground.
const (
	ground, stripe, ink, faint, grid = "#ffffff", "#f3f5f8", "#1b2330", "#5a6576", "#d5dae2"
	worseColor, betterColor          = "#0068ad", "#c2570c"
)

// String returns the picture as a file in SVG.
func (d drawing) String() string {
	var b strings.Builder
	bottom := topHeight + lineHeight*len(d.names)
	height := bottom + bottomHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="12" fill="%s">`+"\n", pictureWidth, height, ink)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(d.title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="%s"/>`+"\n", pictureWidth, height, ground)
	label(&b, 16, 26, "start", `font-size="15" font-weight="600"`, d.title)
	label(&b, 16, 44, "start", `fill="`+faint+`"`, "Blue: the technique helps. Orange: better without it, by this measure. A hollow end: at least so much.")
	for i, name := range d.names {
		y := topHeight + lineHeight*i
		if i%2 == 0 {
			fmt.Fprintf(&b, `<rect x="8" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", y, pictureWidth-16, lineHeight, stripe)
		}
		label(&b, nameWidth, float64(y)+14, "end", "", name)
	}
	width := (pictureWidth-nameWidth-12)/len(d.panels) - valueWidth - 20
	for i, p := range d.panels {
		d.panel(&b, p, float64(nameWidth+12+i*(width+valueWidth+20)), float64(width), float64(bottom))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// panel draws the bars of one game between left and left+width.
func (d drawing) panel(b *strings.Builder, p panel, left, width, bottom float64) {
	at := func(percent float64) float64 { return left + percent*width/100 }
	label(b, left, topHeight-10, "start", `font-weight="600"`, title(p.game))
	for _, t := range d.ticks {
		line(b, at(t.X), topHeight, at(t.X), bottom, grid, 1)
		label(b, at(t.X), bottom+16, t.Anchor, `font-size="11" fill="`+faint+`"`, t.Label)
	}
	line(b, at(d.origin), topHeight, at(d.origin), bottom, ink, 1)
	for i, name := range d.names {
		middle := topHeight + lineHeight*float64(i) + lineHeight/2
		bar, ok := p.bars[name]
		switch {
		case !ok && slices.Contains(p.unused, name):
			bar.Missing, bar.Value = true, "not used"
		case !ok:
			bar.Missing, bar.Value = true, "not measured"
		}
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
func (r *bar) draw(b *strings.Builder, at func(float64) float64, middle float64) {
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

func line(b *strings.Builder, x1, y1, x2, y2 float64, color string, width float64) {
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>`+"\n", x1, y1, x2, y2, color, width)
}

func label(b *strings.Builder, x, y float64, anchor, attributes, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, attributes, html.EscapeString(text))
}
