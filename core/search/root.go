package search

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
)

// RootMove is a move at the root with what the search knows of it.
type RootMove struct {
	Move     core.Move
	Score    core.Score // of the iteration under way; -Infinite: not better than the best
	last     core.Score // of the last finished iteration
	SelDepth int
	PV       Line
}

// Search runs the task until its last iteration, until Control ends it or until
// the stop flag is raised. At least the first move of the first iteration is
// always searched, so that there is an answer. It returns at once, without an
// answer, if there is no move to search.
func (w *Worker) Search(t Task) {
	w.prepare(t)
	w.listRootMoves()
	if len(w.roots) == 0 {
		return
	}
	lines := max(1, min(t.MultiPV, len(w.roots)))
	for depth := t.FirstDepth; depth <= t.MaxDepth; depth++ {
		w.committed = depth == t.FirstDepth
		for i := range w.roots {
			w.roots[i].last = w.roots[i].Score
			w.roots[i].Score = -core.Infinite
		}
		for rank := range lines {
			w.aspire(rank, depth)
			if w.aborted {
				break
			}
		}
		if w.aborted {
			w.rescue(depth)
			return
		}
		w.depth = depth
		w.best = w.roots[0].Move
		if !t.Control.Iterated(w) {
			return
		}
	}
}

// Best returns the best root move of the last finished iteration, or nil if
// nothing was searched.
func (w *Worker) Best() *RootMove {
	if lines := w.Lines(); len(lines) > 0 {
		return &lines[0]
	}
	return nil
}

// Lines returns the best lines of the last finished iteration, best first, as
// many as the task wanted. Only the first is certain when the very first
// iteration was cut short.
func (w *Worker) Lines() []RootMove {
	if w.depth == 0 {
		return nil
	}
	n := max(1, min(w.task.MultiPV, len(w.roots)))
	for n > 1 && w.roots[n-1].Score == -core.Infinite {
		n--
	}
	return w.roots[:n]
}

// listRootMoves fills roots in the order the picker would try them, followed by
// the moves that a search otherwise finds pointless.
func (w *Worker) listRootMoves() {
	var all core.MoveList
	w.game.Generate(core.AllMoves, &all)
	var tableMove core.Move
	if e, ok := w.table.Probe(w.game.Key(), 0); ok {
		tableMove = w.game.Expand(e.Move)
	}
	w.roots = w.rootStore[:0]
	add := func(m core.Move) {
		if len(w.task.RootMoves) > 0 && !slices.Contains(w.task.RootMoves, m) {
			return
		}
		for i := range w.roots {
			if w.roots[i].Move == m {
				return
			}
		}
		w.roots = w.rootStore[:len(w.roots)+1]
		r := &w.roots[len(w.roots)-1]
		r.Move, r.Score, r.last, r.SelDepth = m, -core.Infinite, -core.Infinite, 0
		r.PV.n = 0
	}
	f := &w.frames[0]
	f.picker.Start(w.game, w.history, tableMove, f.killers, w.previous(0))
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		add(m)
	}
	for _, m := range all.Slice() {
		add(m)
	}
}

// aspire searches the moves from rank on in a small window around the last
// score, and widens the side that fails until the score lies inside
// (https://www.chessprogramming.org/Aspiration_Windows).
func (w *Worker) aspire(rank, depth int) {
	alpha, beta := -core.Infinite, core.Infinite
	delta := core.Score(w.params.AspirationDelta)
	last := w.roots[rank].last
	if depth >= w.params.AspirationDepth && !last.IsDecisive() && last > -core.Infinite {
		alpha, beta = max(last-delta, -core.Infinite), min(last+delta, core.Infinite)
	}
	for {
		w.selDepth = 0
		score := w.searchRoot(rank, depth, alpha, beta)
		sortRoots(w.roots[rank:])
		switch {
		case w.aborted:
			return
		case score <= alpha && alpha > -core.Infinite:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -core.Infinite)
		case score >= beta && beta < core.Infinite:
			beta = min(score+delta, core.Infinite)
		default:
			// A line found later may beat one found earlier.
			sortRoots(w.roots[:rank+1])
			return
		}
		delta *= 2
		if delta > 500 || score.IsDecisive() {
			alpha, beta = -core.Infinite, core.Infinite
		}
	}
}

// sortRoots puts the best score first; moves without a score of their own keep
// the order of earlier iterations.
func sortRoots(roots []RootMove) {
	// An insertion sort, since a RootMove is large and few are out of order:
	// only moves that raised alpha have a score.
	for i := 1; i < len(roots); i++ {
		j := i
		for j > 0 && roots[j-1].Score < roots[i].Score {
			j--
		}
		if j < i {
			moved := roots[i]
			copy(roots[j+1:i+1], roots[j:i])
			roots[j] = moved
		}
	}
}

// rescue makes an answer of what an interrupted search left behind: the last
// finished iteration or, if there is none, the moves that the first one
// finished before the stop.
func (w *Worker) rescue(depth int) {
	if w.depth > 0 {
		// The unfinished iteration may have reordered the moves; of lines with
		// equal scores, the one that was told first leads.
		for i := range w.roots {
			w.roots[i].Score = w.roots[i].last
		}
		sortRoots(w.roots)
		at := slices.IndexFunc(w.roots, func(r RootMove) bool { return r.Move == w.best })
		w.roots[0], w.roots[at] = w.roots[at], w.roots[0]
		return
	}
	sortRoots(w.roots)
	if w.roots[0].Score > -core.Infinite {
		w.depth = depth
		w.best = w.roots[0].Move
	}
}

// searchRoot searches the root moves from rank on and returns the best score.
// Moves that do not raise alpha are left with -Infinite.
func (w *Worker) searchRoot(rank, depth int, alpha, beta core.Score) core.Score {
	f := &w.frames[0]
	if w.enter() {
		return core.Draw
	}
	w.frames[0].eval = core.NoScore
	inCheck := w.game.InCheck()
	if !inCheck {
		f.eval = w.eval.Evaluate()
	}
	original, best := alpha, -core.Infinite
	var bestMove core.Move
	for i := range w.roots[rank:] {
		r := &w.roots[rank+i]
		r.Score = -core.Infinite
		w.task.Control.Current(depth, r.Move, rank+i+1)
		w.selDepth = 0
		w.do(0, r.Move)
		reduction := 0
		if depth >= w.params.LMRDepth && i > w.params.LMRMoves && !r.Move.IsTactical() && !inCheck && !w.game.InCheck() {
			reduction = max(0, w.reduction(depth, i)-1)
		}
		score := w.descend(0, depth-1, reduction, alpha, beta, i == 0, true, false)
		w.undo()
		if w.aborted {
			r.Score = -core.Infinite
			return best
		}
		w.committed = false
		if i == 0 || score > alpha {
			r.Score = score
			r.SelDepth = w.selDepth
			r.PV.set(r.Move, &w.frames[1].pv)
		}
		if score > best {
			best, bestMove = score, r.Move
			alpha = max(alpha, score)
			if score >= beta {
				break
			}
		}
	}
	if rank == 0 && len(w.task.RootMoves) == 0 {
		w.store(0, depth, best, f.eval, bestMove, original, beta, true)
	}
	return best
}

// Choices returns the number of root moves.
func (w *Worker) Choices() int { return len(w.roots) }
