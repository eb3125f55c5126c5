package speed

import (
	"slices"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// Row is what one engine did in one job.
type Row struct {
	Name   string    `json:"name"`
	Speeds []float64 `json:"speeds"`          // nodes per second, of each run; 0: not measured
	Fault  string    `json:"fault,omitempty"` // why a run was not measured
}

// Job is what all engines did in turn. The others are compared with the first row.
type Job struct {
	Name string `json:"name"`
	Rows []Row  `json:"rows"`
}

// Ratio compares the speeds of a row with those of the first one.
type Ratio struct{ Median, Low, High float64 }

// known returns the speeds that were measured.
func (r *Row) known() []float64 {
	return slices.DeleteFunc(slices.Clone(r.Speeds), func(v float64) bool { return v == 0 })
}

// ratio compares a row with the first one, run by run: a machine that is slower in one run
// is slower for both. ok is false if they have no run in common.
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
	return Ratio{measure.Median(list), slices.Min(list), slices.Max(list)}, true
}

// turns returns the order in which n engines do a job in a run: the first one is the last
// in the next run.
func turns(n, run int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = (run + i) % n
	}
	return order
}
