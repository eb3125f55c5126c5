package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
)

// setContext sets what the histories at ply depend on.
func (w *Worker) setContext(ply int) {
	var e history.Earlier
	for i, plies := range [...]int{1, 2, 4, 6} {
		e[i] = w.frame(ply - plies).after
	}
	f := w.frame(ply)
	f.side = w.game.Side()
	var attacked core.Squares
	if w.params.AttackedHistory != 0 {
		attacked = w.game.Attacked()
	}
	f.context = w.history.Context(f.side, ply, w.game.PartKeys()[core.PawnKey], attacked, e)
}

// bonus returns what the best move of a node gains in the histories.
func (w *Worker) bonus(depth int) int32 {
	if w.params.HistoryScale == 0 {
		return 0
	}
	return int32(max(0, min(w.params.HistoryScale*depth-w.params.HistoryOffset, w.params.HistoryMax)))
}

// malus returns what the moves tried before the best one lose.
func (w *Worker) malus(depth int) int32 {
	if w.params.HistoryScale == 0 {
		return 0
	}
	return int32(min(w.params.MalusScale*depth, w.params.MalusMax))
}

// addTried adds a move that was searched and is not the best one.
func (f *frame) addTried(m core.Move) {
	switch {
	case !m.IsTactical():
		if f.quietCount < len(f.quiets) {
			f.quiets[f.quietCount] = m
			f.quietCount++
		}
	case f.tacticalCount < len(f.tacticals):
		f.tacticals[f.tacticalCount] = m
		f.tacticalCount++
	}
}

// updateHistories updates the histories by the best move of a node and the moves tried
// before it.
func (w *Worker) updateHistories(ply, depth int, best core.Move) {
	f := w.frame(ply)
	bonus, malus := w.bonus(depth), w.malus(depth)
	if best.IsTactical() {
		w.history.UpdateCapture(f.side, best, bonus)
	} else {
		if w.params.Killers != 0 {
			f.killers.Add(best)
		}
		w.history.UpdateQuiet(&f.context, best, bonus)
		for _, m := range f.quiets[:f.quietCount] {
			w.history.UpdateQuiet(&f.context, m, -malus)
		}
	}
	for _, m := range f.tacticals[:f.tacticalCount] {
		w.history.UpdateCapture(f.side, m, -malus)
	}
}

// isQuiet reports whether m is a quiet move: neither tactical nor the null move.
func isQuiet(m core.Move) bool { return m != core.NullMove && !m.IsTactical() }
