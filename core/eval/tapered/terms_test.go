package tapered

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	tests := []struct {
		name   string
		groups []Group
		terms  int
		want   []string
	}{
		{"one group", []Group{{0, "material"}}, 2, []string{"material", "material"}},
		{"several groups", []Group{{0, "material"}, {1, "mobility"}, {3, "tempo"}}, 4, []string{"material", "mobility", "mobility", "tempo"}},
		{"the last group is long", []Group{{0, "material"}, {1, "mobility"}}, 4, []string{"material", "mobility", "mobility", "mobility"}},
		{"the first group is missing", []Group{{1, "mobility"}}, 2, []string{"", "mobility"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Names(test.groups, test.terms); !slices.Equal(got, test.want) {
				t.Errorf("names %q, want %q", got, test.want)
			}
		})
	}
}
