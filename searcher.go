package nitoryu

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"
)

// Searcher is what answers questions about positions: our [Engine], a program behind UCI
// or USI of package client, or what a test makes up. Its methods may be called from any
// goroutine.
type Searcher interface {
	// NewGame forgets what was learnt from earlier searches. It waits for one that runs.
	NewGame(ctx context.Context) error
	// Search starts a search of p, which stays as it is, and returns while it runs; an
	// earlier search of the searcher is waited for. It ends with the first limit that is
	// reached, with ctx, or by [Search.Stop]. The error says why it has not begun: a
	// [*LimitError], a searcher that was closed, or what the searcher cannot do.
	Search(ctx context.Context, p *Position, l Limits) (*Search, error)
	// Close stops a search that runs and frees what the searcher holds. Later calls fail.
	Close() error
}

// Ask lets s search a position and waits for the answer; see [Search.Result] for errors. A
// search that nothing would end is an error. A searcher may have a method Ask of its own,
// which is then called.
func Ask(ctx context.Context, s Searcher, p *Position, l Limits) (Result, error) {
	if ctx.Done() == nil && l.Endless() {
		return Result{}, &LimitError{"the search would never end: it has no limit, and its context none"}
	}
	l.Quiet = true // nobody could read them
	if asker, ok := s.(interface {
		Ask(context.Context, *Position, Limits) (Result, error)
	}); ok {
		return asker.Ask(ctx, p, l) // the same, faster
	}
	search, err := s.Search(ctx, p, l)
	if err != nil {
		return Result{}, err
	}
	return search.Result()
}

// Search is a search that runs. Its methods may be called from any goroutine. The zero value is one
// that has never begun.
type Search struct {
	stop func()
	hit  func(*Clock) error

	mu       sync.Mutex // guards all below
	news     sync.Cond  // of new lines and the end
	end      sync.Cond  // signalled only at the end, since waking is expensive
	queue    []Line     // not yet handed out
	last     []Line     // the latest exact one of each rank
	settled  int        // the depth from which on the best line began with that move
	progress Progress
	over     bool
	result   Result
	fault    error
}

// mostLines bounds the lines that wait to be read.
const mostLines = 1000

// Stop ends the search: its result is what was found so far.
func (s *Search) Stop() {
	if s.stop != nil {
		s.stop()
	}
}

// PonderHit tells a search with Limits.Ponder that the expected move was played: from now
// on its limits count. A clock replaces the one that they had; nil keeps it. For other
// searches it does nothing. The error says what is wrong with the clock.
func (s *Search) PonderHit(c *Clock) error {
	if err := c.Check(); err != nil {
		return err
	}
	if s.hit == nil {
		return nil
	}
	return s.hit(c)
}

// Lines yields the lines of the search as they come, until it ends. Each is yielded once,
// however often Lines is called; of lines that nobody reads, the oldest are dropped.
// Leaving the loop does not end the search.
func (s *Search) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for {
			l, ok := s.next()
			if !ok || !yield(l) {
				return
			}
		}
	}
}

// next waits for a line and takes it; false at the end.
func (s *Search) next() (Line, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.over && s.news.L != nil {
		s.news.Wait()
	}
	if len(s.queue) == 0 {
		return Line{}, false
	}
	l := s.queue[0]
	s.queue = s.queue[1:]
	return l, true
}

// Progress returns what the search is busy with.
func (s *Search) Progress() Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.progress
}

// Result waits for the end of the search and returns its answer. When the context of the
// search is done, the result is what was found so far, and the error is the context's.
// Other errors are about a searcher that was closed or broke down, or a [*FaultError];
// there may be a result all the same.
func (s *Search) Result() (Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end.L == nil {
		return Result{}, ErrClosed // the zero value
	}
	for !s.over {
		s.end.Wait()
	}
	return s.result, s.fault
}

// Progress is what a long search is busy with. The zero value is not known.
type Progress struct {
	Depth   int  // of the iteration
	Move    Move // that is searched now, at the root
	Number  int  // of that move, from 1
	Nodes   uint64
	Elapsed time.Duration
}

// Reporter tells a [Search] how it goes. It is for those who make a [Searcher]. Its methods
// are called by one goroutine at a time, and not after Finish.
type Reporter struct{ search *Search }

// NewSearch returns a search and its reporter. stop and ponderHit are called by methods of
// the search, from any goroutine, also after Finish.
func NewSearch(stop func(), ponderHit func(*Clock) error) (*Search, Reporter) {
	s := &Search{stop: stop, hit: ponderHit}
	s.news.L, s.end.L = &s.mu, &s.mu
	return s, Reporter{s}
}

// Line reports a line, whose moves are legal.
func (r Reporter) Line(l Line) {
	s := r.search
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.Bound == Exact {
		for len(s.last) < l.Rank {
			s.last = append(s.last, Line{})
		}
		if l.Rank == 1 && l.First() != s.last[0].First() {
			s.settled = l.Depth
		}
		s.last[l.Rank-1] = l
	}
	if len(s.queue) == mostLines {
		s.queue = s.queue[1:]
	}
	s.queue = append(s.queue, l)
	s.news.Broadcast()
}

// Progress reports what the search is busy with.
func (r Reporter) Progress(p Progress) {
	if r.search == nil {
		return
	}
	r.search.mu.Lock()
	defer r.search.mu.Unlock()
	r.search.progress = p
}

// Finish reports the answer. Without lines of its own it gets the latest exact ones that
// were reported. Only the first call counts.
func (r Reporter) Finish(answer Result, fault error) {
	s := r.search
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	if len(s.last) > 0 && s.last[0].First() == answer.Best {
		answer.Settled = s.settled
	}
	if answer.Lines == nil {
		answer.Lines = slices.DeleteFunc(s.last, func(l Line) bool { return l.Rank == 0 })
	}
	s.result, s.fault, s.over = answer, fault, true
	s.news.Broadcast()
	s.end.Broadcast()
}

// FaultError is about a fault inside of our engine, which contained it.
type FaultError struct{ Err error }

// Error implements error.
func (e *FaultError) Error() string { return e.Err.Error() }

// Unwrap returns what went wrong.
func (e *FaultError) Unwrap() error { return e.Err }
