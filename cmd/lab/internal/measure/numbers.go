package measure

import (
	"cmp"
	"math"
	"slices"
)

// Quotient returns a/b, NaN if b is 0.
func Quotient(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// Mean returns the mean of values and its standard error, NaN where there are too few.
func Mean(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean = Quotient(mean, n)
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(Quotient(squares, (n-1)*n))
}

// GeometricMean returns the geometric mean of positive numbers, NaN if there are none.
func GeometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(Quotient(sum, float64(len(values))))
}

// Median returns the median of values in any order, NaN if there are none.
func Median(values []float64) float64 { return Quantile(slices.Sorted(slices.Values(values)), 0.5) }

// Quantile returns the value below which the part q of the sorted values lies,
// interpolated between neighbours; NaN if there are none.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	place := q * float64(len(sorted)-1)
	i := int(place)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	part := place - float64(i)
	return sorted[i]*(1-part) + sorted[i+1]*part
}

// Every returns the numbers from 0 to n-1.
func Every(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Hardest returns the n positions that took most nodes, in their order. It leaves out
// endings and mates, in which any search reaches any depth.
func Hardest(nodes []uint64, n int) []int {
	order := Every(len(nodes))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(nodes[b], nodes[a]) })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	return order
}
