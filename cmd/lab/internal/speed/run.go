package speed

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
)

// sample is what an engine did at one time.
type sample struct {
	nodes uint64
	time  time.Duration
}

// task is a job to do: what every engine does once in each run.
type task struct {
	name string
	do   func(context.Context, *Engine) (sample, error)
}

// contest is a part in which engines do the same jobs in turn.
type contest struct {
	part    string
	engines []Engine
	tasks   []task
}

// runner measures.
type runner struct {
	config      *Config
	report      *Report
	done, total int
}

// Run measures. What was measured until ctx ended comes with its error; otherwise the
// report is nil if there is an error. An engine that fails is named in the report.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	r := &runner{config: &c, report: newReport(&c)}
	if slices.Contains(c.Parts, VariantsPart) {
		if err := r.introduce(ctx, c.Variants); err != nil {
			return nil, err
		}
	}
	if err := r.introduce(ctx, c.Engines); err != nil {
		return nil, err
	}
	contests := r.contests()
	for _, k := range contests {
		r.total += c.Runs * len(k.engines) * len(k.tasks)
	}
	profiles := slices.Contains(c.Parts, ProfilePart)
	if profiles {
		r.total += c.Runs
	}
	for _, k := range contests {
		if err := r.measure(ctx, k); err != nil {
			return r.report, err
		}
	}
	if profiles {
		profile, err := r.profile(ctx, &c.Engines[0])
		switch {
		case ctx.Err() != nil:
			return r.report, ctx.Err()
		case err != nil:
			r.report.fault(ProfilePart, &c.Engines[0], "profile", err)
		}
		r.report.Profile = profile
	}
	return r.report, nil
}

// introduce starts engines to learn their options, so that one which does not run is
// noticed before anything was measured.
func (r *runner) introduce(ctx context.Context, engines []Engine) error {
	for i := range engines {
		c := &engines[i].Config
		p, err := r.start(ctx, *c)
		if err != nil {
			return err
		}
		c.Options = append(oneThread(p.Options(), r.config.Hash), c.Options...)
		_ = p.Close() // how it ends is of no interest
	}
	return nil
}

// contests returns the parts that are measured by letting engines take turns.
func (r *runner) contests() (list []contest) {
	c := r.config
	var counts []task
	for _, k := range c.Counts {
		counts = append(counts, task{k.Name, func(ctx context.Context, e *Engine) (sample, error) { return r.perft(ctx, e, k) }})
	}
	for _, part := range c.Parts {
		switch part {
		case PerftPart:
			able := slices.DeleteFunc(slices.Clone(c.Engines), func(e Engine) bool { return e.NoPerft })
			list = append(list, contest{part, able, counts})
		case SearchPart:
			list = append(list, contest{part, c.Engines, []task{{fmt.Sprintf("Search, %d positions", len(c.Game.Bench.Positions)), r.search}}})
		case VariantsPart:
			if len(c.Variants) > 0 {
				list = append(list, contest{part, append(c.Engines[:1:1], c.Variants...), append(counts[:len(counts):len(counts)], task{"Bench", r.benchAlike()})})
			}
		}
	}
	return list
}

// measure lets the engines of a contest do their jobs. One that fails is not asked
// again: it may take minutes to fail.
func (r *runner) measure(ctx context.Context, k contest) error {
	jobs := make([]Job, len(k.tasks))
	for i, t := range k.tasks {
		jobs[i].Name = t.name
		for _, e := range k.engines {
			jobs[i].Rows = append(jobs[i].Rows, Row{Name: e.Name, Speeds: make([]float64, r.config.Runs)})
		}
	}
	r.report.Jobs[k.part] = jobs
	for run := range r.config.Runs {
		for i, t := range k.tasks {
			for _, engine := range turns(len(k.engines), run) {
				e, row := &k.engines[engine], &jobs[i].Rows[engine]
				r.next(fmt.Sprintf("run %d, %s: %s", run+1, t.name, e.Name))
				if row.Fault != "" {
					continue
				}
				s, err := t.do(ctx, e)
				switch {
				case ctx.Err() != nil:
					return ctx.Err()
				case err != nil:
					row.Fault = r.report.fault(k.part, e, t.name, err)
				default:
					row.Speeds[run] = float64(s.nodes) / s.time.Seconds()
				}
			}
		}
	}
	return nil
}

// next tells what is measured next.
func (r *runner) next(what string) {
	if r.config.Progress != nil {
		r.config.Progress(r.done, r.total, what)
	}
	r.done++
}

// start starts an engine on the processor that is measured on.
func (r *runner) start(ctx context.Context, c player.Config) (p *player.Process, err error) {
	c.CheckPV = player.CheckNever
	err = pinned(r.config.Core, func() error {
		p, err = player.Start(ctx, c)
		return err
	})
	return p, err
}
