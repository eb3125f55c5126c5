package ablate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Match plays pairs of games of the full engine against one with the parameters
// without, both otherwise equal, and returns them from the view of the full engine.
// The openings are numbered from first on: those of matches that go on differ.
type Match func(ctx context.Context, g games.Game, without *params.Set, first, pairs int) (stats.Pairs, error)

// stretch is the number of pairs after which a match is saved and gives way to the
// next one, so that all get on at the same pace.
const stretch = 10

// Config says what is measured.
type Config struct {
	Games   []games.Game
	Version string        // of the engine, for the report
	Only    string        // parts of techniques' names, separated by commas; empty: all
	Depth   int           // plies; 0: DefaultDepth of the game
	Cap     float64       // a search ends at so many times the full search's nodes; at least 1
	Time    time.Duration // of the searches that measure depth; 0: none
	Sample  int           // positions of these; 0: none

	MatchGames int    // against each, those of Earlier included; even; 0: no more
	MatchAt    string // what limits their moves, for the report; not empty
	Match      Match  // may be nil if MatchGames is 0

	// Earlier is the report of an interrupted run; what it holds is not measured
	// again. It may be nil.
	Earlier *Report
	// Save is called with the report whenever it has grown. It may be nil.
	Save func(*Report) error
	// Progress is told how many searches and matches of all are done, and what
	// comes next. It may be nil.
	Progress func(done, total int, next string)

	// Open opens an engine; nil: our own.
	Open func(games.Game, *params.Set) Engine
}

// DefaultDepth returns a depth to which the searches of a game take a few minutes.
func DefaultDepth(g games.Game) int { return g.Bench.Depth - 2 }

// ErrEarlier says that an earlier report does not fit what is to be measured.
var ErrEarlier = errors.New("the earlier report is of something else")

// Run measures. If ctx ends, the report holds what was measured until then and is
// not complete; that is no error.
//
// An earlier report of another setup is an [ErrEarlier], and so is one whose full
// search counted other nodes: the search has changed since.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	r := &runner{config: c, report: &Report{Format: Format, Began: time.Now().UTC().Truncate(time.Second)}}
	if c.Earlier != nil {
		r.report.Began = c.Earlier.Began
	}
	r.report.Games = make([]Game, len(c.Games))
	for i, g := range c.Games {
		t, err := newTask(g, &c, &r.report.Games[i])
		if err != nil {
			return nil, err
		}
		r.tasks = append(r.tasks, t)
	}
	err := r.measure(ctx)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return r.report, err
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
		return errors.New("nobody here can play matches")
	}
	return nil
}

// task is one game with the searches to be measured in it.
type task struct {
	game      games.Game
	positions []core.Position
	variants  []variant // one for each row of result
	chosen    []int     // those of them to be measured now
	result    *Game
}

// newTask returns the task of a game, whose result begins with what the earlier
// report holds.
func newTask(g games.Game, c *Config, result *Game) (*task, error) {
	t := &task{game: g, result: result}
	for _, text := range g.Bench.Positions {
		p, err := g.Parse(text, core.Settings{})
		if err != nil {
			return nil, fmt.Errorf("bench position %q: %w", text, err)
		}
		t.positions = append(t.positions, p)
	}
	result.Setup = setupOf(g, c)
	earlier := c.Earlier.game(g.Name)
	if earlier != nil {
		if c.MatchGames == 0 {
			result.Setup.Match = earlier.Setup.Match
		}
		if d := result.Setup.difference(earlier.Setup); d != "" {
			return nil, fmt.Errorf("%w: in %s, %s", ErrEarlier, g.Name, d)
		}
		result.Sample = earlier.Sample
	}
	all, unused, err := variants(g.Params())
	if err != nil {
		return nil, err
	}
	result.Unused = unused
	for _, v := range all {
		row := Row{Technique: v.name, Parameter: v.parameter}
		known := earlier.row(v.name)
		if known != nil {
			row = *known
		}
		wanted := chosen(v.name, c.Only)
		if wanted {
			t.chosen = append(t.chosen, len(t.variants))
		}
		if known != nil || wanted {
			t.variants = append(t.variants, v)
			result.Rows = append(result.Rows, row)
		}
	}
	return t, nil
}

func setupOf(g games.Game, c *Config) Setup {
	s := Setup{
		Game: g.Name, Version: c.Version, Parameters: *g.Params(), Positions: g.Bench.Positions,
		Platform: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(),
		Depth:    c.Depth, Cap: c.Cap, Time: c.Time, Sample: min(c.Sample, len(g.Bench.Positions)),
	}
	if s.Depth == 0 {
		s.Depth = DefaultDepth(g)
	}
	if s.Time == 0 || s.Sample == 0 {
		s.Time, s.Sample = 0, 0
	}
	if c.MatchGames > 0 {
		s.Match = c.MatchAt
	}
	return s
}

// runner is one run.
type runner struct {
	config      Config
	report      *Report
	tasks       []*task
	done, total int
}

// measure does one measurement after the other, each in all games, so that a run
// that is interrupted has something to say of every technique.
func (r *runner) measure(ctx context.Context) error {
	for _, t := range r.tasks {
		stretches := (r.config.MatchGames/2 + stretch - 1) / stretch
		r.total += len(t.chosen)*(len(t.positions)+t.result.Setup.Sample) + (len(t.chosen)-1)*stretches
	}
	for _, t := range r.tasks {
		if err := r.full(ctx, t); err != nil {
			return err
		}
	}
	steps := []func(context.Context, *task, int) error{r.nodes, r.timed}
	for pairs := 0; pairs < r.config.MatchGames/2; {
		pairs = min(pairs+stretch, r.config.MatchGames/2)
		steps = append(steps, func(ctx context.Context, t *task, i int) error { return r.match(ctx, t, i, pairs) })
	}
	for _, step := range steps {
		for _, t := range r.tasks {
			for _, i := range t.chosen {
				if err := step(ctx, t, i); err != nil {
					return err
				}
			}
		}
	}
	r.report.Complete = !slices.ContainsFunc(r.report.Games, func(g Game) bool { return g.lacks() })
	r.progress("done")
	return r.save()
}

// lacks reports whether a search of a row is missing, which an earlier run may have
// left out.
func (g *Game) lacks() bool {
	for i := range g.Rows {
		row := &g.Rows[i]
		if row.Searches == nil || row.Timed == nil && len(g.Sample) > 0 && !g.unaffected(i) {
			return true
		}
	}
	return false
}

func (r *runner) save() error {
	if r.config.Save == nil {
		return nil
	}
	return r.config.Save(r.report)
}

// next tells which step comes next.
func (r *runner) next(g games.Game, v variant, what string) {
	r.progress(fmt.Sprintf("%s, %s: %s", g.Name, v.name, what))
}

func (r *runner) progress(next string) {
	if r.config.Progress != nil {
		r.config.Progress(r.done, r.total, next)
	}
}

// full searches with everything: all else is compared with it, and it tells whether
// an earlier report is of the same search.
func (r *runner) full(ctx context.Context, t *task) error {
	searches, counts, err := r.searchAll(ctx, t, 0, nil)
	if err != nil {
		return err
	}
	row := &t.result.Rows[0]
	if row.Searches != nil {
		for i, s := range searches {
			if was := row.Searches[i]; s.Nodes != was.Nodes {
				return fmt.Errorf("%w: its search took %d nodes for %q, now it takes %d",
					ErrEarlier, was.Nodes, t.result.Setup.Positions[i], s.Nodes)
			}
		}
	}
	row.Searches, row.Counts = searches, counts
	t.result.Sample = hardest(searches, t.result.Setup.Sample)
	return nil
}

// hardest returns the n positions that took most nodes, in their order. Endings and
// mates in which any search reaches any depth are thus left out.
func hardest(searches []Search, n int) []int {
	order := make([]int, len(searches))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case searches[a].Nodes > searches[b].Nodes:
			return -1
		case searches[a].Nodes < searches[b].Nodes:
			return 1
		}
		return 0
	})
	order = order[:n]
	slices.Sort(order)
	return order
}

// nodes searches every position to the depth.
func (r *runner) nodes(ctx context.Context, t *task, i int) error {
	row, full := &t.result.Rows[i], t.result.Rows[0].Searches
	if i == 0 {
		return r.save()
	}
	if row.Searches != nil {
		r.done += len(full)
		return nil
	}
	searches, counts, err := r.searchAll(ctx, t, i, full)
	if err != nil {
		return err
	}
	row.Searches, row.Counts = searches, counts
	return r.save()
}

// searchAll searches every position to the depth, capped by the nodes of full
// unless that is nil.
func (r *runner) searchAll(ctx context.Context, t *task, i int, full []Search) (searches []Search, counts *core.Counts, err error) {
	counts = new(core.Counts)
	engine := r.open(t, i)
	defer engine.Close()
	depth := t.result.Setup.Depth
	for k, p := range t.positions {
		r.next(t.game, t.variants[i], fmt.Sprintf("depth %d, position %d", depth, k+1))
		limits := core.Limits{Depth: depth}
		if full != nil {
			limits.Nodes = uint64(r.config.Cap * float64(full[k].Nodes))
		}
		s, c, err := engine.Search(ctx, p.Clone(), limits)
		if err != nil {
			return nil, nil, err
		}
		searches = append(searches, s)
		counts.Add(c)
		r.done++
	}
	return searches, counts, nil
}

// timed searches the sample for the time.
func (r *runner) timed(ctx context.Context, t *task, i int) error {
	row, sample := &t.result.Rows[i], t.result.Sample
	if row.Timed != nil || len(sample) == 0 || t.result.unaffected(i) {
		r.done += len(sample)
		return nil
	}
	engine := r.open(t, i)
	defer engine.Close()
	var searches []Search
	for _, k := range sample {
		r.next(t.game, t.variants[i], fmt.Sprintf("%v, position %d", r.config.Time, k+1))
		s, _, err := engine.Search(ctx, t.positions[k].Clone(), core.Limits{MoveTime: r.config.Time})
		if err != nil {
			return err
		}
		searches = append(searches, s)
		r.done++
	}
	row.Timed = searches
	return r.save()
}

// match plays against the search until so many pairs have been played.
func (r *runner) match(ctx context.Context, t *task, i, pairs int) error {
	if i == 0 {
		return nil
	}
	var played stats.Pairs
	row := &t.result.Rows[i]
	if row.Match != nil {
		played = *row.Match
	}
	if n := played.N(); n < pairs && !t.result.unaffected(i) {
		r.next(t.game, t.variants[i], fmt.Sprintf("games %d to %d", 2*n+1, 2*pairs))
		more, err := r.config.Match(ctx, t.game, t.variants[i].params, n, pairs-n)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		played = played.Add(more)
		row.Match = &played
		if err := r.save(); err != nil {
			return err
		}
	}
	r.done++
	return nil
}

func (r *runner) open(t *task, i int) Engine {
	if r.config.Open != nil {
		return r.config.Open(t.game, t.variants[i].params)
	}
	return open(t.game, t.variants[i].params)
}
