package search

import (
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
)

// RootMove is a legal move at the root and what the search knows of it.
type RootMove struct {
	Move     core.Move
	Score    core.Score // in the iteration under way, -Infinite if it did not raise alpha
	last     core.Score // in the last finished iteration
	rank     int        // by endgame tables
	known    core.Score // by endgame tables, NoScore without
	SelDepth int
	Nodes    uint64 // searched below it in this search
	effort   uint64 // the same, where earlier iterations count less
	PV       Line
}

// Search runs the task to its deepest iteration, or until Control ends it or the
// stop flag is raised. Unless the worker only helps, it searches at least the first
// move, so that there is an answer, and further moves as long as the best one so far
// wins or loses by force, since others may be better. Without legal moves it returns at
// once, without an answer.
func (w *Worker) Search(t Task) {
	w.prepare(t)
	w.listRootMoves()
	if len(w.roots) == 0 {
		return
	}
	lines := w.lines()
	w.committed = !t.Helping
	for depth := t.FirstDepth; depth > 0 && depth <= t.MaxDepth; depth = t.Control.Iterated(w) {
		w.iteration = depth
		w.leader = leader{}
		for i := range w.roots {
			w.roots[i].last = w.roots[i].Score
			w.roots[i].Score = -core.Infinite
		}
		w.sortByEffort(lines)
		for rank := range lines {
			w.aspire(rank, depth)
			if w.aborted {
				w.keepPartialBest(depth, rank)
				return
			}
		}
		w.finish(depth)
	}
}

// lines returns how many lines an iteration has.
func (w *Worker) lines() int { return max(1, min(w.task.MultiPV, len(w.roots))) }

// finish copies the lines of the iteration under way to the lines that Lines returns,
// since the next iteration overwrites them.
func (w *Worker) finish(depth int) {
	n := w.lines()
	for n > 1 && w.roots[n-1].Score == -core.Infinite {
		n--
	}
	w.depth = depth
	w.finished = append(w.finished[:0], w.roots[:n]...)
}

// Best returns the first line of Answer, or nil if nothing was searched.
func (w *Worker) Best() *RootMove {
	if lines := w.Answer(); len(lines) > 0 {
		return &lines[0]
	}
	return nil
}

// Answer returns the lines to answer with: Lines or, if another move beat the best
// one in an unfinished iteration, that move alone. Its score may be a bound and its
// line short. The score is never a forced loss that a move not yet searched may
// avoid.
func (w *Worker) Answer() []RootMove {
	if w.partialBest >= 0 {
		return w.roots[w.partialBest : w.partialBest+1]
	}
	return w.Lines()
}

// Lines returns the lines of the last finished iteration, best first, as many as
// the task asks for; fewer if even the first iteration was stopped.
func (w *Worker) Lines() []RootMove { return w.finished }

// Decided reports whether the best lines of the last finished iteration, at most that
// many, all end in a mate within the full-width part of the tree. These mates will not
// get shorter; going on would only repeat them.
func (w *Worker) Decided(lines int) bool {
	for i := range w.finished[:min(lines, len(w.finished))] {
		score := w.finished[i].Score
		if plies := score.PliesToMate(); !score.IsMate() || w.depth <= 2*max(plies, -plies)+6 {
			return false
		}
	}
	return true
}

// listRootMoves fills roots in the order of the picker, followed by the legal moves
// that the picker leaves out as pointless (see core.Quiet), unless they are not wanted.
func (w *Worker) listRootMoves() {
	var tableMove core.Move
	if e, ok := w.table.Probe(w.game.Key(), 0); ok {
		tableMove = w.game.ValidateMove(e.Move)
	}
	w.roots = w.rootStore[:0]
	add := func(m core.Move) {
		if len(w.task.RootMoves) > 0 && !slices.Contains(w.task.RootMoves, m) {
			return
		}
		w.roots = w.rootStore[:len(w.roots)+1]
		r := &w.roots[len(w.roots)-1]
		r.Move, r.Score, r.last, r.SelDepth = m, -core.Infinite, -core.Infinite, 0
		r.Nodes, r.effort = 0, 0
		r.PV.n = 0
	}
	f := w.frame(0)
	w.setContext(0)
	f.picker.Start(w.game, w.history, tableMove, f.killers, &f.context)
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		add(m)
	}
	if !w.task.Sensible || len(w.task.RootMoves) > 0 || len(w.roots) == 0 {
		for _, m := range w.task.Legal {
			if w.rootOf(m) < 0 {
				add(m)
			}
		}
	}
	w.rank()
}

// aspire searches the moves from rank on in a small window around the last score,
// and widens it on the side that fails until the score is inside
// (https://www.chessprogramming.org/Aspiration_Windows).
func (w *Worker) aspire(rank, depth int) {
	alpha, beta := -core.Infinite, core.Infinite
	delta := core.Score(w.params.AspirationDelta)
	last := w.roots[rank].last
	if depth >= w.params.AspirationDepth && !last.IsDecisive() && last > -core.Infinite {
		alpha, beta = max(last-delta, -core.Infinite), min(last+delta, core.Infinite)
	}
	less := 0 // plies less deep after failing high
	for {
		w.selDepth = 0
		score := w.searchRoot(rank, max(1, depth-less), alpha, beta)
		sortRoots(w.roots[rank:])
		if alpha > -core.Infinite || beta < core.Infinite {
			w.counts.Aspirations++
		}
		switch {
		case w.aborted:
			return
		case score <= alpha && alpha > -core.Infinite:
			w.counts.AspirationsLow++
			w.tellPartial(rank, rank, core.Upper)
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -core.Infinite)
			less = 0
		case score >= beta && beta < core.Infinite:
			w.counts.AspirationsHigh++
			w.tellPartial(rank, rank, core.Lower)
			beta = min(score+delta, core.Infinite)
			less += w.params.AspirationReduction
		default:
			// This line may be better than earlier ones.
			found := w.roots[rank].Move
			sortRoots(w.roots[:rank+1])
			if rank+1 < w.lines() {
				w.tellPartial(w.rootOf(found), rank, core.Exact)
			}
			return
		}
		delta += delta*core.Score(w.params.AspirationGrowth)/100 + 1
		if delta > core.Score(w.params.AspirationLimit) || score.IsDecisive() {
			alpha, beta = -core.Infinite, core.Infinite
		}
	}
}

// tellPartial reports the lines up to the given rank. The lines from first on have
// changed.
func (w *Worker) tellPartial(first, rank int, bound core.Bound) {
	w.task.Control.Partial(w, Partial{Depth: w.iteration, Lines: w.roots[:rank+1], First: first, Bound: bound})
}

// sortRoots puts the highest rank first, and within a rank the best score; moves
// without a score of their own keep the order of earlier iterations.
func sortRoots(roots []RootMove) {
	// Insertion sort: a RootMove is large, and few are out of order, since only
	// moves that raised alpha have a score.
	for i := 1; i < len(roots); i++ {
		j := i
		for j > 0 && (roots[j-1].rank < roots[i].rank ||
			roots[j-1].rank == roots[i].rank && roots[j-1].Score < roots[i].Score) {
			j--
		}
		if j < i {
			moved := roots[i]
			copy(roots[j+1:i+1], roots[j:i])
			roots[j] = moved
		}
	}
}

// sortByEffort orders the moves after the best ones by the nodes spent on them: a
// move that is hard to refute is most likely to become the best.
func (w *Worker) sortByEffort(lines int) {
	if w.params.RootEffort == 0 || w.iteration < w.params.RootEffortDepth {
		return
	}
	rest := w.roots[lines:]
	for i := 1; i < len(rest); i++ {
		j := i
		for j > 0 && rest[j-1].rank == rest[i].rank && rest[j-1].effort < rest[i].effort {
			j--
		}
		if j < i {
			moved := rest[i]
			copy(rest[j+1:i+1], rest[j:i])
			rest[j] = moved
		}
	}
	for i := range w.roots {
		w.roots[i].effort = w.roots[i].effort * uint64(w.params.RootEffortDecay) / 100
	}
}

// leader is the best move so far of the iteration under way.
type leader struct {
	move  core.Move // NoMove before any was searched
	score core.Score
}

// PartialBestChanged reports whether another move than the best of the last iteration leads
// in the iteration under way.
func (w *Worker) PartialBestChanged() bool {
	return w.depth > 0 && w.leader.move != core.NoMove && w.leader.move != w.finished[0].Move
}

// keepPartialBest turns what a stopped search has found into an answer: the last finished
// iteration or, without one, the moves searched so far. With a single line, a move that
// beat the previous best in the unfinished iteration is the answer. If the best move is
// the same, the line of the finished iteration stays, which is exact and complete. The
// first finished lines of the unfinished iteration are complete.
//
// Until all moves have been searched, a forced win or loss says nothing about the
// position.
func (w *Worker) keepPartialBest(depth, finished int) {
	if w.depth == 0 {
		for i := finished; i < len(w.roots); i++ {
			if w.roots[i].Score.IsDecisive() {
				w.roots[i].Score = -core.Infinite
			}
		}
		sortRoots(w.roots)
		if w.roots[0].Score > -core.Infinite {
			w.finish(depth)
		}
		return
	}
	l := &w.leader
	if w.params.UnfinishedBest != 0 && w.task.MultiPV <= 1 && w.PartialBestChanged() {
		w.partialBest = w.rootOf(l.move)
		r := &w.roots[w.partialBest]
		if r.Score = l.score; l.score.IsLoss() && l.score < w.finished[0].Score {
			r.Score, r.PV.n = w.finished[0].Score, 1
		}
	}
}

// rootOf returns the index of a move at the root, -1 if it is not there.
func (w *Worker) rootOf(m core.Move) int {
	for i := range w.roots { // whose elements are large
		if w.roots[i].Move == m {
			return i
		}
	}
	return -1
}

// searchRoot searches the root moves from rank on, as far as endgame tables rank them
// equally, and returns the best score.
// Moves that do not raise alpha are left with -Infinite.
func (w *Worker) searchRoot(rank, depth int, alpha, beta core.Score) core.Score {
	f := w.frame(0)
	if w.enter() {
		return core.Draw
	}
	f.node = node{kind: pvNode, tablePV: true, improving: true, inCheck: w.game.InCheck()}
	w.countNode(f.kind)
	w.setContext(0)
	w.frame(1).killers = history.Killers{}
	w.frame(2).cutoffs = 0
	f.raw, f.eval = core.NoScore, core.NoScore
	if !f.inCheck {
		entry, hit := w.table.Probe(w.game.Key(), 0)
		w.evaluate(0, &entry, hit)
	}
	original, best, bestMove := alpha, -core.Infinite, core.NoMove
	for i := range w.equals(rank) {
		r := &w.roots[rank+i]
		r.Score = -core.Infinite
		w.task.Control.Current(depth, r.Move, rank+i+1)
		w.selDepth = 0
		before := w.nodes
		c := w.prepareMove(f, depth, r.Move, i+1)
		w.do(0, r.Move)
		score := w.searchMove(0, depth-1, w.lateMoveReduction(0, depth, c)/onePly, alpha, beta, best)
		w.undo()
		r.Nodes += w.nodes - before
		r.effort += w.nodes - before
		if w.aborted {
			r.Score = -core.Infinite
			return best
		}
		if i == 0 || score > alpha {
			r.Score = score
			r.SelDepth = w.selDepth
			r.PV.set(r.Move, &w.frame(1).line)
			if rank == 0 {
				w.leader = leader{r.Move, score}
			}
		}
		if score > best {
			best, bestMove = score, r.Move
			alpha = max(alpha, score)
			if score >= beta {
				break
			}
		}
		w.committed = w.depth == 0 && rank == 0 && !w.task.Helping && best.IsDecisive()
	}
	w.committed = false
	if rank == 0 && len(w.task.RootMoves) == 0 {
		w.store(0, depth, best, bestMove, original, beta)
	}
	return best
}

// Choices returns the number of moves to choose from at the root.
func (w *Worker) Choices() int { return w.equals(0) }
