package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/datagen"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/learn"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/smp/host"
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
		return options.Classic
	}
	return network
}

func threadsOf(s *learn.Settings) int {
	if s.Threads == 0 {
		return host.Processors()
	}
	return s.Threads
}

// stopped returns the error of a step: of its context if it was not completed.
func stopped(ctx context.Context, err error) error {
	if err == nil || isIncomplete(err) {
		return ctx.Err()
	}
	return err
}

// logged calls job with streams that print to the log.
func (l *learnSteps) logged(job func(cli.Streams) error) error {
	log, err := os.OpenFile(filepath.Join(l.folder, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	s := l.streams
	s.Out = log
	failed := job(s)
	if err := log.Close(); err != nil {
		return errors.Join(failed, err)
	}
	return failed
}

// Play implements [learn.Steps].
func (l *learnSteps) Play(ctx context.Context, s *learn.Settings, j learn.PlayJob) error {
	c := datagen.Config{
		Game: l.game, Settings: l.game.MatchSettings(), Seed: j.Seed, Nodes: s.Nodes, Threads: threadsOf(s), Hash: 1,
		Positions: s.Positions, Filter: dataset.DefaultFilter(),
	}
	player, counted := evalOf(j.Network), j.Games
	var err error
	if s.Teacher != "" {
		counted = j.Values
		c.Sampling = datagen.Sampling{Every: s.Every, Most: core.Score(s.Most), Near: s.Near}
		if !s.Student {
			player = s.Teacher
		} else if c.Teacher, err = l.game.Evaluation(options.Evaluation{File: s.Teacher}); err != nil {
			return err
		}
	}
	if c.Game.Evaluators, err = l.game.Evaluation(options.Evaluation{File: player}); err != nil {
		return err
	}
	if err := l.openings(&c, s); err != nil {
		return err
	}
	// A run counts only what it plays itself.
	if info, err := os.Stat(counted); err == nil && info.Size() > 0 {
		_, kept, err := l.Count(ctx, counted)
		if err != nil {
			return err
		}
		if c.Positions -= kept; c.Positions <= 0 {
			c.Positions, c.Games = 0, 1 // nothing is left but to cut off half a game
		}
	}
	return stopped(ctx, l.logged(func(s cli.Streams) error { return generateTo(ctx, &c, j.Games, j.Values, s) }))
}

// openings reads the openings that the settings name.
func (l *learnSteps) openings(c *datagen.Config, s *learn.Settings) error {
	c.Share = s.Share
	err := readOpenings(c, s.Openings)
	if err != nil && s.Openings != "" {
		err = fmt.Errorf("--openings: %w", err)
	}
	return err
}

// Count implements [learn.Steps].
func (l *learnSteps) Count(ctx context.Context, file string) (played, positions int64, err error) {
	if values, err := dataset.IsValues(file); err != nil {
		return 0, 0, err
	} else if values {
		return dataset.CountValues(ctx, file)
	}
	stats, err := dataset.Measure(ctx, l.game.Rules, []string{file}, dataset.DefaultFilter(), nil)
	if err != nil {
		return 0, 0, err
	}
	return stats.Games, stats.Filter[dataset.Kept.String()], nil
}

// Hash implements [learn.Steps].
func (l *learnSteps) Hash(network string) (string, error) {
	n, err := games.Network(network)
	if err != nil {
		return "", err
	}
	return n.Hash, nil
}

// lastPart is the last learning rate of a generation, as a part of the first.
const lastPart = 25

// Train implements [learn.Steps].
func (l *learnSteps) Train(ctx context.Context, s *learn.Settings, j learn.TrainJob) (made learn.Trained, hash string, err error) {
	err = l.logged(func(streams cli.Streams) error {
		t, err := l.train(ctx, s, j, streams, false)
		made, hash = t.made.Trained, t.made.hash
		return err
	})
	if hash == "" {
		err = stopped(ctx, err)
	}
	return made, hash, err
}

// check returns an error if training would refuse the settings, hours later.
func (l *learnSteps) check(ctx context.Context, s *learn.Settings, from string) error {
	if err := l.openings(&datagen.Config{Game: l.game, Settings: l.game.MatchSettings()}, s); err != nil {
		return err
	}
	if s.Teacher != "" {
		if _, err := l.game.Evaluation(options.Evaluation{File: s.Teacher}); err != nil {
			return fmt.Errorf("--teacher: %w", err)
		}
	}
	first := s.First()
	for _, s := range []*learn.Settings{s, &first} {
		if _, err := l.train(ctx, s, learn.TrainJob{From: from, Network: learn.NewestName, Files: []string{""}}, l.streams, true); err != nil {
			return err
		}
	}
	return nil
}

// train does a job of lab train, or only checks its flags.
func (l *learnSteps) train(ctx context.Context, s *learn.Settings, j learn.TrainJob, streams cli.Streams, check bool) (*trainFlags, error) {
	args := []string{
		"--hidden", fmt.Sprint(s.Hidden), "--inputs", s.Inputs, "--buckets", fmt.Sprint(s.Buckets), "--layers", s.Layers,
		"--passes", fmt.Sprint(s.Passes), "--lr", fmt.Sprint(s.Rate), "--final-lr", fmt.Sprint(s.Rate / lastPart),
		"--batch", fmt.Sprint(s.Batch), "--wdl", fmt.Sprint(s.Blend), "--scale", fmt.Sprint(s.Scale), "--stretch", fmt.Sprint(s.Stretch), "--loss-scale", fmt.Sprint(s.LossScale), "--held", fmt.Sprint(s.Held),
		"--threads", fmt.Sprint(threadsOf(s)), "--seed", fmt.Sprint(j.Seed), "--name", j.Name, "--from", j.From,
		l.game.Name, j.Network,
	}
	args = append(args, j.Files...)
	t := &trainFlags{command: trainingCommand(args), check: check}
	rest, err := cli.Parse(t.flags(streams), args)
	if err == nil {
		err = t.run(ctx, rest[0], rest[1], rest[2:], streams, func(string) bool { return true })
	}
	return t, err
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
		e := engineSpec{Config: client.Config{Name: filepath.Base(evalOf(file)), Hash: 8}, Self: true, Eval: evalOf(file), Level: strength.Full}
		c.Contestants = append(c.Contestants, arena.Contestant{
			Name: e.Name, Control: arena.Control{Nodes: s.MatchNodes},
			Start: func(context.Context, func(string, error)) (nitoryu.Searcher, error) { return e.startSelf(l.game) },
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
