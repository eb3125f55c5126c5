package spelling

import (
	"fmt"
	"strings"
)

// Hint returns "; did you mean X?" for the end of a message about an unknown word, X in
// quotes, or "" if no known word is near.
func Hint(word string, known []string) string {
	if near, ok := Nearest(word, known); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// Nearest returns the known word with the smallest edit distance to word, at most one
// for every three letters, or else the first known word that contains word. Case does
// not matter.
func Nearest(word string, known []string) (near string, ok bool) {
	letters := []rune(strings.ToLower(word))
	least := (len(letters)+1)/3 + 1
	for _, k := range known {
		other := []rune(strings.ToLower(k))
		if apart := len(letters) - len(other); max(apart, -apart) >= least {
			continue // words may have megabytes
		}
		if n := distance(letters, other); n < least {
			near, least, ok = k, n, true
		}
	}
	for _, k := range known {
		if !ok && len(letters) > 1 && strings.Contains(strings.ToLower(k), string(letters)) {
			return k, true
		}
	}
	return near, ok
}

// distance returns how many insertions, deletions, replacements and swaps of neighbours
// turn a into b (https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance, optimal
// string alignment).
func distance(a, b []rune) int {
	// The distances of the first i-2, i-1 and i letters of a to all prefixes of b.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range b {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
