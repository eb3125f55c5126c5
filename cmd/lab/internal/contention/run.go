package contention

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Setup is what has to be the same for measurements to be comparable. A zero value means
// a default.
type Setup struct {
	measure.Machine
	Games     []string `json:"games"`
	Threads   []int    `json:"threads"`   // 1 is always among them
	Tables    []int    `json:"tables"`    // sizes in KiB
	Positions int      `json:"positions"` // of each game's bench, those that take one thread most nodes
	Depth     int      `json:"depth"`     // plies, until any thread has finished it; 0: DefaultDepth of the game
	Slice     int      `json:"slice"`     // mean number of nodes in a turn
	Seed      uint64   `json:"seed"`      // of the lengths of turns
	Sample    int      `json:"sample"`    // one position in this many is watched

	// Params are values of search parameters other than the defaults.
	Params map[string]int `json:"params,omitempty"`

	// TearProbes is the number of probes that look for torn entries, for each number of
	// threads and each of TearTables. 0: none.
	TearProbes int `json:"tear_probes"`
}

// Config says what is measured.
type Config struct {
	Setup
	Games []games.Game // empty: all
}

// DefaultDepth returns a depth to which all searches of a game take about a quarter of an
// hour.
func DefaultDepth(g games.Game) int { return g.Bench.Depth - 2 }

// Complete fills in the defaults and checks the rest.
func (c *Config) Complete() error {
	if len(c.Games) == 0 {
		c.Games = games.All()
	}
	c.Setup.Games = nil
	for _, g := range c.Games {
		c.Setup.Games = append(c.Setup.Games, g.Name)
	}
	c.Machine = measure.ThisMachine()
	if len(c.Threads) == 0 {
		c.Threads = []int{2, 4, 8, 16, 32, 64, 128, 256}
	}
	if len(c.Tables) == 0 {
		// Small, as the searches are: larger ones take longer to fill.
		c.Tables = []int{256, 1 << 10, 4 << 10, 16 << 10}
	}
	// In a long turn, a thread searches whole small subtrees unobserved: with 32 nodes,
	// more than half of the collisions are missed. Fewer than 4 show little more.
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

// depth returns the depth of the searches of a game.
func (s *Setup) depth(g games.Game) int {
	if s.Depth == 0 {
		return DefaultDepth(g)
	}
	return s.Depth
}

// parameters returns the parameters for a game.
func (s *Setup) parameters(g games.Game) (*params.Set, error) {
	set := g.Params()
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		if err := set.Assign(name, s.Params[name]); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// ascending sorts a list and removes duplicates.
func ascending(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// Run measures what the log does not hold yet. If ctx ends, the log is not complete; that
// is no error.
func Run(ctx context.Context, c Config, l *measure.Log) error {
	if err := c.Complete(); err != nil {
		return err
	}
	r := &runner{c, l}
	return l.Run(ctx, r.measure)
}

// runner is one run.
type runner struct {
	config Config
	log    *measure.Log
}

func (r *runner) measure(ctx context.Context) error {
	c := &r.config
	searches := len(c.Threads) * len(c.Tables)
	for _, g := range c.Games {
		n := len(g.Bench.Positions)
		r.log.Expect(n + min(c.Positions, n)*(searches-1))
	}
	if c.TearProbes > 0 {
		r.log.Expect(len(c.Threads) * len(TearTables()))
	}
	for _, g := range c.Games {
		if err := r.game(ctx, g); err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
	}
	if c.TearProbes > 0 {
		return r.tears(ctx)
	}
	return nil
}

// game searches with every number of threads on every table, one position after the
// other, so that an interrupted run has results of all.
func (r *runner) game(ctx context.Context, game games.Game) error {
	c := &r.config
	m, err := newMachine(game, &c.Setup)
	if err != nil {
		return err
	}
	search := func(position, threads, kib int, what string) (Search, error) {
		return measure.Do(r.log, measure.Key(searches, game.Name, position, threads, kib), game.Name+", "+what, func() (Search, error) {
			text := game.Bench.Positions[position]
			p, err := game.Parse(text, core.Settings{})
			if err != nil {
				return Search{}, fmt.Errorf("bench position %q: %w", text, err)
			}
			s, err := m.search(ctx, p, threads, kib, c.depth(game))
			s.Game, s.Position, s.FEN = game.Name, position, text
			return s, err
		})
	}
	largest := slices.Max(c.Tables)
	var nodes []uint64
	for i := range game.Bench.Positions {
		s, err := search(i, 1, largest, fmt.Sprintf("position %d alone", i+1))
		if err != nil {
			return err
		}
		nodes = append(nodes, s.Nodes)
	}
	chosen := measure.Hardest(nodes, c.Positions)
	for number, i := range chosen {
		for _, kib := range c.Tables {
			for _, threads := range c.Threads {
				if threads == 1 && kib == largest {
					continue
				}
				what := fmt.Sprintf("position %d of %d, %s, %s", number+1, len(chosen), size(kib), cli.Plural(threads, "thread"))
				if _, err := search(i, threads, kib, what); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *runner) tears(ctx context.Context) error {
	for _, kib := range TearTables() {
		for _, threads := range r.config.Threads {
			what := fmt.Sprintf("torn entries, %s, %s", size(kib), cli.Plural(threads, "goroutine"))
			_, err := measure.Do(r.log, measure.Key(tears, threads, kib), what, func() (Tear, error) {
				return CountTears(ctx, threads, kib, r.config.TearProbes)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
