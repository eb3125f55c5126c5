package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/learn"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
)

const learnHelp = `Makes networks without end: games of the newest network against itself, training over the
games of the last generations that begins with that network, the next network, and so on. Every few generations a match at fixed nodes against the first and the one that was
matched before says what was gained. All is kept in FOLDER, which is made if need be:

  newest.net     the newest network, always a complete one
  progress.html  a page with loss, Elo, games and processor hours by generation
  gN.net         the network of generation N; g0.net is the one of --from
  gN.games       its games, as of lab datagen
  learn.jsonl    the journal: settings, generations and matches, as JSON lines
  log            what lab datagen and lab train have said

With --teacher, networks learn from another one, of any kind that the engine reads: it plays the
games, and the static values of positions from within its searches, hundreds for each move, are
what is learned (gN.values). The student has a shape of its own; without --from and sizes it has
512 neurons and zones of the king. With --student-plays the newest network plays instead, which is
faster, and the teacher is asked only for the values that are kept. A teacher that knows more than our own games can say makes a
network in an evening.

Without --from, the hand-crafted evaluation plays the games of the first generation,
and its network begins with random weights and learns from scores alone, by --first-passes
and --first-lr.

After Ctrl-C or a kill the same command goes on where it was, and with --threads 1 it makes
the same networks as without. A network that is not the one in the journal, or a half-made file
of another version or of other openings, ends the run and stays as it is. The folder remembers the settings: lab learn chess FOLDER is
enough. Flags that are given change them, from the next generation on that has no games yet.

  lab learn chess FOLDER
  lab learn --from my.net --hours 8 --nice shogi FOLDER
  lab learn --teacher large.nnue --generations 4 chess FOLDER
`

// learnFlags are the flags of lab learn that do not belong to the settings of a run.
type learnFlags struct {
	from        string
	generations int
	hours       float64
	nice        bool
}

// flags defines the flags, with the settings as defaults.
func (l *learnFlags) flags(c *learn.Settings, s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab learn", "[flags] chess|shogi FOLDER", learnHelp, s)
	f.StringVar(&l.from, "from", "", "begin with this network `file`; empty: from nothing")
	f.IntVar(&l.generations, "generations", 0, "end after this generation; 0: never")
	f.Float64Var(&l.hours, "hours", 0, "end after this many hours, in the middle of a generation; 0: never")
	f.BoolVar(&l.nice, "nice", false, "on Linux, run only when no other program wants the processor; under setsid, also programs of other terminals")
	f.IntVar(&c.Hidden, "hidden", c.Hidden, "neurons of each side's accumulator; 0: as many as --from has, or 256")
	f.StringVar(&c.Inputs, "inputs", c.Inputs, "how the network sees a position, as in lab train; empty: as --from, or the usual way")
	f.IntVar(&c.Buckets, "buckets", c.Buckets, "output layers, as in lab train; 0: as many as --from has, or 1")
	f.StringVar(&c.Layers, "layers", c.Layers, "neurons of two small layers before the output, as in lab train; empty: as in --from, or none")
	f.Func("positions", "positions of a generation, as training keeps them, e.g. 5e6 (default chess 5e6, shogi 3e6, values of a teacher 5e7)", func(text string) error {
		n, err := strconv.ParseFloat(text, 64)
		if err == nil && !(n >= 1 && n < 1e12) {
			err = errors.New("out of range")
		}
		c.Positions = int64(n)
		return err
	})
	f.Uint64Var(&c.Nodes, "nodes", c.Nodes, "nodes per move of the games")
	f.Func("teacher", "learn from the network in this `file`, which plays the games; the folder remembers its path; empty: no teacher", func(text string) (err error) {
		if c.Teacher = text; text != "" {
			c.Teacher, err = filepath.Abs(text)
		}
		return err
	})
	f.BoolVar(&c.Student, "student-plays", c.Student, "teacher: the newest network plays the games, faster than a large teacher, and the teacher says its values of their positions")
	f.IntVar(&c.Every, "every", c.Every, "teacher: keep one of this many values of its searches, on average")
	f.IntVar(&c.Most, "most-value", c.Most, "teacher: leave out larger values")
	f.IntVar(&c.Near, "near", c.Near, "teacher: leave out values of positions farther than this many moves from the game; 0: none")
	f.BoolVar(&c.Played, "with-games", c.Played, "teacher: learn from the positions of its games, with scores and results (--wdl), too")
	f.Func("openings", "`file` of openings, as in lab datagen; the folder remembers the path; empty: random openings", func(text string) (err error) {
		if c.Openings = text; text != "" {
			c.Openings, err = filepath.Abs(text)
		}
		return err
	})
	f.Float64Var(&c.Share, "openings-share", c.Share, "share of the games that begin with one of --openings; the others begin with random moves")
	f.IntVar(&c.Window, "window", c.Window, "generations whose games are trained on")
	f.Float64Var(&c.Passes, "passes", c.Passes, "passes over these positions")
	f.Float64Var(&c.Rate, "lr", c.Rate, "learning rate of the first step of a generation; the last step has a 25th of it")
	f.IntVar(&c.Batch, "batch", c.Batch, "positions per step")
	f.Float64Var(&c.Blend, "wdl", c.Blend, "share of the result in the target; the rest is the search score")
	f.IntVar(&c.Scale, "scale", c.Scale, "K of scores, as in lab train; 0: the best fit to the results")
	f.IntVar(&c.Stretch, "stretch", c.Stretch, "stretch large values of the teacher, as in lab train; 0: not")
	f.IntVar(&c.LossScale, "loss-scale", c.LossScale, "K of the chances that the loss compares, as in lab train; 0: that of scores")
	f.Float64Var(&c.Held, "held", c.Held, "share of the games for validation")
	f.Float64Var(&c.FirstPasses, "first-passes", c.FirstPasses, "passes of the first generation, when it begins with random weights")
	f.Float64Var(&c.FirstRate, "first-lr", c.FirstRate, "its learning rate")
	f.IntVar(&c.MatchEvery, "match-every", c.MatchEvery, "play matches each time after this many generations; 0: never")
	f.IntVar(&c.MatchGames, "match-games", c.MatchGames, "games of a match")
	f.Uint64Var(&c.MatchNodes, "match-nodes", c.MatchNodes, "nodes per move of a match")
	f.IntVar(&c.Keep, "keep", c.Keep, "generations whose games stay on the disk; all networks stay")
	f.Uint64Var(&c.Seed, "seed", c.Seed, "seed of games and training")
	f.IntVar(&c.Threads, "threads", c.Threads, "number of threads; 0: one for each processor")
	return f
}

// learnNetworks makes networks without end.
func learnNetworks(args []string, s cli.Streams) error {
	// The first reading finds the folder, whose settings are the defaults of the second.
	var l learnFlags
	usual := learn.Defaults("")
	f := l.flags(&usual, s)
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) != 2 {
		return errors.New("learn: a game and a folder are needed, as in lab learn chess FOLDER" + cli.See(f))
	}
	game, err := games.ByName(rest[0])
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	c := &learn.Config{Folder: rest[1], Settings: learn.Defaults(game.Name), Print: func(text string) { fmt.Fprintln(s.Out, text) }}
	had, newest, err := learn.Stored(c.Folder)
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	switch {
	case had != nil:
		if c.Settings = *had; c.Every == 0 && usual.Teacher != "" { // the run had no teacher yet
			taught := c.Taught()
			c.Every, c.Most = taught.Every, taught.Most
		}
	case usual.Teacher != "":
		c.Settings = c.Taught()
	}
	f = l.flags(&c.Settings, s)
	if _, err := cli.Parse(f, args); err != nil {
		return err
	}
	return interruptibly("learn", func(ctx context.Context) error {
		if c.Game != game.Name {
			return fmt.Errorf("%s learns %s; choose another folder for %s", c.Folder, c.Game, game.Name)
		}
		steps := &learnSteps{game: game, folder: c.Folder, streams: s}
		c.Steps, c.Generations = steps, l.generations
		if err := l.begin(c, game, had != nil); err != nil {
			return err
		}
		if newest == "" {
			newest = l.from
		}
		if err := steps.check(ctx, &c.Settings, newest); err != nil {
			return err
		}
		return l.run(ctx, c, s)
	})
}

// run makes networks.
func (l *learnFlags) run(ctx context.Context, c *learn.Config, s cli.Streams) error {
	if l.nice {
		if err := learn.Nice(); err != nil {
			return err
		}
	}
	limited, stop := context.WithCancel(ctx)
	defer stop()
	if l.hours > 0 {
		defer time.AfterFunc(time.Duration(l.hours*float64(time.Hour)), stop).Stop()
	}
	err := learn.Run(limited, c)
	if !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintf(s.Out, "stopped; go on with lab learn %s %s\n", c.Game, c.Folder)
	if ctx.Err() != nil && (l.generations > 0 || l.hours > 0) { // without a goal Ctrl-C is how runs end
		return incomplete("interrupted before --generations or --hours were over")
	}
	return nil
}

// begin reads the network of --from, and completes the settings.
func (l *learnFlags) begin(c *learn.Config, game games.Game, known bool) error {
	switch {
	case l.generations < 0:
		return fmt.Errorf("--generations has to be at least 0, not %d", l.generations)
	case !(l.hours >= 0 && l.hours < 1e6):
		return fmt.Errorf("--hours has to be at least 0 and below a million, not %g", l.hours)
	}
	shape := nnue.Header{Hidden: 256, Buckets: 1, Inputs: game.FeatureSets[0].Name}
	if c.Teacher != "" {
		shape.Hidden, shape.Inputs = 512, game.FeatureSets[len(game.FeatureSets)-1].Name
	}
	if l.from != "" {
		n, err := games.Network(l.from)
		if err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		if n.Game != game.Name {
			return fmt.Errorf("--from: %s is a network of %s", l.from, n.Game)
		}
		if known && c.From != n.Hash {
			return fmt.Errorf("--from: the run in %s did not begin with this network; choose another folder", c.Folder)
		}
		c.From, c.Begin, shape = n.Hash, l.from, n.Header
	}
	if c.Hidden == 0 {
		c.Hidden = shape.Hidden
	}
	if c.Buckets == 0 {
		c.Buckets = shape.Buckets
	}
	if c.Layers == "" {
		c.Layers = layers(shape.Layers).String()
	}
	if c.Inputs == "" {
		c.Inputs = shape.Inputs
	}
	return c.Validate()
}
