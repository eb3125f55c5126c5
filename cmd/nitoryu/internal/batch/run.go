package batch

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// blockSize is the number of positions of a block: enough for the table of an engine to
// help with most of them, and few enough to lose little by an interruption.
const blockSize = 8

// Game is a game to think about.
type Game struct {
	Record *record.Game
	Begin  int // the first position, from 0
}

// Engine thinks about positions, one at a time.
type Engine interface {
	// Forget forgets all earlier positions.
	Forget()
	// Think returns what it thinks of a position that is not over, and leaves it as it
	// is. When ctx ends, it returns its error soon.
	Think(ctx context.Context, p core.Position) (review.Thought, error)
	// Close ends the engine.
	Close()
}

// Config is a job.
type Config struct {
	Games   []Game
	Engines int                    // that think at once
	Open    func() (Engine, error) // starts an engine
	Journal *Journal               // nil: none
	// Progress is told how many positions are done, with those that the journal had,
	// and at which game an engine is. It may be nil.
	Progress func(done, game int)
	// Judge gets what is thought of all positions of a game, those before Begin without
	// lines. Several games may be judged at once. Then it returns what is to be done in
	// the order of the games, or nil.
	Judge func(game int, thoughts []review.Thought) func() error
}

// block is a part of a game: positions begin to end-1. An empty one is a game of which
// everything is known.
type block struct {
	game, begin, end int
}

// Job is a job that can be run.
type Job struct {
	Config
	Total int // positions
	Known int // of them, by the journal

	thoughts [][]review.Thought
	keys     []string

	mu      sync.Mutex // guards what follows
	blocks  []block    // left, in the order of the games, the last of each game first
	missing []int      // blocks of each game
	done    int
	ready   map[int]func() error // of games that were judged
	written int                  // games
}

// New prepares a job. The error is about a game with a move that is not legal.
func New(c Config) (*Job, error) {
	j := &Job{Config: c, ready: map[int]func() error{}}
	for i := range c.Games {
		if err := j.add(i, &c.Games[i]); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	j.done = j.Known
	return j, nil
}

// add plans the blocks of a game.
func (j *Job) add(i int, g *Game) error {
	n, err := review.Positions(g.Record)
	if err != nil {
		return err
	}
	key, err := keyOf(g.Record)
	if err != nil {
		return err
	}
	thoughts := make([]review.Thought, n)
	known := func(int) bool { return false }
	if j.Journal != nil {
		if known, err = j.Journal.recall(key, g.Record, thoughts[:n]); err != nil {
			return err
		}
	}
	clear(thoughts[:min(g.Begin, n)])
	blocks := 0
	for end := n; end > g.Begin; {
		begin := max(g.Begin, (end-1)/blockSize*blockSize)
		j.Total += end - begin
		if whole(begin, end, known) {
			j.Known += end - begin
		} else {
			j.blocks = append(j.blocks, block{i, begin, end})
			blocks++
		}
		end = begin
	}
	if blocks == 0 {
		j.blocks = append(j.blocks, block{game: i})
		blocks++
	}
	j.thoughts, j.keys, j.missing = append(j.thoughts, thoughts), append(j.keys, key), append(j.missing, blocks)
	return nil
}

// whole reports whether all positions of a block are known.
func whole(begin, end int, known func(int) bool) bool {
	for i := begin; i < end; i++ {
		if !known(i) {
			return false
		}
	}
	return true
}

// Run thinks until all is done. When ctx ends, it returns its error; what was thought is
// in the journal. The first error of an engine, of the journal or of what Judge returned
// ends it, too.
func (j *Job) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var workers sync.WaitGroup
	for range max(1, min(j.Engines, len(j.blocks))) {
		workers.Go(func() {
			if err := j.work(ctx); err != nil {
				stop(err)
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// work thinks about blocks until there are none.
func (j *Job) work(ctx context.Context) error {
	var e Engine
	defer func() {
		if e != nil {
			e.Close()
		}
	}()
	for ctx.Err() == nil {
		b, ok := j.take()
		if !ok {
			return nil
		}
		if b.begin < b.end {
			if e == nil {
				var err error
				if e, err = j.Open(); err != nil {
					return err
				}
			}
			if err := j.think(ctx, e, b); err != nil {
				return err
			}
		}
		if err := j.finish(b.game); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (j *Job) take() (b block, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.blocks) == 0 {
		return b, false
	}
	b, j.blocks = j.blocks[0], j.blocks[1:]
	return b, true
}

// think thinks about a block.
func (j *Job) think(ctx context.Context, e Engine, b block) error {
	e.Forget()
	var p core.Position // the last one
	think := func(ctx context.Context, next core.Position) (review.Thought, error) {
		p = next
		return e.Think(ctx, next)
	}
	return review.Think(ctx, j.Games[b.game].Record, b.begin, b.end, think, nil, func(position int, t review.Thought) error {
		j.thoughts[b.game][position] = t
		if j.Journal != nil {
			if err := j.Journal.add(j.keys[b.game], position, p, &t); err != nil {
				return err
			}
		}
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.done++; j.Progress != nil {
			j.Progress(j.done, b.game)
		}
		return nil
	})
}

// finish says that a block of a game is done. The last one has the game judged.
func (j *Job) finish(game int) error {
	j.mu.Lock()
	j.missing[game]--
	last := j.missing[game] == 0
	j.mu.Unlock()
	if !last {
		return nil
	}
	write := j.Judge(game, slices.Clip(j.thoughts[game]))
	j.mu.Lock()
	defer j.mu.Unlock()
	j.thoughts[game] = nil
	j.ready[game] = write
	for {
		write, ok := j.ready[j.written]
		if !ok {
			return nil
		}
		delete(j.ready, j.written)
		j.written++
		if write == nil {
			continue
		}
		if err := write(); err != nil {
			return err
		}
	}
}
