package deepen

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games/book"
)

// Config is a run.
type Config struct {
	Rules    core.Rules
	Settings core.Settings
	Root     core.Position  // the book grows from here
	Tree     *book.Tree     // the book; Run adds to it
	Growth   book.Growth    // which positions are searched
	Draw     core.Score     // what a draw is worth for core.First
	Limits   nitoryu.Limits // of each search; Lines is how many moves it scores
	Threads  int            // positions at once
	// Positions is how many searches to make in all, including earlier runs; 0: no limit.
	Positions int
	Done      []Search // of earlier runs, in their order
	// Start opens one engine. An error ends the run.
	Start func(context.Context) (nitoryu.Searcher, error)
	// Finished is given each search, one call at a time. An error ends the run.
	Finished func(*Search, Progress) error
}

// Progress is how far a run has come.
type Progress struct {
	Searches  int // including earlier runs
	Positions int // of the book
	Nodes     uint64
	// Best is the main line of the book at the last choice of searches, and Score is its worth
	// to the side to move at the root; core.NoScore: unknown.
	Best  []core.Move
	Score core.Score
}

// run is a run in progress.
type run struct {
	*Config

	mu       sync.Mutex // guards all below
	changed  *sync.Cond
	queue    []book.Leaf
	known    int             // searches that the queue is based on; -1: there is no queue
	busy     map[string]bool // keys of positions that are being searched
	done     map[string]bool // keys of positions that have been searched
	progress Progress
}

// batch returns how many searches to choose in one look at the book, which takes longer the
// larger the book is.
func batch(known int) int { return 1 + known/256 }

// Run searches positions until there are enough, or none is left. When ctx ends, Run drops
// searches in progress and returns the error of ctx. The tree then has the scores that follow
// from all searches.
func Run(ctx context.Context, c *Config) (Progress, error) {
	r := &run{Config: c, known: -1, busy: map[string]bool{}, done: map[string]bool{}}
	r.changed = sync.NewCond(&r.mu)
	if err := r.resume(); err != nil {
		return r.progress, err
	}
	failed := pool.Run(ctx, c.Threads, r.work)
	if _, err := r.Tree.Join(); err != nil {
		return r.progress, err
	}
	r.Tree.Backup(r.Draw)
	r.view()
	return r.progress, failed
}

// resume repeats what earlier runs did, up to the queue that they left.
func (r *run) resume() error {
	if err := r.Tree.Plant(r.Root); err != nil {
		return err
	}
	last := 0
	if n := len(r.Done); n > 0 {
		if last = r.Done[n-1].Known; last > n {
			return fmt.Errorf("search %d follows from %d, which is more than there are", n, last)
		}
	}
	for i := range r.Done {
		if i == last {
			r.plan()
		}
		if err := r.add(&r.Done[i]); err != nil {
			return fmt.Errorf("search %d: %w", i+1, err)
		}
	}
	return nil
}

// add adds a search to the tree.
func (r *run) add(s *Search) error {
	if err := s.apply(r.Tree, r.Rules, r.Settings); err != nil {
		return err
	}
	p, err := r.Rules.Parse(s.Position, r.Settings)
	if err != nil {
		return err
	}
	r.done[r.Tree.Key(p)] = true
	r.progress.Searches++
	r.progress.Positions = r.Tree.Len()
	r.progress.Nodes += s.Nodes
	return nil
}

// plan chooses the positions that are searched next.
func (r *run) plan() {
	r.Tree.Backup(r.Draw)
	r.view()
	r.known = r.progress.Searches
	// Other threads may be at some of these positions.
	r.queue = r.Tree.Leaves(r.Root, batch(r.known)+max(1, r.Threads)-1, r.Growth)
}

// view sets the main line of the progress.
func (r *run) view() {
	r.progress.Best, r.progress.Score = nil, core.NoScore
	p := r.Root.Clone()
	seen := map[string]bool{}
	for {
		moves, err := r.Tree.Moves(p, nil)
		key := r.Tree.Key(p)
		if err != nil || len(moves) == 0 || !moves[0].HasScore() || seen[key] {
			return
		}
		if seen[key] = true; len(r.progress.Best) == 0 {
			r.progress.Score = moves[0].Score
		}
		r.progress.Best = append(r.progress.Best, moves[0].Move)
		p.Do(moves[0].Move, nil)
	}
}

// take returns the next position, and how many searches its choice is based on. If no position
// is left, it waits for the searches in progress; it returns false at the end.
func (r *run) take(ctx context.Context) (leaf book.Leaf, known int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ctx.Err() == nil && (r.Positions == 0 || r.progress.Searches+len(r.busy) < r.Positions) {
		if done := r.progress.Searches; r.known < 0 || done >= r.known+batch(r.known) || len(r.queue) == 0 && done > r.known {
			r.plan()
		}
		for len(r.queue) > 0 {
			leaf, r.queue = r.queue[0], r.queue[1:]
			if !r.busy[leaf.Key] && !r.done[leaf.Key] {
				r.busy[leaf.Key] = true
				return leaf, r.known, true
			}
		}
		if len(r.busy) == 0 && r.known == r.progress.Searches {
			break // the book is complete
		}
		if len(r.busy) > 0 {
			r.changed.Wait()
		}
	}
	return book.Leaf{}, 0, false
}

// work searches positions until there are no more.
func (r *run) work(ctx context.Context) (err error) {
	defer r.changed.Broadcast()
	defer context.AfterFunc(ctx, func() { // another worker has failed
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})()
	e, err := r.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	for {
		leaf, known, ok := r.take(ctx)
		if !ok {
			return nil
		}
		s, err := r.think(ctx, e, leaf.Position)
		if err := r.finish(leaf, known, s, err); err != nil {
			return err
		}
	}
}

// finish adds a search and passes it to the caller.
func (r *run) finish(leaf book.Leaf, known int, s *Search, err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.changed.Broadcast()
	delete(r.busy, leaf.Key)
	if err != nil {
		return err
	}
	s.Known = known
	if err := r.add(s); err != nil {
		return err
	}
	return r.Finished(s, r.progress)
}
