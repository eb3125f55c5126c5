package ablate

import (
	"context"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
)

// Engine searches positions of one game with one set of parameters.
type Engine interface {
	// Search searches p, which it takes over, within the limits and as in a new game. It
	// returns an error if ctx ends first.
	Search(ctx context.Context, p core.Position, l core.Limits) (Search, core.Counts, error)
	Close()
}

// Search is the result of one search.
type Search struct {
	Nodes            uint64        `json:"nodes"`
	Iterations       []uint64      `json:"iterations"` // nodes in all when each depth was finished, from depth 1
	Cutoffs          uint64        `json:"cutoffs"`
	FirstMoveCutoffs uint64        `json:"first_move_cutoffs"`
	Elapsed          time.Duration `json:"elapsed_ns"`
}

// Depth returns the last finished iteration, 0 if there is none.
func (s *Search) Depth() int { return len(s.Iterations) }

// ours is our own engine with one thread.
type ours struct{ engine *smp.Engine }

// open returns our engine.
func open(g games.Game, p *params.Set) Engine {
	e := smp.New(g.Engine(p))
	e.SetMoveOverhead(0)
	return ours{e}
}

func (o ours) Close() { o.engine.Close() }

func (o ours) Search(ctx context.Context, p core.Position, l core.Limits) (s Search, counts core.Counts, err error) {
	if err := o.engine.Prepare(p); err != nil {
		return s, counts, err
	}
	o.engine.NewGame()
	o.engine.Go(p, l, core.Listener{
		Info: func(i core.Info) {
			if i.Bound == core.Exact && i.Depth == s.Depth()+1 {
				s.Iterations = append(s.Iterations, i.Nodes)
			}
		},
		Fault: func(fault error) { err = fault },
		Done: func(r core.Result) {
			s.Nodes, s.Elapsed, counts = r.Nodes, r.Elapsed, r.Counts
			s.Cutoffs, s.FirstMoveCutoffs = counts.Cutoffs, counts.CutoffsAt[0]
		},
	})
	stop := context.AfterFunc(ctx, o.engine.Stop)
	o.engine.Wait()
	stop()
	if ctx.Err() != nil {
		return s, counts, ctx.Err()
	}
	return s, counts, err
}
