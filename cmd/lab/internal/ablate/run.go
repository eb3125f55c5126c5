package ablate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Match plays pairs of games of the full engine against one with the parameters without,
// both otherwise equal, and returns the results of the full engine. Openings are numbered
// from first on: later matches use other ones.
type Match func(ctx context.Context, g games.Game, without *params.Set, first, pairs int) (stats.Pairs, error)

// stretch is the number of pairs after which the next match continues, so that all matches
// advance at the same pace.
const stretch = 10

// Config says what is measured.
type Config struct {
	Games []games.Game  // of the setup
	Names []string      // of the games to measure now; empty: all
	Only  string        // parts of techniques' names, separated by commas; empty: all
	Depth int           // plies; 0: DefaultDepth of the game
	Cap   float64       // a search ends at this multiple of the full search's nodes; at least 1
	Time  time.Duration // of the searches that measure depth; 0: none
	// Sample is the number of positions for these, those that take most nodes; 0: none.
	Sample int

	MatchGames int    // against each, with those in the log; even; 0: no more
	MatchAt    string // the limit of their moves in words; not empty
	Match      Match  // may be nil if MatchGames is 0

	// Open opens an engine; nil: our own.
	Open func(games.Game, *params.Set) Engine
}

// DefaultDepth returns a depth to which the searches of a game take a few minutes.
func DefaultDepth(g games.Game) int { return g.Bench.Depth - 2 }

// Setup checks the configuration and returns the setup of the measurement.
func (c *Config) Setup() (*Setup, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Setup{
		Machine: measure.ThisMachine(), Limits: Limits{c.Cap, c.Time, c.Sample, c.MatchAt},
		Depths: map[string]int{}, Positions: map[string][]string{}, Parameters: map[string]params.Set{}, Unused: map[string][]string{},
	}
	if s.Time == 0 || s.Sample == 0 {
		s.Time, s.Sample = 0, 0
	}
	for _, g := range c.Games {
		s.Games = append(s.Games, g.Name)
		if s.Depths[g.Name] = c.Depth; c.Depth == 0 {
			s.Depths[g.Name] = DefaultDepth(g)
		}
		s.Positions[g.Name], s.Parameters[g.Name] = g.Bench.Positions, *g.Params()
		var err error
		if _, s.Unused[g.Name], err = variants(g.Params()); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (c *Config) check() error {
	for i, g := range c.Games {
		if slices.ContainsFunc(c.Games[:i], func(h games.Game) bool { return h.Name == g.Name }) {
			return fmt.Errorf("%s is given twice", g.Name)
		}
	}
	switch {
	case len(c.Games) == 0:
		return errors.New("no game is given")
	case c.Only != "" && checkOnly(c.Only) != nil:
		return checkOnly(c.Only)
	case c.Depth < 0 || c.Depth >= core.MaxPly:
		return fmt.Errorf("the depth has to be 0 to %d, not %d", core.MaxPly-1, c.Depth)
	case !(c.Cap >= 1 && c.Cap <= 1e6):
		return fmt.Errorf("the cap has to be 1 to 1000000 times the nodes of the full search, not %v", c.Cap)
	case c.Time < 0:
		return fmt.Errorf("the time cannot be negative, as %v is", c.Time)
	case c.Sample < 0:
		return fmt.Errorf("the number of positions cannot be negative, as %d is", c.Sample)
	case c.MatchGames < 0 || c.MatchGames%2 != 0:
		return fmt.Errorf("the number of games has to be even, as each opening is played twice, not %d", c.MatchGames)
	case c.MatchGames > 0 && (c.Match == nil || c.MatchAt == ""):
		return errors.New("nothing here can play matches")
	}
	return nil
}

// Run measures what the log does not hold yet. If ctx ends, the log is not complete; that
// is no error. A log whose full search counted other nodes is a [measure.ErrOther]: the
// search has changed since.
func Run(ctx context.Context, c Config, l *measure.Log) error {
	s, err := c.Setup()
	if err != nil {
		return err
	}
	r := &runner{config: c, limits: s.Limits, log: l}
	for _, g := range c.Games {
		if len(c.Names) > 0 && !slices.Contains(c.Names, g.Name) {
			continue
		}
		t, err := newTask(g, s.of(g.Name), c.Only)
		if err != nil {
			return err
		}
		r.tasks = append(r.tasks, t)
	}
	return l.Run(ctx, r.measure)
}

// task is one game with the searches to be measured in it.
type task struct {
	game      games.Game
	setup     GameSetup
	positions []core.Position
	variants  []variant // the full search first
	full      []Search
	sample    []int           // positions of the timed searches
	same      map[string]bool // names of variants that search exactly like the full one
}

func newTask(g games.Game, s GameSetup, only string) (*task, error) {
	t := &task{game: g, setup: s, same: map[string]bool{}}
	for _, text := range s.Positions {
		p, err := g.Parse(text, core.Settings{})
		if err != nil {
			return nil, fmt.Errorf("bench position %q: %w", text, err)
		}
		t.positions = append(t.positions, p)
	}
	all, _, err := variants(g.Params())
	for _, v := range all {
		if chosen(v.name, only) {
			t.variants = append(t.variants, v)
		}
	}
	return t, err
}

// runner is one run.
type runner struct {
	config Config
	limits Limits
	log    *measure.Log
	tasks  []*task
}

// measure does one measurement after the other, each in all games, so that an interrupted
// run has results of every technique.
func (r *runner) measure(ctx context.Context) error {
	steps := []func(context.Context, *task, variant) error{r.nodes, r.timed}
	for pairs := 0; pairs < r.config.MatchGames/2; {
		pairs = min(pairs+stretch, r.config.MatchGames/2)
		steps = append(steps, func(ctx context.Context, t *task, v variant) error { return r.match(ctx, t, v, pairs) })
	}
	for _, t := range r.tasks {
		r.log.Expect(len(steps) * len(t.variants))
	}
	for _, step := range steps {
		for _, t := range r.tasks {
			for _, v := range t.variants {
				if err := step(ctx, t, v); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// what says what is measured, for the progress.
func (t *task) what(v variant, format string, args ...any) string {
	return t.game.Name + ", " + v.name + ": " + fmt.Sprintf(format, args...)
}

// nodes searches every position to the depth.
func (r *runner) nodes(ctx context.Context, t *task, v variant) error {
	key, what := measure.Key(nodes, t.game.Name, v.name), t.what(v, "depth %d", t.setup.Depth)
	search := func() (result, error) { return r.searchAll(ctx, t, v) }
	if v.name == Full {
		// It is searched again even if it is known, to see whether the search has changed.
		if known, ok := measure.Get[result](r.log, key); ok {
			r.log.Next(what)
			now, err := search()
			if err != nil {
				return err
			}
			for i, s := range now.Searches {
				if was := known.Searches[i]; s.Nodes != was.Nodes {
					return fmt.Errorf("%w: the full search took %d nodes for %q, now it takes %d", measure.ErrOther, was.Nodes, t.setup.Positions[i], s.Nodes)
				}
			}
		}
	}
	found, err := measure.Do(r.log, key, what, search)
	if err != nil {
		return err
	}
	if v.name == Full {
		t.full, t.sample = found.Searches, hardest(found.Searches, r.limits.Sample)
	}
	t.same[v.name] = v.name != Full && equal(found.Searches, t.full)
	return nil
}

// searchAll searches every position to the depth, up to a multiple of the nodes of the
// full search.
func (r *runner) searchAll(ctx context.Context, t *task, v variant) (result, error) {
	found := t.result(v)
	found.Counts = new(core.Counts)
	engine := r.open(t, v)
	defer engine.Close()
	for i, p := range t.positions {
		limits := core.Limits{Depth: t.setup.Depth}
		if v.name != Full {
			limits.Nodes = uint64(r.limits.Cap * float64(t.full[i].Nodes))
		}
		s, counts, err := engine.Search(ctx, p.Clone(), limits)
		if err != nil {
			return found, err
		}
		found.Searches = append(found.Searches, s)
		found.Counts.Add(counts)
	}
	return found, nil
}

// timed searches the sample for the time.
func (r *runner) timed(ctx context.Context, t *task, v variant) error {
	if len(t.sample) == 0 || t.same[v.name] {
		r.log.Skip(1)
		return nil
	}
	_, err := measure.Do(r.log, measure.Key(timed, t.game.Name, v.name), t.what(v, "%v", r.limits.Time), func() (result, error) {
		found := t.result(v)
		engine := r.open(t, v)
		defer engine.Close()
		for _, i := range t.sample {
			s, _, err := engine.Search(ctx, t.positions[i].Clone(), core.Limits{MoveTime: r.limits.Time})
			if err != nil {
				return found, err
			}
			found.Searches = append(found.Searches, s)
		}
		return found, nil
	})
	return err
}

// match plays against the search until that number of pairs has been played.
func (r *runner) match(ctx context.Context, t *task, v variant, pairs int) error {
	key := func(first int) string { return measure.Key(match, t.game.Name, v.name, first) }
	played := 0
	for known, ok := measure.Get[result](r.log, key(0)); ok; known, ok = measure.Get[result](r.log, key(played)) {
		played += known.Pairs.N()
	}
	if v.name == Full || t.same[v.name] || played >= pairs {
		r.log.Skip(1)
		return nil
	}
	_, err := measure.Do(r.log, key(played), t.what(v, "games %d to %d", 2*played+1, 2*pairs), func() (result, error) {
		found := t.result(v)
		more, err := r.config.Match(ctx, t.game, v.params, played, pairs-played)
		found.Pairs = &more
		return found, errors.Join(err, ctx.Err())
	})
	return err
}

// result returns an empty result of a search.
func (t *task) result(v variant) result {
	return result{Game: t.game.Name, Technique: v.name, Parameter: v.parameter}
}

func (r *runner) open(t *task, v variant) Engine {
	if r.config.Open != nil {
		return r.config.Open(t.game, v.params)
	}
	return open(t.game, v.params)
}
