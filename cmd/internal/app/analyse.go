//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/smp/host"
)

// analyse draws a position, searches it and shows the progress.
func analyse(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu analyse", "[flags] [chess or shogi] [FEN or SFEN]",
		"Draws a position, by default the initial one, and analyses it: with a table that is\n"+
			"updated in place on a terminal, with plain lines and the moves of the protocol\n"+
			"elsewhere. Positions may also be lines of the protocols, startpos moves e2e4 or\n"+
			"position sfen ... Scores are in pawns, then in percent of the points that are won, a\n"+
			"draw being half a win, and as percentages of wins, draws and losses (w/d/l); narrow\n"+
			"terminals show fewer columns. A forced mate counts moves in chess, plies in shogi.\n"+
			"Ctrl-C ends the search early.\n\n"+
			"  nitoryu analyse --time 30s --multipv 3\n"+
			"  nitoryu analyse shogi --engine \"/opt/shogi/engine -q\" --option EvalDir=/opt/shogi/eval\n", s)
	notation := f.String("notation", "", notationHelp())
	pieces := f.String("pieces", "", piecesHelp)
	view := f.String("view", "white", "whose scores are shown: white, in shogi also called sente, is the side that begins games; mover is the side to move")
	game := f.String("game", "", gameHelp)
	limit := f.Duration("time", 10*time.Second, "time to think; 0 for no limit, as also with --depth alone")
	depth := f.Int("depth", 0, "plies to search; 0 for no limit")
	lines := f.Int("multipv", 1, "number of best lines")
	var asked engineFlags
	f.IntVar(&asked.threads, "threads", host.Processors(), "number of search threads")
	f.IntVar(&asked.hash, "hash", 128, "size of the transposition table in MiB")
	asked.add(f)
	asked.addTables(f)
	asked.warn = onceEach(func(text string) { fmt.Fprintln(s.Err, text) })
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	switch {
	case *limit < 0:
		return fmt.Errorf("analyse: --time must not be negative: %v", *limit)
	case *depth < 0 || *depth >= core.MaxPly:
		return fmt.Errorf("analyse: --depth must be 0 to %d, not %d", core.MaxPly-1, *depth)
	case *lines < 1:
		return fmt.Errorf("analyse: --multipv must be at least 1, not %d", *lines)
	case *depth > 0 && !cli.IsSet(f, "time"):
		*limit = 0
	}
	root, last, err := position(*game, rest)
	if stray := (*strayWord)(nil); errors.As(err, &stray) {
		err = fmt.Errorf("there is no file, folder, game or position %q", stray.word)
	}
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	d, err := newDisplay(s.Out, *notation, *pieces, inside.Core(root))
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	if d.size == nil && *notation == "" {
		d.moves = record.Protocol
	}
	d.look.Last = last
	if d.mover, err = isMover(*view); err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	if err := asked.check(); err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	engine, err := asked.open(ctx, root.Variant())
	if err == nil {
		defer engine.Close()
		err = show(ctx, engine, root, nitoryu.Limits{Time: *limit, Depth: *depth, Lines: *lines, Analysis: true}, s.Out, d)
	}
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	return nil
}

// isMover reports whether --view is the side to move.
func isMover(view string) (bool, error) {
	switch view {
	case "white", "sente":
		return false, nil
	case "mover":
		return true, nil
	}
	return false, cli.Unknown("view", view, []string{"white", "sente", "mover"})
}

// show draws a position and lets e search it within l, until ctx ends.
func show(ctx context.Context, e nitoryu.Searcher, root *nitoryu.Position, l nitoryu.Limits, out io.Writer, d *display) error {
	p := inside.Core(root)
	side := d.look.Sides[p.Side()]
	drawing, name := d.board(p), fmt.Sprintf("%s: %s", p.GameInfo().Name, p)
	if _, err := fmt.Fprintf(out, "%s\n%s\n", strings.Join(drawing, "\n"), name); err != nil {
		return err
	}
	if v := p.Verdict(); v.Over() {
		_, err := fmt.Fprintln(out, d.in(side+" to move: ", side+"番。")+overBy(v.Ending, d.japanese))
		return err
	}
	legal := len(root.Legal())
	l.Lines = min(l.Lines, legal)
	viewer := d.look.Sides[core.First]
	if d.mover {
		viewer = side
	}
	about := fmt.Sprintf(d.in("%[1]s to move, %[2]s; scores are for %[4]s", "%[1]s番、合法手 %[3]d、評価値は%[4]sから見た値です"),
		side, cli.Plural(legal, "legal move"), legal, viewer)
	if _, err := fmt.Fprintf(out, "%s\n\n", about); err != nil {
		return err
	}

	v := newView(p, l, out, d)
	v.above(len(drawing)+2, name)
	stopped := d.in("stopped before its limit", "途中で止めました")
	search, err := e.Search(ctx, root, l)
	switch {
	case err != nil && ctx.Err() != nil:
		_, err = fmt.Fprintln(out, stopped)
		return err
	case err != nil:
		return err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for line := range search.Lines() {
			v.add(line)
		}
	}()
	redraw := time.NewTicker(100 * time.Millisecond)
	defer redraw.Stop()
	for over := false; !over; {
		select {
		case <-redraw.C:
			v.draw(search.Progress(), false)
		case <-done:
			over = true
		}
	}
	result, fault := search.Result()
	v.draw(nitoryu.Progress{}, true)
	closing := v.closing(result)
	if ctx.Err() != nil {
		fault = nil // it was to end here
		closing = append(closing, stopped)
	}
	_, err = fmt.Fprintf(out, "\n%s\n", strings.Join(closing, "\n"))
	return errors.Join(fault, err)
}

// modeOf returns the usual protocol for the game of p, and what belongs to it.
func modeOf(p core.Position) protocol.Mode {
	all := modes()
	for _, m := range all {
		if m.Rules.Name == p.GameInfo().Name {
			return m
		}
	}
	return all[0]
}
