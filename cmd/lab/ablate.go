package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/ablate"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/games"
)

const ablationHelp = `Measures what each technique of our search is worth. Fixed positions are searched with
everything, with each technique switched off in turn, and by plain alpha-beta, which has
all of them off except the quiescence search. One thread, each position in a new game.
Then the full search plays games against each of the others, a few against each in turn,
up to the number of --games. Without the name of a game, both are measured.

` + resumeHelp + `More --games add to those in the journal:

  lab ablate --journal all.ablation --docs docs/ablation.md
  lab ablate --journal all.ablation --only "null move,razoring" --games 400
  lab ablate --journal all.ablation --print --docs docs/ablation.md

A complete run, both games with 100 games of 3,000 nodes a move against each search, takes
about three hours of one core. Nearly all of this are the games, which use all cores: an
hour and a half with two, half an hour with eight.
`

// ablationFlags is the command line of lab ablate.
type ablationFlags struct {
	outputs
	config ablate.Config
	nodes  uint64
}

// ablation is the subcommand ablate.
func ablation(args []string, s cli.Streams) error {
	var o ablationFlags
	names, err := cli.Parse(o.flags(s), args)
	if err != nil {
		return err
	}
	o.config.Names = names
	ctx, stop := interruptible()
	defer stop()
	if err := o.run(ctx, s); err != nil {
		return fmt.Errorf("ablate: %w", err)
	}
	return nil
}

func (o *ablationFlags) run(ctx context.Context, s cli.Streams) error {
	if o.print && len(o.config.Names) > 0 {
		return errors.New("--print shows all that the journal holds: it takes no game")
	}
	return measured(ctx, &o.outputs, s, job[ablate.Setup, *ablate.Report]{ablate.Format, ablate.NewReport, o.prepare})
}

func (o *ablationFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab ablate", "[flags] [chess | shogi]", ablationHelp, s)
	c := &o.config
	f.StringVar(&c.Only, "only", "", "techniques whose names contain this; several separated by commas")
	f.IntVar(&c.Depth, "depth", 0, fmt.Sprintf("plies to search; 0: %d in chess, %d in shogi",
		ablate.DefaultDepth(games.Chess), ablate.DefaultDepth(games.Shogi)))
	f.Float64Var(&c.Cap, "cap", 30, "cut a search off at this multiple of the nodes of the full one")
	f.DurationVar(&c.Time, "time", time.Second, "time for the searches that measure the depth reached in it; 0: none")
	f.IntVar(&c.Sample, "sample", 4, "positions for these, those that take most nodes; 0: none")
	f.IntVar(&c.MatchGames, "games", 100, "games of the full search against each other one; 0: none")
	f.Uint64Var(&o.nodes, "nodes", 3000, "nodes for each move of these games")
	f.StringVar(&o.html, "html", "", "write a page with charts to this `file`")
	o.outputs.flags(f, "setup, whole, rates, elo, nodes, chess and shogi")
	return f
}

// prepare returns what is to be measured.
func (o *ablationFlags) prepare(context.Context, *progress.Line) (*ablate.Setup, func(context.Context, *measure.Log) error, error) {
	if o.nodes == 0 {
		return nil, nil, errors.New("--nodes has to be at least 1")
	}
	c := &o.config
	for _, name := range c.Names {
		if _, err := games.ByName(name); err != nil {
			return nil, nil, err
		}
	}
	c.Games, c.Match, c.MatchAt = games.All(), ablationMatch(o.nodes), fmt.Sprintf("%d nodes a move", o.nodes)
	setup, err := c.Setup()
	return setup, func(ctx context.Context, l *measure.Log) error { return ablate.Run(ctx, *c, l) }, err
}
