package report

import (
	"fmt"
	"html"
	"strings"
)

// Terminal is a picture of a terminal window: a title above lines of monospaced text.
type Terminal struct {
	Title   string
	Columns int // width of the window in characters; longer lines are not cut
	Lines   []TerminalLine
}

// TerminalLine is a line of text and how it is written.
type TerminalLine struct {
	Text          string
	Strong, Faint bool
}

// The sizes of a terminal window, in pixels. Monospaced fonts are at most as wide as
// these columns.
const (
	columnWidth  = 8.05
	textHeight   = 16
	textSize     = 13
	titleHeight  = 30
	windowMargin = 16
)

// SVG returns the window as a file. The ground is drawn, so that it can be read on pages
// of any colour.
func (t *Terminal) SVG() string {
	width := int(columnWidth*float64(t.Columns)) + 2*windowMargin
	height := titleHeight + textHeight*len(t.Lines) + 2*windowMargin - 6
	title := html.EscapeString(t.Title)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="%d" fill="%s">`+"\n",
		width, height, textSize, ink)
	fmt.Fprintf(&b, "<title>%s</title>\n", title)
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="%s" stroke="%s"/>`+"\n", width-1, height-1, ground, grid)
	fmt.Fprintf(&b, `<path d="M1 %[1]d V8 q0 -7 7 -7 H%[2]d q7 0 7 7 V%[1]d z" fill="%[3]s"/>`+"\n", titleHeight, width-8, stripe)
	fmt.Fprintf(&b, `<text x="%d" y="20" text-anchor="middle" fill="%s">%s</text>`+"\n", width/2, faint, title)
	for i, l := range t.Lines {
		if strings.TrimSpace(l.Text) == "" {
			continue
		}
		attributes := ""
		if l.Strong {
			attributes += ` font-weight="600"`
		}
		if l.Faint {
			attributes += ` fill="` + faint + `"`
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d"%s xml:space="preserve">%s</text>`+"\n",
			windowMargin, titleHeight+windowMargin+8+textHeight*i, attributes, html.EscapeString(l.Text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
