package suite

import (
	"context"
	"errors"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
)

// Config says how a suite is run.
type Config struct {
	Start       func(context.Context) (nitoryu.Searcher, error) // opens an engine
	Limits      nitoryu.Limits                                  // of each problem
	Mate        MateMode                                        // empty: MateAuto
	Concurrency int                                             // problems at once, each with its own engine; 0: one
	StopAfter   int                                             // end a search after this many right iterations in a row; 0: never
	Progress    func(done, solved int)                          // called after each problem, one call at a time; may be nil
}

// Run asks an engine for the answers to all problems of s, each as a new game, so that no
// answer depends on another. An engine that fails is replaced and its problem counts as not
// solved; an engine that does not start is an error. Run returns the results so far with any
// error, and when ctx ends.
func Run(ctx context.Context, s *Suite, c Config) (Report, error) {
	if c.Mate == "" {
		c.Mate = MateAuto
	}
	r := &runner{suite: s, config: c, results: make([]*Result, len(s.Problems))}
	failed := pool.Run(ctx, c.Concurrency, r.work)
	if ctx.Err() != nil {
		failed = nil // the results until then count
	}
	report := Report{Suite: s.Name, Game: s.Game.Name, Positions: len(s.Problems), Warnings: s.Warnings}
	for _, result := range r.results {
		if result != nil {
			report.Results = append(report.Results, *result)
		}
	}
	report.Interrupted = len(report.Results) < report.Positions
	return report, failed
}

// runner is one run of a suite.
type runner struct {
	suite  *Suite
	config Config

	mu      sync.Mutex
	next    int
	done    int
	solved  int
	results []*Result // nil: not done
}

// work solves problems with its own engine until all are done or ctx ends.
func (r *runner) work(ctx context.Context) error {
	s := &solver{limits: r.config.Limits, mate: r.config.Mate, stop: r.config.StopAfter}
	defer s.close()
	for {
		i, ok := r.take()
		if !ok || ctx.Err() != nil {
			return nil
		}
		if s.engine == nil {
			e, err := r.config.Start(ctx)
			if err != nil {
				return err
			}
			s.engine = e
		}
		p := &r.suite.Problems[i]
		result, err := s.solve(ctx, p)
		switch {
		case isFailure(err) && ctx.Err() == nil:
			s.close()
			result.Problem = err.Error()
		case err != nil:
			return err
		}
		r.finish(i, result)
	}
}

// close ends the engine. Errors do not matter any more.
func (s *solver) close() {
	if s.engine != nil {
		_ = s.engine.Close()
		s.engine = nil
	}
}

// isFailure reports whether an error is one of the engine, not of the question.
func isFailure(err error) bool {
	var failure *client.Failure
	var fault *nitoryu.FaultError
	return errors.As(err, &failure) || errors.As(err, &fault)
}

// take returns the next problem.
func (r *runner) take() (i int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i = r.next
	r.next++
	return i, i < len(r.results)
}

// finish stores a result.
func (r *runner) finish(i int, result Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[i] = &result
	r.done++
	if result.Solved {
		r.solved++
	}
	if r.config.Progress != nil {
		r.config.Progress(r.done, r.solved)
	}
}
