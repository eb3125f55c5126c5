package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/arena"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/spsa"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

const tuneHelp = `Tunes the parameters of our search by SPSA
(https://www.chessprogramming.org/SPSA): every iteration changes all parameters a little,
each up or down by chance, lets the engine with these changes play the engine with the
opposite changes, and moves the values towards the winner. Games are played inside this
process from random openings, each twice with colours reversed, and are adjudicated when
both sides agree on a win or, in chess, on a draw.

Ctrl-C ends the run and shows the values; with --journal the same command resumes it later,
even after a kill, and takes the same path as an uninterrupted run, with any number of
games at once. The last line of the table is an engine for lab arena, which should confirm
the values:

  lab tune --game shogi --games 20000 --journal shogi.tune --html shogi.html
  lab tune --journal shogi.tune --print
  lab arena --game shogi --each nodes=5000 --sprt "0 5" --engine self \
    --engine "$(lab tune --journal shogi.tune --print | tail -n 1)"

Moves take a fixed number of nodes, which is fast and repeatable, but blind to time: the rows
Time* of lab params are left out unless --params names them or --tc plays on the clock.
With --tc, no two runs are alike, unless --nodestime lets nodes count as time.

Gains are as in Fishtest: in iteration k of N, parameters are perturbed by
c_k = c_end (N/k)^gamma, where c_end is the step of lab params, and move by a_k/c_k for
each game won more than lost, where a_k = r_end c_end² ((A+N)/(A+k))^alpha.
`

// tuneFlags are the flags of lab tune.
type tuneFlags struct {
	game          string
	nodes         uint64
	tc            string
	nodeTime      int
	control       arena.Control // of each side
	hash          int
	setup         spsa.Setup
	games         int
	concurrency   int
	params, start string
	scale         float64
	journal, html string
	print         bool
}

// tune tunes the parameters of our search.
func tune(args []string, s cli.Streams) error {
	t := tuneFlags{}
	f := t.flags(s)
	return execute(f, args, func(ctx context.Context) error {
		if err := t.uses().Check(); err != nil {
			return err
		}
		if t.html != "" {
			if err := disk.OwnPage(t.html); err != nil {
				return err
			}
		}
		if t.print {
			return t.show(s)
		}
		n, err := smp.Fit(2*t.concurrency, cli.IsSet(f, "concurrency"), t.hash, 1)
		if err != nil {
			return fmt.Errorf("--concurrency: %w", err)
		}
		if t.concurrency > 0 {
			t.concurrency = max(1, n/2)
		}
		return t.run(ctx, s, cli.IsSet(f, "iterations"))
	})
}

// uses returns the files of a run.
func (t *tuneFlags) uses() *disk.Uses {
	u := &disk.Uses{}
	u.Lock("--journal", t.journal)
	u.Write("--html", t.html)
	return u
}

func (t *tuneFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab tune", "[flags]", tuneHelp, s)
	f.StringVar(&t.game, "game", "chess", "chess or shogi")
	f.StringVar(&t.params, "params", "all", "the parameters to tune: all, for the ones that matter, or names and patterns like LMR*, separated by commas")
	f.StringVar(&t.start, "start", "", "initial values instead of the defaults: \"NAME=VALUE ...\", or the last line of an earlier run")
	f.Uint64Var(&t.nodes, "nodes", 5000, "nodes per move")
	f.StringVar(&t.tc, "tc", "", "play on the `clock` instead, base+increment in seconds, as in 2+0.02")
	f.IntVar(&t.nodeTime, "nodestime", 0, "with --tc: nodes that count as a millisecond; 0: the clock")
	f.IntVar(&t.setup.Iterations, "iterations", 2000, "length of the run, which determines its gains")
	f.IntVar(&t.games, "games", 0, "length of the run in games, instead of --iterations")
	f.IntVar(&t.setup.Pairs, "pairs", 8, "pairs of games per iteration; at least --concurrency keeps all cores busy")
	f.IntVar(&t.concurrency, "concurrency", host.Processors(), "games at once")
	f.IntVar(&t.hash, "hash", 4, "transposition table of each engine in MiB")
	f.Uint64Var(&t.setup.Seed, "seed", 1, "seed of perturbations and openings")
	f.Float64Var(&t.setup.Rate, "r-end", tuneRate, "step size, a/c² in the last iteration")
	f.Float64Var(&t.scale, "c-end", 1, "perturbation in the last iteration, in steps of lab params")
	f.Float64Var(&t.setup.Alpha, "alpha", 0.602, "decay of the step size")
	f.Float64Var(&t.setup.Gamma, "gamma", 0.101, "decay of the perturbations")
	f.Float64Var(&t.setup.Stability, "stability", 0.1, "A as a share of the iterations; larger values damp the first steps")
	f.StringVar(&t.journal, "journal", "", "`file` of results, JSON lines; an existing one is resumed")
	f.StringVar(&t.html, "html", "", "write a page with the path of each parameter to this `file`")
	f.BoolVar(&t.print, "print", false, "show the journal and play nothing; works while another lab plays")
	return f
}

// show prints what a journal holds.
func (t *tuneFlags) show(s cli.Streams) error {
	if t.journal == "" {
		return errors.New("--print shows a journal: --journal FILE is missing")
	}
	r, err := spsa.ReadJournal(t.journal)
	if err != nil {
		return err
	}
	return t.report(r, s)
}

// report prints r and writes its page.
func (t *tuneFlags) report(r *spsa.Report, s cli.Streams) error {
	_, err := io.WriteString(s.Out, r.Text())
	if t.html != "" {
		err = errors.Join(err, disk.ReplacePage(t.html, r.HTML))
	}
	return err
}

// run plays the run, or resumes it.
func (t *tuneFlags) run(ctx context.Context, s cli.Streams, iterations bool) (err error) {
	g, err := games.ByName(t.game)
	if err != nil {
		return err
	}
	c := spsa.Config{Setup: t.setup, Concurrency: t.concurrency}
	if err := t.complete(&c.Setup, g, iterations); err != nil {
		return err
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	c.NewMatch = func() (spsa.Match, error) {
		return newTuneMatch(g, c.Parameters, t.control, t.nodeTime, t.hash, c.Seed, line.Print)
	}
	if t.journal != "" {
		if c.Journal, c.Earlier, err = spsa.OpenJournal(t.journal, &c.Setup); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.Journal.Close()) }()
		if n := len(c.Earlier); n > 0 {
			line.Print(fmt.Sprintf("%s: resuming after %s", t.journal, cli.Plural(n, "iteration")))
		}
	}
	before, began := len(c.Earlier)*c.Pairs, time.Now()
	line.Resume(int64(2 * before))
	c.Played = func(r *spsa.Report, pairs int) {
		rate := float64(2*(pairs-before)) / max(time.Since(began).Seconds(), 1e-9)
		line.Show(int64(2*pairs), int64(c.Games()), fmt.Sprintf("%.1f games/s, iteration %d/%d  %s", rate, len(r.Path), c.Iterations, r.Moved(3)))
	}
	r, err := spsa.Run(ctx, &c)
	line.Finish()
	interrupted := errors.Is(err, context.Canceled)
	if interrupted {
		err = nil
	}
	if err := errors.Join(err, t.report(r, s)); err != nil || !interrupted {
		return err
	}
	text := fmt.Sprintf("interrupted after %d of %d iterations; ", len(r.Path), c.Iterations)
	if t.journal == "" {
		return incomplete(text + "with --journal FILE the same command could go on now")
	}
	return incomplete(text + "the same command resumes the run from " + t.journal)
}

// complete fills in the setup of a run.
func (t *tuneFlags) complete(s *spsa.Setup, g games.Game, iterations bool) error {
	switch {
	case t.nodes == 0:
		return errors.New("--nodes has to be at least 1")
	case t.games < 0 || t.games > 0 && iterations:
		return errors.New("--games: give either a positive number of games or --iterations")
	case t.concurrency < 1:
		return fmt.Errorf("--concurrency has to be at least 1, not %d", t.concurrency)
	case !(t.scale > 0):
		return fmt.Errorf("--c-end has to be above 0, not %g", t.scale)
	case t.nodeTime < 0 || t.nodeTime > 0 && t.tc == "":
		return errors.New("--nodestime is a number of nodes above 0, and goes with --tc")
	case t.games > 0 && s.Pairs > 0:
		s.Iterations = (t.games + 2*s.Pairs - 1) / (2 * s.Pairs)
	}
	effort, selection := fmt.Sprintf("%d nodes a move", t.nodes), t.params
	if t.control = (arena.Control{Nodes: t.nodes}); t.tc != "" {
		t.control = arena.Control{}
		if err := t.control.ParseClock(t.tc); err != nil {
			return fmt.Errorf("--tc: %w", err)
		}
		if t.nodeTime > 0 && t.control.Moves > 0 {
			return errors.New("--nodestime goes with --tc BASE+INC, not with MOVES/BASE")
		}
		effort = t.control.String() + " on the clock"
		if t.nodeTime > 0 {
			effort = fmt.Sprintf("%v, %d nodes a millisecond", t.control, t.nodeTime)
		}
		if selection == "all" {
			selection = "*"
		}
	}
	var err error
	if s.Parameters, err = tunable(g, selection, t.scale); err != nil {
		return fmt.Errorf("--params: %w", err)
	}
	if err := startAt(s.Parameters, t.start); err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	signature, err := signatureOf(g)
	if err != nil {
		return err
	}
	s.Game = g.Name
	s.Match = fmt.Sprintf("%s, %d MiB; engine of %s", effort, t.hash, signature)
	return s.Validate()
}

// startAt sets initial values from words NAME=VALUE; the word self is ignored.
func startAt(list []spsa.Parameter, words string) error {
next:
	for _, word := range strings.Fields(words) {
		if word == "self" {
			continue
		}
		name, text, _ := strings.Cut(word, "=")
		value, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is not NAME=VALUE with a whole number", word)
		}
		for i := range list {
			if p := &list[i]; p.Name == name {
				p.Start = value
				continue next
			}
		}
		if !slices.ContainsFunc(params.Rows(), func(r params.Row) bool { return r.Name == name }) {
			return params.Unknown(name)
		}
		return fmt.Errorf("%s is not among the parameters of --params", name)
	}
	return nil
}
