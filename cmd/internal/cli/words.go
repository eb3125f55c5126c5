package cli

import (
	"strings"

	"github.com/nitoryu/nitoryu/internal/plural"
)

// Plural returns a number of things: "1 game", "2 games".
func Plural[N int | int64 | uint64](n N, what string) string { return plural.Of(n, what) }

// Listed joins words with commas, and the last two with such a word as "or".
func Listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
