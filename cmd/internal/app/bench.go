package app

import (
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// bench searches the bench positions to a fixed depth with one thread and a
// cleared engine. The node counts are the engine's signature: they are the same
// on every machine and change only with what the search does.
func bench(args []string, s cli.Streams) (failed error) {
	f := cli.NewFlags("nitoryu bench", "[flags] [chess | shogi]",
		"Searches fixed positions to a fixed depth with one thread. The node counts are equal\non every machine: they identify what the search does. The last line is for OpenBench.\n", s)
	game := f.String("game", "", "chess or shogi; by default both")
	depth := f.Int("depth", 0, "plies to search; 0: the depth of the signature")
	verbose := f.Bool("verbose", false, "print the nodes of each position")
	profile := f.String("profile", "", "write a CPU profile to this `file`, for go tool pprof and go build -pgo")
	network := f.String("eval", options.Embedded, "evaluate with this network `file`, "+options.Own+" or "+options.Classic+"; with a file, name its game")
	rest, err := cli.Parse(f, args)
	if err != nil {
		return cli.UnlessHelp(err)
	}
	if *depth < 0 || *depth >= core.MaxPly {
		return fmt.Errorf("bench: --depth has to be 0 to %d, not %d", core.MaxPly-1, *depth)
	}
	name, rest, err := gameOf(*game, rest)
	if err == nil && name == "" && len(rest) > 0 {
		_, err = games.ByName(rest[0])
	}
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if err := cli.NoMore(f, rest); err != nil {
		return err
	}
	all := games.All()
	if name != "" {
		all = slices.DeleteFunc(all, func(g games.Game) bool { return g.Name != name })
	}

	if *profile != "" {
		var u disk.Uses
		u.Read("--eval", *network)
		u.Write("--profile", *profile)
		if err := u.Check(); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		stop, err := startProfile(*profile)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		defer func() { failed = errors.Join(failed, stop()) }()
	}
	out := cli.NewChecked(s.Out)
	options := nitoryu.Options{Networks: map[nitoryu.Variant]nitoryu.Network{}}
	for _, g := range all {
		options.Networks[nitoryu.Variant(g.Name)] = nitoryu.Network{File: *network}
	}
	engine, err := nitoryu.New(options)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	defer engine.Close()
	total, elapsed := uint64(0), time.Duration(0)
	for _, g := range all {
		plies := g.Bench.Depth
		if *depth > 0 {
			plies = *depth
		}
		sum := uint64(0)
		for i, text := range g.Bench.Positions {
			r, err := searchAnew(engine, nitoryu.Setup{Variant: nitoryu.Variant(g.Name), Position: text}, plies)
			if err != nil {
				return fmt.Errorf("bench position %q: %w", text, err)
			}
			if *verbose {
				fmt.Fprintf(out, "%s %2d/%d: %9d nodes, %s\n", g.Name, i+1, len(g.Bench.Positions), r.Nodes, r.Best)
			}
			sum += r.Nodes
			elapsed += r.Elapsed
		}
		fmt.Fprintf(out, "%s %d nodes\n", g.Name, sum)
		total += sum
	}
	fmt.Fprintf(out, "%d nodes %.0f nps\n", total, float64(total)/max(elapsed.Seconds(), 1e-9))
	return out.Err()
}

// searchAnew searches a position to a depth, with an engine that remembers nothing.
func searchAnew(e *nitoryu.Engine, s nitoryu.Setup, depth int) (nitoryu.Result, error) {
	p, err := nitoryu.Open(s)
	if err != nil {
		return nitoryu.Result{}, err
	}
	if err := e.NewGame(context.Background()); err != nil {
		return nitoryu.Result{}, err
	}
	return nitoryu.Ask(context.Background(), e, p, nitoryu.Limits{Depth: depth})
}

// startProfile begins to write a CPU profile to a file; stop ends the profile.
func startProfile(name string) (stop func() error, err error) {
	f, err := disk.Begin(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Discard())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Replace()
	}, nil
}
