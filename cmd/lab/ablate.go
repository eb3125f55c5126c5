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
Without the name of a game, both are measured.

Ctrl-C ends the run and shows what was measured; with -json the same command goes on with
it later.
`

// ablationOptions are the flags of lab ablate.
type ablationOptions struct {
	config     ablate.Config
	json, html string
	fresh      bool
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
	f.IntVar(&c.MatchGames, "games", 0, "games of the full search against each other one; 0: none")
	nodes := f.Uint64("nodes", 5000, "nodes for each move of these games")
	f.StringVar(&o.json, "json", "", "write what was counted to this `file`, and go on with an interrupted run in it")
	f.StringVar(&o.html, "html", "", "write a page with charts to this `file`")
	f.BoolVar(&o.fresh, "fresh", false, "measure anew what the file of -json holds")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	if *nodes == 0 {
		return errors.New("ablate: moves need at least one node")
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
		return fmt.Errorf("%s: %w; -fresh measures anew", o.json, failed)
	}
	if report == nil {
		return failed
	}
	if _, err := io.WriteString(s.Out, report.Text()); err != nil {
		failed = errors.Join(failed, err)
	}
	if o.html != "" {
		failed = errors.Join(failed, replace(o.html, report.HTML))
	}
	return failed
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
		return nil, fmt.Errorf("%s: %w; -fresh writes it anew", o.json, err)
	}
	return r, nil
}

// replace writes a file such that a crash leaves the old one or the new one.
func replace(name string, write func(io.Writer) error) error {
	f, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
