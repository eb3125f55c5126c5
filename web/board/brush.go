package board

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// point is a place in the square of 100 by 100 in which characters are drawn.
type point struct{ x, y float64 }

func (p point) add(q point) point         { return point{p.x + q.x, p.y + q.y} }
func (p point) times(f float64) point     { return point{p.x * f, p.y * f} }
func (p point) to(q point) point          { return point{q.x - p.x, q.y - p.y} }
func (p point) towards(q point) (d point) { d = p.to(q); return d.times(1 / math.Hypot(d.x, d.y)) }

// turned returns a direction turned to its right, as seen on a screen.
func (p point) turned() point { return point{-p.y, p.x} }

// ink is how wide strokes are that run across and down.
const across, down = 6.5, 10.0

// widths are the widths of strokes that taper: at the beginning, in the middle, at the end.
var widths = map[string][3]float64{
	"p": {down, 8, 1.5},     // falls to the left and ends in a point
	"n": {3, 7, 12},         // falls to the right and grows
	"d": {2, 8, 11},         // a dot
	"c": {down, down, down}, // keeps its width
	"r": {down, 7, 1},       // a hook
}

// brush draws a character and returns its outline as the data of a path in SVG. Its
// strokes are separated by semicolons: a letter and the coordinates of points, of which
// those that taper have two or three, the middle one being the control point of a Bézier curve. "h" runs
// across and ends in a triangle, "b" has none; "v" runs down, "k" has a hook at its end.
// The square is drawn smaller by a factor, around a middle.
func brush(strokes string, scale float64, middle point) string {
	var b strings.Builder
	for stroke := range strings.SplitSeq(strokes, ";") {
		fields := strings.Fields(stroke)
		var at []point
		for i := 1; i+1 < len(fields); i += 2 {
			x, _ := strconv.ParseFloat(fields[i], 64)
			y, _ := strconv.ParseFloat(fields[i+1], 64)
			at = append(at, point{x, y})
		}
		switch kind := fields[0]; kind {
		case "h", "b":
			trace(&b, bar(at[0], at[1], kind == "h"), nil, scale, middle)
		case "v", "k":
			trace(&b, post(at[0], at[1]), nil, scale, middle)
			if kind == "k" {
				end := at[1]
				trace(&b, []point{{end.x + down/2, end.y - 4}, {end.x + 2, end.y + 3}, {end.x - 4, end.y + 3}, {end.x - 17, end.y - 6}, {end.x - 4, end.y - 5}, {end.x - down/2, end.y - 8}}, nil, scale, middle)
			}
		default:
			outline, bent := taper(at, widths[kind])
			trace(&b, outline, bent, scale, middle)
		}
	}
	return b.String()
}

// bar is a stroke that runs across.
func bar(from, to point, triangle bool) []point {
	h := across / 2
	outline := []point{{from.x - 1, from.y - h}}
	if triangle {
		outline = append(outline, point{to.x - 9, to.y - h}, point{to.x - 3, to.y - h - 6.5}, point{to.x + 4, to.y - h + 1})
	} else {
		outline = append(outline, point{to.x, to.y - h})
	}
	return append(outline, point{to.x + 1, to.y + h}, point{from.x, from.y + h})
}

// post is a stroke that runs down.
func post(from, to point) []point {
	w := down / 2
	return []point{{from.x - w - 1, from.y - 1}, {from.x + w + 3, from.y + 2}, {from.x + w, from.y + 6}, {to.x + w, to.y - 2}, {to.x + w - 3, to.y + 1}, {to.x - w, to.y + 2}}
}

// taper returns the outline of a stroke along a line or a curve, and which of its points
// are those in the middle of a curve.
func taper(at []point, width [3]float64) (outline []point, bent []bool) {
	if len(at) == 2 {
		at = []point{at[0], at[0].add(at[1]).times(.5), at[1]}
	}
	first, last := at[0].towards(at[1]), at[1].towards(at[2])
	sides := []point{first.turned(), first.add(last).turned(), last.turned()}
	sides[1] = sides[1].times(1 / math.Hypot(sides[1].x, sides[1].y))
	var back []point
	for i, p := range at {
		side := sides[i].times(width[i] / 2)
		outline = append(outline, p.add(side))
		back = append(back, p.add(side.times(-1)))
	}
	slices.Reverse(back)
	if width[2] > width[0] { // a round end
		outline = append(outline, at[2].add(last.times(width[2]/2)))
		return append(outline, back...), []bool{false, true, false, false, false, true, false}
	}
	return append(outline, back...), []bool{false, true, false, false, true, false}
}

// trace adds a closed outline to a path, always in the same direction, so that strokes
// that cross leave no hole.
func trace(b *strings.Builder, outline []point, bent []bool, scale float64, middle point) {
	if bent == nil {
		bent = make([]bool, len(outline))
	}
	area := 0.0
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		area += p.x*q.y - q.x*p.y
	}
	if area < 0 {
		outline, bent = slices.Clone(outline), slices.Clone(bent)
		slices.Reverse(outline)
		slices.Reverse(bent)
	}
	for i, p := range outline {
		switch {
		case i == 0:
			b.WriteByte('M')
		case bent[i]:
			b.WriteByte('Q')
		case bent[i-1]:
			b.WriteByte(' ')
		default:
			b.WriteByte('L')
		}
		p = point{50, 50}.to(p).times(scale).add(middle)
		b.WriteString(strconv.FormatFloat(math.Round(p.x*10)/10, 'f', -1, 64))
		b.WriteByte(' ')
		b.WriteString(strconv.FormatFloat(math.Round(p.y*10)/10, 'f', -1, 64))
	}
	b.WriteByte('z')
}
