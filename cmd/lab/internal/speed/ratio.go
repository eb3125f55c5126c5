package speed

import "slices"

// Row is what one engine did in one job.
type Row struct {
	Name   string
	Speeds []float64 // nodes per second, of each run; 0: not measured
	Fault  string    // why it was not measured any more; empty if it was
}

// Job is what all engines did in turn. The first row is what the others are
// compared with.
type Job struct {
	Name string
	Rows []Row
}

// Ratio compares the speeds of a row with those of the first one.
type Ratio struct{ Median, Low, High float64 }

// speed returns the median of a row's speeds, 0 if there is none.
func (r *Row) speed() float64 {
	return median(slices.DeleteFunc(slices.Clone(r.Speeds), func(v float64) bool { return v == 0 }))
}

// ratio compares a row with the first one, run by run: a machine that slows down for
// a run does so for both. ok is false if they have no run in common.
func (j *Job) ratio(row int) (r Ratio, ok bool) {
	var list []float64
	for run, v := range j.Rows[row].Speeds {
		if base := j.Rows[0].Speeds[run]; v > 0 && base > 0 {
			list = append(list, v/base)
		}
	}
	if len(list) == 0 {
		return Ratio{}, false
	}
	return Ratio{median(list), slices.Min(list), slices.Max(list)}, true
}

// median returns the middle of the values, 0 if there is none.
func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// turns returns the order in which n engines come to do a job in a run: whoever was
// first is last in the next.
func turns(n, run int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = (run + i) % n
	}
	return order
}
