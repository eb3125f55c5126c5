package measure

import (
	"fmt"
	"math"
	"testing"
)

func TestQuantile(t *testing.T) {
	thousand := make([]float64, 1000)
	for i := range thousand {
		thousand[i] = float64(i + 1)
	}
	tests := []struct {
		name    string
		values  []float64
		q, want float64
	}{
		{"the middle of three", []float64{1, 5, 9}, 0.5, 5},
		{"between two", []float64{1, 5}, 0.5, 3},
		{"one value", []float64{7}, 0.1, 7},
		{"the least", []float64{1, 5, 9}, 0, 1},
		{"the most", []float64{1, 5, 9}, 1, 9},
		{"a tenth of eleven", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.1, 1},
		{"99 % of a thousand", thousand, 0.99, 990.01},
		{"99.9 % of a thousand", thousand, 0.999, 999.001},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Quantile(test.values, test.q); math.Abs(got-test.want) > 1e-9*test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
	if !math.IsNaN(Quantile(nil, 0.5)) {
		t.Error("nothing has a median")
	}
}

func TestMeans(t *testing.T) {
	for _, test := range []struct {
		values                             []float64
		median, mean, deviation, geometric float64
	}{
		{[]float64{4, 1}, 2.5, 2.5, 1.5, 2},
		{[]float64{9, 1, 3}, 3, 13.0 / 3, 2.4037008503093262, 3},
		{[]float64{5}, 5, 5, math.NaN(), 5},
		{nil, math.NaN(), math.NaN(), math.NaN(), math.NaN()},
	} {
		mean, deviation := Mean(test.values)
		got := fmt.Sprintf("%.6f %.6f %.6f %.6f", Median(test.values), mean, deviation, GeometricMean(test.values))
		if want := fmt.Sprintf("%.6f %.6f %.6f %.6f", test.median, test.mean, test.deviation, test.geometric); got != want {
			t.Errorf("%v: %s, want %s", test.values, got, want)
		}
	}
}

func TestHardest(t *testing.T) {
	nodes := []uint64{5, 90, 7, 90, 1}
	for n, want := range []string{"[]", "[1]", "[1 3]", "[1 2 3]", "[0 1 2 3]", "[0 1 2 3 4]", "[0 1 2 3 4]"} {
		if got := fmt.Sprint(Hardest(nodes, n)); got != want {
			t.Errorf("the %d hardest: %s, want %s", n, got, want)
		}
	}
}
