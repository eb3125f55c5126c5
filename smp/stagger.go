package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
)

// The ways to keep threads from doing the same work at the same time. Since
// they share what they find by the table alone, threads that begin alike would
// long stay alike.
const (
	staggerNone = iota // all begin with depth 1
	staggerPly         // every other helper begins a ply deeper
	staggerSkip        // each helper leaves out depths, by a pattern of its own
)

// Stagger sets the given thread's task apart from those of the others, as the
// parameters say. Thread 0 always does the plain search.
func Stagger(thread int, p *params.Set, task *search.Task) {
	if thread == 0 {
		return
	}
	switch p.Stagger {
	case staggerPly:
		task.FirstDepth = min(task.FirstDepth+thread%2, task.MaxDepth)
	case staggerSkip:
		task.SkipRun, task.SkipPhase = skips(thread - 1)
	}
	task.Widen = core.Score(p.StaggerWindow * (thread % 8))
}

// skips returns the pattern of a helper: it searches run depths, leaves out as
// many, and so on, and is phase depths ahead with that. There are 2 helpers with
// runs of 1, 4 with runs of 2, 6 with runs of 3 and so on, one for each phase
// (https://www.chessprogramming.org/Lazy_SMP).
func skips(helper int) (run, phase int) {
	run = 1
	for helper >= 2*run {
		helper -= 2 * run
		run++
	}
	return run, helper
}
