package smp

import (
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
)

// thread is one search thread: a worker and the goroutine that runs it, which
// sleeps between searches.
type thread struct {
	worker  *search.Worker
	eval    core.Evaluator
	counter counter
	jobs    chan func()
}

// startThread starts the thread with that number in a pool for the game. It makes
// its worker itself, where it is placed; if that panics, the caller does.
func startThread(number int, where placement, g *Game, table *tt.Table, stop *atomic.Bool) *thread {
	t := &thread{jobs: make(chan func(), 1)}
	var bug any
	made := make(chan struct{})
	go func() {
		where.enter(number)
		func() {
			defer func() { bug = recover(); close(made) }()
			t.worker, t.eval = search.New(g.Traits, table, stop), g.NewEvaluator()
		}()
		for job := range t.jobs {
			job()
		}
	}()
	if <-made; bug != nil {
		t.end()
		panic(bug)
	}
	return t
}

// end lets the goroutine of an idle thread return.
func (t *thread) end() { close(t.jobs) }
