package search

import "github.com/nitoryu/nitoryu/core"

// mayPass reports whether the node at ply is good enough to pass the turn: the move before was no
// pass, and having to move is no disadvantage.
func (w *Worker) mayPass(ply, depth int, eval, beta core.Score) bool {
	p, f := w.params, w.frame(ply)
	return depth >= p.NullMoveDepth && eval >= beta && f.eval >= beta-core.Score(p.NullMoveMargin) && !beta.IsLoss() &&
		w.frame(ply-1).move != core.NullMove && ply >= w.nullAllowed && !w.game.ZugzwangProne()
}

// nullMove passes the turn and returns a score and whether it ends the node. Deep
// in the tree a cutoff is verified by a search without null moves, since having to
// move may be a disadvantage (https://www.chessprogramming.org/Zugzwang).
func (w *Worker) nullMove(ply, depth int, eval, beta core.Score) (score core.Score, ends bool) {
	p, f := w.params, w.frame(ply)
	reduced := depth - p.NullMoveBase - depth/p.NullMoveDivisor - min(p.NullMoveMax, int(eval-beta)/p.NullMoveMargin)
	w.counts.NullTries++
	f.move, f.after, f.reduction = core.NullMove, w.history.After(w.game.Side(), core.NullMove), 0
	w.game.DoNull()
	score = -w.search(ply+1, reduced, -beta, -beta+1, allNode)
	w.game.UndoNull()
	if w.aborted || score < beta {
		return score, false
	}
	if score.IsWin() { // not proved: the rules allow no pass
		score = beta
	}
	if depth >= p.NullMoveVerify && w.nullAllowed == 0 {
		w.nullAllowed = ply + max(1, reduced*p.NullMoveVerifyPlies/100)
		verified := w.searchAgain(ply, reduced, beta-1, beta, allNode)
		w.nullAllowed = 0
		if verified < beta {
			w.counts.NullRefuted++
			return score, false
		}
	}
	w.counts.NullCutoffs++
	return score, true
}
