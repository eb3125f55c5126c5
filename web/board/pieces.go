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

// plain are the shapes of another set for chess, without lines in them but for one.
var plain = map[rune]string{
	'p': "M50 26a14 14 0 0 1 9 25l9 26h-36l9-26a14 14 0 0 1 9-25z",
	'r': "M27 19h11v9h7v-9h10v9h7v-9h11v25h-9l4 33h-36l4-33h-9z",
	'n': "M32 77q0-14 10-24l-14 9-9-12 21-24 3-12 10 9q20 8 18 54z",
	'b': "M50 12q24 20 11 43l7 22h-36l7-22q-13-23 11-43z",
	'q': "M18 24l15 22 17-30 17 30 15-22-10 53h-44z",
	'k': "M45 10h10v8h8v9h-8v8q25-1 20 24l-7 18h-36l-7-18q-5-25 20-24v-8h-8v-9h8z",
}

// plinth is below all plain shapes.
const plinth = "M26 80h48v9h-48z"

// pentagon is the shape of the pieces of shogi, in 100 by 108, and foot its lower edge.
const pentagon, foot = "M50 6L78 20 90 100H10L22 20z", "M11 94L10 100H90L89 94z"

// shogi has the pieces of shogi: the characters of the piece and of the promoted one, where
// Second has 王; the letter as a line; where it goes, and where the promoted one does.
var shogi = map[rune]struct {
	kanji  [2]string
	letter string
	moves  [2]string
	size   float64
}{
	'p': {[2]string{"歩", "と"}, "M40 82V42h11a12 12 0 0 1 0 24h-11", [2]string{"n", gold}, .86},
	'l': {[2]string{"香", "杏"}, "M40 42v40h23", [2]string{"N", gold}, .88},
	'n': {[2]string{"桂", "圭"}, "M37 82V42l26 40V42", [2]string{"j", gold}, .9},
	's': {[2]string{"銀", "全"}, "M63 48q-5-6-13-6-13 0-13 9.500t13 10.500q14 1.500 14 11t-14 9.500q-11 0-15-8", [2]string{"nacdf", gold}, .94},
	'g': {[2]string{"金", ""}, "M64 49q-5-7-14-7-15 0-15 20.500t15 20.500q14 0 14-17h-12", [2]string{gold, ""}, .94},
	'b': {[2]string{"角", "馬"}, "M38 82V42h13a9.500 9.500 0 0 1 0 19.500h-13m14 0a10.200 10.200 0 0 1 1 20.500h-15", [2]string{"ACDF", "ACDFnwes"}, .97},
	'r': {[2]string{"飛", "龍"}, "M38 82V42h13a11 11 0 0 1 0 22h-13m13 0l13 18", [2]string{"NWES", "NWESacdf"}, .97},
	'k': {[2]string{"玉", ""}, "M38 42v40M64 42L39 67m8-8l18 23", [2]string{"nacdfwes", ""}, 1},
}

// gold is how a gold general moves. The letters are n, e, s and w for the directions, a, c,
// d and f for those between, from the upper left on; capitals go far, j leaps.
const gold = "nacwes"

// signs are the marks for these directions on a piece: a dot, or a line for those that go far.
var signs = map[rune]string{
	'n': "M50 23h0", 'a': "M30 30h0", 'c': "M70 30h0", 'w': "M23 62h0", 'e': "M77 62h0", 's': "M50 94h0", 'd': "M22 91h0", 'f': "M78 91h0",
	'N': "M50 16v13", 'A': "M25 24l9 10", 'C': "M75 24l-9 10", 'W': "M19 62h9", 'E': "M72 62h9", 'S': "M50 90v7", 'D': "M18 95l9-9", 'F': "M82 95l-9-9",
	'j': "M42 29v-9l-5-2M58 29v-9l5-2",
}

// Symbols returns an invisible SVG with the pieces as symbols, whose ids are "p-" and the
// letter of FEN or SFEN, and with the heads of arrows. It belongs into a page once. Each
// symbol has two sets of pieces, and the style sheet shows one.
func (s *Style) Symbols() string {
	var b strings.Builder
	b.WriteString(`<svg class="symbols" width="0" height="0" aria-hidden="true"><defs><marker id="head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3" markerHeight="3" orient="auto"><path class="arrow-head" d="M0 0L10 5 0 10z"/></marker>` +
		`<marker id="head-reply" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3" markerHeight="3" orient="auto"><path class="arrow-head reply" d="M0 0L10 5 0 10z"/></marker></defs>`)
	for _, letter := range s.kinds {
		upper := letter - 'a' + 'A'
		if !s.Turns {
			for i, side := range [...]string{"piece-first", "piece-second"} {
				shape := shapes[letter]
				fmt.Fprintf(&b, `<symbol id="p-%c" viewBox="0 0 100 100"><g class="usual"><path class="%s" d="%s"/><path class="%[2]s piece-detail" d="%[4]s"/></g><path class="%[2]s plain" d="%[5]s%[6]s"/></symbol>`,
					[...]rune{upper, letter}[i], side, shape.body, shape.detail, plain[letter], plinth)
			}
			continue
		}
		for promoted, name := range shogi[letter].kanji {
			if name == "" {
				continue
			}
			id := string([]rune{'+', upper}[1-promoted:])
			shogiPiece(&b, id, letter, name, promoted)
			if letter == 'k' {
				shogiPiece(&b, "k", letter, "王", promoted)
				continue
			}
			fmt.Fprintf(&b, `<symbol id="p-%s" viewBox="0 0 100 108"><use href="#p-%s"/></symbol>`, strings.ToLower(id), id)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

// shogiPiece draws a piece of shogi as a symbol.
func shogiPiece(b *strings.Builder, id string, letter rune, name string, promoted int) {
	kind := shogi[letter]
	class := ""
	if promoted == 1 {
		class = " piece-promoted"
	}
	var moves strings.Builder
	for _, way := range kind.moves[promoted] {
		moves.WriteString(signs[way])
	}
	fmt.Fprintf(b, `<symbol id="p-%s" viewBox="0 0 100 108"><g transform="translate(%.3g %.4g) scale(%g)"><path class="piece-wood" d="%s"/><path class="piece-foot" d="%s"/>`,
		id, 50*(1-kind.size), 100*(1-kind.size), kind.size, pentagon, foot)
	fmt.Fprintf(b, `<path class="piece-ink kanji%[1]s" d="%[2]s"/><g class="letter"><path class="piece-line%[1]s" d="%[3]s"/><path class="piece-ways%[1]s" d="%[4]s"/></g></g></symbol>`,
		class, brush(glyphs[name], .64, point{50, 61}), kind.letter, moves.String())
}
