package protocol

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
)

// mostPerfts is how many perfts may run and wait. A further one waits until the first is
// over.
const mostPerfts = 1000

// perfts are counted one after the other, so that scripts can queue several. They do not
// need the engine, so no other command waits for them.
type perfts struct {
	places chan struct{} // holds a token for each perft that runs or waits
	last   chan struct{} // closed when the newest perft is over; nil: there was no perft
	cancel *atomic.Bool  // ends all perfts since the last stop
	all    sync.WaitGroup
}

// begin lets a perft follow the earlier ones, and gives it the function that tells
// when to stop.
func (q *perfts) begin(count func(stop func() bool)) {
	q.places <- struct{}{}
	before, over, cancel := q.last, make(chan struct{}), q.cancel
	q.last = over
	q.all.Go(func() {
		defer func() { <-q.places }()
		defer close(over)
		if before != nil {
			<-before
		}
		count(cancel.Load)
	})
}

// busy reports whether a perft runs or waits.
func (q *perfts) busy() bool { return len(q.places) > 0 }

// end ends all perfts.
func (q *perfts) end() {
	q.cancel.Store(true)
	q.cancel = new(atomic.Bool)
}

// perft is the command of that name: "perft 5" is "go perft 5".
func (s *Session) perft(args []string) {
	s.search(append([]string{"perft"}, args...))
}

// count prints the number of leaves below each move of the position.
func (s *Session) count(depth int) {
	if depth < 0 {
		return // parseGo has said why
	}
	p := s.root.Clone()
	s.perfts.begin(func(stop func() bool) {
		total, complete := core.Divide(p, depth, stop, func(m core.Move, leaves uint64) {
			s.out.print(p.FormatMove(m) + ": " + strconv.FormatUint(leaves, 10))
		})
		if !complete {
			s.out.print(note("perft stopped"))
			return
		}
		s.out.print("", fmt.Sprintf("Nodes searched: %d", total))
	})
}
