package spsa

import (
	"context"
	"fmt"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

// Match plays pairs of games, one at a time.
type Match interface {
	// Play returns the half points, 0 to 4, of the side with p.Plus. They have to
	// depend only on p.
	Play(ctx context.Context, p Pair) (points int, err error)
	Close() error
}

// Iteration is the result of one iteration, a line of the journal.
type Iteration struct {
	Number int         `json:"iteration"` // from 1
	Pairs  stats.Pairs `json:"pairs"`     // from the view of the plus side
	Theta  []float64   `json:"theta"`     // the values after it
}

// won returns the wins of the plus side minus its losses.
func (i *Iteration) won() int {
	won := 0
	for points, pairs := range i.Pairs {
		won += (points - 2) * pairs
	}
	return won
}

// Config is a run, or the rest of one.
type Config struct {
	Setup
	Concurrency int                   // pairs at once
	NewMatch    func() (Match, error) // called once for each concurrent pair
	Earlier     []Iteration           // of an earlier run, from the journal
	Journal     *journal.File         // may be nil
	// Played is called after each pair, one call at a time, with the iterations and the pairs
	// finished so far, including earlier runs. It may be nil.
	Played func(r *Report, pairs int)
}

// Run plays the remaining iterations and returns the report even with an error. The path does
// not depend on Concurrency. When ctx ends, Run drops the unfinished iterations, at most two,
// and returns the error of ctx.
func Run(ctx context.Context, c *Config) (*Report, error) {
	r := &run{config: c, report: &Report{Setup: c.Setup, Path: c.Earlier}, open: map[int]*Iteration{}}
	if err := c.Validate(); err != nil {
		return r.report, err
	}
	r.next = len(c.Earlier) * c.Pairs
	r.played = r.next
	r.changed.L = &r.mu
	err := pool.Run(ctx, c.Concurrency, r.work)
	if len(r.report.Path) == c.Iterations {
		return r.report, nil
	}
	return r.report, err
}

// lag is by how many iterations the perturbed values are behind: an iteration begins before
// the previous one has ended, so that no core waits for its last games. The lag is always
// the same, which keeps the path reproducible.
const lag = 1

// run is a run in progress.
type run struct {
	config *Config

	mu      sync.Mutex // guards all below
	changed sync.Cond  // an iteration is finished, or the context has ended
	next    int        // pair
	played  int        // pairs
	open    map[int]*Iteration
	report  *Report
}

// work plays pairs until there are no more.
func (r *run) work(ctx context.Context) (err error) {
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})()
	m, err := r.config.NewMatch()
	if err != nil {
		return err
	}
	defer m.Close()
	for {
		p, ok := r.take(ctx)
		if !ok {
			return ctx.Err()
		}
		points, err := m.Play(ctx, p)
		if err != nil {
			return err
		}
		if err := r.finish(ctx, p, points); err != nil {
			return err
		}
	}
}

// take returns the next pair once the values it begins from are known.
func (r *run) take(ctx context.Context) (Pair, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.config
	for ctx.Err() == nil && r.next < c.Iterations*c.Pairs {
		if base := r.next/c.Pairs - lag; base <= len(r.report.Path) {
			r.next++
			return c.pair(r.next-1, r.report.after(max(0, base))), true
		}
		r.changed.Wait()
	}
	return Pair{}, false
}

// finish counts a pair and ends the iterations that are complete, in order.
func (r *run) finish(ctx context.Context, p Pair, points int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if points < 0 || points > 4 {
		return fmt.Errorf("pair %d: %d half points in two games", p.Number, points)
	}
	c := r.config
	k := 1 + p.Number/c.Pairs
	if r.open[k] == nil {
		r.open[k] = &Iteration{Number: k}
	}
	r.open[k].Pairs[points]++
	r.played++
	for {
		done := len(r.report.Path)
		i := r.open[done+1]
		if i == nil || i.Pairs.N() < c.Pairs {
			break
		}
		i.Theta = c.follow(i.Number, r.report.after(done), i.won())
		if c.Journal != nil {
			if err := c.Journal.Add(i); err != nil {
				return err
			}
		}
		delete(r.open, i.Number)
		r.report.Path = append(r.report.Path, *i)
		r.changed.Broadcast()
	}
	if c.Played != nil {
		c.Played(r.report, r.played)
	}
	return nil
}
