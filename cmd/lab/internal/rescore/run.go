package rescore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
)

// Config is a run.
type Config struct {
	Rules    core.Rules
	Settings core.Settings
	Filter   dataset.Filter // the positions to score; others lose their score
	Limits   core.Limits    // for each position
	Threads  int            // players at once
	// Start opens one player. An error ends the run.
	Start func(context.Context) (player.Player, error)
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
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Config: c}
	var workers sync.WaitGroup
	for range max(1, c.Threads) {
		workers.Go(func() {
			if err := r.work(ctx); err != nil {
				stop(err)
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// run is a run in progress.
type run struct {
	*Config
	reading, writing sync.Mutex
}

// work scores games until there are no more.
func (r *run) work(ctx context.Context) (err error) {
	p, err := r.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	var g dataset.Game
	for {
		if err := r.next(&g); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		n, err := r.score(ctx, p, &g)
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
func (r *run) score(ctx context.Context, p player.Player, g *dataset.Game) (n int, err error) {
	if err := p.NewGame(ctx); err != nil {
		return 0, err
	}
	scores := slices.Repeat([]core.Score{core.NoScore}, len(g.Scores))
	var moves []string
	var failed error
	err = g.Replay(r.Rules, r.Settings, func(position core.Position, m core.Move, score core.Score, _ bool) bool {
		if ply := len(moves); r.Filter.Keep(position, m, score, ply) {
			reply, err := p.Think(ctx, player.Request{Start: g.Start, Moves: moves, Position: position, Limits: r.Limits})
			switch {
			case err != nil:
				failed = err
				return false
			case !reply.Info.HasScore:
				failed = fmt.Errorf("%s: %s gives no score in %s", g, p.Name(), position)
				return false
			}
			scores[ply-g.Random] = reply.Info.Score
			n++
		}
		moves = append(moves, position.FormatMove(m))
		return true
	})
	g.Scores = scores
	return n, errors.Join(err, failed)
}
