package bench

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Figure is a number with the 95 % interval around it, NaN where they are unknown.
type Figure struct{ Value, Low, High float64 }

// plain returns a figure without an interval.
func plain(x float64) Figure { return Figure{x, math.NaN(), math.NaN()} }

// quotient returns a/b, NaN if b is 0.
func quotient(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// quantile returns the value below which the part q of the sorted values lies, interpolated
// between neighbours; NaN without values.
func quantile(sorted []float64, q float64) float64 {
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

// median returns the median of values in any order.
func median(values []float64) float64 { return quantile(slices.Sorted(slices.Values(values)), 0.5) }

// middle returns the mean over the jobs of the medians of their runs, of which each job has
// at least one.
func middle(jobs [][]float64) float64 {
	sum := 0.0
	for _, runs := range jobs {
		sum += median(runs)
	}
	return quotient(sum, float64(len(jobs)))
}

// resamples is the number of samples of the bootstrap.
const resamples = 2000

// geometric returns the geometric mean over the jobs of the medians of their runs, from
// logarithms. The interval is by bootstrap over the jobs, or over the runs of a single job,
// always with the same samples.
func geometric(logs [][]float64) Figure {
	f := plain(math.Exp(middle(logs)))
	single := len(logs) == 1
	if len(logs) == 0 || single && len(logs[0]) == 1 {
		return f // one value says nothing of others
	}
	rng := rand.New(rand.NewPCG(1, 0))
	draw := func(n int) int { return rng.IntN(n) }
	found := make([]float64, resamples)
	medians := make([]float64, len(logs))
	for i, runs := range logs {
		medians[i] = median(runs)
	}
	for k := range found {
		if single {
			drawn := make([]float64, len(logs[0]))
			for i := range drawn {
				drawn[i] = logs[0][draw(len(drawn))]
			}
			found[k] = median(drawn)
			continue
		}
		for range medians {
			found[k] += medians[draw(len(medians))] / float64(len(medians))
		}
	}
	slices.Sort(found)
	f.Low, f.High = math.Exp(quantile(found, 0.025)), math.Exp(quantile(found, 0.975))
	return f
}

// row is what a row is made from: samples of one subject, by job and run, and the samples to
// compare them with.
type row struct {
	own, first, alone [][]Sample
}

// values returns a number of each known sample, by job, without jobs that have no known sample.
func (w *row) values(of func(*Sample) float64) (jobs [][]float64) {
	return pairs(w.own, w.own, func(a, _ *Sample) float64 { return of(a) })
}

// ratio compares the samples with others, run by run: a machine that is slower in one run is
// slower for both.
func (w *row) ratio(others [][]Sample, of func(own, other *Sample) float64) Figure {
	return geometric(pairs(w.own, others, func(a, b *Sample) float64 { return math.Log(of(a, b)) }))
}

// pairs returns a number of each pair of samples of the same job and run.
func pairs(own, others [][]Sample, of func(a, b *Sample) float64) (jobs [][]float64) {
	for k := range own {
		var runs []float64
		for i := range min(len(own[k]), len(others[k])) {
			if a, b := &own[k][i], &others[k][i]; a.known() && b.known() {
				runs = append(runs, of(a, b))
			}
		}
		if len(runs) > 0 {
			jobs = append(jobs, runs)
		}
	}
	return jobs
}

// geo returns the geometric mean of a number of the samples.
func (w *row) geo(of func(*Sample) float64) Figure {
	return plain(math.Exp(middle(w.values(func(s *Sample) float64 { return math.Log(of(s)) }))))
}

// flat returns the values of all jobs.
func flat(jobs [][]float64) (list []float64) {
	for _, runs := range jobs {
		list = append(list, runs...)
	}
	return list
}

// sum returns the sum of a number of the samples.
func (w *row) sum(of func(*Sample) float64) Figure {
	sum := 0.0
	for _, x := range flat(w.values(of)) {
		sum += x
	}
	return plain(sum)
}

// mean returns the mean of a number of the samples.
func (w *row) mean(of func(*Sample) float64) Figure { return plain(middle(w.values(of))) }
