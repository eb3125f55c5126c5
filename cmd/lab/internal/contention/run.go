package contention

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Config says what is measured. For whatever is zero there is a default.
type Config struct {
	Games     []games.Game
	Threads   []int  // numbers of threads; 1 is always among them
	Tables    []int  // sizes of the table in KiB
	Positions int    // of each game's bench, those that take one thread most nodes
	Depth     int    // plies, until any thread has searched that deep
	Slice     int    // nodes that a thread searches in a turn, in the mean
	Seed      uint64 // of the lengths of turns
	Sample    int    // one in so many positions is watched

	// Params are values of search parameters other than the default ones.
	Params map[string]int

	// TearProbes is how many probes look for torn entries, for each number of
	// threads and each of TearTables. 0: none.
	TearProbes int

	// Progress is told how many searches of all are done, and what comes next. It
	// may be nil.
	Progress func(done, total int, next string)
}

// DefaultDepth returns a depth to which all searches of a game take a quarter of an
// hour or so.
func DefaultDepth(g games.Game) int { return g.Bench.Depth - 2 }

// complete puts the defaults in place and checks the rest.
func (c *Config) complete() error {
	if len(c.Games) == 0 {
		c.Games = games.All()
	}
	if len(c.Threads) == 0 {
		c.Threads = []int{2, 4, 8, 16, 32, 64, 128, 256}
	}
	if len(c.Tables) == 0 {
		// Small, as the searches are: to fill more takes longer.
		c.Tables = []int{256, 1 << 10, 4 << 10, 16 << 10}
	}
	// In a long turn, a thread begins and ends small subtrees with nobody looking:
	// with 32 nodes, more than half of the collisions are never seen. With fewer than
	// 4, little more is seen.
	for _, d := range []struct {
		value *int
		usual int
	}{{&c.Positions, 10}, {&c.Slice, 4}, {&c.Sample, 8}} {
		if *d.value == 0 {
			*d.value = d.usual
		}
	}
	c.Threads = ascending(append(slices.Clone(c.Threads), 1))
	c.Tables = ascending(slices.Clone(c.Tables))
	most := c.Threads[len(c.Threads)-1]
	switch {
	case c.Threads[0] < 1 || most > core.MaxThreads:
		return fmt.Errorf("the numbers of threads have to be within 1 to %d, not %d to %d", core.MaxThreads, c.Threads[0], most)
	case c.Tables[0] < 1 || c.Tables[len(c.Tables)-1] > 1<<20:
		return errors.New("tables have to be within 1 KiB and 1048576 KiB, which is 1 GiB")
	case c.Depth < 0 || c.Depth >= core.MaxPly:
		return fmt.Errorf("the depth has to be 0 to %d, not %d", core.MaxPly-1, c.Depth)
	case c.Positions < 0 || c.Slice < 0 || c.Sample < 0 || c.TearProbes < 0:
		return errors.New("the numbers of positions, nodes and probes cannot be negative")
	}
	for _, g := range c.Games {
		if _, err := c.parameters(g); err != nil {
			return err
		}
	}
	return nil
}

// parameters returns those that a game is searched with.
func (c *Config) parameters(g games.Game) (*params.Set, error) {
	set := g.Params()
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if err := set.Assign(name, c.Params[name]); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// ascending sorts a list and leaves out what stands twice.
func ascending(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// Run measures. If ctx ends, the report holds what was measured until then and is
// not complete; that is no error.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	r := &runner{config: c, report: &Report{Slice: c.Slice, Seed: c.Seed, Sample: c.Sample, Processors: runtime.NumCPU(), Params: c.Params}}
	err := r.measure(ctx)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return r.report, nil
	}
	r.report.Complete = err == nil
	return r.report, err
}

// runner is one run.
type runner struct {
	config      Config
	report      *Report
	done, total int
}

func (r *runner) measure(ctx context.Context) error {
	c := &r.config
	for _, g := range c.Games {
		bench := len(g.Bench.Positions)
		r.total += bench + min(c.Positions, bench)*(len(c.Threads)*len(c.Tables)-1)
	}
	if c.TearProbes > 0 {
		r.total += len(c.Threads) * len(TearTables())
	}
	for _, g := range c.Games {
		if err := r.game(ctx, g); err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
	}
	if c.TearProbes > 0 {
		if err := r.tears(ctx); err != nil {
			return err
		}
	}
	r.next("done")
	return nil
}

// game searches with every number of threads on every table, one position after the
// other, so that a run which is interrupted has something to say of all.
func (r *runner) game(ctx context.Context, game games.Game) error {
	c := &r.config
	depth := c.Depth
	if depth == 0 {
		depth = DefaultDepth(game)
	}
	m, err := newMachine(game, c)
	if err != nil {
		return err
	}
	largest := c.Tables[len(c.Tables)-1]
	var positions []core.Position
	var alone []Search // of every position of the bench, on the largest table
	for i, text := range game.Bench.Positions {
		p, err := game.Parse(text, core.Settings{})
		if err != nil {
			return fmt.Errorf("bench position %q: %w", text, err)
		}
		r.next(fmt.Sprintf("%s, position %d alone", game.Name, i+1))
		s, err := m.search(ctx, p, 1, largest, depth)
		if err != nil {
			return err
		}
		positions, alone = append(positions, p), append(alone, s)
	}
	chosen := hardest(alone, c.Positions)
	r.report.Games = append(r.report.Games, Game{Name: game.Name, Depth: depth, Threads: c.Threads, Tables: c.Tables})
	g := &r.report.Games[len(r.report.Games)-1]
	for number, i := range chosen {
		var searches []Search // kept once the position is complete
		for _, kib := range c.Tables {
			for _, threads := range c.Threads {
				s := alone[i]
				if threads > 1 || kib != largest {
					r.next(fmt.Sprintf("%s, position %d of %d, %s, %s", game.Name, number+1, len(chosen), size(kib), cli.Plural(threads, "thread")))
					if s, err = m.search(ctx, positions[i], threads, kib, depth); err != nil {
						return err
					}
				}
				s.Position = number
				searches = append(searches, s)
			}
		}
		g.Positions = append(g.Positions, game.Bench.Positions[i])
		g.Searches = append(g.Searches, searches...)
	}
	return nil
}

// hardest returns the n positions that took most nodes, in their order. Threads are
// of no use in endings in which one alone reaches any depth.
func hardest(alone []Search, n int) []int {
	order := make([]int, len(alone))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case alone[a].Nodes > alone[b].Nodes:
			return -1
		case alone[a].Nodes < alone[b].Nodes:
			return 1
		}
		return 0
	})
	order = order[:min(n, len(order))]
	slices.Sort(order)
	return order
}

func (r *runner) tears(ctx context.Context) error {
	for _, kib := range TearTables() {
		for _, threads := range r.config.Threads {
			r.next(fmt.Sprintf("torn entries, %s, %s", size(kib), cli.Plural(threads, "goroutine")))
			t, err := CountTears(ctx, threads, kib, r.config.TearProbes)
			if err != nil {
				return err
			}
			r.report.Tears = append(r.report.Tears, t)
		}
	}
	return nil
}

// next tells what comes next.
func (r *runner) next(what string) {
	if r.config.Progress != nil {
		r.config.Progress(r.done, r.total, what)
	}
	r.done++
}
