package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/tt"
)

// setContext notes what the histories at ply depend on.
func (w *Worker) setContext(ply int) {
	e := history.Earlier{history.None, history.None, history.None, history.None}
	for i, plies := range [...]int{1, 2, 4, 6} {
		if ply >= plies {
			e[i] = w.frames[ply-plies].after
		}
	}
	w.frames[ply].context = w.history.Context(w.game.Side(), ply, w.game.Parts()[core.PawnPart], e)
}

// bonus returns what a refuting move gains in the histories.
func (w *Worker) bonus(depth int) int32 {
	if w.params.HistoryScale == 0 {
		return 0
	}
	return int32(max(0, min(w.params.HistoryScale*depth-w.params.HistoryOffset, w.params.HistoryMax)))
}

// malus returns what the moves tried before it lose.
func (w *Worker) malus(depth int) int32 {
	if w.params.HistoryScale == 0 {
		return 0
	}
	return int32(min(w.params.MalusScale*depth, w.params.MalusMax))
}

// learn remembers the best move of a node, and that those tried before it were
// worse.
func (w *Worker) learn(ply, depth int, best core.Move, quiets, tacticals []core.Move) {
	f := &w.frames[ply]
	side := w.game.Side()
	bonus, malus := w.bonus(depth), w.malus(depth)
	if best.IsTactical() {
		w.history.UpdateCapture(side, best, bonus)
	} else {
		if w.params.Killers != 0 {
			f.killers.Add(best)
		}
		w.history.UpdateQuiet(&f.context, best, bonus)
		for _, m := range quiets {
			w.history.UpdateQuiet(&f.context, m, -malus)
		}
	}
	for _, m := range tacticals {
		w.history.UpdateCapture(side, m, -malus)
	}
}

// isQuiet reports whether m is a quiet move: neither tactical nor the null move.
func isQuiet(m core.Move) bool { return m != core.NullMove && !m.IsTactical() }

// evaluate sets the static evaluation of the frame at ply, not in check: as the
// evaluator sees it, for the table, and as the search uses it.
func (w *Worker) evaluate(ply int, e *tt.Entry, hit bool) {
	f := &w.frames[ply]
	if hit && e.Eval != core.NoScore {
		f.raw = e.Eval
	} else {
		f.raw = w.eval.Evaluate()
	}
	w.counts.Evaluations++
	f.eval = f.raw
	if w.params.DrawClock != 0 {
		f.eval -= f.eval * core.Score(w.game.DrawClock()) / 200
	}
	if w.corrects {
		last, before := history.None, history.None
		if ply > 0 {
			last = w.frames[ply-1].after
		}
		if ply > 1 {
			before = w.frames[ply-2].after
		}
		f.place = history.Locate(w.game.Side(), w.game.Parts(), last, before)
		f.eval = (f.eval + w.history.Correction(&f.place, &w.weights)).Clamp()
	}
}

// learnFromEvaluation remembers by how much the quiet move that led to ply bettered
// the static evaluation for the side that played it.
func (w *Worker) learnFromEvaluation(ply int) {
	f, parent := &w.frames[ply], &w.frames[ply-1]
	if w.params.EvalBonus == 0 || parent.eval == core.NoScore || !isQuiet(parent.move) {
		return
	}
	gain := max(-100, min(100, -int32(parent.eval+f.eval)))
	w.history.UpdateFromTo(&parent.context, parent.move, gain*int32(w.params.EvalBonus))
}

// correct learns from how far the static evaluation of a node was from what the
// search found, unless tactics explain it or the bound tells nothing.
func (w *Worker) correct(ply, depth int, score core.Score, best core.Move, beta core.Score) {
	f := &w.frames[ply]
	switch {
	case !w.corrects, f.eval == core.NoScore, score.IsDecisive(), best.IsTactical():
		return
	case score >= beta && score <= f.eval, best == core.NoMove && score >= f.eval:
		return
	}
	w.counts.Corrections++
	w.history.UpdateCorrection(&f.place, int32(score-f.eval)*int32(depth)/2)
}

// improves reports whether the static evaluation at ply rose since the side's
// last move, or nothing is known of that.
func (w *Worker) improves(ply int) bool {
	for _, back := range [...]int{2, 4} {
		if ply < back {
			return true
		}
		if earlier := w.frames[ply-back].eval; earlier != core.NoScore {
			return w.frames[ply].eval > earlier
		}
	}
	return true
}

// draw returns the score of a draw that the search has found.
func (w *Worker) draw() core.Score {
	if w.params.DrawJitter == 0 {
		return core.Draw
	}
	return core.Draw + core.Score(w.nodes&2) - 1
}

// countNode counts a node of the main search.
func (w *Worker) countNode(pv, cut bool) {
	switch {
	case pv:
		w.counts.PVNodes++
	case cut:
		w.counts.CutNodes++
	default:
		w.counts.AllNodes++
	}
}

// countCutoff counts a node that failed high with its move of that number.
func (w *Worker) countCutoff(number int, from core.CutoffSource, reduced bool) {
	w.counts.Cutoffs++
	w.counts.CutoffsAt[min(number, len(w.counts.CutoffsAt))-1]++
	w.counts.CutoffsBy[from]++
	if reduced {
		w.counts.ReducedCutoffs++
	}
}

// source returns where a move that is about to be searched comes from.
func (w *Worker) source(m, tableMove core.Move, quiet, killer, losing bool) core.CutoffSource {
	switch {
	case m == tableMove:
		return core.FromTable
	case losing:
		return core.FromLosing
	case !quiet:
		return core.FromTactical
	case killer:
		return core.FromKiller
	}
	return core.FromQuiet
}
