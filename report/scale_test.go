package report

import (
	"slices"
	"strings"
	"testing"
)

func TestScales(t *testing.T) {
	tests := []struct {
		name   string
		log    bool
		values []float64
		want   string // the labels
	}{
		{"ratios", true, []float64{0.6, 1, 30}, "1 2 5 10 20"},
		{"small ratios", true, []float64{0.9, 1.1}, "1"},
		{"large ratios", true, []float64{0.1, 1e6}, "1 100 10000 1e+06"},
		{"percent", false, []float64{65, 98.5}, "70 80 90"},
		{"around zero", false, []float64{-33, 120}, "0 50 100"},
		{"all the same", false, []float64{7, 7}, "6.6 6.8 7 7.2 7.4"},
		{"large numbers", false, []float64{0, 1e12}, "0 5e+11 1e+12"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := NewScale(test.log, test.values)
			var labels []string
			last := -1.0
			for _, tick := range s.Ticks("%g") {
				labels = append(labels, tick.Label)
				if tick.X <= last || tick.X > 100 {
					t.Errorf("mark %s is at %v", tick.Label, tick.X)
				}
				last = tick.X
			}
			if got := strings.Join(labels, " "); got != test.want {
				t.Errorf("marks %q, want %q", got, test.want)
			}
			if low, high := s.Place(slices.Min(test.values)), s.Place(slices.Max(test.values)); low < padding || high > 100-padding {
				t.Errorf("the values lie between %v and %v", low, high)
			}
		})
	}
}
