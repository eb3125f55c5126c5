package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// probe looks the node at ply up in the table. A node that excludes a move has no
// table move, since that is the excluded one.
func (w *Worker) probe(ply int) {
	f := w.frame(ply)
	f.entry, f.hit = w.table.Probe(w.game.Key(), ply)
	w.counts.TableProbes++
	f.tableMove = core.NoMove
	if f.hit {
		w.counts.TableHits++
	}
	if f.excluded != core.NoMove {
		return
	}
	if f.hit {
		f.tableMove = w.expand(&f.entry)
	}
	f.tablePV = f.kind == pvNode || f.hit && f.entry.PV
}

// cutByTable reports whether the score of the table ends the node at ply, and lets
// a quiet move that fails high there gain in the histories.
func (w *Worker) cutByTable(ply, depth int, alpha, beta core.Score) bool {
	f := w.frame(ply)
	if !f.hit || f.kind == pvNode || f.entry.Depth < depth || !w.trusts() || !isTableCutoff(&f.entry, alpha, beta) {
		return false
	}
	w.counts.TableCutoffs++
	if f.entry.Score >= beta && f.tableMove != core.NoMove && !f.tableMove.IsTactical() {
		w.setContext(ply)
		w.history.UpdateQuiet(&f.context, f.tableMove, w.bonus(depth)*int32(w.params.TableBonus)/100)
	}
	return true
}

// store writes the result of a node to the table.
func (w *Worker) store(ply, depth int, score core.Score, m core.Move, alpha, beta core.Score) {
	f := w.frame(ply)
	stored := w.table.Store(w.game.Key(), ply, tt.Entry{
		Move: m.ID(), Score: score, Eval: f.raw, Depth: depth, Bound: boundOf(score, alpha, beta), PV: f.tablePV,
	})
	w.counts.TableStores[stored]++
}

// boundOf returns how the score of a search in a window bounds the true value.
func boundOf(score, alpha, beta core.Score) core.Bound {
	switch {
	case score >= beta:
		return core.Lower
	case score <= alpha:
		return core.Upper
	}
	return core.Exact
}

// expand returns the move of an entry, NoMove if it has none.
func (w *Worker) expand(e *tt.Entry) core.Move {
	if w.params.TableMove == 0 {
		return core.NoMove
	}
	return w.game.ValidateMove(e.Move)
}

// trusts reports whether scores of the table may end nodes here: not close to a
// draw by counted moves, since keys do not include the count.
func (w *Worker) trusts() bool {
	return w.params.TableCutoffs != 0 && (w.params.DrawClock == 0 || w.game.DrawClock() < w.params.DrawClockTrust)
}

// isTableCutoff reports whether the score of an entry settles the window.
func isTableCutoff(e *tt.Entry, alpha, beta core.Score) bool {
	switch {
	case e.Score == core.NoScore:
		return false
	case e.Score >= beta:
		return e.Bound&core.Lower != 0
	case e.Score <= alpha:
		return e.Bound&core.Upper != 0
	}
	return e.Bound == core.Exact
}

// refinesEval reports whether the score of an entry is a better guess of the value
// than a static evaluation that it bounds.
func (w *Worker) refinesEval(e *tt.Entry, eval core.Score) bool {
	if e.Score == core.NoScore || w.params.TableEval == 0 {
		return false
	}
	if e.Score > eval {
		return e.Bound&core.Lower != 0
	}
	return e.Bound&core.Upper != 0
}

// blendFailHigh moves a score above beta towards beta, by less the larger its weight.
func (w *Worker) blendFailHigh(score, beta core.Score, weight int) core.Score {
	if w.params.Blend == 0 || score.IsDecisive() || beta.IsDecisive() {
		return score
	}
	return (score*core.Score(weight) + beta) / core.Score(weight+1)
}
