package main

import (
	"bytes"
	"context"
	"encoding/json"
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

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/bench"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/internal/spelling"
)

const benchHelp = `Measures engines in positions, with given numbers of threads. In each run every engine does
every job once, in an order that rotates. Run by run, an engine is compared with the first
engine, and with itself at the fewest threads. Brackets hold 95 % intervals by bootstrap over
the positions, or over the runs of a single job. Measures are:

`

const benchNotes = `
Time is processor time on Linux if every engine has one thread, and wall time otherwise.
Keep everything on one processor by taskset -c 1 lab bench ...

--without adds our engine without techniques of its search, each switched off alone ("plain
alpha-beta": all off but the quiescence search); lab arena has this flag, too, for the Elo
of each technique. --simulate gives numbers of threads to the measure simulate. Ctrl-C ends
the run and shows what was measured.

`

const benchExamples = `
Examples:

  lab bench --engine "cmd=./new name=new" --engine "cmd=./old name=old" --measure speed,perft
  lab bench --engine "cmd=./nitoryu" --threads 1,2,4,8 --measure time --number 40
  lab bench --engine "cmd=./nitoryu" --threads 1,2,64 --measure latency
  lab bench --game chess,shogi --without all --measure nodes --runs 1
  lab bench --simulate 1,2,4,8,16,32,64 --hash 16
`

// benchFlags is the command line of lab bench.
type benchFlags struct {
	bench.Config
	games, measures   string
	engines           cli.List
	each, without     string
	threads, simulate string
	positions         string
	number            int
	json              string
}

// benchmark is the subcommand bench.
func benchmark(args []string, s cli.Streams) error {
	var o benchFlags
	f := o.flags(s)
	return execute(f, args, func(ctx context.Context) error {
		if o.simulate != "" && !cli.IsSet(f, "measure") {
			o.measures = "simulate"
		}
		return o.run(ctx, s)
	})
}

func (o *benchFlags) flags(s cli.Streams) *flag.FlagSet {
	var list strings.Builder
	for _, m := range bench.Help() {
		list.WriteString(cli.Entry(m[0], m[1]))
	}
	f := cli.NewFlags("lab bench", "[flags]", benchHelp+list.String()+benchNotes+engineHelp+benchExamples, s)
	f.StringVar(&o.measures, "measure", "speed", "what to measure; several separated by commas")
	f.StringVar(&o.games, "game", "chess", "chess, shogi or chess,shogi")
	f.Var(&o.engines, "engine", "an engine, as above, but without limits; may be given several times; none: self")
	f.StringVar(&o.each, "each", "", "words for every engine; words of --engine come after them")
	f.StringVar(&o.without, "without", "", "techniques whose names contain this, or all; several separated by commas")
	f.StringVar(&o.threads, "threads", "1", "numbers of threads, separated by commas")
	f.StringVar(&o.simulate, "simulate", "", "numbers of simulated threads; 1 is always simulated")
	f.StringVar(&o.positions, "positions", "", "a `file` as for lab arena --openings; none: the bench positions, then random openings")
	f.IntVar(&o.number, "number", 0, "positions; 0: all of the file or of the bench")
	f.StringVar(&o.Only, "only", "", "only jobs whose names contain this, such as stop in latency")
	f.IntVar(&o.Runs, "runs", 3, "how often each engine does each job")
	f.DurationVar(&o.Time, "time", time.Second, "time of a search in speed, or for finding a depth in time")
	f.IntVar(&o.Depth, "depth", 0, "plies to search in time, nodes and simulate; 0: as these measures say")
	f.Float64Var(&o.Cap, "cap", 30, "a search is cut off at this multiple of the first engine's nodes, or of --time")
	f.IntVar(&o.Hash, "hash", 16, "transposition table of each engine in MiB")
	f.IntVar(&o.Searches, "searches", 1000, "searches for each question of latency")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of random openings, times of latency and turns of simulated threads")
	f.StringVar(&o.json, "json", "", "write the figures to this `file`")
	return f
}

// benchReport is what --json writes.
type benchReport struct {
	Version   string        `json:"version"`
	System    string        `json:"system"`
	Processor string        `json:"processor"`
	Count     int           `json:"processors"`
	Began     time.Time     `json:"began"`
	Tables    []bench.Table `json:"tables"`
}

func (o *benchFlags) run(ctx context.Context, s cli.Streams) error {
	line := progress.New(s.Err, cli.Terminal(s.Err))
	r := benchReport{
		cli.Version, runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(), cpu.This().Name, runtime.NumCPU(), time.Now(), nil,
	}
	var u disk.Uses
	u.Read("--positions", o.positions)
	useEngines(&u, append(o.engines[:len(o.engines):len(o.engines)], o.each)...)
	u.Write("--json", o.json)
	if err := u.Check(); err != nil {
		return err
	}
	var configs []*bench.Config
	for name := range strings.SplitSeq(o.games, ",") {
		g, err := games.ByName(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		c, err := o.config(g)
		if err == nil {
			err = c.Check()
		}
		if err != nil {
			return err
		}
		c.Progress = func(done, total int, what string) { line.Show(int64(done), int64(total), g.Name+", "+what) }
		configs = append(configs, c)
	}
	var failed error
	for _, c := range configs {
		if ctx.Err() != nil || failed != nil {
			break
		}
		var tables []bench.Table
		tables, failed = bench.Run(ctx, c)
		r.Tables = append(r.Tables, tables...)
	}
	line.Finish()
	if failed != nil && len(r.Tables) == 0 {
		return failed
	}
	return errors.Join(failed, o.show(s, &r, ctx.Err() != nil))
}

// show prints the tables, and writes the file.
func (o *benchFlags) show(s cli.Streams, r *benchReport, interrupted bool) (failed error) {
	out := cli.NewChecked(s.Out)
	fmt.Fprintf(out, "Nitoryu %s, %s, %s, %s\n", r.Version, r.System, r.Processor, cli.Plural(r.Count, "processor"))
	for i := range r.Tables {
		fmt.Fprintf(out, "\n%s", r.Tables[i].Text())
	}
	if interrupted {
		fmt.Fprint(out, "\nThe run was interrupted: what is missing was not measured.\n")
	}
	if o.json != "" {
		failed = disk.Replace(o.json, func(to io.Writer) error {
			e := json.NewEncoder(to)
			e.SetIndent("", "\t")
			return e.Encode(r)
		})
	}
	if err := errors.Join(failed, out.Err()); err != nil || !interrupted {
		return err
	}
	return incomplete("interrupted before all was measured")
}

// config returns what is measured in a game.
func (o *benchFlags) config(g games.Game) (*bench.Config, error) {
	c := o.Config
	c.Game, c.Measures = g, strings.Split(strings.ReplaceAll(o.measures, " ", ""), ",")
	var err error
	if c.Threads, err = wholeNumbers("--threads", o.threads); err != nil {
		return nil, err
	}
	if c.Simulate, err = wholeNumbers("--simulate", strings.TrimSuffix("1,"+o.simulate, ",")); err != nil {
		return nil, err
	}
	engines := slices.Clone(o.engines)
	if len(engines) == 0 {
		engines = cli.List{"self"}
	}
	if o.without != "" {
		off, err := without(engines[0], o.each, g, o.without)
		if err != nil {
			return nil, err
		}
		engines = append(engines, off...)
	}
	specs, err := parseEngines(engines, o.each)
	if err != nil {
		return nil, err
	}
	for i, e := range specs {
		one, err := benchEngine(e, g)
		if err != nil {
			return nil, fmt.Errorf("engine %q: %w", engines[i], err)
		}
		c.Engines = append(c.Engines, one)
	}
	c.Positions, err = o.positionsOf(g)
	return &c, err
}

// benchEngine makes an engine to be measured.
func benchEngine(e engineSpec, g games.Game) (b bench.Engine, err error) {
	switch {
	case e.Control.Limited():
		return b, errors.New("the measure sets the limits of its searches: see --time and --depth")
	case e.Ponder || e.Restart || e.NodeTime > 0:
		return b, errors.New("ponder, restart and nodestime are words for matches")
	case slices.ContainsFunc(e.Options, func(o client.Option) bool { return strings.EqualFold(o.Name, "Threads") }):
		return b, errors.New("option.Threads is set by --threads")
	}
	b = bench.Engine{Name: e.Name, Threads: e.Threads, Hash: e.Hash}
	if e.Self {
		set, source, err := e.ours(g)
		if err != nil {
			return b, err
		}
		b.Self = &bench.Self{Params: set, Source: source}
	}
	b.Start = func(ctx context.Context, s bench.Setup) (nitoryu.Searcher, error) {
		e := e
		e.Threads, e.Hash, e.Prompt = s.Threads, s.Hash, s.Prompt
		return e.start(ctx, g, g.MatchSettings())
	}
	return b, nil
}

// plainSearch is the search with all techniques off but the quiescence search: without a
// quiescence search, leaves are evaluated in the middle of exchanges, which no baseline does.
const (
	plainSearch = "plain alpha-beta"
	quiescence  = "Quiescence"
)

// without returns the words of engines that each lack one technique: an engine for each
// technique that our engine with the words base has on, and whose name contains one of words.
func without(base, each string, g games.Game, words string) (list []string, err error) {
	e, err := parseEngine(base, each)
	if err != nil {
		return nil, err
	}
	if !e.Self {
		return nil, errors.New("--without: only self can do without a technique: make it the first engine")
	}
	set, _, err := e.ours(g)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	chosen := func(name string) (yes bool) {
		for word := range strings.SplitSeq(strings.ToLower(words), ",") {
			if word = strings.TrimSpace(word); word == "all" || word != "" && strings.Contains(strings.ToLower(name), word) {
				yes, found[word] = true, true
			}
		}
		return yes
	}
	off := func(name, parameters string) {
		list = append(list, fmt.Sprintf("%s%s \"name=%s\"", base, parameters, name))
	}
	plain, names := "", []string{plainSearch}
	for _, row := range params.Rows() {
		if row.Technique == "" {
			continue
		}
		names = append(names, row.Technique)
		one := *set
		if err := one.Assign(row.Name, row.Off); err != nil {
			return nil, err
		}
		if chosen(row.Technique) && one != *set {
			off("without "+row.Technique, " "+row.Name+"=off")
		}
		if row.Name != quiescence {
			plain += " " + row.Name + "=off"
		}
	}
	if chosen(plainSearch) {
		off(plainSearch, plain)
	}
	for word := range strings.SplitSeq(strings.ToLower(words), ",") {
		if word = strings.TrimSpace(word); !found[word] {
			return nil, fmt.Errorf("--without: no technique is called %q%s; lab params lists them", word, spelling.Hint(word, names))
		}
	}
	return list, nil
}

// positionsOf returns the positions to search.
func (o *benchFlags) positionsOf(g games.Game) (list []string, err error) {
	list = g.Bench.Positions
	var openings []book.Opening
	if o.positions != "" {
		text, err := os.ReadFile(o.positions)
		if err != nil {
			return nil, err
		}
		list = nil
		if openings, err = book.Read(bytes.NewReader(text), o.positions, g.Rules, g.MatchSettings(), 0); err != nil {
			return nil, err
		}
	} else if o.number > len(list) {
		random, err := newRandomOpenings(g, g.MatchSettings(), o.Seed)
		if err != nil {
			return nil, err
		}
		defer random.close()
		for round := range o.number - len(list) {
			opening, err := random.round(round)
			if err != nil {
				return nil, err
			}
			openings = append(openings, opening)
		}
	}
	list = slices.Clone(list)
	for _, opening := range openings {
		_, _, end, err := opening.Play(g.Rules, g.MatchSettings())
		if err != nil {
			return nil, err
		}
		list = append(list, end.String())
	}
	if o.number < 0 {
		return nil, fmt.Errorf("--number: %d positions cannot be searched", o.number)
	}
	if o.number > 0 {
		list = list[:min(o.number, len(list))]
	}
	return list, nil
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
