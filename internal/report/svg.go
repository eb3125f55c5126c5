package report

import (
	"fmt"
	"html"
	"strings"
)

// The sizes that all pictures share, in pixels.
const (
	pictureWidth = 940
	lineHeight   = 20
	topHeight    = 78 // title, note and the titles of panels
	margin       = 16
)

// Colours for a light background, as on the pages.
const (
	ground, stripe, ink, faint, grid = "#ffffff", "#f3f5f8", "#1b2330", "#5a6576", "#d5dae2"
	blue, orange                     = "#0068ad", "#c2570c"
)

// small is the style of labels on axes.
const small = `font-size="11" fill="` + faint + `"`

// canvas is an SVG file being written. It has its own background, so that it can be read
// on pages of any colour.
type canvas struct{ strings.Builder }

// begin writes the head of the file, the title and the note.
func (c *canvas) begin(height int, title, note string) {
	fmt.Fprintf(c, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="12" fill="%s">`+"\n", pictureWidth, height, ink)
	fmt.Fprintf(c, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(c, `<rect width="%d" height="%d" rx="8" fill="%s"/>`+"\n", pictureWidth, height, ground)
	c.text(margin, 26, "start", `font-size="15" font-weight="600"`, title)
	c.text(margin, 44, "start", `fill="`+faint+`"`, note)
}

// end returns the file.
func (c *canvas) end() string {
	c.WriteString("</svg>\n")
	return c.String()
}

// line draws a line; style holds further attributes.
func (c *canvas) line(x1, y1, x2, y2 float64, color, style string) {
	fmt.Fprintf(c, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"%s/>`+"\n", x1, y1, x2, y2, color, style)
}

// text writes a text; anchor says which point of the text lies at x: start, middle or
// end.
func (c *canvas) text(x, y float64, anchor, style, text string) {
	fmt.Fprintf(c, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, style, html.EscapeString(text))
}

// point returns a point of a polyline or polygon.
func point(x, y float64) string { return fmt.Sprintf("%.1f,%.1f", x, y) }
