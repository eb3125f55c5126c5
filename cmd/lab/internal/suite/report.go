package suite

import "slices"

// Report is the result of an engine in a suite.
type Report struct {
	Suite       string   `json:"suite"`
	Game        string   `json:"game"`
	Positions   int      `json:"positions"` // of the suite
	Interrupted bool     `json:"interrupted,omitempty"`
	Results     []Result `json:"results"` // of the positions done, in the order of the file
	Warnings    []string `json:"warnings,omitempty"`
}

// Summary is the totals of a report. Means and medians are over the solved positions.
type Summary struct {
	Positions, Solved      int // Positions counts the positions done
	Points, MaxPoints      int
	MeanTime, MedianTime   float64 // to the solution, in seconds
	MeanNodes, MedianNodes float64 // to the solution
	Nodes                  uint64  // searched in all
	Broken                 int     // positions with a crash or an illegal move
	Shorter, Longer        int     // mates found that are shorter or longer than stated
	GoMates, SearchedMates int     // mate problems by how the engine was asked: go mate or a search
}

// summarise adds up results.
func summarise(results []Result) Summary {
	s := Summary{Positions: len(results)}
	var times, nodes []float64
	count := func(n *int, yes bool) {
		if yes {
			*n++
		}
	}
	for i := range results {
		r := &results[i]
		s.Points += r.Points
		s.MaxPoints += r.MaxPoints
		s.Nodes += r.End.Nodes
		count(&s.Solved, r.Solved)
		count(&s.Broken, r.Problem != "")
		count(&s.Shorter, r.Solved && r.Stated > 0 && r.MateIn < r.Stated)
		count(&s.Longer, r.Solved && r.Stated > 0 && r.MateIn > r.Stated)
		count(&s.GoMates, r.Stated > 0 && r.GoMate)
		count(&s.SearchedMates, r.Stated > 0 && !r.GoMate)
		if r.Solution != nil {
			times = append(times, r.Solution.Elapsed.Seconds())
			nodes = append(nodes, float64(r.Solution.Nodes))
		}
	}
	s.MeanTime, s.MedianTime = meanAndMedian(times)
	s.MeanNodes, s.MedianNodes = meanAndMedian(nodes)
	return s
}

// meanAndMedian sorts the values; both are 0 without values.
func meanAndMedian(values []float64) (mean, median float64) {
	n := len(values)
	if n == 0 {
		return 0, 0
	}
	for _, v := range values {
		mean += v
	}
	slices.Sort(values)
	return mean / float64(n), (values[(n-1)/2] + values[n/2]) / 2
}
