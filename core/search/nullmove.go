package search

import "github.com/nitoryu/nitoryu/core"

// nullMove passes the turn and returns a score and whether it ends the node. Deep
// in the tree a cutoff is verified by a search without null moves, since having to
// move may be a disadvantage (https://www.chessprogramming.org/Zugzwang).
func (w *Worker) nullMove(ply, depth int, eval, beta core.Score) (score core.Score, ends bool) {
	p, f := w.params, &w.frames[ply]
	reduced := depth - p.NullMoveBase - depth/p.NullMoveDivisor - min(p.NullMoveMax, int(eval-beta)/p.NullMoveMargin)
	w.counts.NullTries++
	f.move, f.after, f.reduction = core.NullMove, w.history.After(w.game.Side(), core.NullMove), 0
	w.game.DoNull()
	score = -w.search(ply+1, reduced, -beta, -beta+1, false)
	w.game.UndoNull()
	if w.aborted || score < beta {
		return score, false
	}
	if score.IsWin() { // not proved: the rules allow no pass
		score = beta
	}
	if depth >= p.NullMoveVerify && w.nullAllowed == 0 {
		w.nullAllowed = ply + max(1, reduced*p.NullMoveVerifyPlies/100)
		verified := w.searchAgain(ply, reduced, beta-1, beta, false)
		w.nullAllowed = 0
		if verified < beta {
			w.counts.NullRefuted++
			return score, false
		}
	}
	w.counts.NullCutoffs++
	return score, true
}
