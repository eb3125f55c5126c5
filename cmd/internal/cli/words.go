package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Plural returns a number of things: "1 game", "2 games".
func Plural[N int | int64 | uint64](n N, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Listed joins words with commas, and the last two with such a word as "or".
func Listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// Printable returns text in which bytes that are no UTF-8 stand as \xe9, as those of file
// names in other encodings.
func Printable(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&out, `\x%02x`, text[i])
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}
