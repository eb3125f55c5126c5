package scaling

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// Figure is a number or, if it is not known, NaN, which is null in JSON.
type Figure float64

// MarshalJSON implements json.Marshaler.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// Known reports whether the figure is a number.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// Ratio compares several threads with one. The ratio of a run is the geometric mean over
// the positions.
type Ratio struct {
	Value     Figure `json:"value"` // the median of the runs
	Least     Figure `json:"least"` // of the runs
	Most      Figure `json:"most"`
	Low       Figure `json:"low"` // of the 95 % interval by bootstrap over the positions
	High      Figure `json:"high"`
	P10       Figure `json:"p10"` // of single positions, each the median of its runs
	P90       Figure `json:"p90"`
	Positions int    `json:"positions"`
}

// resamples is the number of samples of the bootstrap.
const resamples = 2000

// ratioOf returns the ratio from the logarithms of single ratios, by run and position.
func ratioOf(logs [][]float64) Ratio {
	unknown := Figure(math.NaN())
	r := Ratio{unknown, unknown, unknown, unknown, unknown, unknown, unknown, 0}
	if len(logs) == 0 || len(logs[0]) == 0 {
		return r
	}
	r.Positions = len(logs[0])
	all := measure.Every(r.Positions)
	runs := means(logs, all)
	r.Value, r.Least, r.Most = exp(measure.Quantile(runs, 0.5)), exp(runs[0]), exp(runs[len(runs)-1])
	var single []float64
	for i := range all {
		single = append(single, measure.Quantile(means(logs, all[i:i+1]), 0.5))
	}
	slices.Sort(single)
	r.P10, r.P90 = exp(measure.Quantile(single, 0.1)), exp(measure.Quantile(single, 0.9))
	if r.Positions > 1 { // one position says nothing of others
		low, high := interval(logs)
		r.Low, r.High = exp(low), exp(high)
	}
	return r
}

// middle returns only the value of such a ratio.
func middle(logs [][]float64) Figure {
	if len(logs) == 0 || len(logs[0]) == 0 {
		return Figure(math.NaN())
	}
	return exp(measure.Quantile(means(logs, measure.Every(len(logs[0]))), 0.5))
}

func exp(x float64) Figure { return Figure(math.Exp(x)) }

// means returns the mean of each run over these positions, in ascending order.
func means(logs [][]float64, positions []int) []float64 {
	list := make([]float64, len(logs))
	for run, values := range logs {
		for _, i := range positions {
			list[run] += values[i] / float64(len(positions))
		}
	}
	slices.Sort(list)
	return list
}

// interval returns the 95 % interval of the median of the runs by bootstrap over the
// positions, always with the same samples.
func interval(logs [][]float64) (low, high float64) {
	rng := rand.New(rand.NewPCG(1, 0))
	drawn := make([]int, len(logs[0]))
	medians := make([]float64, resamples)
	for k := range medians {
		for i := range drawn {
			drawn[i] = rng.IntN(len(drawn))
		}
		medians[k] = measure.Quantile(means(logs, drawn), 0.5)
	}
	slices.Sort(medians)
	return measure.Quantile(medians, 0.025), measure.Quantile(medians, 0.975)
}
