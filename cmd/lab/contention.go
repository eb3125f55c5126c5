package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/contention"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/games"
)

const contentionHelp = `Simulates many threads of our search on a machine with a core for each: the real search
on the real table, a few nodes of each thread in turn. The figures are the same on every
machine, except those of torn entries, which real goroutines produce.

` + resumeHelp

const contentionExamples = `
Examples:

  lab contention --docs docs/smp.md
  lab contention --game chess --threads 16 --depth 9 --positions 3 --probes 0
  lab contention --threads 2,4 --positions 40 --tables 16384 --probes 0 --param Stagger=0
`

// contentionFlags is the command line of lab contention.
type contentionFlags struct {
	outputs
	config          contention.Config
	game            string
	threads, tables string
	params          cli.List
}

// simulateThreads is the subcommand contention.
func simulateThreads(args []string, s cli.Streams) error {
	var o contentionFlags
	c := &o.config
	f := cli.NewFlags("lab contention", "[flags]", contentionHelp+contentionExamples, s)
	f.StringVar(&o.game, "game", "", "chess or shogi; none: both")
	f.StringVar(&o.threads, "threads", "1,2,4,8,16,32,64,128,256", "numbers of threads; 1 is always simulated")
	f.IntVar(&c.Positions, "positions", 10, "positions of each game's bench: those that take one thread most nodes")
	f.IntVar(&c.Depth, "depth", 0, "plies; 0: two less than the bench")
	f.StringVar(&o.tables, "tables", "256,1024,4096,16384", "sizes of the table in KiB")
	f.Var(&o.params, "param", "a parameter of the search, `NAME=VALUE` (lab params lists them); may be given several times")
	f.IntVar(&c.TearProbes, "probes", 20_000_000, "probes for each number of threads and table that look for torn entries; 0: none")
	o.outputs.flags(f, "contention")
	return execute(f, args, func(ctx context.Context) error {
		return measured(ctx, &o.outputs, s, job[contention.Setup, *contention.Report]{contention.Format, contention.NewReport, o.prepare})
	})
}

// prepare returns what is to be measured.
func (o *contentionFlags) prepare(context.Context, *progress.Line) (*contention.Setup, func(context.Context, *measure.Log) error, error) {
	c := &o.config
	if c.Positions < 1 {
		return nil, nil, errors.New("--positions has to be at least 1")
	}
	if o.game != "" {
		g, err := games.ByName(o.game)
		if err != nil {
			return nil, nil, err
		}
		c.Games = []games.Game{g}
	}
	var err error
	if c.Threads, err = wholeNumbers("--threads", o.threads); err != nil {
		return nil, nil, err
	}
	if c.Tables, err = wholeNumbers("--tables", o.tables); err != nil {
		return nil, nil, err
	}
	if c.Params, err = parameterValues(o.params); err != nil {
		return nil, nil, err
	}
	run := func(ctx context.Context, l *measure.Log) error { return contention.Run(ctx, *c, l) }
	return &c.Setup, run, c.Complete()
}

// parameterValues reads a list of NAME=VALUE.
func parameterValues(words []string) (values map[string]int, err error) {
	for _, word := range words {
		name, text, _ := strings.Cut(word, "=")
		value, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("--param: %q is not NAME=VALUE with a whole number", word)
		}
		if values == nil {
			values = map[string]int{}
		}
		values[name] = value
	}
	return values, nil
}
