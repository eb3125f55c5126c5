package board

import (
	"fmt"
	"regexp"
	"strings"
)

// Look says how a picture looks that stands alone.
type Look struct {
	Width  int  // in pixels; 0: as many as units
	Other  bool // the other set of pieces: plain shapes in chess, letters in shogi
	Shaded bool // the colours for dark pages
}

// File returns the picture as a file that needs nothing else. Programs that draw SVG know little of
// style sheets: it has no variables, and of the rules only its game's.
func (p *Picture) File(look Look) string {
	s := p.Style
	width, height := s.View[2], s.View[3]
	if look.Width > 0 {
		width, height = look.Width, (look.Width*height+width/2)/width
	}
	_, symbols, _ := strings.Cut(s.Symbols(), ">")
	symbols = strings.TrimSuffix(symbols, "</svg>")
	picture := p.svg(fmt.Sprintf(` xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"`, width, height))
	start, rest, _ := strings.Cut(picture, ">")
	return fmt.Sprintf("%s><style>%s</style>%s%s\n", start, s.sheet(look), symbols, rest)
}

var (
	cssComment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssRule     = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	cssShades   = regexp.MustCompile(`light-dark\(([^,()]+), ([^,()]+)\)`)
	cssVariable = regexp.MustCompile(`var\((--[a-z-]+)(?:, ([^()]*))?\)`)
)

// sheet returns the rules for a picture, with the values of their variables.
func (s *Style) sheet(look Look) string {
	shade := "$1"
	if look.Shaded {
		shade = "$2"
	}
	values := map[string]string{"--usual": "inline", "--kanji": "inline", "--plain": "none", "--letter": "none"}
	if look.Other {
		values = map[string]string{"--usual": "none", "--kanji": "none", "--plain": "inline", "--letter": "inline", "--rank-kanji": "none", "--rank-letter": "inline"}
	}
	var out strings.Builder
	for _, rule := range cssRule.FindAllStringSubmatch(cssComment.ReplaceAllString(CSS, ""), -1) {
		selector, ok := s.alone(strings.TrimSpace(rule[1]))
		if !ok {
			continue
		}
		var kept []string
		for declaration := range strings.SplitSeq(cssShades.ReplaceAllString(rule[2], shade), ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(declaration), ":")
			value = cssVariable.ReplaceAllStringFunc(strings.TrimSpace(value), func(use string) string {
				parts := cssVariable.FindStringSubmatch(use)
				if value, known := values[parts[1]]; known {
					return value
				}
				return parts[2]
			})
			switch {
			case strings.HasPrefix(name, "--"):
				values[name] = value
			case name != "" && !strings.HasPrefix(name, "width") && !strings.HasPrefix(name, "height"):
				kept = append(kept, name+":"+value)
			}
		}
		if len(kept) > 0 {
			fmt.Fprintf(&out, "%s{%s}", selector, strings.Join(kept, ";"))
		}
	}
	return out.String()
}

// alone returns the selector of a rule as far as it is for a picture of the style that stands alone,
// and false if it is not.
func (s *Style) alone(selector string) (string, bool) {
	var kept []string
	for one := range strings.SplitSeq(selector, ",") {
		if strings.Contains(one, ":has(.stand)") && !s.Turns || strings.HasPrefix(one, ".other-boards") || strings.HasPrefix(one, ".symbols") {
			continue
		}
		one = strings.ReplaceAll(strings.TrimSpace(one), ":has(.stand)", "")
		if one == ".western" || one == ".plain-pieces" || one == ".western-ranks" {
			continue // they set variables for a page
		}
		kept = append(kept, one)
	}
	return strings.Join(kept, ","), len(kept) > 0
}
