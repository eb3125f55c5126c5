package protocol

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// remember keeps the result of a search for the stats command.
func (s *Session) remember(r core.Result) {
	if r.Nodes == 0 { // nothing was searched
		return
	}
	s.mu.Lock()
	s.last = r
	s.mu.Unlock()
}

// statistics prints what the last search counted, one figure per line. What did not occur
// is left out.
func (s *Session) statistics() {
	s.mu.Lock()
	r := s.last
	s.mu.Unlock()
	if r.Nodes == 0 {
		s.out.print(note("stats: no search has ended yet"))
		return
	}
	lines := []string{note(fmt.Sprintf("stats: depth %d, %d nodes", r.Depth, r.Nodes))}
	for _, rate := range r.Counts.Rates(r.Nodes, r.Depth) {
		// Figures first: names may be longer than a line of a terminal.
		switch {
		case rate.Unit == "%" && rate.Of > 0:
			lines = append(lines, fmt.Sprintf("info string %8.2f %% %s (of %d)", rate.Value, rate.Name, rate.Of))
		case rate.Unit != "%" && rate.Value > 0:
			line := fmt.Sprintf("info string %8.2f   %s", rate.Value, rate.Name)
			if rate.Unit != "" {
				line += ", " + rate.Unit
			}
			lines = append(lines, line)
		}
	}
	s.out.print(lines...)
}
