package rescore

import (
	"context"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
)

// Own is our own search, one worker for each scorer, without the goroutines, reports and clocks
// of an engine, which take far longer than small searches. It scores as an engine with one
// thread and the same limits does. The exception is a single node, with which a search sees no
// more than its first move: then Own is the quiescence search of the position, without anything
// known from other positions.
type Own struct {
	Params     *params.Set
	Evaluators core.EvaluatorFactory
	Hash       int    // MiB of the table of each scorer
	Nodes      uint64 // for each position; 0: Depth alone is the limit
	Depth      int    // 0: Nodes alone is the limit
}

// quietTable is the size in bytes of the table of quiescence searches, which is cleared for
// each position.
const quietTable = 4 << 10

// Quiescence reports whether scores come from quiescence searches.
func (o *Own) Quiescence() bool { return o.Nodes == 1 }

// Start returns a scorer, as [Config] needs it.
func (o *Own) Start(ctx context.Context) (Scorer, error) {
	size := o.Hash << 20
	if o.Quiescence() {
		size = quietTable
	}
	return &ownScorer{Own: o, ctx: ctx, table: tt.Make(size), eval: o.Evaluators.New()}, nil
}

// ownScorer is one worker, and its Control.
type ownScorer struct {
	*Own
	ctx    context.Context
	table  *tt.Table
	stop   atomic.Bool
	worker *search.Worker // nil before the first game
	eval   core.Evaluator
	last   int // depth of the last iteration
	legal  core.MoveList
}

// NewGame implements Scorer.
func (s *ownScorer) NewGame(p core.Position) error {
	switch {
	case s.worker == nil:
		s.worker = search.New(p.GameInfo(), s.table, &s.stop, nil)
	case !s.Quiescence():
		s.worker.Forget()
	}
	s.table.Clear(1, nil)
	return nil
}

// Score implements Scorer. The search plays on p and takes its moves back.
func (s *ownScorer) Score(p core.Position) (core.Score, core.Move, error) {
	claim := p.Claim()
	if claim == core.WinningClaim {
		return core.WinIn(1), core.NoMove, nil
	}
	score, best := s.search(p)
	if claim == core.DrawingClaim && score < core.Draw {
		score, best = core.Draw, core.NoMove
	}
	return score, best, s.ctx.Err()
}

// search returns the score and the best move of a position in which nobody declares.
func (s *ownScorer) search(p core.Position) (core.Score, core.Move) {
	task := search.Task{Position: p, Evaluator: s.eval, Params: s.Params}
	if s.Quiescence() {
		s.table.Clear(1, nil)
		return s.worker.Quiesce(task)
	}
	s.legal.Clear()
	p.Generate(core.AllMoves, &s.legal)
	s.last = core.MaxPly - 1
	if s.Depth > 0 {
		s.last = min(s.last, s.Depth)
	}
	task.Legal, task.MultiPV, task.FirstDepth, task.MaxDepth, task.Control = s.legal.Slice(), 1, 1, s.last, s
	s.stop.Store(false)
	s.table.NextSearch()
	s.worker.Search(task)
	best := s.worker.Best()
	return best.Value(), best.Move
}

// Played implements Scorer.
func (s *ownScorer) Played(core.Position, core.Move) error { return nil }

// TakenBack implements Scorer.
func (s *ownScorer) TakenBack() {}

// Close implements Scorer.
func (s *ownScorer) Close() error { return nil }

// Poll implements search.Control.
func (s *ownScorer) Poll(nodes uint64) uint64 {
	// If nodes are no limit, this is how often to check whether the context has ended.
	const interval = 1 << 16
	if s.Nodes > 0 && nodes >= s.Nodes || s.ctx.Err() != nil {
		s.stop.Store(true)
	}
	if s.Nodes > nodes {
		return min(s.Nodes, nodes+interval)
	}
	return nodes + interval
}

// Iterated implements search.Control.
func (s *ownScorer) Iterated(w *search.Worker) int {
	if w.Depth() >= s.last || s.Depth == 0 && w.Decided(1) {
		return 0
	}
	return w.Depth() + 1
}

// Partial implements search.Control.
func (s *ownScorer) Partial(*search.Worker, search.Partial) {}

// Current implements search.Control.
func (s *ownScorer) Current(int, core.Move, int) {}
