package batch

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu"
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

// Config is a job.
type Config struct {
	Games   []Game
	Engines int                              // that think at once
	Open    func() (nitoryu.Searcher, error) // starts an engine
	Limits  nitoryu.Limits                   // of each search
	Journal *Journal                         // nil: none
	// Progress is told how many positions are done, with those that the journal had,
	// and at which game an engine is. It may be nil.
	Progress func(done, game int)
	// Judge gets the answers about all positions of a game, those before Begin without
	// lines; of an answer only lines and nodes are kept. Several games may be judged at
	// once. Then it returns what is to be done in the order of the games, or nil.
	Judge func(game int, answers []nitoryu.Result) func() error
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

	answers [][]nitoryu.Result
	keys    []string

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
	answers := make([]nitoryu.Result, n)
	known := func(int) bool { return false }
	if j.Journal != nil {
		if known, err = j.Journal.recall(key, g.Record, answers); err != nil {
			return err
		}
	}
	clear(answers[:min(g.Begin, n)])
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
	j.answers, j.keys, j.missing = append(j.answers, answers), append(j.keys, key), append(j.missing, blocks)
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
	var e nitoryu.Searcher
	defer func() {
		if e != nil {
			_ = e.Close() // it has given its answers
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

// think thinks about a block, from its last position back: what an engine learns there helps
// with those before.
func (j *Job) think(ctx context.Context, e nitoryu.Searcher, b block) error {
	if err := e.NewGame(ctx); err != nil {
		return err
	}
	positions, err := positions(j.Games[b.game].Record, b.begin, b.end)
	if err != nil {
		return err
	}
	for i, p := range slices.Backward(positions) {
		r, err := ask(ctx, e, p, j.Limits)
		if err != nil {
			return err
		}
		at := b.begin + i
		j.answers[b.game][at] = r
		if j.Journal != nil {
			if err := j.Journal.add(j.keys[b.game], at, &r); err != nil {
				return err
			}
		}
		j.tell(b.game)
	}
	return nil
}

// positions returns positions begin to end-1 of a game.
func positions(r *record.Game, begin, end int) (some []*nitoryu.Position, err error) {
	g, err := nitoryu.FromRecord(r)
	if err != nil {
		return nil, err
	}
	i := 0
	for p := range g.Positions() {
		if i >= begin && i < end {
			some = append(some, p.Clone())
		}
		i++
	}
	return some, nil
}

// ask asks about a position. One that is won by declaration is asked about as if it were not:
// a line needs a move, and what players miss there is not a mate.
func ask(ctx context.Context, e nitoryu.Searcher, p *nitoryu.Position, l nitoryu.Limits) (nitoryu.Result, error) {
	won := p.CanDeclare()
	if won {
		var err error
		if p, err = nitoryu.Open(nitoryu.Setup{Variant: p.Variant(), Position: p.String(), EnteringKing: core.NoEnteringKing}); err != nil {
			return nitoryu.Result{}, err
		}
	}
	r, err := nitoryu.Ask(ctx, e, p, l)
	if err != nil {
		return nitoryu.Result{}, err
	}
	r = answer(r)
	if len(r.Lines) == 0 {
		return r, fmt.Errorf("the engine has no move in %s", p)
	}
	if best := &r.Lines[0]; won && !best.Score.IsWin() {
		best.Score = nitoryu.Score(core.TableWinIn(0))
	}
	return r, nil
}

// answer returns what is kept of an answer: lines with moves, of which the first begins with
// the best move, and nodes. How long it took is not in it, so that it is equal where the
// search was.
func answer(r nitoryu.Result) nitoryu.Result {
	kept := nitoryu.Result{Nodes: r.Nodes}
	add := func(score nitoryu.Score, depth int, moves []nitoryu.Move) {
		kept.Lines = append(kept.Lines, nitoryu.Line{Rank: len(kept.Lines) + 1, Score: score, Depth: depth, Moves: moves})
	}
	if r.Best != nitoryu.NoMove && (len(r.Lines) == 0 || r.Lines[0].First() != r.Best) {
		add(r.Score, r.Depth, []nitoryu.Move{r.Best}) // programs that change their mind do not tell the line
	}
	for _, l := range r.Lines {
		if first := l.First(); first != nitoryu.NoMove && (len(kept.Lines) == 0 || first != kept.Lines[0].First()) {
			add(l.Score, l.Depth, l.Moves)
		}
	}
	return kept
}

// tell tells that one more position of a game is done.
func (j *Job) tell(game int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.done++; j.Progress != nil {
		j.Progress(j.done, game)
	}
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
	write := j.Judge(game, slices.Clip(j.answers[game]))
	j.mu.Lock()
	defer j.mu.Unlock()
	j.answers[game] = nil
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
