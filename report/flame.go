package report

import (
	"fmt"
	"html"
)

// Box is a part of a flame graph. Places are in percent of the width.
type Box struct {
	Row      int // from the top
	X, Width float64
	Text     string // is cut to fit
	Hint     string // shown under the pointer
	Kind     int    // index of Flame.Kinds, which gives the colour; -1: none of them
}

// Flame is a flame graph from the top down: each box hangs from the one that it is a
// part of.
type Flame struct {
	Title, Note string
	Kinds       []string // the most important first, which get colours of their own
	Boxes       []Box
}

// The sizes of a flame graph, in pixels.
const (
	boxHeight   = 18
	letterWidth = 6.2 // roughly, at this font size
	legendWidth = 150
)

// kindColors returns the colours of the first kinds, then that of all others. Dark
// letters can be read on all of them.
func kindColors() []string {
	return []string{"#f4a261", "#7fb8e6", "#8fd19e", "#f2d06b", "#d8a3dd", "#8fd6d2", "#ee9a9a", "#c2b280", "#b5bdf0", "#d5dae2"}
}

// SVG returns the graph as a file.
func (f *Flame) SVG() string {
	rows := 0
	for _, box := range f.Boxes {
		rows = max(rows, box.Row+1)
	}
	colors := kindColors()
	perRow := (pictureWidth - 2*margin) / legendWidth
	named := min(len(f.Kinds), len(colors)-1)
	legend := (named + perRow) / perRow * lineHeight
	height := topHeight - lineHeight + rows*boxHeight + margin + legend + margin

	var to canvas
	to.begin(height, f.Title, f.Note)
	for _, box := range f.Boxes {
		f.draw(&to, &box, colors)
	}
	for i, color := range colors[:named+1] {
		name := "others"
		if i < named {
			name = f.Kinds[i]
		} else {
			color = colors[len(colors)-1]
		}
		x, y := margin+i%perRow*legendWidth, height-margin-legend+i/perRow*lineHeight
		fmt.Fprintf(&to, `<rect x="%d" y="%d" width="12" height="12" rx="2" fill="%s"/>`+"\n", x, y, color)
		to.text(float64(x+18), float64(y+10), "start", `font-size="11"`, name)
	}
	return to.end()
}

func (f *Flame) draw(to *canvas, box *Box, colors []string) {
	const whole = pictureWidth - 2*margin
	color := colors[len(colors)-1]
	if box.Kind >= 0 && box.Kind < len(colors)-1 {
		color = colors[box.Kind]
	}
	x, y, width := margin+box.X*whole/100, topHeight-lineHeight+box.Row*boxHeight, box.Width*whole/100
	fmt.Fprintf(to, `<g><title>%s</title><rect x="%.1f" y="%d" width="%.1f" height="%d" rx="1.5" fill="%s" stroke="%s" stroke-width="0.5"/>`,
		html.EscapeString(box.Hint), x, y, width, boxHeight-1, color, ground)
	if text := fitting(box.Text, width-6); text != "" {
		to.text(x+3, float64(y)+12.5, "start", `font-size="11"`, text)
	}
	to.WriteString("</g>\n")
}

// fitting cuts a name to a width. It returns nothing if fewer than three letters fit.
func fitting(name string, width float64) string {
	const least = 3
	letters := []rune(name)
	n := int(width / letterWidth)
	switch {
	case n >= len(letters):
		return name
	case n < least:
		return ""
	}
	return string(letters[:n-1]) + "…"
}
