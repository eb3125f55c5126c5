package scaling

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
)

// Row is what an engine gains from a number of threads. It is of the complete runs, or of
// the only one there is, and of the positions that were measured in all these runs.
type Row struct {
	Engine  string `json:"engine"`
	Threads int    `json:"threads"`
	Runs    int    `json:"runs"`
	Speed   Figure `json:"nodes_per_second"` // geometric mean over the positions, median of the runs
	Time    Figure `json:"seconds_to_depth"`
	Nodes   Ratio  `json:"speed_ratio"` // nodes per second, by those of one thread
	Depth   Ratio  `json:"depth_ratio"` // time to the depth of one thread, by that of this number
	Stopped int    `json:"stopped"`     // searches that took too long and count with the time until they were stopped
}

// Delay describes how late the answers to a question come.
type Delay struct {
	Question Question `json:"question"`
	Threads  int      `json:"threads"`
	Searches int      `json:"searches"` // with a valid answer
	Faults   int      `json:"faults"`
	Median   Figure   `json:"median_ms"`
	P99      Figure   `json:"p99_ms"`
	P999     Figure   `json:"p999_ms"`
	Most     Figure   `json:"max_ms"`
}

// LeftOut are the positions in which an engine is not measured, for one reason.
type LeftOut struct {
	Engine    string   `json:"engine"`
	Why       string   `json:"why"`
	Positions []string `json:"positions"`
}

// Rows returns a row for each engine and number of threads.
func (r *Report) Rows() (list []Row) {
	for engine := range r.Setup.Engines {
		m := r.matrix(engine)
		if len(m.runs) == 0 {
			continue
		}
		for _, n := range r.Setup.Threads {
			list = append(list, m.row(r.Setup.Engines[engine].Name, n))
		}
	}
	return list
}

// matrix holds the searches of one engine in the runs that count.
type matrix struct {
	runs      []int
	positions []int
	searches  map[cell]*Search
	broken    bool // a run is not complete
}

type cell struct{ position, threads, run int }

// matrix collects the searches of an engine.
func (r *Report) matrix(engine int) matrix {
	m := matrix{searches: map[cell]*Search{}}
	for _, c := range r.Calibrations {
		if c.Engine == engine && c.Out == "" {
			m.positions = append(m.positions, c.Position)
		}
	}
	slices.Sort(m.positions)
	done := map[int]int{} // searches of each run
	for i := range r.Searches {
		if s := &r.Searches[i]; s.Engine == engine {
			m.searches[cell{s.Position, s.Threads, s.Run}] = s
			done[s.Run]++
		}
	}
	for run, n := range done {
		if n == len(m.positions)*len(r.Setup.Threads) {
			m.runs = append(m.runs, run)
		} else {
			m.broken = true
		}
	}
	if len(m.runs) == 0 && len(done) == 1 {
		for run := range done {
			m.runs = append(m.runs, run)
		}
	}
	slices.Sort(m.runs)
	return m
}

// row compares a number of threads with one.
func (m *matrix) row(name string, threads int) Row {
	row := Row{Engine: name, Threads: threads, Runs: len(m.runs)}
	row.Speed = middle(m.logs(threads, func(_, many *Search) float64 { return many.Speed() }))
	row.Time = middle(m.logs(threads, func(_, many *Search) float64 { return many.Time() }))
	row.Nodes = ratioOf(m.logs(threads, func(one, many *Search) float64 { return many.Speed() / one.Speed() }))
	row.Depth = ratioOf(m.logs(threads, func(one, many *Search) float64 {
		if one.Stopped && many.Stopped {
			return math.NaN() // either may be faster
		}
		return one.Time() / many.Time()
	}))
	for key, s := range m.searches {
		if key.threads == threads && s.Stopped && slices.Contains(m.runs, key.run) {
			row.Stopped++
		}
	}
	return row
}

// logs returns the logarithms of what of returns for each run and position, given the
// searches with one thread and with many. A position for which it returns NaN in any run
// is left out.
func (m *matrix) logs(threads int, of func(one, many *Search) float64) [][]float64 {
	logs := make([][]float64, len(m.runs))
	for _, position := range m.positions {
		var values []float64
		for _, run := range m.runs {
			one, many := m.searches[cell{position, 1, run}], m.searches[cell{position, threads, run}]
			if one == nil || many == nil {
				break
			}
			v := of(one, many)
			if math.IsNaN(v) {
				break
			}
			values = append(values, math.Log(v))
		}
		if len(values) < len(m.runs) {
			continue
		}
		for i, v := range values {
			logs[i] = append(logs[i], v)
		}
	}
	return logs
}

// Delays returns the delays of each question and number of threads.
func (r *Report) Delays() (list []Delay) {
	for _, question := range []Question{MoveTime, Stop} {
		for _, n := range r.Setup.LatencyThreads {
			d := Delay{Question: question, Threads: n}
			var late []float64
			for i := range r.Blocks {
				if b := &r.Blocks[i]; b.Question == question && b.Threads == n {
					d.Faults += len(b.Faults)
					for _, delay := range b.Delays {
						late = append(late, float64(delay)/float64(time.Millisecond))
					}
				}
			}
			if d.Searches = len(late); d.Searches+d.Faults == 0 {
				continue
			}
			slices.Sort(late)
			d.Median, d.P99 = Figure(measure.Quantile(late, 0.5)), Figure(measure.Quantile(late, 0.99))
			d.P999, d.Most = Figure(measure.Quantile(late, 0.999)), Figure(measure.Quantile(late, 1))
			list = append(list, d)
		}
	}
	return list
}

// LeftOut lists the positions that are left out, by engine and reason.
func (r *Report) LeftOut() (list []LeftOut) {
	for _, c := range r.Calibrations {
		if c.Out == "" {
			continue
		}
		engine, position := r.Setup.Engines[c.Engine].Name, r.Setup.Positions[c.Position]
		i := slices.IndexFunc(list, func(l LeftOut) bool { return l.Engine == engine && l.Why == c.Out })
		if i < 0 {
			i, list = len(list), append(list, LeftOut{Engine: engine, Why: c.Out})
		}
		list[i].Positions = append(list[i].Positions, position)
	}
	return list
}

// MarshalJSON returns what the measurements come to.
func (r *Report) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Setup   Setup     `json:"setup"`
		Began   time.Time `json:"began"`
		Scaling []Row     `json:"scaling,omitempty"`
		LeftOut []LeftOut `json:"left_out,omitempty"`
		Latency []Delay   `json:"latency,omitempty"`
		Faults  []string  `json:"faults,omitempty"`
	}{r.Setup, r.Began, r.Rows(), r.LeftOut(), r.Delays(), r.Faults()})
}
