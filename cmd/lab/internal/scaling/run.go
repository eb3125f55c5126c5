package scaling

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// Config says what is measured.
type Config struct {
	Setup    Setup
	Rules    core.Rules
	Settings core.Settings
	// Start starts an engine of the setup, by its index, with these options and the name
	// that the setup gives it. log may be nil; see [player.Config].
	Start func(ctx context.Context, engine int, options []player.Option, log io.Writer) (Player, error)

	Runs     int // of each engine with each number of threads; 0: none
	Searches int // for each question and number of threads, by the first engine; 0: none

	// Remark gets messages for the user. It may be nil.
	Remark func(text string)
}

// Run measures what the log does not hold yet. If ctx ends, the log is not complete; that
// is no error. What was measured before an error of an engine stays in the log.
func Run(ctx context.Context, c Config, l *measure.Log) error {
	r, err := newRunner(c, l)
	if err != nil {
		return err
	}
	return l.Run(ctx, r.measure)
}

// runner is one run.
type runner struct {
	config    Config
	log       *measure.Log
	start     core.Position // of a game
	positions []core.Position
	declared  [][]player.OptionSpec // by engine
	depths    [][]Calibration       // by engine and position
}

func newRunner(c Config, l *measure.Log) (*runner, error) {
	if err := c.Setup.Validate(); err != nil {
		return nil, err
	}
	switch {
	case c.Runs < 0 || c.Searches < 0:
		return nil, fmt.Errorf("%d runs and %d searches cannot be measured", c.Runs, c.Searches)
	case c.Searches > 0 && len(c.Setup.LatencyThreads) == 0:
		return nil, errors.New("no number of threads is given for the latency")
	}
	r := &runner{config: c, log: l, start: c.Rules.Start(c.Settings)}
	for _, text := range c.Setup.Positions {
		p, err := c.Rules.Parse(text, c.Settings)
		if err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
		r.positions = append(r.positions, p)
	}
	return r, nil
}

// measure measures one part after the other.
func (r *runner) measure(ctx context.Context) error {
	setup := &r.config.Setup
	if r.config.Runs > 0 {
		r.log.Expect(len(setup.Engines) * len(setup.Positions) * (1 + r.config.Runs*len(setup.Threads)))
	}
	r.log.Expect(2 * r.blocks() * len(setup.LatencyThreads))
	for engine := range setup.Engines {
		if err := r.introduce(ctx, engine); err != nil {
			return err
		}
	}
	if r.config.Runs > 0 {
		if err := r.scaling(ctx); err != nil {
			return err
		}
	}
	if r.config.Searches > 0 {
		return r.latency(ctx)
	}
	return nil
}

// introduce starts an engine to learn its options. This also finds an engine that does
// not run before anything is measured.
func (r *runner) introduce(ctx context.Context, engine int) error {
	p, err := r.config.Start(ctx, engine, nil, nil)
	if err != nil {
		return err
	}
	declared := p.Options()
	_ = p.Close() // it has answered
	r.declared = append(r.declared, declared)
	setup := &r.config.Setup
	plain, prompt := optionsFor(declared, setup.Game, 1, setup.Hash, false), optionsFor(declared, setup.Game, 1, setup.Hash, true)
	if engine == 0 && r.config.Searches > 0 && len(plain) == len(prompt) && r.config.Remark != nil {
		r.config.Remark(setup.Engines[engine].Name + " has no option for the move overhead, so that it may answer early")
	}
	return nil
}

// pool returns an empty pool of processes of an engine with tables of hash MiB.
func (r *runner) pool(engine, hash int, prompt bool) *pool {
	setup := &r.config.Setup
	return &pool{
		subjects: map[int]*subject{},
		start: func(ctx context.Context, threads int) (*subject, error) {
			options := optionsFor(r.declared[engine], setup.Game, threads, hash, prompt)
			t := newTap(setup.Engines[engine].Name)
			p, err := r.config.Start(ctx, engine, options, t)
			if err != nil {
				return nil, err
			}
			return &subject{p, t}, nil
		},
	}
}

// question asks for a move in a position.
func (r *runner) question(position int, l core.Limits) player.Request {
	return player.Request{Start: r.config.Setup.Positions[position], Position: r.positions[position].Clone(), Limits: l}
}

// order returns the numbers from 0 to n-1, in reverse in every other turn.
func order(n, turn int) []int {
	list := measure.Every(n)
	if turn%2 == 1 {
		slices.Reverse(list)
	}
	return list
}

// scaling finds the depths and searches to them.
func (r *runner) scaling(ctx context.Context) error {
	for engine := range r.config.Setup.Engines {
		if err := r.calibrateAll(ctx, engine); err != nil {
			return err
		}
	}
	for run := range r.config.Runs {
		for _, engine := range order(len(r.config.Setup.Engines), run) {
			if err := r.searchAll(ctx, engine, run); err != nil {
				return err
			}
		}
	}
	return nil
}

// calibrationHash is the table of the search that finds a depth, in MiB. It is small so
// that this search differs from those that are compared: if it were the one with one
// thread, each position would get a depth for which that one was lucky.
const calibrationHash = 1

// calibrateAll finds the depth for each position, with one thread.
func (r *runner) calibrateAll(ctx context.Context, engine int) error {
	p := r.pool(engine, calibrationHash, false)
	defer p.close()
	depths := make([]Calibration, len(r.positions))
	for position := range depths {
		what := fmt.Sprintf("%s, depth for position %d", r.config.Setup.Engines[engine].Name, position+1)
		c, err := measure.Do(r.log, measure.Key(calibrations, engine, position), what, func() (Calibration, error) {
			return r.calibrate(ctx, p, Calibration{Engine: engine, Position: position})
		})
		if err != nil {
			return err
		}
		depths[position] = c
	}
	r.depths = append(r.depths, depths)
	return nil
}

// calibrate fills in a calibration.
func (r *runner) calibrate(ctx context.Context, p *pool, c Calibration) (Calibration, error) {
	if c.Out = forced(r.positions[c.Position]); c.Out != "" {
		return c, nil
	}
	budget := r.config.Setup.Budget
	var seen iterations
	q := r.question(c.Position, core.Limits{MoveTime: budget})
	q.Info = seen.info
	reply, _, err := r.ask(ctx, p, 1, q)
	switch {
	case isBreakdown(err):
		c.Out = err.Error()
	case err != nil:
		return c, err
	default:
		c.Depth, c.Out = calibrate(&reply, seen, budget)
	}
	return c, nil
}

// searchAll searches each position with each number of threads. Their order changes from
// position to position and from run to run, so that a drift affects all alike.
func (r *runner) searchAll(ctx context.Context, engine, run int) error {
	p := r.pool(engine, r.config.Setup.Hash, false)
	defer p.close()
	counts := r.config.Setup.Threads
	for position, c := range r.depths[engine] {
		if c.Out != "" {
			r.log.Skip(len(counts))
			continue
		}
		for _, i := range order(len(counts), run+position) {
			s := Search{Engine: engine, Position: position, Threads: counts[i], Run: run}
			what := fmt.Sprintf("%s, run %d, position %d, %s", r.config.Setup.Engines[engine].Name, run+1, position+1, threads(counts[i]))
			_, err := measure.Do(r.log, measure.Key(searches, engine, position, counts[i], run), what, func() (Search, error) {
				return r.search(ctx, p, s, c.Depth)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// search fills in a search.
func (r *runner) search(ctx context.Context, p *pool, s Search, depth int) (Search, error) {
	reply, stopped, err := r.ask(ctx, p, s.Threads, r.question(s.Position, core.Limits{Depth: depth}))
	switch {
	case isBreakdown(err):
		s.Fault = err.Error()
	case err != nil:
		return s, err
	case reply.Problem != "":
		s.Fault = reply.Problem
	default:
		s.Nodes, s.Told = reply.Info.Nodes, reply.Info.Elapsed
		s.Elapsed, s.Stopped = reply.Elapsed, stopped
	}
	return s, nil
}

// breakdown is the failure of an engine while it runs.
type breakdown struct{ error }

func isBreakdown(err error) bool {
	var b breakdown
	return errors.As(err, &b)
}

// ask asks an engine for an answer in a new game. If it fails, which is an error of type
// breakdown, it is started again for the next question.
func (r *runner) ask(ctx context.Context, p *pool, threads int, q player.Request) (reply player.Reply, stopped bool, err error) {
	s, _, err := p.get(ctx, threads)
	if err != nil {
		return reply, false, err
	}
	limit := r.config.Setup.limit()
	if err = s.ready(ctx, r.start, limit); err == nil {
		reply, stopped, err = s.think(ctx, q, limit)
	}
	if isFailure(err) {
		p.drop(threads)
		err = breakdown{err}
	}
	return reply, stopped, err
}
