package search

import "github.com/nitoryu/nitoryu/core"

// probCut searches captures in a zero window well above beta, first by quiescence,
// then less deeply than the node. It returns a score and whether it ends the node.
func (w *Worker) probCut(ply, depth int, beta core.Score) (score core.Score, ends bool) {
	p, f := w.params, w.frame(ply)
	high := beta + core.Score(p.ProbCutMargin)
	if f.improving {
		high -= core.Score(p.ProbCutImproving)
	}
	reduced := depth - p.ProbCutReduction // of the search after a capture
	if f.hit && f.entry.Score != core.NoScore && f.entry.Depth > reduced && f.entry.Score < high {
		return 0, false
	}
	first := f.tableMove
	if !first.IsTactical() {
		first = core.NoMove
	}
	f.picker.StartTactical(w.game, w.history, first)
	for m := f.picker.Next(); m != core.NoMove && !f.picker.Losing(); m = f.picker.Next() {
		if !w.game.SEE(m, high-f.eval) {
			continue
		}
		w.counts.ProbCutTries++
		f.reduction = 0
		w.do(ply, m)
		score = -w.quiesce(ply+1, -high, -high+1)
		if score >= high && reduced > 0 && !w.aborted {
			score = -w.search(ply+1, reduced, -high, -high+1, allNode)
		}
		w.undo()
		if w.aborted {
			return core.Draw, false
		}
		if score >= high {
			w.counts.ProbCuts++
			w.store(ply, reduced+1, score, m, high-1, high)
			if !score.IsDecisive() {
				score -= high - beta
			}
			return score, true
		}
	}
	return 0, false
}
