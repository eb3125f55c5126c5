package serve

import (
	"sync"

	"github.com/nitoryu/nitoryu/web/api"
)

// leastHash is the size of a table in MiB that every engine may have.
const leastHash = 16

// budget shares threads and memory among the engines: first come, first served, and a
// little for each.
type budget struct {
	engines, threads, hash int

	mu    sync.Mutex
	taken map[*link]api.Engine
}

// enter gives a link the right to an engine, unless there are too many.
func (b *budget) enter(l *link) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.taken) >= b.engines {
		return false
	}
	b.taken[l] = api.Engine{Threads: 1, Hash: leastHash}
	return true
}

// leave takes back what a link has.
func (b *budget) leave(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.taken, l)
}

// wish gives a link the engine that it wishes for, or what is left.
func (b *budget) wish(l *link, wished api.Engine) api.Engine {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := api.Engine{Threads: b.threads, Hash: b.hash}
	for other, has := range b.taken {
		if other != l {
			left.Threads -= has.Threads
			left.Hash -= has.Hash
		}
	}
	now := api.Engine{
		Threads: max(1, min(wished.Threads, left.Threads)),
		Hash:    max(min(wished.Hash, leastHash), min(wished.Hash, left.Hash)),
	}
	b.taken[l] = now
	return now
}
