package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
)

// thinker is what an analysis needs of an engine.
type thinker interface {
	Go(core.Position, core.Limits, core.Listener)
	Stop()
	Wait()
}

// analyse draws a position, searches it and shows the progress.
func analyse(args []string, s cli.Streams) error {
	f := cli.NewFlags("nitoryu analyse", "[flags] [FEN or SFEN]",
		"Draws a position, by default the initial one, and analyses it: with a table that is\n"+
			"updated in place on a terminal, with plain lines and the moves of the protocol\n"+
			"elsewhere. Positions may also be lines of the protocols, startpos moves e2e4 or\n"+
			"position sfen ... Scores are in pawns, then in percent of the points that are won, a\n"+
			"draw being half a win, and as percentages of wins, draws and losses (w/d/l); narrow\n"+
			"terminals show fewer columns. A forced mate counts moves in chess, plies in shogi.\n"+
			"Ctrl-C ends the search early.\n", s)
	notation := f.String("notation", "", notationHelp())
	pieces := f.String("pieces", "", piecesHelp)
	view := f.String("view", "white", "whose scores are shown: white, in shogi also called sente, is the side that begins games; mover is the side to move")
	game := f.String("game", "", "chess or shogi; by default what the position fits, chess without one")
	limit := f.Duration("time", 10*time.Second, "time to think; 0 for no limit, as also with --depth alone")
	depth := f.Int("depth", 0, "plies to search; 0 for no limit")
	lines := f.Int("multipv", 1, "number of best lines")
	threads := f.Int("threads", runtime.NumCPU(), "number of search threads")
	hash := f.Int("hash", 128, "size of the transposition table in MiB")
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
	p, last, err := positionAndLast(*game, rest)
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	d, err := newDisplay(s.Out, *notation, *pieces, p)
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	if d.size == nil && *notation == "" {
		d.moves = coded
	}
	d.look.Last = last
	if d.mover, err = isMover(*view); err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	engine := games.NewEngine()
	defer engine.Close()
	if err := engine.SetThreads(*threads); err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	if err := engine.SetHash(*hash); err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	if err := engine.Prepare(p); err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	return show(engine, p, core.Limits{MoveTime: *limit, Depth: *depth, MultiPV: *lines}, s.Out, d, interrupts)
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

// show draws p and lets e search it within l. A value on stop ends the search.
func show(e thinker, p core.Position, l core.Limits, out io.Writer, d *display, stop <-chan os.Signal) error {
	m := modeOf(p)
	side := d.look.Sides[p.Side()]
	drawing, name := d.board(p), fmt.Sprintf("%s: %s", p.Traits().Name, p)
	if _, err := fmt.Fprintf(out, "%s\n%s\n", strings.Join(drawing, "\n"), name); err != nil {
		return err
	}
	if v := p.Verdict(); v.Over() {
		_, err := fmt.Fprintf(out, "%s to move: the game is over by %s\n", side, v.Ending)
		return err
	}
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	l.MultiPV = min(l.MultiPV, legal.N)
	viewer := d.look.Sides[core.First]
	if d.mover {
		viewer = side
	}
	if _, err := fmt.Fprintf(out, "%s to move, %s; scores are for %s\n\n", side, cli.Plural(legal.N, "legal move"), viewer); err != nil {
		return err
	}

	v := newView(p, m, l, out, d)
	v.above(len(drawing)+2, name)
	result := core.Result{}
	done := make(chan struct{})
	e.Go(p.Clone(), l, core.Listener{
		Info:    v.info,
		Current: v.current,
		Fault:   v.fault,
		Done:    func(r core.Result) { result = r; close(done) },
	})
	redraw := time.NewTicker(100 * time.Millisecond)
	defer redraw.Stop()
	for {
		select {
		case <-redraw.C:
			v.draw(false)
		case <-stop:
			e.Stop()
		case <-done:
			e.Wait()
			v.draw(true)
			_, err := fmt.Fprintf(out, "\n%s\n", d.look.Style.Strong(d.moves.answer(p, result)))
			return err
		}
	}
}

// modeOf returns the usual protocol for the game of p, and what belongs to it.
func modeOf(p core.Position) protocol.Mode {
	all := modes()
	for _, m := range all {
		if m.Rules.Name == p.Traits().Name {
			return m
		}
	}
	return all[0]
}
