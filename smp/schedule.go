package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
)

// Ways to keep threads from doing the same work at the same time. They share results
// only through the table, so threads that begin alike would stay alike for long.
const (
	staggerNone   = iota // each thread searches depth after depth
	staggerPly           // every other helper begins a ply deeper
	staggerSkip          // each helper skips depths in its own pattern
	staggerSpread        // half of the threads at the first unfinished depth, half of the rest a ply deeper, and so on
)

// Schedule says which depth each thread of a search searches next. It must be set up
// by Begin and is not safe for concurrent use.
type Schedule struct {
	way, window   int
	threads, last int
	done          int                 // deepest finished iteration
	at            [core.MaxPly]uint16 // threads at each depth
}

// Begin makes s the schedule of a new search to the depth last, with that many
// threads, staggered as the parameters say.
func (s *Schedule) Begin(p *params.Set, threads, last int) {
	*s = Schedule{way: p.Stagger, window: p.StaggerWindow, threads: threads, last: last}
}

// Done returns the deepest iteration that a thread has finished, 0 for none.
func (s *Schedule) Done() int { return s.done }

// Start sets the depths and the window of a thread's task. Thread 0 begins with depth 1
// and the plain window, so that there soon is an answer.
func (s *Schedule) Start(thread int, task *search.Task) {
	task.FirstDepth, task.MaxDepth = 1, s.last
	if thread > 0 {
		switch s.way {
		case staggerPly:
			task.FirstDepth = min(1+thread%2, s.last)
		case staggerSpread:
			task.FirstDepth = s.open(1)
		}
		task.Widen = core.Score(s.window * (thread % 8))
	}
	s.at[task.FirstDepth]++
}

// Next returns the depth that a thread searches after it has finished the depth done,
// 0 if that was the last one.
func (s *Schedule) Next(thread, done int) int {
	s.done = max(s.done, done)
	s.at[done]--
	if done >= s.last {
		return 0
	}
	next := done + 1
	switch {
	case s.way == staggerSpread:
		next = s.open(next)
	case s.way == staggerSkip && thread > 0:
		for next < s.last && skips(thread-1, next) {
			next++
		}
	}
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

// skips reports whether a helper skips the depth. It searches a run of depths, skips as
// many, and so on. There are 2 helpers with runs of 1, 4 with runs of 2, 6 with runs of
// 3 and so on, each a depth ahead of the one before
// (https://www.chessprogramming.org/Lazy_SMP).
func skips(helper, depth int) bool {
	run := 1
	for helper >= 2*run {
		helper -= 2 * run
		run++
	}
	return (depth+helper)/run%2 != 0
}
