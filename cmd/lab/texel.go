package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/internal/progress"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/texel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/internal/disk"
)

const texelHelp = `Fits the values of our hand-crafted evaluation to games of lab datagen, all of one game:
it minimises the error of the expected result, 1/(1+exp(-score/k)), against a blend of the
game's result and the search score. Some games are held out for validation. The values are
written as the weights.txt of the evaluation's package. Ctrl-C ends it with the values so far.
`

// bound is the largest score that counts in fitting k.
const bound = 600

// texelOptions are the flags of lab texel.
type texelOptions struct {
	config   texel.Config
	filter   dataset.Filter
	held     uint64
	zero     bool
	out      string
	maxScore uint
}

// tuneEvaluation is the subcommand texel.
func tuneEvaluation(args []string, s cli.Streams) error {
	o := texelOptions{filter: dataset.DefaultFilter()}
	f := cli.NewFlags("lab texel", "[flags] FILE...", texelHelp, s)
	c := &o.config
	f.Float64Var(&c.K, "k", 0, "scale of scores; 0: the best fit to the search scores, which keeps their unit")
	f.Float64Var(&c.Blend, "blend", 0.5, "share of the result in the target; the rest is the search score")
	f.IntVar(&c.Epochs, "epochs", 40, "passes over the positions; 0: only measure")
	f.IntVar(&c.Batch, "batch", 16384, "positions per step")
	f.Float64Var(&c.Rate, "rate", 1, "learning rate of the first steps")
	f.Float64Var(&c.Pull, "pull", 0, "regularisation towards the initial values, e.g. 1e-7; 0: none")
	f.IntVar(&c.Threads, "threads", 2, "number of threads")
	f.Uint64Var(&c.Seed, "seed", 1, "seed of the order of positions")
	f.Uint64Var(&o.held, "held", 20, "hold one game in this many out")
	f.BoolVar(&o.zero, "zero", false, "begin with zeros instead of the values of the evaluation")
	f.UintVar(&o.maxScore, "max-score", 3000, "drop positions with larger scores")
	f.StringVar(&o.out, "o", "", "write the values to this `file`")
	files, err := cli.Parse(f, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) == 0:
		return errors.New("texel: files of games are missing; lab datagen makes them" + cli.See(f))
	case c.K < 0 || c.Epochs < 0:
		return errors.New("texel: --k and --epochs cannot be negative")
	case !(c.Blend >= 0 && c.Blend <= 1):
		return fmt.Errorf("texel: --blend has to be 0 to 1, not %g", c.Blend)
	case c.Batch < 1 || c.Threads < 1:
		return errors.New("texel: --batch and --threads have to be at least 1")
	case o.held < 2:
		return errors.New("texel: --held has to be at least 2, so that games are left for training")
	}
	o.filter.MaxScore = core.Score(min(o.maxScore, uint(core.EvalBound)))
	return interruptibly("texel", func(ctx context.Context) error { return o.run(ctx, files, s) })
}

func (o *texelOptions) run(ctx context.Context, files []string, s cli.Streams) error {
	g, err := gameOf(files[0])
	if err != nil {
		return err
	}
	e, ok := g.Classic.New().(tapered.Evaluator)
	if !ok {
		return fmt.Errorf("the evaluation of %s does not expose its terms", g.Name)
	}
	if err := oneUse("-o", o.out, files); err != nil {
		return err
	}
	if o.out != "" {
		if err := disk.Writable(o.out); err != nil {
			return err
		}
	}
	line := progress.New(s.Err, cli.Terminal(s.Err))
	training, held, err := texel.Load(ctx, e, g.Rules, files, o.filter, o.held, func(positions int) {
		line.Show(int64(positions), 0, "positions")
	})
	line.Finish()
	if err != nil {
		return err
	}
	if o.config.K == 0 {
		if o.config.K, err = training.SearchScale(bound); err != nil {
			return fmt.Errorf("%w; --k sets one", err)
		}
	}
	t := texel.New(o.config, e, training, o.zero)
	fmt.Fprintf(s.Out, "%s, %s, %d held out; k %.0f\n", cli.Plural(len(e.Terms()), "term"), cli.Plural(training.Len(), "position"), held.Len(), o.config.K)
	fmt.Fprintf(s.Out, "before: error %.6f, held out %.6f\n", t.Error(training), t.Error(held))
	line = progress.New(s.Err, cli.Terminal(s.Err))
	epochs := 0
	t.Run(ctx, func(epoch int) {
		epochs = epoch
		line.Show(int64(epoch), int64(o.config.Epochs), fmt.Sprintf("held out %.6f", t.Error(held)))
	})
	line.Finish()
	fmt.Fprintf(s.Out, "after:  error %.6f, held out %.6f\n", t.Error(training), t.Error(held))
	if own, err := t.Scale(held, bound); err == nil {
		if search, err := held.SearchScale(bound); err == nil {
			fmt.Fprintf(s.Out, "held-out results fit k %.0f for the evaluation, %.0f for the search\n", own, search)
		}
	}
	if o.out != "" {
		if err := disk.ReplaceText(o.out, tapered.FormatWeights(e.Terms(), t.Weights().Rounded())); err != nil {
			return err
		}
	}
	if epochs < o.config.Epochs {
		return incomplete(fmt.Sprintf("interrupted after %d of %d epochs; these are the values so far", epochs, o.config.Epochs))
	}
	return nil
}
