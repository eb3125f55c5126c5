package search

import "github.com/nitoryu/nitoryu/core"

// countNode counts a node of the main search.
func (w *Worker) countNode(k kind) {
	switch k {
	case pvNode:
		w.counts.PVNodes++
	case cutNode:
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
func (w *Worker) source(c *candidate, tableMove core.Move) core.CutoffSource {
	switch {
	case c.move == tableMove:
		return core.FromTable
	case c.losing:
		return core.FromLosing
	case !c.quiet:
		return core.FromTactical
	case c.killer:
		return core.FromKiller
	}
	return core.FromQuiet
}
