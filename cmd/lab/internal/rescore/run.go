package rescore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
)

// Config is a run.
type Config struct {
	Rules    core.Rules
	Settings core.Settings
	Filter   dataset.Filter // the positions to score, and whose best move it keeps then; others lose their score
	Share    float64        // of them, at random, since neighbours in a game say much the same; 0: all
	Seed     uint64         // of this choice
	Limits   nitoryu.Limits // for each position
	Threads  int            // engines at once
	// Start opens one engine. An error ends the run.
	Start func(context.Context) (nitoryu.Searcher, error)
	// Next reads the next game, one call at a time. The error io.EOF is the end of
	// the games.
	Next func(*dataset.Game) error
	// Finished is given each game with its new scores, one call at a time and in
	// any order, and the number of positions scored in it. An error ends the run.
	Finished func(*dataset.Game, int) error
}

// Run scores all games. It returns the first error, or that of ctx when ctx ends;
// games in progress are then dropped.
func Run(ctx context.Context, c *Config) error {
	return pool.Run(ctx, c.Threads, (&run{Config: c}).work)
}

// run is a run in progress.
type run struct {
	*Config
	reading, writing sync.Mutex
}

// work scores games until there are no more.
func (r *run) work(ctx context.Context) (err error) {
	e, err := r.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	var g dataset.Game
	for {
		if err := r.next(&g); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		n, err := r.score(ctx, e, &g)
		if err != nil {
			return err
		}
		if err := r.finish(&g, n); err != nil {
			return err
		}
	}
}

func (r *run) next(g *dataset.Game) error {
	r.reading.Lock()
	defer r.reading.Unlock()
	return r.Next(g)
}

func (r *run) finish(g *dataset.Game, n int) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	return r.Finished(g, n)
}

// score replaces the scores of a game and returns how many positions have one now.
func (r *run) score(ctx context.Context, e nitoryu.Searcher, g *dataset.Game) (n int, err error) {
	if err := e.NewGame(ctx); err != nil {
		return 0, err
	}
	scores := slices.Repeat([]core.Score{core.NoScore}, len(g.Scores))
	var along *nitoryu.Position // plays the game along
	var failed error
	ply := 0
	random := rand.New(rand.NewPCG(r.Seed, uint64(g.Run)<<48^g.Index))
	err = g.Replay(r.Rules, r.Settings, func(position core.Position, m core.Move, score core.Score, _ bool) bool {
		if along == nil {
			along, failed = nitoryu.FromCore(position)
		}
		if failed == nil && r.Filter.Keep(position, m, score, ply) && (r.Share == 0 || random.Float64() < r.Share) {
			var found nitoryu.Result
			found, failed = nitoryu.Ask(ctx, e, along, r.Limits)
			if failed == nil && len(found.Lines) == 0 {
				failed = fmt.Errorf("%s: the engine gives no score in %s", g, position)
			}
			if failed == nil && r.quiet(position, found.Best) {
				scores[ply-g.Random] = core.Score(found.Lines[0].Score)
				n++
			}
		}
		if failed == nil {
			failed = along.Play(nitoryu.Move(position.FormatMove(m)))
		}
		ply++
		return failed == nil
	})
	g.Scores = scores
	return n, errors.Join(err, failed)
}

// quiet reports whether training would keep a position in which best is played.
func (r *run) quiet(p core.Position, best nitoryu.Move) bool {
	m, err := p.ParseMove(string(best))
	return err != nil || !r.Filter.DropTactical || !m.IsTactical()
}
