package main

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/smp"
)

// bench searches the bench positions to a fixed depth with one thread and a
// cleared engine. The node counts are the engine's signature: they are the same
// on every machine and change only with what the search does.
func bench(args []string, s streams) error {
	f := newFlags("bench", "[flags] [chess | shogi]",
		"Searches fixed positions to a fixed depth with one thread. The node counts are equal\non every machine: they identify what the search does. The last line is for OpenBench.\n", s)
	depth := f.Int("depth", 0, "plies to search; 0: the depth of the signature")
	verbose := f.Bool("verbose", false, "print the nodes of each position")
	rest, err := parseFlags(f, args)
	if err != nil {
		return unlessHelp(err)
	}
	if *depth < 0 || *depth >= core.MaxPly {
		return fmt.Errorf("bench: the depth %d is not within 0 to %d", *depth, core.MaxPly-1)
	}
	games := benches
	if len(rest) > 0 {
		games = nil
		for _, name := range rest {
			if _, err := rulesOf(name); err != nil {
				return err
			}
			for _, b := range benches {
				if b.game == name {
					games = append(games, b)
				}
			}
		}
	}

	engine := newEngine()
	defer engine.Close()
	total, elapsed := uint64(0), time.Duration(0)
	for _, b := range games {
		rules, err := rulesOf(b.game)
		if err != nil {
			return err
		}
		plies := b.depth
		if *depth > 0 {
			plies = *depth
		}
		sum := uint64(0)
		for i, text := range b.positions {
			p, err := rules.Parse(text, core.Settings{})
			if err != nil {
				return fmt.Errorf("bench position %q: %w", text, err)
			}
			r := think(engine, p, core.Limits{Depth: plies})
			if *verbose {
				fmt.Fprintf(s.out, "%s %2d/%d: %9d nodes, %s\n", b.game, i+1, len(b.positions), r.Nodes, p.FormatMove(r.Best))
			}
			sum += r.Nodes
			elapsed += r.Elapsed
		}
		fmt.Fprintf(s.out, "%s %d nodes\n", b.game, sum)
		total += sum
	}
	fmt.Fprintf(s.out, "%d nodes %.0f nps\n", total, float64(total)/max(elapsed.Seconds(), 1e-9))
	return nil
}

// think searches p with an engine that remembers nothing.
func think(e *smp.Engine, p core.Position, l core.Limits) core.Result {
	e.NewGame()
	var result core.Result
	e.Go(p, l, core.Listener{Done: func(r core.Result) { result = r }})
	e.Wait()
	return result
}
