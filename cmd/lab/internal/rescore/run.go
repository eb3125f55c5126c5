package rescore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/pool"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Config is a run.
type Config struct {
	Rules    core.Rules
	Settings core.Settings
	Filter   dataset.Filter // positions to score; a score stays if the filter keeps the best move, too; others lose their score
	Share    float64        // of these positions, at random, since neighbours in a game say much the same; 0: all
	Seed     uint64         // of the random choice
	Threads  int            // scorers at once
	// Start opens one scorer. An error ends the run.
	Start func(context.Context) (Scorer, error)
	// Next reads the next game, one call at a time. The error io.EOF is the end of
	// the games.
	Next func(*dataset.Game) error
	// Finished is given each game with its new scores, one call at a time and in
	// any order, and the number of positions scored in it. An error ends the run.
	Finished func(*dataset.Game, int) error
}

// Scorer scores positions of one game after another.
type Scorer interface {
	// NewGame begins a game with its first position, and forgets the game before.
	NewGame(p core.Position) error
	// Score returns the score of p for the side to move and the best move; NoMove: nothing
	// to play, such as a declared win. It leaves p as it is.
	Score(p core.Position) (core.Score, core.Move, error)
	// Played says that the game goes on with m, which has not been played in p yet.
	Played(p core.Position, m core.Move) error
	// TakenBack says that the last move played is taken back.
	TakenBack()
	Close() error
}

// Run scores all games. It returns the first error, or the error of ctx when ctx ends; games in
// progress are then dropped.
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

// score replaces the scores of a game and returns how many positions have one now. It begins with the last
// position: a search then knows from the table what became of the line before it, and comes closer to a deeper one.
func (r *run) score(ctx context.Context, e Scorer, g *dataset.Game) (n int, err error) {
	scores := slices.Repeat([]core.Score{core.NoScore}, len(g.Scores))
	var asked []bool     // by ply
	var at core.Position // the last one, then those before it
	var failed error
	random := rand.New(rand.NewPCG(r.Seed, uint64(g.Run)<<48^g.Index))
	err = g.Replay(r.Rules, r.Settings, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
		ply := len(asked)
		if ply == 0 {
			failed = e.NewGame(p)
		}
		asked = append(asked, r.Filter.Keep(p, m, score, ply) && (r.Share == 0 || random.Float64() < r.Share))
		switch {
		case failed != nil:
		case ply == len(g.Moves)-1:
			at = p.Clone()
		default:
			failed = e.Played(p, m)
		}
		return failed == nil
	})
	for ply := len(asked) - 1; ply >= 0 && err == nil && failed == nil && ctx.Err() == nil; ply-- {
		if asked[ply] {
			var score core.Score
			var best core.Move
			score, best, failed = e.Score(at)
			if failed == nil && !(r.Filter.DropTactical && best.IsTactical()) {
				scores[ply-g.Random] = score
				n++
			}
		}
		if ply > 0 {
			at.Undo()
			e.TakenBack()
		}
	}
	g.Scores = scores
	if err = errors.Join(err, failed); err != nil {
		return n, fmt.Errorf("%s: %w", g, err)
	}
	return n, ctx.Err()
}
