package report

import (
	"fmt"
	"html"
	"strings"
)

// Box is a part of a flame graph. Places are in percent of the width.
type Box struct {
	Row      int // from the top
	X, Width float64
	Text     string // as much of it is written as there is room for
	Hint     string // shown under the pointer
	Kind     int    // gives the colour; one that is none of Kinds has that of the others
}

// Flame is a flame graph: boxes that stand on what they are parts of, but from the top
// down, so that one begins to read where the program begins.
type Flame struct {
	Title, Note string
	Kinds       []string // of boxes, those first that are to have colours
	Boxes       []Box
}

// The sizes of a flame graph, in pixels.
const (
	boxHeight   = 18
	letterWidth = 6.2 // more or less, at this size
	legendWidth = 150
	margin      = 16
)

// kindColors returns the colours of the kinds that come first, then that of all others.
// Dark letters can be read on all of them.
func kindColors() []string {
	return []string{"#f4a261", "#7fb8e6", "#8fd19e", "#f2d06b", "#d8a3dd", "#8fd6d2", "#ee9a9a", "#c2b280", "#b5bdf0", "#d5dae2"}
}

// SVG returns the graph as a picture, in dark letters on a ground of its own.
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

	var b strings.Builder
	begin(&b, height, f.Title, f.Note)
	for _, box := range f.Boxes {
		f.draw(&b, &box, colors)
	}
	for i, color := range colors[:named+1] {
		name := "others"
		if i < named {
			name = f.Kinds[i]
		} else {
			color = colors[len(colors)-1]
		}
		x, y := margin+i%perRow*legendWidth, height-margin-legend+i/perRow*lineHeight
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="12" height="12" rx="2" fill="%s"/>`+"\n", x, y, color)
		label(&b, float64(x+18), float64(y+10), "start", `font-size="11"`, name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// draw draws a box.
func (f *Flame) draw(b *strings.Builder, box *Box, colors []string) {
	const whole = pictureWidth - 2*margin
	color := colors[len(colors)-1]
	if box.Kind >= 0 && box.Kind < len(colors)-1 {
		color = colors[box.Kind]
	}
	x, y, width := margin+box.X*whole/100, topHeight-lineHeight+box.Row*boxHeight, box.Width*whole/100
	fmt.Fprintf(b, `<g><title>%s</title><rect x="%.1f" y="%d" width="%.1f" height="%d" rx="1.5" fill="%s" stroke="%s" stroke-width="0.5"/>`,
		html.EscapeString(box.Hint), x, y, width, boxHeight-1, color, ground)
	if text := fitting(box.Text, width-6); text != "" {
		label(b, x+3, float64(y)+12.5, "start", `font-size="11"`, text)
	}
	b.WriteString("</g>\n")
}

// fitting returns as much of a name as there is room for, nothing if that tells too
// little.
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
