package smp

import (
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
	"github.com/nitoryu/nitoryu/smp/yield"
)

// thread is one search thread: a worker, and a goroutine that runs it and sleeps
// between searches. Thread 0 leads, the others help.
type thread struct {
	number   int
	worker   *search.Worker
	eval     core.Evaluator
	position core.Position // its copy of the root
	counter  counter
	jobs     chan *run
	yielder  yield.Yielder

	control control // of the current run
}

// startThread starts the thread with that number in a pool for the game. The thread makes its
// worker itself, so that its memory is local, and the histories that its node shares if shared is
// not nil and it is the first one there; a panic is passed on to the caller.
func startThread(number int, where placement, shared map[int]*history.Shared, g *Game, table *tt.Table, stop *atomic.Bool) *thread {
	t := &thread{number: number, jobs: make(chan *run, 1)}
	var bug any
	made := make(chan struct{})
	go func() {
		where.enter(number)
		func() {
			defer func() { bug = recover(); close(made) }()
			var histories *history.Shared
			if shared != nil {
				node := where.node(number)
				if shared[node] == nil {
					shared[node] = history.NewShared(g.GameInfo)
				}
				histories = shared[node]
			}
			t.worker, t.eval = search.New(g.GameInfo, table, stop, histories), g.Evaluators.New()
		}()
		defer t.yielder.End()
		for r := range t.jobs {
			if number == 0 {
				r.lead()
			} else {
				r.follow(t)
			}
		}
	}()
	if <-made; bug != nil {
		t.end()
		panic(bug)
	}
	return t
}

// end ends the goroutine of an idle thread.
func (t *thread) end() { close(t.jobs) }
