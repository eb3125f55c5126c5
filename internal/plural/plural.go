package plural

import (
	"fmt"
	"strings"
)

// Of returns a number of things: "1 game", "2 games", "3 plies", "0 searches".
func Of[N int | int64 | uint64](n N, what string) string {
	if n != 1 {
		what = many(what)
	}
	return fmt.Sprintf("%d %s", n, what)
}

// many returns a word, of which the last one counts, in the plural.
func many(word string) string {
	stem, y := strings.CutSuffix(word, "y")
	switch {
	case y && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou"):
		return stem + "ies"
	case strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "s"), strings.HasSuffix(word, "x"):
		return word + "es"
	}
	return word + "s"
}
