package batch

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// Config is a job.
type Config struct {
	// Games are the games in their order. Each is asked for when an engine has nothing else
	// to do, so that few of many are held at a time.
	Games   iter.Seq[*record.Game]
	Total   int                              // positions of all games that are searched, 0 if that is not known
	Engines int                              // that think at once
	Open    func() (nitoryu.Searcher, error) // starts an engine
	Journal *Journal                         // nil: none
	// Games are counted from 0 in what follows. Options are how one is reviewed; progress and memory
	// are the job's.
	Options func(game int) review.Options
	// Progress is told how many positions of how many are done, with those that the journal
	// had, and at which game an engine is. It may be nil.
	Progress func(done, total, game int)
	// Judged gets a game that was reviewed, or what prevented that. Several games may be judged at
	// once. It returns what is to be done in the order of the games, or nil.
	Judged func(game int, judged *review.Game, err error) func() error
}

// game is the state of a game.
type game struct {
	number   int
	plan     *review.Plan
	missing  int             // blocks of this round
	progress review.Progress // as the job counts it
}

// block is a part of a game that one engine looks at as a whole; nil: the game is to be planned.
type block struct {
	game *game
	part *review.Block
}

// Job is a job that can be run.
type Job struct {
	Config
	Known int // positions that the journal has, so far; Progress may read it

	mu      sync.Mutex // guards what follows
	news    sync.Cond  // of blocks, and of the end
	next    func() (*record.Game, bool)
	begun   int                  // games that were asked for
	ended   bool                 // there are no more
	blocks  []block              // left, in the order of the games, the last of each game first
	planned int                  // positions
	done    int                  // of them
	ready   map[int]func() error // of games that were judged
	written int                  // games
}

// ahead is how many games more than engines are begun before the first is written.
const ahead = 16

// New prepares a job.
func New(c Config) *Job {
	j := &Job{Config: c, ready: map[int]func() error{}}
	j.news.L = &j.mu
	return j
}

// Run thinks until all is done. When ctx ends, it returns its error; what was thought is
// in the journal. The first error of an engine, of the journal or of what Judged returned
// ends it, too.
func (j *Job) Run(ctx context.Context) error {
	next, end := iter.Pull(j.Games)
	defer end()
	j.next = next
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(ctx, func() {
		j.mu.Lock() // nobody is between looking and waiting
		defer j.mu.Unlock()
		j.news.Broadcast()
	})()
	var workers sync.WaitGroup
	for range max(1, j.Engines) {
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
	var e nitoryu.Searcher
	defer func() {
		if e != nil {
			_ = e.Close() // it has given its answers
		}
	}()
	for ctx.Err() == nil {
		b, ok, err := j.take(ctx)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if b.part != nil {
			if e == nil {
				var err error
				if e, err = j.Open(); err != nil {
					return err
				}
			}
			if err := b.part.Think(ctx, e); err != nil {
				return err
			}
		}
		if err := j.finish(ctx, b); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take waits for a block. There are no more when all games are judged, or ctx ends.
func (j *Job) take(ctx context.Context) (b block, ok bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for ctx.Err() == nil {
		switch {
		case len(j.blocks) > 0:
			b, j.blocks = j.blocks[0], j.blocks[1:]
			return b, true, nil
		case !j.ended && j.begun-j.written < max(1, j.Engines)+ahead:
			r, more := j.next()
			if !more {
				j.ended = true
				j.news.Broadcast()
				continue
			}
			g, err := j.begin(r)
			return block{game: g}, err == nil, err
		case j.ended && j.written == j.begun:
			return b, false, nil
		default:
			j.news.Wait()
		}
	}
	return b, false, nil
}

// begin begins a game. The error is about a move that is not legal.
func (j *Job) begin(r *record.Game) (*game, error) {
	g := &game{number: j.begun}
	j.begun++
	o := j.Options(g.number)
	o.Progress = func(now review.Progress) { j.tell(g, now) }
	of, err := nitoryu.FromRecord(r)
	if err == nil && j.Journal != nil {
		o.Memory, err = j.Journal.of(r)
	}
	if err == nil {
		g.plan, err = review.NewPlan(of, o)
	}
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", j.begun, err)
	}
	return g, nil
}

// tell tells that one more position of a game is done.
func (j *Job) tell(g *game, now review.Progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.count(g, now); j.Progress != nil {
		j.Progress(j.done, j.Total, g.number)
	}
}

// count counts how far a game is.
func (j *Job) count(g *game, now review.Progress) {
	j.planned += now.Total - g.progress.Total
	j.Total = max(j.Total+now.Again-g.progress.Again, j.planned)
	j.done += now.Done - g.progress.Done
	j.Known += now.Known - g.progress.Known
	g.progress = now
}

// finish says that a block of a game is done. The last one of a round begins the next one, or has
// the game judged.
func (j *Job) finish(ctx context.Context, b block) error {
	g := b.game
	if b.part != nil {
		j.mu.Lock()
		g.missing--
		last := g.missing == 0
		j.mu.Unlock()
		if !last {
			return nil
		}
	}
	parts, err := g.plan.Next()
	if err != nil || len(parts) > 0 {
		j.plan(g, parts)
		return err
	}
	judged, err := g.plan.Judge(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	write, now := j.Judged(g.number, judged, err), g.plan.Progress()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.count(g, now)
	j.ready[g.number] = write
	for {
		write, ok := j.ready[j.written]
		if !ok {
			return nil
		}
		delete(j.ready, j.written)
		j.written++
		j.news.Broadcast()
		if write == nil {
			continue
		}
		if err := write(); err != nil {
			return err
		}
	}
}

// plan plans another round of a game.
func (j *Job) plan(g *game, parts []*review.Block) {
	now := g.plan.Progress()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.count(g, now)
	g.missing = len(parts)
	for _, part := range parts {
		j.blocks = append(j.blocks, block{g, part})
	}
	slices.SortStableFunc(j.blocks, func(a, b block) int { return cmp.Compare(a.game.number, b.game.number) }) // so that games end in their order
	j.news.Broadcast()
}
