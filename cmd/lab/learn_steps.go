package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/datagen"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/learn"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/train"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/dataset"
	"github.com/nitoryu/nitoryu/games"
)

// learnSteps do the steps of lab learn by lab datagen, lab train and the arena.
type learnSteps struct {
	game    games.Game
	folder  string
	streams cli.Streams
}

// evalOf returns the word of a network.
func evalOf(network string) string {
	if network == "" {
		return core.ClassicEval
	}
	return network
}

func threadsOf(s *learn.Settings) int {
	if s.Threads == 0 {
		return runtime.NumCPU()
	}
	return s.Threads
}

// logged calls job with streams that print to the log.
func (l *learnSteps) logged(job func(cli.Streams) error) error {
	log, err := os.OpenFile(filepath.Join(l.folder, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	s := l.streams
	s.Out = log
	return errors.Join(job(s), log.Close())
}

// Play implements [learn.Steps].
func (l *learnSteps) Play(ctx context.Context, s *learn.Settings, seed uint64, network, file string) (err error) {
	c := datagen.Config{
		Game: l.game, Settings: l.game.MatchSettings(), Seed: seed, Nodes: s.Nodes, Threads: threadsOf(s), Hash: 4,
		Positions: s.Positions, Filter: dataset.DefaultFilter(),
	}
	if c.Game.Source, err = l.game.Evaluation(core.EvalChoice{File: evalOf(network)}); err != nil {
		return err
	}
	// A run counts only what it plays itself.
	if info, err := os.Stat(file); err == nil && info.Size() > 0 {
		_, kept, err := l.Count(ctx, s, file)
		if err != nil {
			return err
		}
		if c.Positions -= kept; c.Positions <= 0 {
			c.Positions, c.Games = 0, 1 // nothing is left but to cut off half a game
		}
	}
	if err := l.logged(func(s cli.Streams) error { return generateTo(ctx, &c, file, s) }); err != nil {
		return err
	}
	return ctx.Err()
}

// Count implements [learn.Steps].
func (l *learnSteps) Count(ctx context.Context, _ *learn.Settings, file string) (played, positions int64, err error) {
	r, err := dataset.Open(file)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	filter := dataset.DefaultFilter()
	var g dataset.Game
	for ctx.Err() == nil {
		if err := r.Next(&g); err == io.EOF {
			return played, positions, nil
		} else if err != nil {
			return 0, 0, err
		}
		played++
		ply := 0
		err := g.Replay(l.game.Rules, r.Header().Settings, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			if filter.Keep(p, m, score, ply) {
				positions++
			}
			ply++
			return true
		})
		if err != nil {
			return 0, 0, fmt.Errorf("%s: %w", file, err)
		}
	}
	return 0, 0, ctx.Err()
}

// lastPart is the last learning rate of a generation, as a part of the first.
const lastPart = 25

// Train implements [learn.Steps].
func (l *learnSteps) Train(ctx context.Context, s *learn.Settings, j learn.TrainJob) (learn.Trained, string, error) {
	args := []string{
		"--hidden", fmt.Sprint(s.Hidden), "--inputs", s.Inputs, "--buckets", fmt.Sprint(s.Buckets),
		"--passes", fmt.Sprint(s.Passes), "--lr", fmt.Sprint(s.Rate), "--final-lr", fmt.Sprint(s.Rate / lastPart),
		"--batch", fmt.Sprint(s.Batch), "--wdl", fmt.Sprint(s.Blend), "--scale", fmt.Sprint(s.Scale), "--held", fmt.Sprint(s.Held),
		"--threads", fmt.Sprint(threadsOf(s)), "--seed", fmt.Sprint(j.Seed), "--name", j.Name,
	}
	if j.From != "" {
		args = append(args, "--from", j.From)
	}
	args = append(append(args, l.game.Name, j.Network), j.Files...)
	t := trainFlags{command: trainingCommand(args)}
	err := l.logged(func(s cli.Streams) error {
		rest, err := cli.Parse(t.flags(s), args)
		if err != nil {
			return err
		}
		return t.run(ctx, rest[0], rest[1], rest[2:], s, true)
	})
	if err == nil && t.made.hash == "" {
		err = ctx.Err()
	}
	return t.made.Trained, t.made.hash, err
}

// check returns an error if training would refuse the settings, hours later.
func (l *learnSteps) check(c *learn.Config, last int) (err error) {
	t := train.Config{Game: l.game, Setup: train.Setup{
		Game: l.game.Name, Inputs: c.Inputs, Hidden: c.Hidden, Buckets: c.Buckets, Positions: 1, Visits: 1,
		Batch: c.Batch, Rate: c.Rate, FinalRate: c.Rate / lastPart, Decay: 0.01, Blend: c.Blend, Scale: max(1, c.Scale),
	}}
	if t.Encoding, err = l.game.InputsNamed(c.Inputs); err != nil {
		return err
	}
	switch {
	case last == 0 && c.Begin != nil:
		t.From, err = nnue.Parse(c.Begin)
	case last > 0 || c.From != "":
		t.From, err = games.Network(filepath.Join(c.Folder, fmt.Sprintf("g%d.net", last)))
	}
	if err != nil {
		return err
	}
	for _, passes := range []float64{c.Passes, c.FirstPasses} {
		if !(passes > 0 && passes <= 1e6) {
			return fmt.Errorf("%g passes are not above 0 and at most 1e6", passes)
		}
	}
	if !(c.Held > 0 && c.Held < 1) {
		return fmt.Errorf("--held %g is not between 0 and 1", c.Held)
	}
	if c.Scale < 0 {
		return fmt.Errorf("--scale %d is negative", c.Scale)
	}
	if err := t.Check(); err != nil {
		return err
	}
	t.Rate, t.FinalRate = c.FirstRate, 0
	return t.Check()
}

// Match implements [learn.Steps].
func (l *learnSteps) Match(ctx context.Context, s *learn.Settings, seed uint64, network string, others []string, journal string) (list []learn.Match, err error) {
	settings := l.game.MatchSettings()
	openings, err := newRandomOpenings(l.game, settings, seed)
	if err != nil {
		return nil, err
	}
	defer openings.close()
	c := arena.Config{
		Rules: l.game.Rules, Settings: settings, Gauntlet: true, Rounds: s.MatchGames / 2, Concurrency: threadsOf(s),
		Opening: openings.round, Adjudication: l.game.Tuning,
	}
	for _, file := range append([]string{network}, others...) {
		e := engineSpec{Self: true, Name: filepath.Base(evalOf(file)), Eval: evalOf(file), Hash: 8, Level: strength.Full}
		c.Contestants = append(c.Contestants, arena.Contestant{
			Name: e.Name, Control: arena.Control{Nodes: s.MatchNodes},
			Start: func(context.Context) (player.Player, error) { return e.startSelf(l.game) },
		})
	}
	line := progress.New(l.streams.Err, cli.Terminal(l.streams.Err))
	defer line.Finish()
	c.Finished = func(_ *arena.Result, t *arena.Tally) bool {
		line.Show(int64(t.Played), int64(c.Games()), "games of a match")
		return true
	}
	if err := c.OpenJournal(journal, map[string]any{"nodes": s.MatchNodes, "games": s.MatchGames, "seed": seed, "others": len(others)}); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Journal.Close()) }()
	tally, err := arena.Run(ctx, &c)
	if err != nil {
		return nil, err
	}
	for i := range others {
		m := learn.Match{}
		m.Games, m.Pairs = tally.Versus(0, i+1)
		list = append(list, m)
	}
	return list, nil
}
