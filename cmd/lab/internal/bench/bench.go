package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

// Engine is an engine to be measured.
type Engine struct {
	Name          string
	Threads, Hash int // its own; 0: as for the run
	Self          *Self
	Start         func(context.Context, Setup) (nitoryu.Searcher, error)
}

// Self is what our own engine in this process searches with; nil for other programs.
type Self struct {
	Params *params.Set
	Source core.EvaluatorFactory
}

// Setup is how an engine is started.
type Setup struct {
	Threads, Hash int  // MiB
	Prompt        bool // without a move overhead
}

// Config says what is measured in one game.
type Config struct {
	Game      games.Game
	Measures  []string
	Engines   []Engine // the others are compared with the first
	Threads   []int    // ascending
	Simulate  []int    // threads of simulated searches, ascending
	Positions []string
	Runs      int
	Time      time.Duration // of a search
	Depth     int           // 0: as the measure says
	Cap       float64       // a search ends at this multiple of the first engine's nodes, or of Time
	Hash      int           // MiB
	Searches  int           // for each question of latency
	Seed      uint64
	Only      string // jobs whose names contain this
	Progress  func(done, total int, what string)
}

// job is what each engine does once in a run.
type job struct {
	name     string
	number   int
	position *nitoryu.Position
	text     string // of perft: FEN or SFEN; empty: the initial position
	depth    int    // of perft
	leaves   uint64 // of perft
}

// subject is an engine with a number of threads.
type subject struct {
	engine, threads int // engine is an index
}

// Sample is what a subject did for one job in one run.
type Sample struct {
	Value   float64 // what the measure compares
	Nodes   float64
	Seconds float64
	Depth   float64
	AtLeast bool   // the search was cut off
	Out     bool   // there is nothing to compare
	Fault   string // why there is no value
	more    any    // of one measure
}

// known reports whether the sample counts.
func (s *Sample) known() bool { return s.Fault == "" && !s.Out }

// runner measures in one game.
type runner struct {
	*Config
	jobs     []job
	playable []job // positions in which there is something to think about
	subjects []subject
	samples  [][][]Sample                 // of the measure under way, by subject, job and run
	pool     map[subject]nitoryu.Searcher // the engines that run
	depths   map[[2]int]depth             // by engine and job
	machine  map[int]*machine             // by engine, for simulations
	usedTime func(nitoryu.Searcher) time.Duration
	began    time.Time
}

// depth is the depth to which a position is searched, or the reason why it is not searched.
type depth struct {
	plies int
	out   string
}

// Check returns an error for what cannot be measured.
func (c *Config) Check() error {
	for i, e := range c.Engines {
		if slices.ContainsFunc(c.Engines[:i], func(o Engine) bool { return o.Name == e.Name }) {
			return fmt.Errorf("there are two engines called %q: give them names with name=NAME", e.Name)
		}
	}
	for _, name := range c.Measures {
		m, err := find(name)
		if err != nil {
			return err
		}
		for _, e := range c.Engines {
			if m.own && e.Self == nil {
				return fmt.Errorf("%s is measured of our own engine in this process: give self, not %s", name, e.Name)
			}
		}
	}
	switch {
	case len(c.Engines) == 0:
		return errors.New("no engine is given")
	case c.Runs < 1 || c.Searches < 1:
		return errors.New("the numbers of runs and searches have to be at least 1")
	case c.Time < time.Millisecond:
		return fmt.Errorf("%v is too short for a search", c.Time)
	case c.Hash < 1:
		return fmt.Errorf("the table has to have at least 1 MiB, not %d", c.Hash)
	case !(c.Cap >= 1 && c.Cap <= 1e6):
		return fmt.Errorf("the cap has to be 1 to 1000000, not %v", c.Cap)
	case c.Depth < 0 || c.Depth >= core.MaxPly:
		return fmt.Errorf("the depth has to be 0 to %d, not %d", core.MaxPly-1, c.Depth)
	case len(c.Simulate) > 0 && c.Simulate[len(c.Simulate)-1] > core.MaxThreads:
		return fmt.Errorf("the numbers of threads have to be within 1 to %d, not %d", core.MaxThreads, c.Simulate[len(c.Simulate)-1])
	}
	return nil
}

// find returns the measure of that name.
func find(name string) (*measure, error) {
	var names []string
	for _, m := range measures() {
		if m.name == name {
			return &m, nil
		}
		names = append(names, m.name)
	}
	return nil, cli.Unknown("measure", name, names)
}

// Run measures. If ctx ends, it returns what was measured until then.
func Run(ctx context.Context, c *Config) ([]Table, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	var tables []Table
	for _, name := range c.Measures {
		m, err := find(name)
		if err != nil {
			return tables, err
		}
		r := &runner{
			Config: c, pool: map[subject]nitoryu.Searcher{}, depths: map[[2]int]depth{}, machine: map[int]*machine{}, began: time.Now(),
		}
		err = r.measure(ctx, m)
		r.close()
		if t := r.table(m); len(t.Rows)+len(t.Notes) > 0 {
			tables = append(tables, t)
		}
		if ctx.Err() != nil {
			return tables, nil
		}
		if err != nil {
			return tables, fmt.Errorf("%s: %w", name, err)
		}
	}
	return tables, nil
}

// mostOpen is how many engines stay open. More would need too much memory.
const mostOpen = 8

// measure fills in the samples.
func (r *runner) measure(ctx context.Context, m *measure) (err error) {
	if r.playable, err = positions(r.Config); err != nil {
		return err
	}
	if r.jobs = r.playable; m.jobs != nil {
		r.jobs = m.jobs(r)
	}
	r.jobs = slices.DeleteFunc(slices.Clone(r.jobs), func(j job) bool { return !strings.Contains(j.name, r.Only) })
	if len(r.jobs) == 0 {
		return fmt.Errorf("there is nothing to do, or nothing that is called %q", r.Only)
	}
	r.enlist(m)
	r.usedTime = r.clock()
	r.samples = make([][][]Sample, len(r.subjects))
	for i := range r.samples {
		r.samples[i] = make([][]Sample, len(r.jobs))
	}
	failed := map[[2]int]bool{} // by subject and, where each has a row, job
	runs := r.Runs
	if m.runs != nil {
		runs = m.runs(r)
	}
	total, done := runs*len(r.jobs)*len(r.subjects), 0
	for run := range runs {
		for k, j := range r.jobs {
			for turn := range r.subjects {
				i := (run + turn) % len(r.subjects)
				s := r.subjects[i]
				r.Progress(done, total, fmt.Sprintf("%s, %s, %s", m.name, r.label(s), j.name))
				at := [2]int{i, k * bit(m.each)}
				if done++; failed[at] {
					continue // it may take minutes to fail again
				}
				x, err := m.do(ctx, r, s, j, run)
				if err = r.fault(ctx, s, err, &x); err != nil {
					return err
				}
				failed[at] = x.Fault != ""
				r.samples[i][k] = append(r.samples[i][k], x)
				if len(r.subjects) > mostOpen {
					r.close()
				}
			}
		}
	}
	r.Progress(total, total, m.name)
	return nil
}

// fault turns the failure of an engine into a sample. It returns other errors.
func (r *runner) fault(ctx context.Context, s subject, err error, x *Sample) error {
	var failure *client.Failure
	var bug *nitoryu.FaultError
	var illegal *nitoryu.MoveError
	switch fails := errors.As(err, &failure); {
	case ctx.Err() != nil:
		return ctx.Err()
	case fails && failure.Kind != client.CannotStart:
		delete(r.pool, s) // it has ended
	case !errors.Is(err, errUnfit) && !errors.As(err, &bug) && !errors.As(err, &illegal):
		return err
	}
	*x = Sample{Fault: err.Error()}
	return nil
}

// errUnfit says that an engine does something wrong without failing.
var errUnfit = errors.New("unfit")

// enlist fills in the subjects: the first engine with the fewest threads first.
func (r *runner) enlist(m *measure) {
	for i, e := range r.Engines {
		threads := r.Threads
		if m.threads != nil {
			threads = m.threads(r)
		}
		if e.Threads > 0 {
			threads = []int{e.Threads}
		}
		for _, n := range threads {
			r.subjects = append(r.subjects, subject{i, n})
		}
	}
}

// label names a subject.
func (r *runner) label(s subject) string {
	return fmt.Sprintf("%s, %s", r.Engines[s.engine].Name, cli.Plural(s.threads, "thread"))
}

// close ends the engines. Errors do not matter: they have answered.
func (r *runner) close() {
	for _, p := range r.pool {
		_ = p.Close()
	}
	clear(r.pool)
}
