package speed

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/measure"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
)

// Sample is what an engine did in one job of one run.
type Sample struct {
	Part   string        `json:"part"`
	Job    string        `json:"job"`
	Engine string        `json:"engine"`
	Run    int           `json:"run"`
	Nodes  uint64        `json:"nodes"`
	Time   time.Duration `json:"time_ns"`
	Fault  string        `json:"fault,omitempty"` // why it was not measured
}

// task is what every engine does once in each run.
type task struct {
	name  string
	do    func(context.Context, *Engine) (Sample, error)
	alike bool // all have to search the same tree, whatever the instructions and the compiler
}

// contest is a part in which engines do the same tasks in turn.
type contest struct {
	part    string
	engines []Engine
	tasks   []task
}

// runner measures.
type runner struct {
	config *Config
	log    *measure.Log
}

// Run measures what the log does not hold yet. If ctx ends, the log is not complete; that
// is no error, and neither is an engine that fails, which the log says.
func Run(ctx context.Context, c Config, l *measure.Log) error {
	if err := c.Validate(); err != nil {
		return err
	}
	r := &runner{&c, l}
	return l.Run(ctx, r.measure)
}

func (r *runner) measure(ctx context.Context) error {
	c := r.config
	if slices.Contains(c.Parts, VariantsPart) {
		if err := r.introduce(ctx, c.Variants); err != nil {
			return err
		}
	}
	if err := r.introduce(ctx, c.Engines); err != nil {
		return err
	}
	contests, profiles := r.contests(), slices.Contains(c.Parts, ProfilePart)
	for _, k := range contests {
		r.log.Expect(c.Runs * len(k.engines) * len(k.tasks))
	}
	if profiles {
		r.log.Expect(c.Runs)
	}
	for _, k := range contests {
		if err := r.contest(ctx, k); err != nil {
			return err
		}
	}
	if profiles {
		return r.profile(ctx, &c.Engines[0])
	}
	return nil
}

// introduce starts engines to learn their options. This also finds an engine that does not
// run before anything is measured.
func (r *runner) introduce(ctx context.Context, engines []Engine) error {
	for i := range engines {
		c := &engines[i].Config
		p, err := r.start(ctx, *c)
		if err != nil {
			return err
		}
		c.Options = append(oneThread(p.Options(), r.config.Hash), c.Options...)
		_ = p.Close() // it has answered
	}
	return nil
}

// contests returns the parts in which engines take turns.
func (r *runner) contests() (list []contest) {
	c := r.config
	var counts []task
	for _, k := range c.Counts {
		counts = append(counts, task{k.Name, func(ctx context.Context, e *Engine) (Sample, error) { return r.perft(ctx, e, k) }, false})
	}
	for _, part := range c.Parts {
		switch part {
		case PerftPart:
			able := slices.DeleteFunc(slices.Clone(c.Engines), func(e Engine) bool { return e.NoPerft })
			list = append(list, contest{part, able, counts})
		case SearchPart:
			list = append(list, contest{part, c.Engines, []task{{fmt.Sprintf("Search, %d positions", len(c.Game.Bench.Positions)), r.search, false}}})
		case VariantsPart:
			if len(c.Variants) > 0 {
				list = append(list, contest{part, append(c.Engines[:1:1], c.Variants...), append(counts[:len(counts):len(counts)], task{"Bench", r.bench, true})})
			}
		}
	}
	return list
}

// contest lets the engines of a contest do their tasks. An engine that fails is not asked
// again, since it may take minutes to fail.
func (r *runner) contest(ctx context.Context, k contest) error {
	failed := map[string]bool{}
	nodes := map[string]uint64{} // of tasks in which all are alike
	for run := range r.config.Runs {
		for _, t := range k.tasks {
			for _, i := range turns(len(k.engines), run) {
				e := &k.engines[i]
				if failed[t.name+e.Name] {
					r.log.Skip(1)
					continue
				}
				what := fmt.Sprintf("run %d, %s: %s", run+1, t.name, e.Name)
				s, err := measure.Do(r.log, measure.Key(samples, k.part, run, t.name, e.Name), what, func() (Sample, error) {
					s, err := t.do(ctx, e)
					if want := nodes[t.name]; err == nil && want != 0 && s.Nodes != want {
						err = fmt.Errorf("its bench searches %d nodes, not %d", s.Nodes, want)
					}
					s.Part, s.Job, s.Engine, s.Run = k.part, t.name, e.Name, run
					if err != nil {
						s.Fault = err.Error()
					}
					return s, ctx.Err()
				})
				if err != nil {
					return err
				}
				failed[t.name+e.Name] = s.Fault != ""
				if t.alike && s.Fault == "" {
					nodes[t.name] = s.Nodes
				}
			}
		}
	}
	return nil
}

// start starts an engine on the processor of the measurement.
func (r *runner) start(ctx context.Context, c player.Config) (p *player.Process, err error) {
	c.CheckPV = player.CheckNever
	err = pinned(r.config.Core, func() error {
		p, err = player.Start(ctx, c)
		return err
	})
	return p, err
}
