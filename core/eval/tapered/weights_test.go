package tapered

import (
	"slices"
	"testing"
)

func TestWeights(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []Weight
	}{
		{"as they are written", "# a\n12 0\n# b\n500 513\n-1 7\n", []Weight{{12, 0}, {500, 513}, {-1, 7}}},
		{"line ends of Windows", "12 0\r\n500 513\r\n-1 7\r\n", []Weight{{12, 0}, {500, 513}, {-1, 7}}},
		{"too few", "12 0\n", []Weight{{12, 0}, {}, {}}},
		{"too many", "1 1\n2 2\n3 3\n4 4\n", []Weight{{1, 1}, {2, 2}, {3, 3}}},
		{"no numbers", "x\n\n5", []Weight{{}, {}, {5, 0}}},
	} {
		if got := Weights(test.text, 3); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
