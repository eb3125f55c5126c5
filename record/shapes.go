package record

import (
	"regexp"
	"strings"
)

// Shape is a mark on the board that somebody drew: an arrow, or a circle, which begins and ends at one square.
type Shape struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Colour string `json:"colour"` // G, R, Y or B as in PGN
}

// shapesPattern is how comments of PGN hold them: squares in csl, arrows in cal.
var shapesPattern = regexp.MustCompile(`[ \t]*\[%c[sa]l ([^\]]*)\]`)

// ShapesOf returns the shapes in a comment, and the comment without them.
func ShapesOf(comment string) (shapes []Shape, rest string) {
	for _, found := range shapesPattern.FindAllStringSubmatch(comment, -1) {
		for text := range strings.SplitSeq(found[1], ",") {
			if s, ok := parseShape(strings.TrimSpace(text)); ok {
				shapes = append(shapes, s)
			}
		}
	}
	if len(shapes) == 0 {
		return nil, comment
	}
	return shapes, strings.TrimSpace(shapesPattern.ReplaceAllString(comment, ""))
}

// parseShape reads Gd4 or Ge2e4.
func parseShape(text string) (Shape, bool) {
	if len(text) != 3 && len(text) != 5 || !strings.Contains("GRYB", text[:1]) {
		return Shape{}, false
	}
	s := Shape{From: text[1:3], To: text[len(text)-2:], Colour: text[:1]}
	return s, isSquare(s.From) && isSquare(s.To)
}

// isSquare reports whether a text is the name of a square, in chess or in shogi.
func isSquare(text string) bool {
	file, rank := text[0], text[1]
	return file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8' || file >= '1' && file <= '9' && rank >= 'a' && rank <= 'i'
}

// ShapesText writes shapes as a part of a comment.
func ShapesText(shapes []Shape) string {
	var squares, arrows []string
	for _, s := range shapes {
		if _, ok := parseShape(s.Colour + s.From + s.To); !ok {
			continue
		}
		if s.From == s.To {
			squares = append(squares, s.Colour+s.From)
		} else {
			arrows = append(arrows, s.Colour+s.From+s.To)
		}
	}
	var parts []string
	if len(squares) > 0 {
		parts = append(parts, "[%csl "+strings.Join(squares, ",")+"]")
	}
	if len(arrows) > 0 {
		parts = append(parts, "[%cal "+strings.Join(arrows, ",")+"]")
	}
	return strings.Join(parts, " ")
}
