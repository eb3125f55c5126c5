package serve

import (
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/web/api"
)

// leastHash is the size of a table in MiB that every engine may have.
const leastHash = 16

// budget shares threads and memory among the engines: first come, first served, and a
// little for each.
type budget struct {
	engines, threads, hash int

	mu    sync.Mutex
	taken map[*link][]*api.Engine // what the engines of each page have
}

// enter gives a link the right to engines, unless there are too many. It keeps the right that it has.
func (b *budget) enter(l *link) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, here := b.taken[l]; here {
		return true
	}
	if len(b.taken) >= b.engines {
		return false
	}
	b.taken[l] = nil
	return true
}

// leave takes back what a link has.
func (b *budget) leave(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.taken, l)
}

// wish gives a link the engine that it wishes for, or what is left.
func (b *budget) wish(l *link, wished api.Engine) *api.Engine {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := api.Engine{Threads: b.threads, Hash: b.hash}
	for page, engines := range b.taken {
		if len(engines) == 0 && page != l {
			engines = []*api.Engine{{Threads: 1, Hash: leastHash}}
		}
		for _, has := range engines {
			left.Threads -= has.Threads
			left.Hash -= has.Hash
		}
	}
	now := &api.Engine{
		Threads: max(1, min(wished.Threads, left.Threads)),
		Hash:    max(min(wished.Hash, leastHash), min(wished.Hash, left.Hash)),
		Name:    wished.Name,
	}
	b.taken[l] = append(b.taken[l], now)
	return now
}

// give takes an engine of a link back, unless the link has left.
func (b *budget) give(l *link, e *api.Engine) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, here := b.taken[l]; !here {
		return
	}
	b.taken[l] = slices.DeleteFunc(b.taken[l], func(has *api.Engine) bool { return has == e })
}

// lent is an engine whose share goes back when it is closed.
type lent struct {
	nitoryu.Searcher
	give func()
}

// Close implements [nitoryu.Searcher].
func (e lent) Close() error {
	defer e.give()
	return e.Searcher.Close()
}

// Ended is closed when the program has ended, if the engine is one.
func (e lent) Ended() <-chan struct{} {
	if program, ok := e.Searcher.(interface{ Ended() <-chan struct{} }); ok {
		return program.Ended()
	}
	return nil
}
