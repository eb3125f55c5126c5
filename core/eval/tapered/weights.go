package tapered

import (
	"fmt"
	"strconv"
	"strings"
)

// Weights reads so many weights, one a line, but for lines that begin with # and name what
// follows. What cannot be read is 0.
func Weights(text string, terms int) []Weight {
	weights := make([]Weight, 0, terms)
	for line := range strings.Lines(text) {
		if len(weights) == terms || line[0] == '#' {
			continue
		}
		var w Weight
		middle, end, _ := strings.Cut(strings.TrimSpace(line), " ")
		for i, field := range [2]string{middle, end} {
			n, _ := strconv.ParseInt(field, 10, 16)
			w[i] = int16(n)
		}
		weights = append(weights, w)
	}
	return weights[:terms]
}

// FormatWeights writes weights as [Weights] reads them, with the name of each group of terms
// before its first one.
func FormatWeights(names []string, weights []Weight) string {
	var b strings.Builder
	for i, w := range weights {
		if i == 0 || names[i] != names[i-1] {
			fmt.Fprintf(&b, "# %s\n", names[i])
		}
		fmt.Fprintf(&b, "%d %d\n", w.Middle(), w.End())
	}
	return b.String()
}
