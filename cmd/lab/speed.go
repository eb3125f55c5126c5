package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/speed"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/games"
)

const speedHelp = `Measures speed in nodes per second of processor time, one process at a time on one
processor. In each run every engine does every job once, in an order that changes from run
to run. Engines are compared with the first one within each run.

  perft     The leaves of two trees of legal moves are counted, and have to be
            right.
  search    The bench positions are searched, each in a new game.
  variants  The first engine, which has to be ours, compared with other builds
            or settings of it, in perft and bench. A --variant has the words of
            the first engine and its own. Without any, the variants are the
            levels of instructions that the machine has.
  profile   Where the bench of the first engine spends its time, as a table and
            a flame graph.

An engine that fails is named in the result. More --runs add to those in the journal.

` + resumeHelp + "\n"

const speedWords = `
One more word: perft="PROGRAM ARGUMENTS" is a program that counts moves for an engine that
does not know go perft N. It has to answer uci or usi and isready like an engine, and go
perft N with a line such as "Nodes searched: 20". With perft=none the engine is left out.
`

const speedExamples = `
Examples:

  lab speed --engine "cmd=./nitoryu name=Nitoryu" --engine cmd=stockfish --docs docs/speed.md
  lab speed --game shogi --engine "cmd=./nitoryu name=Nitoryu" --only variants,profile
  lab speed --only variants --engine "cmd=./nitoryu name=Nitoryu" --variant "cmd=./nitoryu-purego name=purego" \
    --variant "args=\"--cpu avx2\" name=AVX2"
`

// speedFlags is the command line of lab speed.
type speedFlags struct {
	outputs
	game     string
	engines  cli.List
	variants cli.List
	only     string
	runs     int
	seconds  float64
	hash     int
	core     int
}

// measureSpeed is the subcommand speed.
func measureSpeed(args []string, s cli.Streams) error {
	var o speedFlags
	return execute(o.flags(s), args, func(ctx context.Context) error {
		return measured(ctx, &o.outputs, s, job[speed.Setup, *speed.Report]{speed.Format, speed.NewReport, o.prepare})
	})
}

func (o *speedFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab speed", "--engine \"...\" [flags]", speedHelp+engineHelp+speedWords+speedExamples, s)
	f.StringVar(&o.game, "game", "chess", "chess or shogi")
	f.Var(&o.engines, "engine", "an engine, as above, but neither self nor with limits; may be given several times")
	f.Var(&o.variants, "variant", "a variant of the first engine; may be given several times")
	f.StringVar(&o.only, "only", strings.Join(speed.Parts(), ","), "the parts to measure")
	f.IntVar(&o.runs, "runs", 7, "how often each engine does each job")
	f.Float64Var(&o.seconds, "seconds", 1, "time for each search")
	f.IntVar(&o.hash, "hash", 64, "transposition table of each engine in MiB")
	f.IntVar(&o.core, "core", speed.LastCore(), "the processor to measure on; -1: wherever the system puts a process")
	o.outputs.flags(f, "a part and a game, such as \"perft chess\"")
	return f
}

// prepare returns what is to be measured.
func (o *speedFlags) prepare(ctx context.Context, _ *progress.Line) (*speed.Setup, func(context.Context, *measure.Log) error, error) {
	c, err := o.config(ctx)
	if err == nil {
		err = c.Validate()
	}
	return c.Setup(), func(ctx context.Context, l *measure.Log) error { return speed.Run(ctx, c, l) }, err
}

// config returns what is to be measured.
func (o *speedFlags) config(ctx context.Context) (c speed.Config, err error) {
	g, err := games.ByName(o.game)
	if err != nil {
		return c, err
	}
	c = speed.Config{
		Game: g, Counts: speed.Counts(g.Name),
		Runs: o.runs, MoveTime: time.Duration(o.seconds * float64(time.Second)), Hash: o.hash, Core: o.core,
	}
	for part := range strings.SplitSeq(o.only, ",") {
		part = strings.TrimSpace(part)
		if !slices.Contains(speed.Parts(), part) {
			return c, fmt.Errorf("--only: %w", cli.Unknown("part", part, speed.Parts()))
		}
		c.Parts = append(c.Parts, part)
	}
	for _, text := range o.engines {
		e, err := speedEngine(text, "", g)
		if err != nil {
			return c, err
		}
		c.Engines = append(c.Engines, e)
	}
	if len(c.Engines) == 0 {
		return c, errors.New(`no engine is given, as in --engine "cmd=./nitoryu"; see lab speed --help`)
	}
	if slices.Contains(c.Parts, speed.VariantsPart) {
		err = o.addVariants(ctx, &c)
	}
	return c, err
}

// addVariants adds the variants of the first engine.
func (o *speedFlags) addVariants(ctx context.Context, c *speed.Config) error {
	first := c.Engines[0]
	for _, text := range o.variants {
		e, err := speedEngine(text, o.engines[0], c.Game)
		if err != nil {
			return err
		}
		if e.Name == first.Name {
			e.Name = text
		}
		c.Variants = append(c.Variants, e)
	}
	if len(o.variants) > 0 {
		return nil
	}
	for _, level := range cpu.Names() {
		if e, ok := first.Level(ctx, level); ok {
			c.Variants = append(c.Variants, e)
		} else {
			c.Refused = append(c.Refused, e.Name)
		}
	}
	return nil
}

// speedEngine reads the words of an engine, which come after those of base.
func speedEngine(text, base string, g games.Game) (speed.Engine, error) {
	e, err := parseEngine(text, base)
	switch {
	case err != nil:
		return speed.Engine{}, err
	case e.Self:
		return speed.Engine{}, fmt.Errorf("engine %q: speed is measured through pipes: build the program and give cmd=PATH", text)
	case e.Control.Limited() || e.Ponder || e.Restart || len(e.Params) > 0:
		return speed.Engine{}, fmt.Errorf("engine %q: it plays no games: it has neither limits nor parameters", text)
	}
	c := player.Config{
		Name: e.Name, Dir: e.Dir, Command: e.Command, Args: e.Args, Protocol: e.Proto,
		Options: e.Options, Rules: g.Rules, Settings: g.MatchSettings(),
	}
	counter, err := splitWords(e.Perft)
	switch {
	case err != nil:
		return speed.Engine{}, fmt.Errorf("engine %q: perft: %w", text, err)
	case len(counter) == 0:
		return speed.Engine{Config: c, Words: e.Text}, nil
	case e.Perft == "none":
		return speed.Engine{Config: c, Words: e.Text, NoPerft: true}, nil
	}
	return speed.Engine{Config: c, Words: e.Text, Counter: &player.Config{
		Name: e.Name, Dir: e.Dir, Command: counter[0], Args: counter[1:], Protocol: e.Proto, Rules: g.Rules,
	}}, nil
}
