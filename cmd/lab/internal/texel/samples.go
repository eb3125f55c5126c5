package texel

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Samples are the positions of games as counts of terms.
type Samples struct {
	counts    []count
	positions []position
}

// Len returns the number of positions.
func (s *Samples) Len() int { return len(s.positions) }

// count says how often a term counts in a position.
type count struct {
	term uint16
	sum  uint8
	n    int8
}

// position is one position; its counts end where those of the next begin.
type position struct {
	counts      int     // first of its counts
	middle, end float32 // shares of the phases
	score       float32 // of the search, for core.First
	result      float32 // for core.First: 1, 0.5 or 0
}

// of returns the counts of position i.
func (s *Samples) of(i int) []count {
	if i+1 < len(s.positions) {
		return s.counts[s.positions[i].counts:s.positions[i+1].counts]
	}
	return s.counts[s.positions[i].counts:]
}

// Load reads the positions of files that the filter keeps: one game of every
// heldOut into held, the others into training.
func Load(ctx context.Context, e tapered.Evaluator, rules core.Rules, files []string, f dataset.Filter, heldOut uint64, progress func(positions int)) (training, held *Samples, err error) {
	training, held = new(Samples), new(Samples)
	c := newCollector(e)
	for _, path := range files {
		err := c.load(ctx, path, rules, f, func(g *dataset.Game) *Samples {
			progress(training.Len() + held.Len())
			if g.Index%heldOut == 0 {
				return held
			}
			return training
		})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if training.Len() == 0 || held.Len() == 0 {
		return nil, nil, errors.New("too few games for training and validation")
	}
	return training, held, nil
}

// collector turns positions into samples.
type collector struct {
	evaluator tapered.Evaluator
	total     [tapered.Sums][]int32  // totals of the visits of this position
	touched   [tapered.Sums][]uint16 // terms visited
	seen      [tapered.Sums][]bool
	broken    error
}

func newCollector(e tapered.Evaluator) *collector {
	c := &collector{evaluator: e}
	for i := range tapered.Sums {
		c.total[i] = make([]int32, len(e.Terms()))
		c.seen[i] = make([]bool, len(e.Terms()))
	}
	return c
}

// load adds the games of one file to the samples chosen by pick.
func (c *collector) load(ctx context.Context, path string, rules core.Rules, f dataset.Filter, pick func(*dataset.Game) *Samples) error {
	r, err := dataset.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	if name := r.Header().Game; name != rules.Name {
		return fmt.Errorf("games of %s, not of %s", name, rules.Name)
	}
	var g dataset.Game
	for {
		if err := errors.Join(ctx.Err(), c.broken); err != nil {
			return err
		}
		if err := r.Next(&g); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		samples, ply := pick(&g), 0
		err := g.Replay(rules, r.Header().Settings, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			if f.Keep(p, m, score, ply) {
				c.add(samples, p, score, g.Result)
			}
			ply++
			return c.broken == nil
		})
		if err != nil {
			return err
		}
	}
}

// add adds a position, with a score for its side to move.
func (c *collector) add(s *Samples, p core.Position, score core.Score, result int8) {
	if p.Side() == core.Second {
		score = -score
	}
	c.evaluator.Reset(p)
	middle, end := c.evaluator.Trace(c.visit)
	s.positions = append(s.positions, position{
		counts: len(s.counts), middle: float32(middle), end: float32(end),
		score: float32(score), result: float32(result+1) / 2,
	})
	for sum := range tapered.Sums {
		for _, term := range c.touched[sum] {
			n := c.total[sum][term]
			c.total[sum][term], c.seen[sum][term] = 0, false
			switch {
			case n != int32(int8(n)):
				c.broken = fmt.Errorf("term %q counts %d times in %s", c.evaluator.Terms()[term], n, p)
			case n != 0:
				s.counts = append(s.counts, count{term, uint8(sum), int8(n)})
			}
		}
		c.touched[sum] = c.touched[sum][:0]
	}
}

func (c *collector) visit(sum, term, n int) {
	if !c.seen[sum][term] {
		c.seen[sum][term] = true
		c.touched[sum] = append(c.touched[sum], uint16(term))
	}
	c.total[sum][term] += int32(n)
}
