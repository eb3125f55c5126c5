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

// startThread starts a thread for the game.
func startThread(g *Game, table *tt.Table, stop *atomic.Bool) *thread {
	t := &thread{
		worker: search.New(g.Traits, table, stop),
		eval:   g.NewEvaluator(),
		jobs:   make(chan func(), 1),
	}
	go func() {
		for job := range t.jobs {
			job()
		}
	}()
	return t
}

// end lets the goroutine of an idle thread return.
func (t *thread) end() { close(t.jobs) }
