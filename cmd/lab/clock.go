package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/timing"
	"github.com/nitoryu/nitoryu/games"
)

const clockHelp = `Plays games against the clock without waiting: the time management of our engine with a
simulated clock, a random model of its search, and a referee that loses time. It shows
whether games are lost on time and what moves take, for a table of time controls. A million
moves take some seconds.

Columns: Lost are games lost on time, Late moves after the hard limit, Broken off moves
that ended within an iteration. Mean and Longest are the time of moves in shares, Stable is
the longest of a search whose best move had stood for some iterations.

With --fit it searches the bench positions and prints the model that they suggest.
`

const clockExamples = `
Examples:

  lab clock --docs docs/time.md
  lab clock --control "600 s, byoyomi 10 s" --param TimeRunOn=400
  lab clock --fit --nodes 1000000
`

// clockFlags is the command line of lab clock.
type clockFlags struct {
	outputs
	config   timing.Config
	controls cli.List
	params   cli.List
	fit      bool
	nodes    uint64
}

// simulateClocks is the subcommand clock.
func simulateClocks(args []string, s cli.Streams) error {
	var o clockFlags
	return execute(o.flags(s), args, func(ctx context.Context) error {
		if o.fit {
			return o.fitModels(ctx, s)
		}
		return o.simulate(ctx, s)
	})
}

func (o *clockFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab clock", "[flags]", clockHelp+clockExamples, s)
	f.IntVar(&o.config.Games, "games", 1000, "games with each time control")
	f.Uint64Var(&o.config.Seed, "seed", 1, "seed of the random numbers")
	f.Var(&o.controls, "control", "simulate only this time control, a `name` of the table; may be given several times")
	f.Var(&o.params, "param", "a parameter of the time, `NAME=VALUE` (lab params lists them); may be given several times")
	f.BoolVar(&o.fit, "fit", false, "simulate nothing: print models fitted to searches")
	f.Uint64Var(&o.nodes, "nodes", 300_000, "nodes of each search of --fit")
	f.StringVar(&o.json, "json", "", "write the report to this `file`")
	f.StringVar(&o.docs, "docs", "", "write tables into this Markdown `file`, and pictures beside it: the parts between\n"+
		"<!-- measured NAME --> and <!-- end --> are replaced. Names are chess, shogi and models.")
	return f
}

func (o *clockFlags) simulate(ctx context.Context, s cli.Streams) error {
	c := &o.config
	if c.Games < 1 {
		return errors.New("--games has to be at least 1")
	}
	var err error
	if c.Controls, err = timing.ControlNamed(o.controls...); err != nil {
		return err
	}
	if c.Params, err = parameterValues(o.params); err != nil {
		return err
	}
	if o.docs != "" {
		if _, err := measure.Rewrite(o.docs, new(timing.Report)); err != nil {
			return err
		}
	}
	r, err := timing.Run(ctx, *c)
	if err != nil {
		return err
	}
	return o.show(s, r)
}

func (o *clockFlags) fitModels(ctx context.Context, s cli.Streams) error {
	for _, g := range games.All() {
		m, err := timing.Fit(ctx, g, o.nodes)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(s.Out, "%s %+v\n", g.Name, m.Rounded()); err != nil {
			return err
		}
	}
	return nil
}
