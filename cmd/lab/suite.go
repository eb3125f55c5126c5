package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/suite"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/disk"
)

const suiteHelp = `Lets an engine solve test suites, chess in EPD and shogi in SFEN, and
shows how many positions it solved and how soon. A position is solved by a best move (bm),
by any move except a move to avoid (am), by a mate (dm N, "bm #N" or mate N) or by claiming
that there is no mate (nomate1); if several of these are given, all have to hold. Points for
moves (c8 and c9) are added up.

A mate in chess may take at most as many moves as stated. In shogi any mate counts: the
line of a USI go mate has to be legal and to end in checkmate; --mate search
asks for the score of a mate instead, which is also done without --time and for engines
without go mate.

Ctrl-C ends the run and shows the results so far.

`

// suiteOptions are the flags of lab suite.
type suiteOptions struct {
	engine         string
	time           time.Duration
	nodes          uint64
	depth          int
	threads, hash  int
	setThreads     bool // -threads was given
	setHash        bool
	concurrency    int
	stopAfter      int
	mate           string
	chess960       bool
	verbose        bool
	json, markdown string
}

// suites is the subcommand suite.
func suites(args []string, s cli.Streams) error {
	o, files, err := parseSuiteFlags(args, s)
	if err != nil {
		return err
	}
	return interruptibly("suite", func(ctx context.Context) error { return o.run(ctx, files, s) })
}

func parseSuiteFlags(args []string, s cli.Streams) (o suiteOptions, files []string, err error) {
	f := cli.NewFlags("lab suite", "[flags] FILE...", suiteHelp+engineHelp, s)
	f.StringVar(&o.engine, "engine", "self", "the engine, as above")
	f.DurationVar(&o.time, "time", time.Second, "time for each position; no limit if only --nodes or --depth is given")
	f.Uint64Var(&o.nodes, "nodes", 0, "nodes for each position")
	f.IntVar(&o.depth, "depth", 0, "plies for each position")
	f.IntVar(&o.threads, "threads", 1, "threads of the engine")
	f.IntVar(&o.hash, "hash", 64, "its transposition table in MiB; without this flag, other engines use their default")
	f.IntVar(&o.concurrency, "concurrency", 1, "positions at once, each with its own engine")
	f.IntVar(&o.stopAfter, "stop", 0, "end a search once its move was right for this many iterations in a row; 0: never")
	f.StringVar(&o.mate, "mate", string(suite.MateAuto), "how to ask for mates in shogi: auto, go-mate or search")
	f.BoolVar(&o.chess960, "chess960", false, "the positions are of Chess960")
	f.BoolVar(&o.verbose, "verbose", false, "list every position")
	f.StringVar(&o.json, "json", "", "write everything to this `file`")
	f.StringVar(&o.markdown, "markdown", "", "write the table to this `file`")
	if files, err = cli.Parse(f, args); err != nil {
		return o, nil, err
	}
	o.setThreads, o.setHash = cli.IsSet(f, "threads"), cli.IsSet(f, "hash")
	if (o.nodes > 0 || o.depth > 0) && !cli.IsSet(f, "time") {
		o.time = 0
	}
	return o, files, o.check(files)
}

// check returns an error for flags that make no sense.
func (o *suiteOptions) check(files []string) error {
	switch {
	case len(files) == 0:
		return errors.New("suite: no files are given; see lab suite --help")
	case o.time < 0 || o.depth < 0 || o.stopAfter < 0:
		return errors.New("suite: --time, --depth and --stop cannot be negative")
	case o.threads < 1 || o.hash < 1 || o.concurrency < 1:
		return errors.New("suite: --threads, --hash and --concurrency have to be at least 1")
	}
	switch suite.MateMode(o.mate) {
	case suite.MateAuto, suite.MateGoMate, suite.MateSearch:
		return nil
	}
	return fmt.Errorf("suite: --mate: %w", cli.Unknown("way", o.mate, []string{string(suite.MateAuto), string(suite.MateGoMate), string(suite.MateSearch)}))
}

// run runs all suites and shows the results, even if it is interrupted.
func (o *suiteOptions) run(ctx context.Context, files []string, s cli.Streams) error {
	e, mate, err := o.contestant()
	if err != nil {
		return err
	}
	var u disk.Uses
	u.Read("the suites", files...)
	useEngines(&u, o.engine)
	u.Write("--markdown", o.markdown)
	u.Write("--json", o.json)
	if err := u.Check(); err != nil {
		return err
	}
	settings := core.Settings{Chess960: o.chess960}
	list, err := readSuites(files, settings)
	if err != nil {
		return err
	}
	outcome := suite.Outcome{Engine: e.Name, Limits: e.Control.String()}
	for _, one := range list {
		var report suite.Report
		report, err = o.runOne(ctx, one, suite.Config{
			Start:       func(ctx context.Context) (nitoryu.Searcher, error) { return e.start(ctx, one.Game, settings) },
			Limits:      e.Control.Effort(),
			Mate:        mate,
			Concurrency: o.concurrency,
			StopAfter:   o.stopAfter,
		}, s)
		if len(report.Results) > 0 {
			outcome.Reports = append(outcome.Reports, report)
		}
		if err == nil && report.Interrupted {
			err = errors.New("interrupted")
		}
		if err != nil {
			break
		}
	}
	if len(outcome.Reports) == 0 {
		return err
	}
	return errors.Join(err, o.write(outcome, s.Out))
}

// contestant reads the words of the engine and says how to ask it for mates.
func (o *suiteOptions) contestant() (engineSpec, suite.MateMode, error) {
	words := fmt.Sprintf("nodes=%d depth=%d st=%s", o.nodes, o.depth, strconv.FormatFloat(o.time.Seconds(), 'f', -1, 64))
	mate := suite.MateMode(o.mate)
	e, err := parseEngine(o.engine, words)
	// Another program uses its own defaults unless the flags are given.
	if e.Self || o.setThreads {
		e.Threads = cmp.Or(e.Threads, o.threads)
	}
	if e.Self || o.setHash {
		e.Hash = cmp.Or(e.Hash, o.hash)
	}
	switch {
	case err != nil:
	case e.Control.Clocked() || e.Ponder:
		err = errors.New("a suite has neither clocks nor pondering; choose st, nodes or depth")
	case !e.Control.Limited():
		err = errors.New("a limit is missing: --time, --nodes or --depth")
	case mate == suite.MateGoMate && e.Control.MoveTime == 0:
		err = errors.New("--mate go-mate needs --time: go mate has no other limit")
	case mate == suite.MateAuto && e.Protocol == client.UCI:
		mate = suite.MateSearch
	}
	return e, mate, err
}

// runOne runs one suite with a line of progress, and lists its positions if wanted.
func (o *suiteOptions) runOne(ctx context.Context, one *suite.Suite, c suite.Config, s cli.Streams) (suite.Report, error) {
	line := progress.New(s.Err, cli.Terminal(s.Err))
	for _, warning := range one.Warnings {
		line.Print(warning)
	}
	c.Progress = func(done, solved int) {
		line.Show(int64(done), int64(len(one.Problems)), fmt.Sprintf("%s: %d solved", one.Name, solved))
	}
	report, err := suite.Run(ctx, one, c)
	line.Finish()
	if o.verbose && len(report.Results) > 0 {
		_, errOut := fmt.Fprintln(s.Out, report.Details())
		err = errors.Join(err, errOut)
	}
	return report, err
}

// readSuites reads all files before any is run.
func readSuites(files []string, s core.Settings) (list []*suite.Suite, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		one, err := suite.Read(bytes.NewReader(text), filepath.Base(file), s)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// write prints the table and writes the files that are wanted.
func (o *suiteOptions) write(outcome suite.Outcome, out io.Writer) error {
	_, failed := io.WriteString(out, outcome.Text())
	if o.markdown != "" {
		failed = errors.Join(failed, disk.ReplaceText(o.markdown, outcome.Markdown()))
	}
	if o.json != "" {
		text, err := json.MarshalIndent(outcome, "", "\t")
		if err == nil {
			err = disk.ReplaceText(o.json, string(text)+"\n")
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
