package board

import (
	"fmt"
	"strings"
)

// The shapes of chess are drawn in a square of 100 by 100: the body, and the lines in it
// that show in the colour of the opponent.
var shapes = map[rune]struct{ body, detail string }{
	'p': {
		"M50 22a14.500 14.500 0 0 1 9.500 25.500h4.500v6h-6.500c1 12 5.500 18 11.500 22.500h3.500v11h-45v-11h3.500c6-4.500 10.500-10.500 11.500-22.500h-6.500v-6h4.500a14.500 14.500 0 0 1 9.500-25.500z",
		"M33 76h34",
	},
	'r': {
		"M25 17h12v8h7.500v-8h11v8h7.500v-8h12v21l-9 8 3 28h6v13h-50v-13h6l3-28-9-8z",
		"M34 46h32M31 74h38M25 36h50",
	},
	'n': {
		"M27 87v-11h4c1-14 14-19 15.500-31-5 4.500-9 4-12.500 8-3.500 4.500-9 7-13.500 3.500-4-3.500-3-9 .500-13.500 4-5.500 5.500-15 16-23l1.500-9.500 10 6.500c19 1 28 20 26 59h1.500v11z",
		"M31 76h42M38 31.500l3.500-1.500M23.500 50.500l2-1",
	},
	'b': {
		"M50 8a6 6 0 0 1 4 10.500c8 6.500 14.500 15 14.500 24.500 0 7-3.500 11.500-7.500 14.500h4v6h-7c1 6 4 9.500 8 12.500h6v11h-44v-11h6c4-3 7-6.500 8-12.500h-7v-6h4c-4-3-7.500-7.500-7.500-14.500 0-9.500 6.500-18 14.500-24.500a6 6 0 0 1 4-10.500z",
		"M39 57.500h22M34 76h32M57 28l-8.500 15",
	},
	'q': {
		"M13 23a5.500 5.500 0 0 1 5 9l13 17 .500-22.500a5.500 5.500 0 1 1 7 0l8 20.500.500-25.500a5.500 5.500 0 1 1 6 0l.500 25.500 8-20.500a5.500 5.500 0 1 1 7 0l.500 22.500 13-17a5.500 5.500 0 1 1 6 1.500l-9.500 33.500-4 9h4v11h-57v-11h4l-4-9-9.500-33.500a5.500 5.500 0 0 1 1-10.500z",
		"M24 65.500q26-8 52 0M29 76h42",
	},
	'k': {
		"M46.500 8h7v7.500h7.500v7h-7.500v8.500c5 1 7.500 3 9 6 8-5.500 22-2.500 22 10 0 11-8 16-13 22v7h4v11h-51v-11h4v-7c-5-6-13-11-13-22 0-12.500 14-15.500 22-10 1.500-3 4-5 9-6v-8.500h-7.500v-7h7.500z",
		"M50 64c-1-11-4.500-20-12.500-27M50 64c1-11 4.500-20 12.500-27M28.500 68q21.500-7 43 0M28.500 76h43",
	},
}

// pentagon is the shape of the pieces of shogi, in 100 by 108.
const pentagon = "M50 7L77 20 89 100H11L23 20z"

// kanji are the names of the pieces of shogi and of the promoted ones; Second has 王.
var kanji = map[rune][2]string{
	'p': {"歩", "と"}, 'l': {"香", "杏"}, 'n': {"桂", "圭"}, 's': {"銀", "全"},
	'g': {"金", ""}, 'b': {"角", "馬"}, 'r': {"飛", "龍"}, 'k': {"玉", ""},
}

// Symbols returns an invisible SVG with the pieces as symbols, whose ids are "p-" and the
// letter of FEN or SFEN, and with the head of arrows. It belongs into a page once.
func (s *Style) Symbols() string {
	var b strings.Builder
	b.WriteString(`<svg class="symbols" width="0" height="0" aria-hidden="true"><defs><marker id="head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3" markerHeight="3" orient="auto"><path class="arrow-head" d="M0 0L10 5 0 10z"/></marker></defs>`)
	for _, letter := range s.kinds {
		for i, side := range [...]string{"piece-first", "piece-second"} {
			id := letter
			if i == 0 {
				id -= 'a' - 'A'
			}
			if !s.Turns {
				shape := shapes[letter]
				fmt.Fprintf(&b, `<symbol id="p-%c" viewBox="0 0 100 100"><path class="%s" d="%s"/><path class="%[2]s piece-detail" d="%[4]s"/></symbol>`, id, side, shape.body, shape.detail)
				continue
			}
			for promoted, name := range kanji[letter] {
				if name == "" {
					continue
				}
				if id == 'k' {
					name = "王"
				}
				plus, class := "", ""
				if promoted == 1 {
					plus, class = "+", " piece-promoted"
				}
				fmt.Fprintf(&b, `<symbol id="p-%s%c" viewBox="0 0 100 108"><path class="piece-wood" d="%s"/><text class="piece-text kanji%s" x="50" y="84">%s</text><text class="piece-text letter%[4]s" x="50" y="80">%[1]s%[6]s</text></symbol>`,
					plus, id, pentagon, class, name, strings.ToUpper(string(letter)))
			}
		}
	}
	b.WriteString("</svg>")
	return b.String()
}
