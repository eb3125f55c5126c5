package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/tt"
)

// evaluateNode fills in what the frame at ply knows of the static evaluation and
// returns the evaluation, refined by the table, or NoScore in check.
func (w *Worker) evaluateNode(ply int) core.Score {
	f, parent := w.frame(ply), w.frame(ply-1)
	f.improving, f.worsening = false, false
	if f.inCheck {
		f.raw, f.eval = core.NoScore, core.NoScore
		return core.NoScore
	}
	if f.excluded == core.NoMove {
		w.evaluate(ply, &f.entry, f.hit)
		if !f.hit { // evaluations are expensive: keep this one however the node ends
			stored := w.table.Store(w.game.Key(), ply, tt.Entry{Score: core.NoScore, Eval: f.raw, PV: f.tablePV})
			w.counts.TableStores[stored]++
		}
		w.learnFromEvaluation(ply)
	}
	f.improving = w.params.Improving != 0 && w.improves(ply)
	f.worsening = parent.eval != core.NoScore && f.eval > -parent.eval
	if f.hit && w.refinesEval(&f.entry, f.eval) {
		return f.entry.Score
	}
	return f.eval
}

// evaluate sets the static evaluation of the frame at ply, not in check: raw as
// the evaluator sees it, for the table, and corrected for the search.
func (w *Worker) evaluate(ply int, e *tt.Entry, hit bool) {
	f := w.frame(ply)
	if hit && e.Eval != core.NoScore {
		f.raw = e.Eval
	} else {
		f.raw = w.eval.Evaluate()
	}
	w.counts.Evaluations++
	f.eval = f.raw
	if w.params.DrawClock != 0 {
		f.eval -= f.eval * core.Score(w.game.DrawClock()*w.params.DrawClockDamping) / (100 * 100)
	}
	if w.corrects {
		f.place = history.Locate(w.game.Side(), w.game.PartKeys(), w.frame(ply-1).after, w.frame(ply-2).after, w.frame(ply-4).after)
		f.eval = (f.eval + w.history.Correction(&f.place, &w.weights)).Clamp()
	}
}

// improves reports whether the static evaluation at ply is better than at the
// side's last move; true if there is nothing to compare with.
func (w *Worker) improves(ply int) bool {
	for _, back := range [...]int{2, 4} {
		if earlier := w.frame(ply - back).eval; earlier != core.NoScore {
			return w.frame(ply).eval > earlier
		}
	}
	return true
}

// learnFromEvaluation updates the history of the quiet move that led to ply by how
// much it changed the static evaluation.
func (w *Worker) learnFromEvaluation(ply int) {
	f, parent := w.frame(ply), w.frame(ply-1)
	if w.params.EvalBonus == 0 || parent.eval == core.NoScore || !isQuiet(parent.move) {
		return
	}
	most := int32(w.params.EvalBonusMax)
	gain := max(-most, min(most, -int32(parent.eval+f.eval)))
	w.history.UpdateFromTo(&parent.context, parent.move, gain*int32(w.params.EvalBonus))
}

// correct learns how far the static evaluation of a node was from the score of its
// search, unless the best move is tactical or the bound says nothing.
func (w *Worker) correct(ply, depth int, score core.Score, best core.Move, beta core.Score) {
	f := w.frame(ply)
	switch {
	case !w.corrects, f.eval == core.NoScore, score.IsDecisive(), best.IsTactical():
		return
	case score >= beta && score <= f.eval, best == core.NoMove && score >= f.eval:
		return
	}
	w.counts.Corrections++
	w.history.UpdateCorrection(&f.place, int32(score-f.eval)*int32(depth*w.params.CorrectionScale)/100)
}

// standPat returns the static evaluation at the horizon, for a search without
// quiescence.
func (w *Worker) standPat(ply int) core.Score {
	if score, over := w.enterNode(ply); over {
		return score
	}
	return w.eval.Evaluate()
}

// draw returns the score of a draw that the search has found: one point more or
// less than its worth, so that the search does not settle for the first draw.
func (w *Worker) draw(ply int) core.Score {
	worth := w.drawWorth(ply)
	if w.params.DrawJitter == 0 {
		return worth
	}
	return worth + core.Score(w.nodes&2) - 1
}

// drawWorth returns what a draw is worth to the side to move at ply.
func (w *Worker) drawWorth(ply int) core.Score {
	if ply&1 != 0 {
		return -w.task.Draw
	}
	return w.task.Draw
}
