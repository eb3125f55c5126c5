package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
)

// Schedule says which depth each thread of a search searches next. The threads share
// results only through the table, so threads that begin alike would stay alike for long:
// half of them search the first unfinished depth, half of the rest a ply deeper, and so
// on. It must be set up by Begin and is not safe for concurrent use.
type Schedule struct {
	threads, last int
	done          int                 // deepest finished iteration
	at            [core.MaxPly]uint16 // threads at each depth
}

// Begin makes s the schedule of a new search to the depth last, with that many threads.
func (s *Schedule) Begin(threads, last int) { *s = Schedule{threads: threads, last: last} }

// Done returns the deepest iteration that a thread has finished, 0 for none.
func (s *Schedule) Done() int { return s.done }

// Start sets the depths of a thread's task. Thread 0 begins with depth 1, so that there
// soon is an answer.
func (s *Schedule) Start(thread int, task *search.Task) {
	task.FirstDepth, task.MaxDepth = 1, s.last
	if thread > 0 {
		task.FirstDepth = s.open(1)
	}
	s.at[task.FirstDepth]++
}

// Next returns the depth that a thread searches after it has finished the depth done,
// 0 if that was the last one.
func (s *Schedule) Next(done int) int {
	s.done = max(s.done, done)
	s.at[done]--
	if done >= s.last {
		return 0
	}
	next := s.open(done + 1)
	s.at[next]++
	return next
}

// open returns the first unfinished depth, not below the one given, that has room for
// another thread. The first unfinished depth has room for half of the threads, the next
// one for half of the rest, and so on.
func (s *Schedule) open(depth int) int {
	depth = min(max(depth, s.done+1), s.last)
	for left := s.threads; depth < s.last && left > 1; depth++ {
		room := (left + 1) / 2
		if int(s.at[depth]) < room {
			break
		}
		left -= room
	}
	return depth
}
