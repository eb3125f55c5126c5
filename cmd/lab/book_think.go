package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/deepen"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/smp/host"
)

// thinkFlags are the flags of lab book think.
type thinkFlags struct {
	game, root, journal, eval string
	nodes                     uint64
	time                      time.Duration
	threads, hash, positions  int
	multipv                   int
	margin, maxScore          int
	perPly, draw              int
}

func (t *thinkFlags) flags(f *flag.FlagSet) {
	f.StringVar(&t.game, "game", "", "think: chess or shogi, if neither BOOK nor --root says so")
	f.StringVar(&t.root, "root", "", "think: grow from this `FEN` or SFEN; empty: the usual start")
	f.StringVar(&t.journal, "journal", "", "think: `file` that keeps each search; empty: BOOK.journal")
	f.StringVar(&t.eval, "eval", options.Embedded, "think: network `file` to evaluate with, "+options.Own+" or "+options.Classic)
	f.Uint64Var(&t.nodes, "nodes", 0, "think: nodes for each position; 0: 100000, or no limit with --time")
	f.DurationVar(&t.time, "time", 0, "think: time for each position, such as 10s; 0: no limit")
	f.IntVar(&t.threads, "threads", host.Processors(), "think: positions at once; with one, equal nodes make equal books")
	f.IntVar(&t.hash, "hash", 16, "think: transposition table of each search in MiB")
	f.IntVar(&t.positions, "positions", 0, "think: stop when the journal has this many positions; 0: run until Ctrl-C")
	f.IntVar(&t.multipv, "multipv", 4, "think: moves that are scored in each position")
	f.IntVar(&t.margin, "margin", 50, "think: moves that are worse than the best by more than this score are not followed")
	f.IntVar(&t.maxScore, "max-score", 500, "think: positions with larger scores are not searched; 0: all are searched, except forced wins")
	f.IntVar(&t.perPly, "per-ply", 10, "think: cost of a ply; a move that is worse by this much is searched one ply later")
	f.IntVar(&t.draw, "draw", 0, "think: score of a draw for White or sente")
}

// check returns what is wrong with the flags.
func (t *thinkFlags) check() error {
	switch {
	case t.positions < 0 || t.margin < 0 || t.maxScore < 0 || t.perPly < 0 || t.time < 0:
		return errors.New("--positions, --margin, --max-score, --per-ply and --time are 0 or more")
	case t.multipv < 1 || t.multipv > core.MaxMoves:
		return fmt.Errorf("--multipv is 1 to %d", core.MaxMoves)
	case t.threads < 1:
		return errors.New("--threads is 1 or more")
	case core.Score(t.draw).Clamp() != core.Score(t.draw) || t.margin > int(core.Infinite) || t.maxScore > int(core.Mate):
		return errors.New("a score is too large")
	}
	return nil
}

// limits returns the limits of a search.
func (t *thinkFlags) limits() nitoryu.Limits {
	l := nitoryu.Limits{Nodes: t.nodes, Time: t.time, Lines: t.multipv}
	if l.Nodes == 0 && l.Time == 0 {
		l.Nodes = 100_000
	}
	return l
}

// think lets a book grow by searches. The same command resumes an interrupted run.
func (j *bookJob) think(args []string) (err error) {
	path := args[0]
	if err := j.check(); err != nil {
		return err
	}
	if j.threads, err = smp.Fit(j.threads, j.threads != host.Processors(), j.hash, 1); err != nil {
		return fmt.Errorf("--threads: %w", err)
	}
	if j.journal == "" {
		j.journal = path + ".journal"
	}
	var u disk.Uses
	u.Read("--eval", j.eval)
	u.Lock("BOOK", path)
	u.Lock("--journal", j.journal)
	u.Write("the first book", seedOf(path))
	if err := u.Check(); err != nil {
		return err
	}
	release, err := disk.Lock(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	past, err := readThinkJournal(j.journal)
	if err != nil {
		return err
	}
	g, root, err := j.thinkGame(path, past)
	if err != nil {
		return err
	}
	tree := book.NewTree(g.Rules, core.Settings{})
	if past == nil {
		past = new(thinkPast)
		past.setup, err = plantSeed(path, g)
	} else {
		err = past.check(path, j.journal)
	}
	if err == nil {
		err = j.readSeed(path, past.setup, tree, root)
	}
	if err != nil {
		return err
	}
	source, err := g.Evaluation(options.Evaluation{File: j.eval})
	if err != nil {
		return err
	}
	file, err := journal.Open(j.journal, thinkJournal, past.setup, func([]byte, [][]byte) error { return nil })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	c := &deepen.Config{
		Rules: g.Rules, Root: root, Tree: tree, Draw: core.Score(j.draw), Limits: j.limits(), Threads: j.threads,
		Positions: j.positions, Done: past.done,
		Growth: book.Growth{
			PerPly: core.Score(j.perPly), Margin: core.Score(j.margin), MaxPly: j.selection.MaxPly, MaxScore: core.Score(j.maxScore), Inner: true,
		},
		Start: func(context.Context) (nitoryu.Searcher, error) {
			engine := smp.New(smp.Game{GameInfo: root.GameInfo(), Params: g.Params(), Evaluators: source})
			return openSelf(g, engine, 1, j.hash, 0, 0)
		},
	}
	return j.grow(c, path, file, past.written)
}

// grow runs the searches and writes the book. written are the checksums of earlier books.
func (j *bookJob) grow(c *deepen.Config, path string, file *journal.File, written []string) error {
	before := len(c.Done)
	if before > 0 {
		j.line.Print(fmt.Sprintf("%s holds %s; resuming", j.journal, cli.Plural(before, "position")))
	}
	j.line.Resume(int64(before))
	c.Finished = func(s *deepen.Search, p deepen.Progress) error {
		if err := file.Add(s); err != nil {
			return err
		}
		j.line.Show(int64(p.Searches), int64(c.Positions), "searched; "+bestLine(c.Root, p))
		return nil
	}
	p, err := deepen.Run(j.ctx, c)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		if before > 0 && p.Searches < before {
			err = fmt.Errorf("%s: %w", j.journal, err)
		}
		return err
	}
	selection := book.Selection{Scored: true, Margin: c.Growth.Margin}
	var made bytes.Buffer
	if err := writeTree(c.Tree, &made, selection); err != nil {
		return err
	}
	// First the journal: after a crash it knows both the old book and the new one.
	if sum := checksum(made.Bytes()); len(written) == 0 || written[len(written)-1] != sum {
		if err := file.Add(writtenBook{sum}); err != nil {
			return err
		}
	}
	if err := disk.ReplaceText(path, made.String()); err != nil {
		return err
	}
	j.line.Finish()
	_, err = fmt.Fprintf(j.out, "%s: %s searched in this run, %d in all; the book has %s; %s\n", path,
		cli.Plural(p.Searches-before, "position"), p.Searches, cli.Plural(p.Positions, "position"), bestLine(c.Root, p))
	if err == nil && interrupted && c.Positions > 0 { // without a goal Ctrl-C is how runs end
		return incomplete("interrupted before all positions were searched; the same command resumes the run")
	}
	return err
}

// bestLine describes the main line of a book.
func bestLine(root core.Position, p deepen.Progress) string {
	const shown = 8
	if p.Score == core.NoScore || len(p.Best) == 0 {
		return "no score yet"
	}
	line, board := fmt.Sprintf("score %d:", p.Score), root.Clone()
	for _, m := range p.Best[:min(shown, len(p.Best))] {
		line += " " + record.SAN(board, m)
		board.Do(m, nil)
	}
	return line
}

// thinkGame returns the game of a book to make, and the position that it grows from.
func (j *bookJob) thinkGame(path string, past *thinkPast) (g games.Game, root core.Position, err error) {
	named, known := gameOfBook(path)
	name := j.game
	switch {
	case past != nil:
		name = past.setup.Game
	case name != "":
	case j.root != "":
		name = games.Guess(j.root).Name
	case known:
		name = named.Name
	default:
		b, err := book.Open(path, book.Options{})
		if err != nil {
			return g, nil, fmt.Errorf("%w; a new book needs a name such as my.bin (chess) or my.db (shogi), or --game", err)
		}
		name = b.Info().Game
		if err := b.Close(); err != nil {
			return g, nil, err
		}
	}
	if g, err = games.ByName(name); err != nil {
		return g, nil, err
	}
	if j.game != "" && j.game != g.Name || known && named.Name != g.Name {
		return g, nil, fmt.Errorf("%s is not for a book of %s", path, g.Name)
	}
	root = g.Start(core.Settings{})
	if j.root != "" {
		root, err = g.Parse(j.root, core.Settings{})
	}
	return g, root, err
}
