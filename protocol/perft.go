package protocol

import (
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
)

// perft is the command of that name: "perft 5" is "go perft 5".
func (s *Session) perft(args []string) {
	s.search(append([]string{"perft"}, args...))
}

// count prints the number of leaves below each move of the position. It runs in its own
// goroutine, so that stop can end it.
func (s *Session) count(depth int) {
	if depth < 0 {
		return // parseGo has said why
	}
	cancel := new(atomic.Bool)
	s.cancel = cancel
	p := s.root.Clone()
	s.counts.Store(true)
	s.counting.Go(func() {
		defer s.counts.Store(false)
		total, complete := core.Divide(p, depth, cancel.Load, func(m core.Move, leaves uint64) {
			s.out.print(p.FormatMove(m) + ": " + strconv.FormatUint(leaves, 10))
		})
		if !complete {
			s.out.print(note("perft stopped"))
			return
		}
		s.out.print("", fmt.Sprintf("Nodes searched: %d", total))
	})
}
