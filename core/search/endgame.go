package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// endgameDepth is how much deeper than its node a result of endgame tables counts: it is
// no guess, and worth keeping.
const endgameDepth = 6

// probeTables returns what endgame tables know about the node at ply, as an entry for the
// table, without a bound if they know nothing. The tables are right only with the draw
// clock at zero. A win may be a mate, which is worth more than the score of the win.
func (w *Worker) probeTables(ply, depth int) (e tt.Entry) {
	if w.game.DrawClock() != 0 {
		return e
	}
	use := &w.task.TableUse
	limit := use.Limit
	if depth < use.Depth {
		limit--
	}
	wdl, ok := w.task.Tables.Probe(w.game, limit)
	if !ok {
		return e
	}
	w.counts.EndgameHits++
	e = tt.Entry{
		Score: use.Score(wdl, ply, w.drawWorth(ply)), Eval: core.NoScore,
		Depth: min(depth+endgameDepth, core.MaxPly-1), Bound: core.Exact, PV: w.frame(ply).tablePV,
	}
	switch {
	case e.Score.IsWin():
		e.Bound = core.Lower
	case e.Score.IsLoss():
		e.Bound = core.Upper
	}
	return e
}

// EndgameHits returns how many positions of the search were found in endgame tables so
// far.
func (w *Worker) EndgameHits() uint64 { return w.counts.EndgameHits }

// rank notes what endgame tables say about the root moves, and puts the moves of the
// highest rank first. Lines are searched among moves of equal rank.
func (w *Worker) rank() {
	for i := range w.roots {
		r := &w.roots[i]
		r.rank, r.known = 0, core.NoScore
		for _, m := range w.task.Ranked {
			if m.Move == r.Move {
				r.rank, r.known = m.Rank, w.task.TableUse.Score(m.WDL, 0, w.task.Draw)
			}
		}
	}
	sortRoots(w.roots)
}

// equals returns how many moves from index i on have the same rank as the move at i.
func (w *Worker) equals(i int) int {
	n := 1
	for i+n < len(w.roots) && w.roots[i+n].rank == w.roots[i].rank {
		n++
	}
	return n
}

// Value returns the score of the move to show: the score of endgame tables if they
// rank the root moves, unless the search has found a mate.
func (r *RootMove) Value() core.Score {
	if r.known == core.NoScore || r.Score.IsMate() {
		return r.Score
	}
	return r.known
}
