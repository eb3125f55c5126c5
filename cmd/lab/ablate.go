package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/ablate"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/progress"
	"github.com/nitoryu/nitoryu/games"
)

const ablationHelp = `Measures what each technique of our search is worth: fixed positions are searched with
everything, then with each technique switched off in turn, and by plain alpha-beta, where
all is off but the quiescence search. One thread, each position as if it were the first.
Then the full search plays games against each other one, a few against each in turn, until
all have had as many as are wanted. Without the name of a game, both are measured.

Ctrl-C ends the run and shows what was measured; with --json the same command goes on with
it later. More games against some go on with those that were played:

  lab ablate --json all.json --docs docs/search.md
  lab ablate --json all.json --only "null move,razoring" --games 400
  lab ablate --json all.json --print --docs docs/search.md

All of it, both games with 100 games of 3,000 nodes a move against each search, takes about
three hours of one core. Nearly all of that are the games, which use all cores: an hour and
a half on two, half an hour on eight.
`

// ablationOptions are the flags of lab ablate.
type ablationOptions struct {
	config           ablate.Config
	json, html, docs string
	fresh, print     bool
}

// ablation is the subcommand ablate.
func ablation(args []string, s cli.Streams) error {
	var o ablationOptions
	if err := o.parse(args, s); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if err := o.run(ctx, s); err != nil {
		return fmt.Errorf("ablate: %w", err)
	}
	return nil
}

func (o *ablationOptions) parse(args []string, s cli.Streams) error {
	f := cli.NewFlags("lab ablate", "[flags] [chess | shogi]", ablationHelp, s)
	c := &o.config
	f.StringVar(&c.Only, "only", "", "techniques whose names contain this; several separated by commas")
	f.IntVar(&c.Depth, "depth", 0, fmt.Sprintf("plies to search; 0: %d in chess, %d in shogi",
		ablate.DefaultDepth(games.Chess), ablate.DefaultDepth(games.Shogi)))
	f.Float64Var(&c.Cap, "cap", 30, "cut a search off at so many times the nodes of the full one")
	f.DurationVar(&c.Time, "time", time.Second, "time for the searches that tell the depth reached in it; 0: none")
	f.IntVar(&c.Sample, "sample", 4, "positions of these, those that take most nodes; 0: none")
	f.IntVar(&c.MatchGames, "games", 100, "games of the full search against each other one; 0: none")
	nodes := f.Uint64("nodes", 3000, "nodes for each move of these games")
	f.StringVar(&o.json, "json", "", "write what was counted to this `file`, and go on with an interrupted run in it")
	f.StringVar(&o.html, "html", "", "write a page with charts to this `file`")
	f.StringVar(&o.docs, "docs", "", "write tables into this Markdown `file`, and pictures beside it: whatever stands between\n"+
		"<!-- measured NAME --> and <!-- end --> is written anew, the rest is kept. Names are\n"+
		"setup, whole, rates, elo, nodes, chess and shogi.")
	f.BoolVar(&o.fresh, "fresh", false, "measure anew what the file of --json holds")
	f.BoolVar(&o.print, "print", false, "measure nothing: show what the file of --json holds")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	switch {
	case *nodes == 0:
		return errors.New("ablate: --nodes has to be at least 1")
	case o.print && (o.json == "" || o.fresh || len(rest) > 0):
		return errors.New("ablate: --print shows all that --json FILE holds: it needs that file, and takes neither a game nor --fresh")
	}
	c.Match, c.MatchAt = ablationMatch(*nodes), fmt.Sprintf("%d nodes a move", *nodes)
	c.Games, c.Version = games.All(), cli.Version
	if len(rest) > 0 {
		c.Games = nil
	}
	for _, name := range rest {
		g, err := games.ByName(name)
		if err != nil {
			return fmt.Errorf("ablate: %w", err)
		}
		c.Games = append(c.Games, g)
	}
	return nil
}

func (o *ablationOptions) run(ctx context.Context, s cli.Streams) (err error) {
	if o.docs != "" {
		// Whoever has waited for hours shall not learn then that there is no place.
		if _, _, err := rewritten(o.docs, new(ablate.Report).Part); err != nil {
			return err
		}
	}
	if o.print {
		report, err := o.earlier()
		if err != nil {
			return err
		}
		if report == nil {
			return fmt.Errorf("there is no file %s to show; without --print it is made", o.json)
		}
		return o.show(report, s)
	}
	c := &o.config
	if o.json != "" {
		if c.Earlier, err = o.earlier(); err != nil {
			return err
		}
		c.Save = func(r *ablate.Report) error { return replace(o.json, r.Write) }
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	c.Progress = func(done, total int, next string) { line.Show(int64(done), int64(total), next) }
	report, failed := ablate.Run(ctx, *c)
	line.Finish()
	if errors.Is(failed, ablate.ErrEarlier) {
		return fmt.Errorf("%s: %w; --fresh measures anew", o.json, failed)
	}
	if report == nil {
		return failed
	}
	return errors.Join(failed, o.show(report, s))
}

// show writes the report wherever it is wanted.
func (o *ablationOptions) show(report *ablate.Report, s cli.Streams) error {
	_, failed := io.WriteString(s.Out, report.Text())
	if o.html != "" {
		failed = errors.Join(failed, replace(o.html, report.HTML))
	}
	if o.docs == "" {
		return failed
	}
	return errors.Join(failed, rewrite(o.docs, report.Part))
}

// earlier returns what an earlier run left, nil if there is nothing to go on with.
func (o *ablationOptions) earlier() (*ablate.Report, error) {
	if o.fresh {
		return nil, nil
	}
	f, err := os.Open(o.json)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := ablate.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; --fresh writes it anew", o.json, err)
	}
	return r, nil
}
