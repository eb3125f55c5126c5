package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/book"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/datagen"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

// generate is the subcommand datagen.
func generate(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab datagen", "[flags] chess|shogi FILE",
		"Plays games of our engine against itself and appends them to FILE, which lab data reads.\n"+
			"If FILE exists, the run resumes: after Ctrl-C, a kill or a power failure, the same command\n"+
			"loses at most the games in progress. Equal seeds play equal games with any number of\n"+
			"threads. A run that ends before --games or --positions ends with status 1. In the\n"+
			"background: nice lab datagen ...\n\n"+
			"With --values, the run also appends static values of positions within the searches to another\n"+
			"file, hundreds for each move. lab train learns from them: the quick way for one network\n"+
			"to learn what another one knows. Many games with few values of each teach more than few games with\n"+
			"many. With --teacher, another network says the values: a small one plays faster than a large one.\n\n"+
			"  lab datagen --eval large.nnue --nodes 100 --values v.values --positions 300e6 chess v.games\n"+
			"  lab datagen --teacher large.nnue --nodes 100 --values v.values --every 32 --positions 300e6 chess v.games\n", s)
	c := datagen.Config{Filter: dataset.DefaultFilter()}
	f.Uint64Var(&c.Games, "games", 0, "stop at this many games in the file; 0: run until Ctrl-C or --positions")
	f.Func("positions", "stop when this run has made this many positions that training keeps, or with --values this many values, e.g. 5e6; 0: no limit", func(text string) error {
		n, err := strconv.ParseFloat(text, 64)
		if err == nil && !(n >= 0 && n < 1e15) {
			err = errors.New("out of range")
		}
		c.Positions = int64(n)
		return err
	})
	f.Uint64Var(&c.Nodes, "nodes", 500, "nodes per move; the iteration that reaches them is finished")
	f.IntVar(&c.Stray, "stray", 0, "one move in this many, on average, is random and has no score, for more variety; 0: none")
	f.Uint64Var(&c.Seed, "seed", 1, "seed of the run")
	file := f.String("openings", "", "`file` of openings: PGN, or a FEN, EPD, SFEN or moves per line; some games begin with one of them, at random,\n"+
		"and two to four random moves. Where it has move numbers, positions count for training from there on (--min-ply)")
	f.Float64Var(&c.Share, "openings-share", 0.5, "share of the games that begin with one of --openings; the others begin with random moves, as all do without a file")
	f.IntVar(&c.Threads, "threads", host.Processors(), "games at once")
	f.IntVar(&c.Hash, "hash", 1, "transposition table of each game in MiB")
	eval := f.String("eval", options.Embedded, "network `file` to evaluate with, "+options.Own+" or "+options.Classic)
	values := f.String("values", "", "also append static values from within the searches to this `file`")
	teacher := f.String("teacher", "", "the values are those of this network `file`; empty: those of the network that plays (--eval)")
	f.IntVar(&c.Sampling.Every, "every", 8, "keep one value in this many, on average")
	most := f.Int("most-value", int(datagen.MostValue), "leave out larger values")
	f.IntVar(&c.Sampling.Near, "near", 0, "leave out values of positions farther from those of the game than this many moves; 0: keep all")
	limit := f.Int("move-limit", -1, fmt.Sprintf("draw after this many plies; 0: never, -1: the default of the game (shogi %d)", games.Shogi().MoveLimit))
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) != 2 {
		return errors.New("datagen: a game and a file are needed, as in lab datagen chess chess.games" + cli.See(f))
	}
	if c.Game, err = games.ByName(rest[0]); err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	if c.Sampling.Most = core.Score(max(-1, min(*most, math.MaxInt16))); *values == "" {
		c.Sampling = datagen.Sampling{}
	} else if c.Sampling.Every < 1 {
		return fmt.Errorf("datagen: --every %d is not at least 1", c.Sampling.Every)
	}
	if err := c.Sampling.Validate(); err != nil { // before there are files
		return fmt.Errorf("datagen: %w", err)
	}
	if c.Game.Evaluators, err = c.Game.Evaluation(options.Evaluation{File: *eval}); err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	if *teacher != "" {
		if *values == "" {
			return errors.New("datagen: --teacher needs a file for its values (--values)")
		}
		if c.Teacher, err = c.Game.Evaluation(options.Evaluation{File: *teacher}); err != nil {
			return fmt.Errorf("datagen: --teacher: %w", err)
		}
	}
	if c.Settings = c.Game.MatchSettings(); *limit >= 0 {
		c.Settings.MoveLimit = *limit
	}
	if err := readOpenings(&c, *file); err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	if c.Threads, err = smp.Fit(c.Threads, cli.IsSet(f, "threads"), c.Hash, 1); err != nil {
		return fmt.Errorf("datagen: --threads: %w", err)
	}
	var u disk.Uses
	u.Read("--openings", *file)
	u.Read("--eval", *eval)
	u.Read("--teacher", *teacher)
	u.Lock("the games", rest[1])
	u.Lock("--values", *values)
	if err := u.Check(); err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	return interruptibly("datagen", func(ctx context.Context) error { return generateTo(ctx, &c, rest[1], *values, s) })
}

// readOpenings reads the file of openings of a run, if it has one.
func readOpenings(c *datagen.Config, path string) error {
	switch {
	case !(c.Share >= 0 && c.Share <= 1):
		return fmt.Errorf("--openings-share %g is not within 0 to 1", c.Share)
	case path == "":
		c.Share = 0
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c.Source = fmt.Sprintf("%s sha256 %x", filepath.Base(path), sha256.Sum256(text))
	c.Openings, err = book.Read(bytes.NewReader(text), path, c.Game.Rules, c.Settings, 0)
	return err
}

// generateTo runs c and writes its games to the file at path, and the values from within their
// searches to the file at values, "" if no values are sampled.
func generateTo(ctx context.Context, c *datagen.Config, path, values string, s cli.Streams) (err error) {
	signature, err := signatureOf(c.Game)
	if err != nil {
		return err
	}
	header := dataset.Header{Game: c.Game.Name, Settings: c.Settings, Runs: []dataset.Run{{
		Seed: c.Seed, Nodes: c.Nodes, Engine: "Nitoryu " + cli.Version,
		Info: map[string]string{"signature": signature, "hash": strconv.Itoa(c.Hash)},
	}}}
	if c.Share > 0 {
		header.Runs[0].Info["openings"] = c.Source
		header.Runs[0].Info["openings share"] = strconv.FormatFloat(c.Share, 'g', -1, 64)
	}
	if c.Stray > 0 {
		header.Runs[0].Info["stray"] = strconv.Itoa(c.Stray)
	}
	if c.Sampling.Every > 0 {
		says := c.Game.Evaluators
		if c.Teacher != nil {
			says = c.Teacher
			header.Runs[0].Info[teacherInfo] = says.Hash()
		}
		header.Runs[0].Info[valuesInfo] = fmt.Sprintf("%s: %v", says.Name(), c.Sampling)
	}
	if net := c.Game.Evaluators.Hash(); net != "" {
		header.Runs[0].Info[netInfo] = net
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	w, done, closeData, err := openData(path, header, line)
	if err != nil {
		return err
	}
	if values != "" {
		keep, err := openValues(values, header, line)
		if err != nil {
			return errors.Join(err, closeData())
		}
		c.Sampled = keep.append
		games := closeData
		closeData = func() error { return errors.Join(keep.close(), games()) }
	}
	c.Done = &done[0]
	w.SyncEvery = 100
	before := int64(c.Done.Len())
	c.Finished = func(g *dataset.Game, p datagen.Progress) error {
		done, total := p.Games, int64(0)
		switch {
		case c.Positions > 0:
			done, total = p.Kept, c.Positions
		case c.Games > 0:
			total = max(0, int64(c.Games)-before)
		}
		line.Show(done, total, rates(p))
		return w.Append(g)
	}
	p, err := datagen.Run(ctx, c)
	line.Finish()
	interrupted := errors.Is(err, context.Canceled)
	if interrupted {
		err = nil
	}
	err = errors.Join(err, closeData())
	fmt.Fprintf(s.Out, "%s: %s in this run, %d in all; %s\n", path, cli.Plural(p.Games, "game"), before+p.Games, rates(p))
	if err == nil && interrupted && (c.Games > 0 || c.Positions > 0) { // without a goal Ctrl-C is how runs end
		return incomplete("interrupted before all games were played; the same command resumes the run")
	}
	return err
}

// valueFile is a file to which the values of games are added. If it has the values of a game
// that the file of games lacks, a run was killed after finishing the game: the game is played
// again, and its values stay.
type valueFile struct {
	*dataset.ValueWriter
	done    dataset.IndexSet
	release func() error
}

// openValues opens a file for values, locked until it is closed.
func openValues(path string, h dataset.Header, line *progress.Line) (*valueFile, error) {
	release, err := disk.Lock(path)
	if err != nil {
		return nil, err
	}
	v := &valueFile{release: release}
	if err := v.open(path, h, line); err != nil {
		return nil, errors.Join(err, release())
	}
	v.SyncEvery = 100
	return v, nil
}

func (v *valueFile) open(path string, h dataset.Header, line *progress.Line) (err error) {
	begin, err := blank(path)
	if err != nil {
		return err
	}
	if begin {
		v.ValueWriter, err = dataset.CreateValues(path, h)
		return err
	}
	w, found, err := dataset.AppendValues(path, h)
	if err != nil {
		return fmt.Errorf("%w\nA file holds the values of one run with one engine; choose another file: lab train reads several", err)
	}
	v.ValueWriter, v.done = w, found.Indices[0]
	line.Print(resumes(path, fmt.Sprintf("%d values of %s", found.Values, cli.Plural(found.Games, "game")), found))
	return nil
}

func (v *valueFile) append(index uint64, values []dataset.Packed) error {
	if v.done.Has(index) {
		return nil
	}
	return v.Append(0, index, values)
}

func (v *valueFile) close() error { return errors.Join(v.Close(), v.release()) }

// What a header says about the networks and scores of its games.
const (
	netInfo       = "net"        // the hash of the network that played
	valuesInfo    = "values"     // which evaluator made the values, and which are kept
	teacherInfo   = "teacher"    // the hash of that evaluator's network, if another one played
	scoresInfo    = "scores"     // the engine that scored the positions again, in the words of lab arena
	scoresNetInfo = "scores net" // the hash of its network
)

// rates describes the speed of a run.
func rates(p datagen.Progress) string {
	seconds := max(p.Elapsed.Seconds(), 1e-9)
	return fmt.Sprintf("%.0f positions/s, %.2f million kept/h; %s, %d kept; +%d =%d -%d",
		float64(p.Positions)/seconds, float64(p.Kept)/seconds*3600/1e6,
		cli.Plural(p.Positions, "position"), p.Kept, p.Results[0], p.Results[1], p.Results[2])
}

// openData opens a file for games, locked until it is closed, and returns which games of
// each run it holds. An empty file, which a kill may leave, is replaced.
func openData(path string, h dataset.Header, line *progress.Line) (w *dataset.Writer, done []dataset.IndexSet, closeData func() error, err error) {
	release, err := disk.Lock(path)
	if err != nil {
		return nil, nil, nil, err
	}
	if w, done, err = openLocked(path, h, line); err != nil {
		return nil, nil, nil, errors.Join(err, release())
	}
	return w, done, func() error { return errors.Join(w.Close(), release()) }, nil
}

func openLocked(path string, h dataset.Header, line *progress.Line) (*dataset.Writer, []dataset.IndexSet, error) {
	begin, err := blank(path)
	if err != nil {
		return nil, nil, err
	}
	if begin {
		w, err := dataset.Create(path, h)
		return w, make([]dataset.IndexSet, len(h.Runs)), err
	}
	w, found, err := dataset.Append(path, h)
	if err != nil {
		return nil, nil, fmt.Errorf("%w\nA file holds the games of one run with one engine; choose another file, and join both with lab data merge", err)
	}
	line.Print(resumes(path, cli.Plural(found.Games, "game"), found))
	return w, found.Indices, nil
}

// blank reports whether a file is not there. An empty one, which a kill may leave, is removed.
func blank(path string) (bool, error) {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		err = os.Remove(path)
		return true, err
	}
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return true, nil
	}
	return false, nil
}

// resumes says what a run has found in a file.
func resumes(path, holds string, found dataset.Recovery) string {
	text := fmt.Sprintf("%s holds %s; resuming", path, holds)
	if found.Cut > 0 {
		text += fmt.Sprintf(" (%d bytes of an unfinished game were cut off)", found.Cut)
	}
	if found.Damage.Any() {
		text += fmt.Sprintf(" (damaged: %s)", found.Damage)
	}
	return text
}

// signatureOf identifies search and evaluation by a node count, so that no file mixes
// games of different engines under one seed.
func signatureOf(g games.Game) (string, error) {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		return "", err
	}
	defer engine.Close()
	return signature(context.Background(), engine, g)
}

// signature is signatureOf for any engine of ours.
func signature(ctx context.Context, engine *nitoryu.Engine, g games.Game) (string, error) {
	const depth = 5
	total := uint64(0)
	for _, text := range g.Bench.Positions {
		p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Variant(g.Name), Position: text})
		if err != nil {
			return "", err
		}
		if err := engine.NewGame(ctx); err != nil {
			return "", err
		}
		r, err := nitoryu.Ask(ctx, engine, p, nitoryu.Limits{Depth: depth})
		if err != nil {
			return "", err
		}
		total += r.Nodes
	}
	return fmt.Sprintf("%d nodes to depth %d", total, depth), nil
}
