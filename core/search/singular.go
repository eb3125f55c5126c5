package search

import "github.com/nitoryu/nitoryu/core"

// extensionLimit bounds how long a line may get by singular extensions, in multiples
// of the iteration's depth. It keeps the search finite; strength does not depend on
// it.
const extensionLimit = 2

// mayBeSingular reports whether the table knows enough of the table move to test it.
func (w *Worker) mayBeSingular(ply, depth int) bool {
	e := &w.frame(ply).entry
	return ply < extensionLimit*w.iteration && e.Depth >= depth-w.params.SingularTableDepth &&
		e.Bound&core.Lower != 0 && e.Score != core.NoScore && !e.Score.IsDecisive()
}

// singular searches all moves but the table move in a zero window below the table
// score. It returns by how many plies to extend the table move, or a score that
// ends the node.
func (w *Worker) singular(ply, depth int, beta core.Score) (extension int, score core.Score, ends bool) {
	p, f := w.params, w.frame(ply)
	low := f.entry.Score - core.Score(p.SingularMargin*depth/100)
	w.counts.SingularTries++
	f.excluded = f.tableMove
	score = w.searchAgain(ply, (depth-1)*p.SingularSearchDepth/100, low-1, low, f.kind)
	f.excluded = core.NoMove
	switch {
	case w.aborted:
	case score < low:
		w.counts.Singular++
		extension = 1
		margin := p.DoubleMargin
		if f.kind == pvNode {
			margin += p.DoublePV
		}
		if score < low-core.Score(margin) {
			w.counts.DoublySingular++
			extension = 2
			if f.kind != pvNode && !f.tableMove.IsTactical() && score < low-core.Score(p.TripleMargin) {
				extension = 3
			}
		}
	case p.MultiCut != 0 && score >= beta && !score.IsDecisive():
		// Several moves beat beta (https://www.chessprogramming.org/Multi-Cut).
		w.counts.MultiCuts++
		return 0, score, true
	case f.entry.Score >= beta || f.kind == cutNode:
		// The table move is not alone: it needs no deep search.
		w.counts.NotSingular++
		extension = -p.NegativeExtension
	}
	return extension, score, false
}
