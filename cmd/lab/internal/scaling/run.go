package scaling

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/journal"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
)

// Config says what is measured.
type Config struct {
	Setup    Setup
	Rules    core.Rules
	Settings core.Settings
	// Start starts an engine of the setup with these options. Its log, which may
	// be nil, is that of a [player.Config], and its name that of the setup.
	Start func(ctx context.Context, engine int, options []player.Option, log io.Writer) (Player, error)

	Runs     int // of each engine with each number of threads; 0: none
	Searches int // for each question and number of threads, by the first engine; 0: none

	Journal *journal.File // gets each measurement; may be nil
	Earlier *Report       // what it held; may be nil
	Began   time.Time     // now

	// Progress is told how many steps of all are done, how many of these took no
	// time, and what comes next. It may be nil.
	Progress func(done, skipped, total int, next string)
	// Remark is told what the user should know. It may be nil.
	Remark func(text string)
}

// Run measures. If ctx ends, the report holds what was measured until then; that is
// no error. There is a report along with any error of an engine.
func Run(ctx context.Context, c Config) (*Report, error) {
	r, err := newRunner(c)
	if err != nil {
		return nil, err
	}
	err = r.measure(ctx)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return r.report, err
}

// runner is one run.
type runner struct {
	config    Config
	start     core.Position // of a game
	positions []core.Position
	declared  [][]player.OptionSpec // by engine
	report    *Report
	known     known

	done, skipped, total int
}

// known is what need not be measured.
type known struct {
	calibrations map[[2]int]Calibration // by engine and position
	searches     map[searchKey]bool
	blocks       map[blockKey]bool
}

type searchKey struct{ engine, position, threads, run int }

type blockKey struct {
	question        Question
	threads, number int
}

func newRunner(c Config) (*runner, error) {
	if err := c.Setup.Validate(); err != nil {
		return nil, err
	}
	switch {
	case c.Runs < 0 || c.Searches < 0:
		return nil, fmt.Errorf("%d runs and %d searches cannot be measured", c.Runs, c.Searches)
	case c.Searches > 0 && len(c.Setup.LatencyThreads) == 0:
		return nil, errors.New("no number of threads is given for the latency")
	}
	r := &runner{config: c, report: c.Earlier, start: c.Rules.Start(c.Settings)}
	for _, text := range c.Setup.Positions {
		p, err := c.Rules.Parse(text, c.Settings)
		if err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
		r.positions = append(r.positions, p)
	}
	if r.report == nil {
		r.report = &Report{Setup: c.Setup}
	}
	r.known = known{map[[2]int]Calibration{}, map[searchKey]bool{}, map[blockKey]bool{}}
	for _, k := range r.report.Calibrations {
		r.known.calibrations[[2]int{k.Engine, k.Position}] = k
	}
	for _, s := range r.report.Searches {
		r.known.searches[searchKey{s.Engine, s.Position, s.Threads, s.Run}] = true
	}
	for _, b := range r.report.Blocks {
		r.known.blocks[blockKey{b.Question, b.Threads, b.Number}] = true
	}
	return r, nil
}

// measure measures one part after the other.
func (r *runner) measure(ctx context.Context) error {
	setup := &r.config.Setup
	if r.config.Runs > 0 {
		r.total += len(setup.Engines) * len(setup.Positions) * (1 + r.config.Runs*len(setup.Threads))
	}
	r.total += 2 * r.blocks() * len(setup.LatencyThreads)
	if r.report.Began.IsZero() {
		if err := r.record(line{Began: &r.config.Began}); err != nil {
			return err
		}
	}
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
		if err := r.latency(ctx); err != nil {
			return err
		}
	}
	r.next("done")
	return nil
}

// record takes in a measurement and writes it to the journal.
func (r *runner) record(l line) error {
	if err := r.report.add(l); err != nil {
		return err
	}
	if l.Began == nil {
		r.done++
	}
	if r.config.Journal == nil {
		return nil
	}
	return r.config.Journal.Add(l)
}

// skip passes over steps that take no time.
func (r *runner) skip(steps int) {
	r.done += steps
	r.skipped += steps
}

// next tells what comes next.
func (r *runner) next(what string) {
	if r.config.Progress != nil {
		r.config.Progress(r.done, r.skipped, r.total, what)
	}
}

// introduce starts an engine to learn its options, so that one which does not run
// is noticed before anything was measured.
func (r *runner) introduce(ctx context.Context, engine int) error {
	p, err := r.config.Start(ctx, engine, nil, nil)
	if err != nil {
		return err
	}
	declared := p.Options()
	_ = p.Close() // how it ends is of no interest
	r.declared = append(r.declared, declared)
	setup := &r.config.Setup
	plain, prompt := optionsFor(declared, setup.Game, 1, setup.Hash, false), optionsFor(declared, setup.Game, 1, setup.Hash, true)
	if engine == 0 && r.config.Searches > 0 && len(plain) == len(prompt) && r.config.Remark != nil {
		r.config.Remark(setup.Engines[engine].Name + " has no option for the move overhead: it answers as early as it likes")
	}
	return nil
}

// pool returns the processes of an engine with tables of hash MiB, of which there
// are none yet.
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

// question returns the question for a move in a position.
func (r *runner) question(position int, l core.Limits) player.Request {
	return player.Request{Start: r.config.Setup.Positions[position], Position: r.positions[position].Clone(), Limits: l}
}

// order returns the numbers from 0 to n-1, upwards or downwards in turn.
func order(n, turn int) []int {
	list := every(n)
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

// calibrationHash is the table of the search that finds a depth, in MiB. It is small,
// so that this search is another than those that are compared: if it were that of one
// thread, each position would be searched to a depth for which this one was lucky.
const calibrationHash = 1

// calibrateAll finds the depth for each position, with one thread.
func (r *runner) calibrateAll(ctx context.Context, engine int) error {
	p := r.pool(engine, calibrationHash, false)
	defer p.close()
	for position := range r.positions {
		key := [2]int{engine, position}
		if _, ok := r.known.calibrations[key]; ok {
			r.skip(1)
			continue
		}
		r.next(fmt.Sprintf("%s, depth for position %d", r.config.Setup.Engines[engine].Name, position+1))
		c := Calibration{Engine: engine, Position: position}
		if c.Out = forced(r.positions[position]); c.Out == "" {
			if err := r.calibrate(ctx, p, &c); err != nil {
				return err
			}
		}
		r.known.calibrations[key] = c
		if err := r.record(line{Calibration: &c}); err != nil {
			return err
		}
	}
	return nil
}

// calibrate fills in a calibration.
func (r *runner) calibrate(ctx context.Context, p *pool, c *Calibration) error {
	budget := r.config.Setup.Budget
	var told iterations
	q := r.question(c.Position, core.Limits{MoveTime: budget})
	q.Info = told.info
	reply, _, err := r.ask(ctx, p, 1, q)
	switch {
	case isBreakdown(err):
		c.Out = err.Error()
	case err != nil:
		return err
	default:
		c.Depth, c.Out = calibrate(&reply, told, budget)
	}
	return nil
}

// searchAll searches each position with each number of threads. Their order changes
// from position to position and from run to run, so that what drifts does so for all.
func (r *runner) searchAll(ctx context.Context, engine, run int) error {
	p := r.pool(engine, r.config.Setup.Hash, false)
	defer p.close()
	counts := r.config.Setup.Threads
	for position := range r.positions {
		c := r.known.calibrations[[2]int{engine, position}]
		if c.Out != "" {
			r.skip(len(counts))
			continue
		}
		for _, i := range order(len(counts), run+position) {
			if r.known.searches[searchKey{engine, position, counts[i], run}] {
				r.skip(1)
				continue
			}
			r.next(fmt.Sprintf("%s, run %d, position %d, %s", r.config.Setup.Engines[engine].Name, run+1, position+1, numberOfThreads(counts[i])))
			s, err := r.search(ctx, p, Search{Engine: engine, Position: position, Threads: counts[i], Run: run}, c.Depth)
			if err == nil {
				err = r.record(line{Search: &s})
			}
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

// breakdown is the failure of an engine that was running.
type breakdown struct{ error }

func isBreakdown(err error) bool {
	var b breakdown
	return errors.As(err, &b)
}

// ask asks an engine for an answer in a new game. One that breaks down, which is an
// error of type breakdown, is replaced when it is needed again.
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
