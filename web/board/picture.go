package board

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// Picture is a board to be drawn.
type Picture struct {
	Style    *Style
	Position Position
	Marks    []int   // squares and slots that are highlighted
	Arrows   [][]int // where each begins and ends; nil: no arrow
	Replies  [][]int // the same for arrows of what the opponent answers
	Label    string  // says what is shown to those who do not see it
	Flipped  bool    // seen from the side of Second
}

// SVG returns the picture. Its groups "marks", "pieces" and "arrows" are there even if they
// are empty; with the class "flipped" it has the coordinates of the other side.
func (p *Picture) SVG() string { return p.svg("") }

// svg returns the picture with more attributes.
func (p *Picture) svg(attributes string) string {
	s := p.Style
	class := "board"
	if p.Flipped {
		class += " flipped"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" viewBox="%d %d %d %d" role="img" aria-label="%s"%s>`, class, s.View[0], s.View[1], s.View[2], s.View[3], html.EscapeString(p.Label), attributes)
	s.ground(&b)
	b.WriteString(`<g class="marks">`)
	for _, i := range p.Marks {
		if i >= 0 && i < len(p.Position) {
			x, y := s.corner(p.seen(i))
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d"/>`, x, y, s.Size[0], s.Size[1])
		}
	}
	b.WriteString(`</g>`)
	if s.Turns {
		s.grid(&b)
	}
	s.coordinates(&b)
	b.WriteString(`<g class="pieces">`)
	for i, piece := range p.Position {
		p.piece(&b, i, piece)
	}
	b.WriteString(`</g><g class="arrows">`)
	for i, arrow := range slices.Concat(p.Arrows, p.Replies) {
		class, head := "arrow", "head"
		if i >= len(p.Arrows) {
			class, head = "arrow reply", "head-reply"
		}
		if len(arrow) == 2 {
			s.arrow(&b, class, head, p.seen(arrow[0]), p.seen(arrow[1]))
		}
	}
	b.WriteString(`</g></svg>`)
	return b.String()
}

// seen returns where a square or slot is in the picture.
func (p *Picture) seen(i int) int {
	squares, slots := p.Style.squares(), len(p.Style.hand)
	switch {
	case !p.Flipped || i < 0:
		return i
	case i < squares:
		return squares - 1 - i
	case i < squares+slots:
		return i + slots
	}
	return i - slots
}

// corner returns the upper left corner of a square or slot.
func (s *Style) corner(i int) (x, y int) {
	if slot := i - s.squares(); slot >= 0 {
		return s.Slots[slot][0], s.Slots[slot][1]
	}
	return s.Origin[0] + i%s.Columns*s.Size[0], s.Origin[1] + i/s.Columns*s.Size[1]
}

// ground draws the squares of chess, or the wood of shogi with the stands for the hands.
func (s *Style) ground(b *strings.Builder) {
	width, height := s.Columns*s.Size[0], s.Rows*s.Size[1]
	fmt.Fprintf(b, `<rect class="light" x="%d" y="%d" width="%d" height="%d"/>`, s.Origin[0], s.Origin[1], width, height)
	if s.Turns {
		for _, slot := range [...]int{0, len(s.hand)} {
			fmt.Fprintf(b, `<rect class="stand tall" x="%d" y="%d" width="%d" height="%d" rx="8"/>`, s.Origin[0], s.Slots[slot][1]-4, width, s.Size[1]+8)
			at := s.WideSlots[slot/len(s.hand)*(2*len(s.hand)-1)] // the upper one
			fmt.Fprintf(b, `<rect class="stand wide" x="%d" y="%d" width="%d" height="%d" rx="8"/>`, at[0]-8, at[1]-4, standWidth, len(s.hand)*s.Size[1]+8)
		}
		return
	}
	b.WriteString(`<path class="dark" d="`)
	for i := range s.squares() {
		if (i%s.Columns+i/s.Columns)%2 == 1 {
			x, y := s.corner(i)
			fmt.Fprintf(b, "M%d %dh100v100h-100z", x, y)
		}
	}
	b.WriteString(`"/>`)
}

// grid draws the lines and the four dots of a shogi board.
func (s *Style) grid(b *strings.Builder) {
	x, y, width, height := s.Origin[0], s.Origin[1], s.Columns*s.Size[0], s.Rows*s.Size[1]
	b.WriteString(`<path class="grid" d="`)
	for i := range s.Columns + 1 {
		fmt.Fprintf(b, "M%d %dv%d", x+i*s.Size[0], y, height)
	}
	for i := range s.Rows + 1 {
		fmt.Fprintf(b, "M%d %dh%d", x, y+i*s.Size[1], width)
	}
	b.WriteString(`"/><path class="dots" d="`)
	for _, i := range [...]int{3, 6} {
		for _, j := range [...]int{3, 6} {
			fmt.Fprintf(b, "M%d %dh0", x+i*s.Size[0], y+j*s.Size[1])
		}
	}
	b.WriteString(`"/>`)
}

// coordinates draws the names of columns and rows, as seen from each side.
func (s *Style) coordinates(b *strings.Builder) {
	text := func(class string, x, y int, label string) {
		fmt.Fprintf(b, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, label)
	}
	for i, class := range [...]string{"up", "down"} {
		fmt.Fprintf(b, `<g class="coordinates %s">`, class)
		for j := range s.Columns {
			n := j
			if i == 1 {
				n = s.Columns - 1 - j
			}
			x, y := s.Origin[0]+j*s.Size[0], s.Origin[1]+j*s.Size[1]
			shade := "on-" + [...]string{"dark", "light"}[j%2]
			switch {
			case s.Turns:
				text("file", x+50, s.Origin[1]-10, strconv.Itoa(s.Columns-n))
				fmt.Fprintf(b, `<path class="rank-kanji" d="%s"/>`, brush(glyphs[string([]rune("一二三四五六七八九")[n])], .24, point{float64(s.Origin[0] + 921), float64(y + 54)}))
				text("rank-letter", s.Origin[0]+920, y+62, string(rune('a'+n)))
			default:
				text("file "+shade, x+94, 794, string(rune('a'+n)))
				text("rank "+[...]string{"on-light", "on-dark"}[j%2], 5, y+23, strconv.Itoa(s.Rows-n))
			}
		}
		b.WriteString(`</g>`)
	}
}

// piece draws what is on a square or in a slot.
func (p *Picture) piece(b *strings.Builder, i int, piece string) {
	if piece == "." || piece == "0" {
		return
	}
	s := p.Style
	x, y := s.corner(p.seen(i))
	count := int64(0)
	second := piece == strings.ToLower(piece)
	if slot := i - s.squares(); slot >= 0 {
		number := piece
		piece = s.hand[slot%len(s.hand):][:1]
		second = slot >= len(s.hand)
		if n, _ := strconv.ParseInt(number, 36, 0); n > 1 {
			count = n
		}
		if second {
			piece = strings.ToLower(piece)
		}
	}
	turn := ""
	if s.Turns && second != p.Flipped {
		turn = fmt.Sprintf(` transform="rotate(180 %d %d)"`, x+s.Size[0]/2, y+s.Size[1]/2)
	}
	fmt.Fprintf(b, `<use href="#p-%s" x="%d" y="%d" width="%d" height="%d"%s/>`, piece, x, y, s.Size[0], s.Size[1], turn)
	if count > 1 {
		fmt.Fprintf(b, `<text class="number" x="%d" y="%d">%d</text>`, x+84, y+102, count)
	}
}

// arrow draws an arrow between the middles of squares.
func (s *Style) arrow(b *strings.Builder, class, head string, from, to int) {
	if last := s.squares() + len(s.Slots); min(from, to) < 0 || max(from, to) >= last {
		return
	}
	x1, y1 := s.corner(from)
	x2, y2 := s.corner(to)
	dx, dy := s.Size[0]/2, s.Size[1]/2
	fmt.Fprintf(b, `<path class="%s" marker-end="url(#%s)" d="M%d %dL%d %d"/>`, class, head, x1+dx, y1+dy, x2+dx, y2+dy)
}
