package datagen

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Config is a run.
type Config struct {
	Game      games.Game
	Settings  core.Settings
	Seed      uint64
	Nodes     uint64         // per move: the iteration that reaches them is finished
	Openings  []book.Opening // of a file
	Source    string         // of Openings: what the header says about their file
	Share     float64        // share of the games that begin with one of Openings; the others begin with random moves
	Stray     int            // one move in this many is random and has no score; 0: none
	Games     uint64         // numbers 0 to Games-1 are played
	Threads   int            // games at once
	Hash      int            // MiB for each of them
	Done      *dataset.IndexSet
	Positions int64 // stop at this many positions that the filter keeps, or values; 0: no limit
	Filter    dataset.Filter
	Sampling  Sampling
	Teacher   core.EvaluatorFactory // whose values of the positions within searches are kept; nil: those of the searches
	// Sampled, if not nil, is given the values of each game before Finished is given the game. They
	// are valid during the call; an error ends the run.
	Sampled func(index uint64, values []dataset.Packed) error
	// Finished is given each game, one call at a time; an error ends the run.
	Finished func(*dataset.Game, Progress) error
}

// hardFactor bounds the last iteration of a move: it is cut off at this multiple of the
// nodes per move.
const hardFactor = 8

// Progress counts the games of this run.
type Progress struct {
	Games     int64
	Positions int64    // with a score
	Kept      int64    // positions that the filter keeps; with Sampling, values
	Results   [3]int64 // wins of First, draws, wins of Second
	Elapsed   time.Duration
}

// run is a run in progress.
type run struct {
	*Config
	began time.Time

	mu       sync.Mutex // guards all below
	next     uint64
	progress Progress
	full     bool // enough positions
}

// Run plays the missing games, roughly in the order of their numbers. When ctx ends, Run drops
// games in progress and returns the error of ctx.
func Run(ctx context.Context, c *Config) (Progress, error) {
	if c.Nodes < 1 {
		return Progress{}, errors.New("a move needs at least one node")
	}
	if c.Stray < 0 || c.Stray == 1 {
		return Progress{}, errors.New("one of two moves at most can be random")
	}
	if !(c.Share >= 0 && c.Share <= 1) || c.Share > 0 && len(c.Openings) == 0 {
		return Progress{}, fmt.Errorf("a share of %g of the games cannot begin with one of %d openings", c.Share, len(c.Openings))
	}
	if err := c.Sampling.Validate(); err != nil {
		return Progress{}, err
	}
	r := &run{Config: c, began: time.Now()}
	err := pool.Run(ctx, c.Threads, r.work)
	return r.progress, err
}

// work plays games until there are no more.
func (r *run) work(ctx context.Context) error {
	p, err := newPlayer(r.Config)
	if err != nil {
		return err
	}
	defer p.close()
	for {
		index, ok := r.take()
		if !ok || ctx.Err() != nil {
			return nil
		}
		g, kept, err := p.play(ctx, index)
		if err != nil {
			return err
		}
		if err := r.finish(g, kept, p.sampler); err != nil {
			return err
		}
	}
}

// take returns the number of the next game.
func (r *run) take() (uint64, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.Done != nil && r.Done.Has(r.next) {
		r.next++
	}
	if r.full || r.Config.Games > 0 && r.next >= r.Config.Games {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

// finish passes a game to the caller.
func (r *run) finish(g *dataset.Game, kept int64, values *sampler) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.progress
	p.Games++
	for _, score := range g.Scores {
		if score != core.NoScore {
			p.Positions++
		}
	}
	p.Kept += kept
	p.Results[1-g.Result]++
	p.Elapsed = time.Since(r.began)
	r.full = r.Config.Positions > 0 && p.Kept >= r.Config.Positions
	var err error
	if values != nil && r.Sampled != nil {
		err = r.Sampled(g.Index, values.kept)
	}
	if err == nil {
		err = r.Finished(g, *p)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", g, err)
	}
	return nil
}
