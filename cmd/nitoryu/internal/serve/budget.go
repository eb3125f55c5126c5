package serve

import "sync"

// leastHash is the size of a table in MiB that every engine may have.
const leastHash = 16

// budget shares threads and memory among the engines: first come, first served, and a
// little for each.
type budget struct {
	engines, threads, hash int

	mu    sync.Mutex
	taken map[*link]share
}

// share is what an engine has.
type share struct{ threads, hash int }

// enter gives a link the right to an engine, unless there are too many.
func (b *budget) enter(l *link) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.taken) >= b.engines {
		return false
	}
	b.taken[l] = share{1, leastHash}
	return true
}

// renew takes back what the engine of a link had, when another one begins.
func (b *budget) renew(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken[l] = share{1, leastHash}
}

// leave takes back what a link has.
func (b *budget) leave(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.taken, l)
}

// wish gives a link as many threads and as much memory as it wishes, or what is left; 0
// wishes for nothing new.
func (b *budget) wish(l *link, wished share) share {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := share{b.threads, b.hash}
	for other, has := range b.taken {
		if other != l {
			left.threads -= has.threads
			left.hash -= has.hash
		}
	}
	now := b.taken[l]
	if wished.threads > 0 {
		now.threads = max(1, min(wished.threads, left.threads))
	}
	if wished.hash > 0 {
		now.hash = max(min(wished.hash, leastHash), min(wished.hash, left.hash))
	}
	b.taken[l] = now
	return now
}
