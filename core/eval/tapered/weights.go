package tapered

import (
	"strconv"
	"strings"
)

// Weights reads the weights of a number of terms, one a line. It skips lines that begin
// with #, which name the terms below. What it cannot read is 0.
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
