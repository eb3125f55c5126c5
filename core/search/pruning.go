package search

import "github.com/nitoryu/nitoryu/core"

// mayRazor reports whether a position is so far below alpha that only captures can help.
func (w *Worker) mayRazor(depth int, eval, alpha core.Score) bool {
	p := w.params
	return depth <= p.RazoringDepth && !alpha.IsDecisive() &&
		eval+core.Score(p.RazoringBase+p.RazoringMargin*depth*depth) <= alpha
}

// mayReverseFutility reports whether the node at ply is so far above beta that a shallow search
// will not bring it down. A quiet move in the table, or a principal variation, says that the
// node is worth a search.
func (w *Worker) mayReverseFutility(ply, depth int, eval, beta core.Score) bool {
	f := w.frame(ply)
	return depth <= w.params.ReverseFutilityDepth && !f.tablePV && !beta.IsLoss() && !eval.IsDecisive() &&
		(f.tableMove == core.NoMove || f.tableMove.IsTactical()) &&
		eval-w.reverseFutilityMargin(ply, depth) >= beta
}

// reverseFutilityMargin returns how far above beta the evaluation of the node at
// ply has to be for reverse futility pruning.
func (w *Worker) reverseFutilityMargin(ply, depth int) core.Score {
	p, f := w.params, w.frame(ply)
	margin := p.ReverseFutilityMargin * depth
	if f.improving {
		margin -= p.ReverseFutilityImproving
	}
	if f.worsening {
		margin -= p.ReverseFutilityWorsening
	}
	return core.Score(margin)
}

// prune reports whether the move c of a node is not worth a search: the node is
// shallow and the move unlikely to raise alpha.
func (w *Worker) prune(f *frame, depth int, alpha core.Score, c *candidate) bool {
	p := w.params
	reducedDepth := max(0, depth-1-max(0, c.reduction)/onePly) // depth left after reductions
	switch {
	case f.inCheck:
	case c.quiet:
		// Late move pruning: a quiet move so late in the order is unlikely to
		// matter. Drops count less, since shogi has many of them.
		f.quietsSeen += 100
		if c.move.IsDrop() {
			f.quietsSeen -= p.LateMoveDrops
		}
		limit := 100*p.LateMoveBase + p.LateMoveScale*depth*depth
		if !f.improving {
			limit = limit * p.LateMoveImproving / 100
		}
		if depth <= p.LateMoveDepth && f.quietsSeen > limit {
			w.counts.LatePruned++
			f.picker.SkipQuiets()
			return true
		}
		// History pruning: the move did badly wherever it was tried.
		if reducedDepth <= p.HistoryPruningDepth && !c.killer && c.past < -int32(p.HistoryPruningMargin*depth) {
			w.counts.HistoryPruned++
			return true
		}
		// Futility pruning: so far below alpha, a quiet move will not help.
		margin := core.Score(p.FutilityBase + p.FutilityMargin*reducedDepth)
		if reducedDepth <= p.FutilityDepth && f.eval+margin <= alpha && !w.game.GivesCheck(c.move) {
			w.counts.FutilityPruned++
			return true
		}
	default:
		// Futility pruning of captures: even what they win is not enough.
		margin := w.gain(c.move) + core.Score(p.FutilityCapture*(reducedDepth+1)+int(c.past)/p.FutilityHistory)
		if reducedDepth <= p.FutilityDepth && f.eval+margin <= alpha && !w.game.GivesCheck(c.move) {
			w.counts.CapturesPruned++
			return true
		}
	}
	// SEE pruning: the move loses too much material.
	if depth <= p.SEEDepth && (c.quiet && !f.inCheck || c.losing) {
		worst := -core.Score(p.SEECapture * depth)
		if c.quiet {
			worst = -core.Score(p.SEEQuiet * reducedDepth * reducedDepth)
		}
		if !w.game.SEE(c.move, worst) {
			w.counts.SEEPruned++
			return true
		}
	}
	return false
}

// gain returns the value of what a tactical move wins before any reply.
func (w *Worker) gain(m core.Move) core.Score {
	info := w.game.GameInfo()
	gain := info.Value[m.Captured()]
	if m.IsPromotion() {
		gain += info.Gain[m.PieceType()]
	}
	return gain
}
