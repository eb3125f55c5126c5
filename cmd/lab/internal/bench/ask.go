package bench

import (
	"cmp"
	"context"
	"errors"
	"os"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
)

// clock returns the clock for searches: processor time if each subject has a single thread,
// since wall time depends mostly on other processes, and wall time otherwise.
func (r *runner) clock() func(nitoryu.Searcher) time.Duration {
	wall := func(nitoryu.Searcher) time.Duration { return time.Since(r.began) }
	for _, s := range r.subjects {
		if s.threads > 1 {
			return wall
		}
	}
	if _, err := processTime(os.Getpid()); err != nil {
		return wall
	}
	return func(e nitoryu.Searcher) time.Duration {
		pid := os.Getpid()
		if program, ok := e.(*client.Engine); ok {
			pid = program.PID()
		}
		used, _ := processTime(pid) // of a process that has just answered
		return used
	}
}

// hash returns the size of a subject's table in MiB.
func (r *runner) hash(s subject) int { return cmp.Or(r.Engines[s.engine].Hash, r.Hash) }

// open returns the engine of a subject, started if need be.
func (r *runner) open(ctx context.Context, s subject, prompt bool) (nitoryu.Searcher, error) {
	if e := r.pool[s]; e != nil {
		return e, nil
	}
	e, err := r.Engines[s.engine].Start(ctx, Setup{Threads: s.threads, Hash: r.hash(s), Prompt: prompt})
	if err == nil {
		r.pool[s] = e
	}
	return e, err
}

// ready returns the engine of a subject at the beginning of a game. A program that speaks
// USI searches one ply, which is not counted: there is no other way to wait for its work
// after usinewgame.
func (r *runner) ready(ctx context.Context, s subject, prompt bool) (nitoryu.Searcher, error) {
	e, err := r.open(ctx, s, prompt)
	if err != nil {
		return nil, err
	}
	return e, r.begin(ctx, e, s)
}

func (r *runner) begin(ctx context.Context, e nitoryu.Searcher, s subject) error {
	if err := e.NewGame(ctx); err != nil || r.Game.Protocol != "usi" || r.Engines[s.engine].Self != nil {
		return err
	}
	start, err := inside.FromCore(r.Game.Start(r.Game.MatchSettings()))
	if err == nil {
		_, _, err = r.think(ctx, e, start, nitoryu.Limits{Depth: 1}, nil)
	}
	return err
}

// think asks for an answer, and stops the search if it takes too long. hear gets each line, and
// may be nil.
func (r *runner) think(ctx context.Context, e nitoryu.Searcher, p *nitoryu.Position, l nitoryu.Limits, hear func(*nitoryu.Line)) (result nitoryu.Result, stopped bool, err error) {
	bounded, cancel := context.WithTimeout(ctx, time.Duration(r.Cap*float64(r.Time))+time.Second)
	defer cancel()
	search, err := e.Search(bounded, p, l)
	if err != nil {
		return result, false, err
	}
	if hear != nil {
		for line := range search.Lines() {
			hear(&line)
		}
	}
	result, err = search.Result()
	if stopped = ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) && !isFailure(err); stopped {
		err = nil
	}
	return result, stopped, err
}

func isFailure(err error) bool {
	var failure *client.Failure
	return errors.As(err, &failure)
}

// search has a subject search a position in a new game.
func (r *runner) search(ctx context.Context, s subject, j job, l nitoryu.Limits) (result nitoryu.Result, stopped bool, err error) {
	e, err := r.ready(ctx, s, false)
	if err != nil {
		return result, false, err
	}
	return r.think(ctx, e, j.position, l, nil)
}

// told returns the best line of a result, a zero Line if it has none.
func told(r *nitoryu.Result) (best nitoryu.Line) {
	if len(r.Lines) > 0 {
		best = r.Lines[0]
	}
	return best
}

// calibrationHash is the table of the search that finds a depth, in MiB. It is small so that
// this search differs from the searches that are compared: if it were the same as the search
// with one thread, each position would get a depth for which that search was lucky.
const calibrationHash = 1

// calibrated returns the depth that an engine with one thread reaches in a position in the
// time. It searches only once for each position.
func (r *runner) calibrated(ctx context.Context, s subject, j job) (depth, error) {
	key := [2]int{s.engine, j.number}
	if d, ok := r.depths[key]; ok {
		return d, nil
	}
	if r.Depth > 0 {
		return depth{plies: r.Depth}, nil
	}
	e, err := r.Engines[s.engine].Start(ctx, Setup{Threads: 1, Hash: calibrationHash})
	if err != nil {
		return depth{}, err
	}
	defer func() { _ = e.Close() }()
	if err := r.begin(ctx, e, s); err != nil {
		return depth{}, err
	}
	var seen iterations
	result, _, err := r.think(ctx, e, j.position, nitoryu.Limits{Time: r.Time}, seen.add)
	if err == nil {
		r.depths[key] = calibrate(&result, seen, r.Time)
	}
	return r.depths[key], err
}

// iteration is a finished iteration.
type iteration struct {
	depth int
	at    time.Duration
}

type iterations []iteration

// add adds the iteration that a line reports.
func (list *iterations) add(l *nitoryu.Line) {
	if l.Rank == 1 && l.Bound == nitoryu.Exact && l.Depth > 0 {
		*list = append(*list, iteration{l.Depth, l.Elapsed})
	}
}

// calibrate returns the depth to which a position is to be searched, from a result and the
// iterations before it, or why the position is left out.
func calibrate(r *nitoryu.Result, list iterations, budget time.Duration) depth {
	// Lines in the last moment may be of an interrupted iteration, which some engines
	// report with their answer. Very short searches measure clocks rather than threads.
	const lastMoment, shortMoment = 50, 20
	last := iteration{1, r.Elapsed}
	for _, i := range list {
		if i.depth >= last.depth && i.at <= r.Elapsed-budget/lastMoment {
			last = i
		}
	}
	switch {
	case len(r.Lines) == 0:
		return depth{out: "the engine reports nothing about its search"}
	case core.Score(r.Lines[0].Score).IsDecisive():
		return depth{out: "a mate is seen"}
	case r.Elapsed < budget/2:
		return depth{out: "the search ends by itself"}
	case last.at < budget/shortMoment:
		return depth{out: "the last depth is reached at once"}
	}
	return depth{plies: last.depth}
}
