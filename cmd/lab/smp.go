package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/scaling"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

const smpHelp = `Measures what engines gain from threads, through their pipes and one search at a time:

  scaling   One thread, with a small table, finds a depth for each position. The
            position is then searched to that depth with each number of threads,
            each time in a new game: nodes per second and time to the depth,
            compared with one thread.
  latency   How late the first engine answers go movetime (5 to 40 ms), and stop
            during go infinite, with its option for the move overhead at 0.

The machine should have nothing else to do. More --runs or --searches add to those
in the journal.

` + resumeHelp + "\n"

const smpExamples = `
Examples:

  lab smp --engine "cmd=./nitoryu name=Nitoryu" --engine cmd=stockfish --threads 1,2,4,8 \
    --journal chess.smp --docs docs/smp.md
  lab smp --game shogi --engine "cmd=./nitoryu name=Nitoryu" --only scaling --docs docs/smp.md
  lab smp --print --journal chess.smp --docs docs/smp.md
`

// The parts of lab smp.
const (
	scalingPart = "scaling"
	latencyPart = "latency"
)

// smpFlags is the command line of lab smp.
type smpFlags struct {
	outputs
	game         string
	engines      cli.List
	each         string
	only         string
	positions    string
	number       int
	seed         uint64
	threads      string
	hash         int
	seconds, cap float64
	runs         int
	prompt       string
	searches     int
}

// threadScaling is the subcommand smp.
func threadScaling(args []string, s cli.Streams) error {
	var o smpFlags
	return execute(o.flags(s), args, func(ctx context.Context) error {
		return measured(ctx, &o.outputs, s, job[scaling.Setup, *scaling.Report]{scaling.Format, scaling.NewReport, o.prepare})
	})
}

func (o *smpFlags) flags(s cli.Streams) *flag.FlagSet {
	f := cli.NewFlags("lab smp", "--engine \"...\" [flags]", smpHelp+engineHelp+smpExamples, s)
	f.StringVar(&o.game, "game", "chess", "chess or shogi")
	f.Var(&o.engines, "engine", "an engine, as above, but neither self nor with limits; may be given several times")
	f.StringVar(&o.each, "each", "", "words for every engine; those of --engine come after them")
	f.StringVar(&o.only, "only", scalingPart+","+latencyPart, "the parts to measure")
	f.StringVar(&o.positions, "positions", "", "a `file` as for lab arena --openings; none: the bench positions and random openings")
	f.IntVar(&o.number, "number", 40, "positions; 0: all of the file")
	f.Uint64Var(&o.seed, "seed", 1, "seed of random openings and of the times in latency")
	f.StringVar(&o.threads, "threads", powersOfTwo(runtime.NumCPU()), "numbers of threads; 1 is always measured")
	f.IntVar(&o.hash, "hash", 64, "transposition table of each engine in MiB")
	f.Float64Var(&o.seconds, "seconds", 1, "time for one thread to find the depth for a position")
	f.Float64Var(&o.cap, "cap", 30, "a search is stopped after this many times these seconds")
	f.IntVar(&o.runs, "runs", 3, "searches of each position with each number of threads")
	f.StringVar(&o.prompt, "latency-threads", "1,2,64", "numbers of threads in latency")
	f.IntVar(&o.searches, "searches", 1000, fmt.Sprintf("searches of each kind in latency, in blocks of %d", scaling.BlockSize))
	o.outputs.flags(f, "chess, shogi and latency")
	return f
}

// powersOfTwo lists the powers of two up to n.
func powersOfTwo(n int) string {
	list := "1"
	for i := 2; i <= n; i *= 2 {
		list += fmt.Sprintf(",%d", i)
	}
	return list
}

// prepare returns what is to be measured.
func (o *smpFlags) prepare(_ context.Context, line *progress.Line) (*scaling.Setup, func(context.Context, *measure.Log) error, error) {
	g, err := games.ByName(o.game)
	if err != nil {
		return nil, nil, err
	}
	c := scaling.Config{Rules: g.Rules, Settings: g.MatchSettings(), Remark: line.Print}
	err = o.parts(&c)
	if err == nil {
		err = o.contestants(&c, g)
	}
	if err == nil {
		err = o.complete(&c.Setup, g)
	}
	return &c.Setup, func(ctx context.Context, l *measure.Log) error {
		// The lab only waits: more processors would be woken up for nothing.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(refereeProcs(1)))
		return scaling.Run(ctx, c, l)
	}, err
}

// parts reads which parts are to be measured, and how often.
func (o *smpFlags) parts(c *scaling.Config) error {
	if o.runs < 1 || o.searches < 1 {
		return errors.New("--runs and --searches have to be at least 1; --only leaves a part out")
	}
	for part := range strings.SplitSeq(o.only, ",") {
		switch part = strings.TrimSpace(part); part {
		case scalingPart:
			c.Runs = o.runs
		case latencyPart:
			c.Searches = o.searches
		default:
			return fmt.Errorf("--only: %w", cli.Unknown("part", part, []string{scalingPart, latencyPart}))
		}
	}
	return nil
}

// contestants fills in the engines.
func (o *smpFlags) contestants(c *scaling.Config, g games.Game) error {
	specs, err := parseEngines(o.engines, o.each)
	if err != nil {
		return err
	}
	for i, e := range specs {
		if err := measurable(&e); err != nil {
			return fmt.Errorf("engine %q: %w", o.engines[i], err)
		}
		c.Setup.Engines = append(c.Setup.Engines, scaling.Engine{Name: e.Name, Words: e.Text})
	}
	c.Start = func(ctx context.Context, engine int, options []player.Option, log io.Writer) (scaling.Player, error) {
		e := specs[engine]
		e.Options = append(slices.Clone(options), e.Options...)
		e.Log, e.CheckPV = log, player.CheckNever
		p, err := e.start(ctx, g, c.Settings)
		if err != nil {
			return nil, err
		}
		return p.(scaling.Player), nil // self has no options, and is refused above
	}
	return nil
}

// measurable returns an error for an engine that cannot be measured.
func measurable(e *engineSpec) error {
	switch {
	case e.Self:
		return errors.New("threads are measured through pipes: build the program and give cmd=PATH")
	case e.Control.Limited():
		return errors.New("the limits of its searches are what is measured here; see --seconds")
	case e.Ponder || e.Restart:
		return errors.New("it plays no games: it neither ponders nor restarts")
	}
	for _, option := range e.Options {
		for name, flag := range map[string]string{"Threads": "--threads", "Hash": "--hash", "USI_Hash": "--hash"} {
			if strings.EqualFold(option.Name, name) {
				return fmt.Errorf("option.%s is set by %s", option.Name, flag)
			}
		}
	}
	return nil
}

// complete fills in the rest of the setup.
func (o *smpFlags) complete(s *scaling.Setup, g games.Game) (err error) {
	s.Game, s.Machine = g.Name, measure.ThisMachine()
	s.Hash, s.Cap, s.Seed = o.hash, o.cap, o.seed
	s.Budget = time.Duration(o.seconds * float64(time.Second))
	if s.Threads, err = wholeNumbers("--threads", "1,"+o.threads); err != nil {
		return err
	}
	if s.LatencyThreads, err = wholeNumbers("--latency-threads", o.prompt); err != nil {
		return err
	}
	if len(s.Engines) == 0 {
		return errors.New(`no engine is given, as in --engine "cmd=./nitoryu"; see lab smp --help`)
	}
	if s.Positions, err = o.positionsOf(g); err != nil {
		return err
	}
	return s.Validate()
}

// wholeNumbers reads numbers separated by commas, and returns each once, in order.
func wholeNumbers(flag, text string) (list []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s: %q is not a whole number above 0", flag, word)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// positionsOf returns the positions to search.
func (o *smpFlags) positionsOf(g games.Game) ([]string, error) {
	if o.number < 0 || o.number == 0 && o.positions == "" {
		return nil, errors.New("--number: at least one position has to be searched")
	}
	d := distinct{game: g, settings: g.MatchSettings(), most: o.number, seen: map[uint64]bool{}}
	if o.positions == "" {
		err := d.addOwn(o.seed)
		return d.list, err
	}
	text, err := os.ReadFile(o.positions)
	if err != nil {
		return nil, err
	}
	openings, err := book.Read(bytes.NewReader(text), o.positions, g.Rules, d.settings, 0)
	if err != nil {
		return nil, err
	}
	for _, opening := range openings {
		if err := d.add(opening); err != nil {
			return nil, err
		}
	}
	return d.list, nil
}

// distinct is a list of different positions.
type distinct struct {
	game     games.Game
	settings core.Settings
	most     int // positions; 0: any number
	seen     map[uint64]bool
	list     []string
}

// full reports whether the list has as many positions as it may have.
func (d *distinct) full() bool { return d.most > 0 && len(d.list) >= d.most }

// add adds the position that an opening leads to, unless it is there already or the
// list is full.
func (d *distinct) add(o book.Opening) error {
	_, _, end, err := o.Play(d.game.Rules, d.settings)
	if err != nil {
		return err
	}
	if !d.full() && !d.seen[end.Key()] {
		d.seen[end.Key()] = true
		d.list = append(d.list, end.String())
	}
	return nil
}

// addOwn fills the list with the bench positions and then with random openings.
func (d *distinct) addOwn(seed uint64) error {
	for _, text := range d.game.Bench.Positions {
		if err := d.add(book.Opening{Start: text}); err != nil {
			return err
		}
	}
	if d.full() {
		return nil
	}
	random, err := newRandomOpenings(d.game, d.settings, seed)
	if err != nil {
		return err
	}
	defer random.close()
	for round := 0; !d.full(); round++ {
		opening, err := random.round(round)
		if err == nil {
			err = d.add(opening)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
