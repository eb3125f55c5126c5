package batch

import (
	"context"
	"fmt"
	"iter"
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

// Look is how a position is looked at.
type Look struct {
	Best   nitoryu.Limits // of the search for the best line
	Others nitoryu.Limits // of another one, for Lines best lines; without Lines there is none
	More   nitoryu.Limits // of a third one, for lines that are only shown; so, too
}

// Config is a job.
type Config struct {
	// Games are the games in their order. Each is asked for when an engine has nothing else
	// to do, so that few of many are held at a time.
	Games   iter.Seq[Game]
	Total   int                              // positions from Begin on of all games, 0 if that is not known
	Engines int                              // that think at once
	Open    func() (nitoryu.Searcher, error) // starts an engine
	Look    Look                             // at each position
	Deeper  Look                             // at those that are searched again
	Compare [2]nitoryu.Limits                // of the searches after two moves that are compared, and are again
	Journal *Journal                         // nil: none
	// Games are counted from 0 in what follows. Again returns the positions of a game that are to be searched again before it is
	// judged, in their order: none ends that. Several games may be asked about at once. It may be
	// nil.
	Again func(game int, t review.Thoughts) ([]review.Doubt, error)
	// Progress is told how many positions of how many are done, with those that the journal
	// had, and at which game an engine is. It may be nil.
	Progress func(done, total, game int)
	// Judge gets the thoughts about all positions of a game, those before Begin without
	// lines; of an answer only lines and nodes are kept. Several games may be judged at
	// once. Then it returns what is to be done in the order of the games, or nil.
	Judge func(game int, t review.Thoughts) func() error
}

// block is a part of a game that one engine looks at as a whole. One without positions is
// of a game of which everything is known.
type block struct {
	game      *game
	round     int // how often the positions were searched before, at least
	positions []review.Doubt
}

// game is the state of a game.
type game struct {
	Game
	number   int
	key      string
	thoughts review.Thoughts
	round    int
	missing  int // blocks of this round
}

// Job is a job that can be run.
type Job struct {
	Config
	Known int // positions that the journal has, so far; Progress may read it

	mu      sync.Mutex // guards what follows
	news    sync.Cond  // of blocks, and of the end
	next    func() (Game, bool)
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

// add plans the first blocks of a game. The error is about a move that is not legal.
func (j *Job) add(of Game) error {
	n, err := review.Positions(of.Record)
	if err != nil {
		return err
	}
	key, err := keyOf(of.Record)
	if err != nil {
		return err
	}
	g := &game{Game: of, number: j.begun, key: key, thoughts: review.NewThoughts(n)}
	j.begun++
	var all []review.Doubt
	for at := g.Begin; at < n; at++ {
		all = append(all, review.Doubt{Position: at, Others: true})
	}
	j.blocks = append(j.blocks, j.plan(g, all)...)
	return nil
}

// plan plans the blocks of a round: what the journal knows of them is filled in.
func (j *Job) plan(g *game, all []review.Doubt) (blocks []block) {
	had := map[review.Doubt]thought{}
	if j.Journal != nil {
		had = j.Journal.recall(g.key, g.round, g.Record, all)
	}
	if j.planned += len(all); g.round > 0 {
		j.Total += len(all)
	}
	j.Total = max(j.Total, j.planned)
	for len(all) > 0 {
		begin := len(all) - 1
		for first := all[begin].Position / blockSize; begin > 0 && all[begin-1].Position/blockSize == first; begin-- {
		}
		part := all[begin:]
		all = all[:begin]
		if slices.ContainsFunc(part, func(d review.Doubt) bool { _, known := had[d]; return !known }) {
			blocks = append(blocks, block{g, g.round, part})
			continue
		}
		j.Known, j.done = j.Known+len(part), j.done+len(part)
		for _, d := range part {
			g.take(d, had[d])
		}
	}
	if blocks == nil {
		blocks = []block{{game: g}}
	}
	g.missing = len(blocks)
	return blocks
}

// thought is what was found about a doubt: an answer, or a comparison.
type thought struct {
	nitoryu.Result
	scores [2]nitoryu.Score
}

// take takes a thought. No two engines think about the same position of a game.
func (g *game) take(d review.Doubt, t thought) {
	if d.Against != nitoryu.NoMove {
		g.thoughts.Compared[d.Position] = review.Comparison{Best: d.Against, Played: d.Played, Scores: t.scores, Times: d.Times + 1}
		return
	}
	g.thoughts.Answers[d.Position] = t.Result
	g.thoughts.Times[d.Position]++
}

// Run thinks until all is done. When ctx ends, it returns its error; what was thought is
// in the journal. The first error of an engine, of the journal or of what Judge returned
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
		if len(b.positions) > 0 {
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

// take waits for a block. There are no more when all games are judged, or ctx ends.
func (j *Job) take(ctx context.Context) (b block, ok bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for len(j.blocks) == 0 && ctx.Err() == nil {
		switch {
		case !j.ended && j.begun-j.written < max(1, j.Engines)+ahead:
			g, more := j.next()
			if !more {
				j.ended = true
				j.news.Broadcast()
			} else if err := j.add(g); err != nil {
				return b, false, fmt.Errorf("game %d: %w", j.begun+1, err)
			}
		case j.ended && j.written == j.begun:
			return b, false, nil
		default:
			j.news.Wait()
		}
	}
	if ctx.Err() != nil {
		return b, false, nil
	}
	b, j.blocks = j.blocks[0], j.blocks[1:]
	return b, true, nil
}

// think thinks about a block, from its last position back: what an engine learns there helps
// with those before. Other lines are looked for when all best ones are known, and those that are
// only shown last, so that nothing depends on how many are wanted.
func (j *Job) think(ctx context.Context, e nitoryu.Searcher, b block) error {
	if err := e.NewGame(ctx); err != nil {
		return err
	}
	g, look := b.game, j.Look
	if b.round > 0 {
		look = j.Deeper
	}
	positions := make([]*nitoryu.Position, len(b.positions))
	for i, p := range positionsOf(g.Record, b.positions) {
		positions[i] = p.Clone()
	}
	found := make([]thought, len(b.positions))
	for i, d := range slices.Backward(b.positions) {
		var err error
		if d.Against != nitoryu.NoMove {
			found[i].scores, err = j.compare(ctx, e, positions[i], d)
		} else {
			found[i].Result, err = ask(ctx, e, positions[i], look.Best)
		}
		if err != nil {
			return err
		}
		j.tell(g.number)
	}
	for _, limits := range []nitoryu.Limits{look.Others, look.More} {
		for i, d := range slices.Backward(b.positions) {
			if !d.Others || limits.Lines < 2 {
				continue
			}
			others, err := ask(ctx, e, positions[i], limits)
			if err != nil {
				return err
			}
			found[i].Result = join(found[i].Result, others)
		}
	}
	for i, d := range slices.Backward(b.positions) {
		if d.Against == nitoryu.NoMove {
			found[i].Result = join(found[i].Result, g.thoughts.Answers[d.Position])
		}
		if j.Journal != nil {
			if err := j.Journal.add(g.key, b.round, d, &found[i]); err != nil {
				return err
			}
		}
		g.take(d, found[i])
	}
	return nil
}

// compare searches after each of two moves, and returns the scores there.
func (j *Job) compare(ctx context.Context, e nitoryu.Searcher, p *nitoryu.Position, d review.Doubt) (scores [2]nitoryu.Score, err error) {
	limits := j.Compare[min(d.Times, len(j.Compare)-1)]
	for i, m := range [...]nitoryu.Move{d.Against, d.Played} {
		after := p.Clone()
		if err := after.Play(m); err != nil {
			return scores, err
		}
		switch over := after.Outcome(); {
		case over.Drawn:
		case over.Over:
			scores[i] = nitoryu.Score(core.LossIn(0))
			if over.Winner == after.Side() {
				scores[i] = nitoryu.Score(core.WinIn(0))
			}
		default:
			if err := e.NewGame(ctx); err != nil {
				return scores, err
			}
			r, err := ask(ctx, e, after, limits)
			if err != nil {
				return scores, err
			}
			scores[i] = r.Lines[0].Score
		}
	}
	return scores, nil
}

// join returns the best line of an answer, followed by the lines of others that begin with other
// moves.
func join(best, others nitoryu.Result) nitoryu.Result {
	for _, l := range others.Lines {
		if l.First() != best.Lines[0].First() {
			l.Rank = len(best.Lines) + 1
			best.Lines = append(best.Lines, l)
		}
	}
	return best
}

// positionsOf yields the positions of doubts in a game, which are in their order, each with
// its place among the doubts. It is valid until the next one: of long games, each of which has all moves
// before it, only a few fit into the memory.
func positionsOf(r *record.Game, doubts []review.Doubt) iter.Seq2[int, *nitoryu.Position] {
	return func(yield func(int, *nitoryu.Position) bool) {
		g, err := nitoryu.FromRecord(r)
		if err != nil {
			return // does not happen: the game was prepared
		}
		at, next := 0, 0
		for p := range g.Positions() {
			for ; next < len(doubts) && doubts[next].Position == at; next++ {
				if !yield(next, p) {
					return
				}
			}
			if next == len(doubts) {
				return
			}
			at++
		}
	}
}

// ask asks about a position. One that is won by declaration is asked about as if it were not:
// a line needs a move, and what players miss there is not a mate.
func ask(ctx context.Context, e nitoryu.Searcher, p *nitoryu.Position, l nitoryu.Limits) (nitoryu.Result, error) {
	claim := p.Declared()
	mayDeclare := claim.Drawn || claim.Winner == p.Side()
	if mayDeclare {
		var err error
		if p, err = nitoryu.Open(nitoryu.Setup{Variant: p.Variant(), Position: p.String(), EnteringKing: core.NoEnteringKing}); err != nil {
			return nitoryu.Result{}, err
		}
	}
	search, err := e.Search(ctx, p, l) // not a quiet one, which does not tell when it settled
	if err != nil {
		return nitoryu.Result{}, err
	}
	r, err := search.Result()
	if err != nil {
		return nitoryu.Result{}, err
	}
	r = answer(r)
	if len(r.Lines) == 0 {
		return r, fmt.Errorf("the engine has no move in %s", p)
	}
	switch best := &r.Lines[0]; {
	case claim.Drawn:
		best.Score = max(best.Score, nitoryu.Score(core.Draw))
	case mayDeclare && !best.Score.IsWin():
		best.Score = nitoryu.Score(core.TableWinIn(0))
	}
	return r, nil
}

// answer returns what is kept of an answer: lines with moves, of which the first begins with
// the best move, nodes and when that settled. How long it took is not in it, so that it is equal where the
// search was.
func answer(r nitoryu.Result) nitoryu.Result {
	kept := nitoryu.Result{Nodes: r.Nodes, Settled: r.Settled}
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
		j.Progress(j.done, j.Total, game)
	}
}

// finish says that a block of a game is done. The last one of a round begins the next one, or has
// the game judged.
func (j *Job) finish(g *game) error {
	j.mu.Lock()
	g.missing--
	last := g.missing == 0
	j.mu.Unlock()
	if !last {
		return nil
	}
	if more, err := j.again(g); more || err != nil {
		return err
	}
	write := j.Judge(g.number, g.thoughts)
	j.mu.Lock()
	defer j.mu.Unlock()
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

// again plans another round, and reports whether there is one.
func (j *Job) again(g *game) (bool, error) {
	if j.Again == nil {
		return false, nil
	}
	all, err := j.Again(g.number, g.thoughts)
	if len(all) == 0 || err != nil {
		return false, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	g.round++
	j.blocks = append(j.plan(g, all), j.blocks...) // so that games end in their order
	j.news.Broadcast()
	return true, nil
}
