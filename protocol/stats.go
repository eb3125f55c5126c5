package protocol

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// remember keeps the result of a search for the stats command.
func (s *Session) remember(r core.Result) {
	s.mu.Lock()
	s.last = r
	s.mu.Unlock()
}

// statistics prints what the last search counted, a figure a line.
func (s *Session) statistics() {
	s.mu.Lock()
	r := s.last
	s.mu.Unlock()
	if r.Nodes == 0 {
		s.out.print(note("stats: no search has ended yet"))
		return
	}
	s.out.print(note(fmt.Sprintf("stats: depth %d, %d nodes", r.Depth, r.Nodes)))
	for _, rate := range r.Counts.Rates(r.Nodes, r.Depth) {
		line := fmt.Sprintf("%-56s %8.2f", rate.Name, rate.Value)
		if rate.Unit != "" {
			line += " " + rate.Unit
		}
		if rate.Of > 0 {
			line += fmt.Sprintf(" of %d", rate.Of)
		}
		s.out.print(note(line))
	}
}
