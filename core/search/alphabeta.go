package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/tt"
)

// search returns the score of the position ply plies from the root, searched
// depth plies deep, for the side to move: exact within alpha and beta, outside
// a bound (fail-soft). A node with an open window is a PV node; cut says that
// the parent expects a zero window to fail high here. If the frame excludes a
// move, the node is searched as if there were no such move. The result means
// nothing once the search is aborted.
func (w *Worker) search(ply, depth int, alpha, beta core.Score, cut bool) core.Score {
	// Step 1. The horizon
	if depth <= 0 {
		if w.params.Quiescence == 0 {
			return w.standPat(ply)
		}
		return w.quiesce(ply, alpha, beta)
	}
	// Step 2. What ends a line: the stop, the rules, too many plies
	if score, over := w.open(ply); over {
		return score
	}
	f, parent := &w.frames[ply], &w.frames[ply-1]
	pv := beta-alpha > 1
	w.countNode(pv, cut)
	inCheck := w.game.InCheck()
	excluded := f.excluded
	p := w.params

	// Step 3. Upcoming repetition: whoever can repeat has a draw at least
	// (https://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf)
	if alpha < core.Draw && p.UpcomingRepetition != 0 && w.game.UpcomingRepetition(ply) {
		if alpha = w.draw(); alpha >= beta {
			return alpha
		}
	}

	// Step 4. Mate distance pruning: no line from here beats a shorter mate
	// (https://www.chessprogramming.org/Mate_Distance_Pruning)
	if p.MateDistance != 0 {
		alpha, beta = max(alpha, core.LossIn(ply)), min(beta, core.WinIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	original := alpha
	w.frames[ply+1].killers = [2]core.MoveID{}
	w.frames[ply+2].cutoffs = 0

	// Step 5. The transposition table
	entry, hit := w.table.Probe(w.game.Key(), ply)
	w.counts.TableProbes++
	var tableMove core.Move
	if hit {
		w.counts.TableHits++
		tableMove = w.expand(&entry)
	}
	if excluded != core.NoMove {
		tableMove = core.NoMove
	} else {
		f.tablePV = pv || hit && entry.PV
		if hit && !pv && entry.Depth >= depth && w.trusts() && fits(&entry, alpha, beta) {
			w.counts.TableCutoffs++
			if entry.Score >= beta && tableMove != core.NoMove && !tableMove.IsTactical() {
				w.setContext(ply)
				w.history.UpdateQuiet(&f.context, tableMove, w.bonus(depth)*int32(p.TableBonus)/100)
			}
			return entry.Score
		}
		// Step 6. Mate in one: where the game can tell at a glance
		if !hit && !inCheck && p.MateInOne != 0 {
			if m := w.game.MateInOne(); m != core.NoMove {
				f.pv.moves[0], f.pv.n = m, 1
				return core.WinIn(ply + 1)
			}
		}
	}

	// Step 7. The static evaluation: from the table where it is known, corrected by
	// what the search has found of late in similar positions (chess +31 ± 30 Elo,
	// our match)
	eval := core.NoScore
	switch {
	case inCheck:
		f.raw, f.eval = core.NoScore, core.NoScore
	case excluded == core.NoMove:
		w.evaluate(ply, &entry, hit)
		if !hit { // an evaluation is dear: whatever ends the node, keep it
			stored := w.table.Store(w.game.Key(), ply, tt.Entry{Score: core.NoScore, Eval: f.raw, PV: f.tablePV})
			w.counts.TableStores[stored]++
		}
		fallthrough
	default:
		eval = f.eval
		if hit && w.sharpens(&entry, eval) {
			eval = entry.Score
		}
	}
	if !inCheck && excluded == core.NoMove {
		// The move that led here learns what it did to the evaluation (with futility
		// pruning of captures chess +14 ± 9, shogi +17 ± 17 Elo, our matches)
		w.learnFromEvaluation(ply)
	}
	improving := !inCheck && p.Improving != 0 && w.improves(ply)
	// The opponent's last move did not help him
	worsening := !inCheck && parent.eval != core.NoScore && f.eval > -parent.eval

	// Step 8. Hindsight: a node that was reached by a large reduction gets some of
	// it back if the reason has gone, and loses more if all is quiet (chess
	// +42 ± 28 Elo, our match)
	if !inCheck && excluded == core.NoMove && parent.reduction >= 2 && parent.eval != core.NoScore && depth >= p.HindsightDepth {
		switch {
		case parent.reduction >= 3 && !worsening:
			depth++
		case depth > 1 && f.eval+parent.eval > core.Score(p.HindsightMargin):
			depth--
		}
	}

	if !pv && !inCheck && excluded == core.NoMove {
		// Step 9. Razoring: far below alpha, only captures might help
		if depth <= p.RazoringDepth && !alpha.IsDecisive() &&
			eval+core.Score(p.RazoringBase+p.RazoringMargin*depth*depth) <= alpha {
			score := w.quiesce(ply, alpha, alpha+1)
			if score <= alpha || w.aborted {
				w.counts.Razored++
				return score
			}
		}

		// Step 10. Reverse futility pruning: far above beta, nothing short of
		// depth plies will bring the score down (chess +114 ± 87, shogi +23 ± 73
		// Elo, our matches)
		if depth <= p.ReverseFutilityDepth && !f.tablePV && !beta.IsLoss() && !eval.IsDecisive() &&
			(tableMove == core.NoMove || tableMove.IsTactical()) {
			margin := p.ReverseFutilityMargin * depth
			if improving {
				margin -= p.ReverseFutilityImproving
			}
			if worsening {
				margin -= p.ReverseFutilityWorsening
			}
			if eval-core.Score(margin) >= beta {
				w.counts.ReverseFutility++
				return w.blend(eval, beta, 2)
			}
		}

		// Step 11. Null move pruning: if passing the turn still fails high, a
		// move will too (chess +17 ± 79, shogi +14 ± 43 Elo, our matches;
		// https://www.chessprogramming.org/Null_Move_Pruning)
		if depth >= p.NullMoveDepth && cut && eval >= beta && f.eval >= beta-core.Score(p.NullMoveMargin) && !beta.IsLoss() &&
			parent.move != core.NullMove && ply >= w.nullAllowed && !w.game.ZugzwangProne() {
			if score, ok := w.tryNull(ply, depth, eval, beta); ok || w.aborted {
				return score
			}
		}
	}

	// Step 12. Internal iterative reduction: without a move to begin with, a
	// shallower search finds one more cheaply
	if depth >= p.IIRDepth && tableMove == core.NoMove && excluded == core.NoMove && (pv || cut) {
		depth--
	}

	// Step 13. ProbCut: a capture that beats beta by a margin in a shallow search
	// will do so in a deep one (chess +5 ± 32, shogi +16 ± 50 Elo, our matches;
	// https://www.chessprogramming.org/ProbCut)
	if !pv && !inCheck && excluded == core.NoMove && depth >= p.ProbCutDepth && !beta.IsDecisive() {
		if score, ok := w.probCut(ply, depth, beta, improving, tableMove, &entry, hit); ok || w.aborted {
			return score
		}
	}

	// Step 14. Singular extensions: a table move that is much better than all
	// others is searched more deeply (chess +47 ± 35, shogi +17 ± 45 Elo, our
	// matches; https://www.chessprogramming.org/Singular_Extensions)
	extension := 0
	if excluded == core.NoMove && tableMove != core.NoMove && depth >= p.SingularDepth && ply < 2*w.iteration &&
		entry.Depth >= depth-3 && entry.Bound&core.Lower != 0 && entry.Score != core.NoScore && !entry.Score.IsDecisive() {
		var score core.Score
		var cuts bool
		if extension, score, cuts = w.singular(ply, depth, &entry, tableMove, beta, pv, cut); cuts || w.aborted {
			return score
		}
	}

	// Step 15. The order of moves: most promising first
	w.setContext(ply)
	f.picker.Start(w.game, w.history, tableMove, f.killers, &f.context)
	side := w.game.Side()
	best, bestMove := -core.Infinite, core.NoMove
	number, lateness := 0, 0
	quiets, tacticals := 0, 0
	tableTactical := tableMove != core.NoMove && tableMove.IsTactical()
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		if m == excluded {
			continue
		}
		number++
		quiet := !m.IsTactical()
		losing := f.picker.Losing()
		killer := quiet && (m.ID() == f.killers[0] || m.ID() == f.killers[1])

		var past int32 // how well the move did elsewhere
		if quiet {
			past = w.history.Recent(&f.context, m)
		} else {
			past = w.history.Capture(side, m)
		}
		newDepth := depth - 1
		reduction := w.reduction(depth, number) // in 1024ths of a ply
		if !improving {
			reduction += p.LMRImproving
		}
		if quiet {
			reduction -= int(past) * 1024 / p.LMRHistory
		}

		// Step 16. Moves that are left out: near the horizon
		if !pv && !best.IsLoss() && best > -core.Infinite {
			near := max(0, newDepth-max(0, reduction)/1024) // depth after reductions
			if quiet && !inCheck {
				// Late move pruning: so far down the list, one is unlikely to matter.
				// Shogi's many drops count for less.
				lateness += 100
				if m.IsDrop() {
					lateness -= p.LateMoveDrops
				}
				limit := 100*p.LateMoveBase + p.LateMoveScale*depth*depth
				if !improving {
					limit /= 2
				}
				if depth <= p.LateMoveDepth && lateness > limit {
					w.counts.LatePruned++
					f.picker.SkipQuiets()
					continue
				}
				// History pruning: it did badly wherever it was tried
				if near <= p.HistoryPruningDepth && !killer && past < -int32(p.HistoryPruningMargin*depth) {
					w.counts.HistoryPruned++
					continue
				}
				// Futility pruning: so far below alpha, a quiet move will not help
				margin := core.Score(p.FutilityBase + p.FutilityMargin*near)
				if near <= p.FutilityDepth && f.eval+margin <= alpha && !w.game.GivesCheck(m) {
					w.counts.FutilityPruned++
					continue
				}
			}
			// Futility pruning of captures: even what they win is not enough (Elo: see step 7)
			if !quiet && !inCheck {
				margin := w.gain(m) + core.Score(p.FutilityCapture*(near+1)+int(past)/128)
				if near <= p.FutilityDepth && f.eval+margin <= alpha && !w.game.GivesCheck(m) {
					w.counts.CapturesPruned++
					continue
				}
			}
			// SEE pruning: leaving out moves that lose material (chess
			// +53 ± 51, shogi +78 ± 83 Elo, our matches)
			if depth <= p.SEEDepth && (quiet && !inCheck || losing) {
				worst := -core.Score(p.SEECapture * depth)
				if quiet {
					worst = -core.Score(p.SEEQuiet * near * near)
				}
				if !w.game.SEE(m, worst) {
					w.counts.SEEPruned++
					continue
				}
			}
		}

		source := w.source(m, tableMove, quiet, killer, losing)
		w.counts.Tried[source]++
		if m == tableMove {
			newDepth += extension
		}
		w.do(ply, m)

		// Step 17. Late move reductions: look at late moves less deeply first
		// (chess +70 ± 75, shogi +23 ± 73 Elo, our matches;
		// https://www.chessprogramming.org/Late_Move_Reductions)
		if depth >= p.LMRDepth && number > p.LMRMoves {
			w.counts.LateMoves++
			if !quiet {
				reduction -= p.LMRTactical + int(past)*1024/p.LMRCapture
			}
			if killer {
				reduction -= p.LMRKiller
			}
			if f.tablePV {
				reduction -= p.LMRTablePV
			}
			if pv {
				reduction -= p.LMRPV
			}
			if cut {
				reduction += p.LMRCut
			}
			if tableTactical {
				reduction += p.LMRTableTactical
			}
			if w.frames[ply+1].cutoffs > 2 {
				reduction += p.LMRCutoffs
			}
			if w.game.InCheck() {
				reduction -= p.LMRCheck
			}
		} else {
			reduction = 0
		}

		// Step 18. Principal variation search: the move itself
		score := w.descend(ply, newDepth, reduction/1024, alpha, beta, best, number == 1, pv, cut)
		w.undo()
		if w.aborted {
			return core.Draw
		}

		// Step 19. A new best move
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if pv {
					f.pv.set(m, &w.frames[ply+1].pv)
				}
				if score >= beta {
					f.cutoffs++
					w.countCutoff(number, source, reduction >= 1024)
					break
				}
				if depth > 3 && depth < 12 && !score.IsDecisive() {
					depth -= p.RaiseReduction
				}
			}
		}
		switch {
		case m == bestMove:
		case quiet && quiets < len(f.quiets):
			f.quiets[quiets] = m
			quiets++
		case !quiet && tacticals < len(f.tacticals):
			f.tacticals[tacticals] = m
			tacticals++
		}
	}

	// Step 20. Mate and stalemate
	if number == 0 {
		if excluded != core.NoMove {
			return alpha
		}
		return w.game.NoMoves(ply)
	}
	if best == -core.Infinite {
		best = alpha // nothing was worth a search
	}

	// Step 21. Learn
	if bestMove != core.NoMove {
		w.learn(ply, depth, bestMove, f.quiets[:quiets], f.tacticals[:tacticals])
	} else {
		if isQuiet(parent.move) {
			// All replies failed: the move that led here was good (chess
			// +50 ± 29, shogi -3 ± 50 Elo, our matches)
			w.history.UpdateQuiet(&parent.context, parent.move, w.bonus(depth)*int32(p.PriorBonus)/100)
		}
		f.tablePV = f.tablePV || parent.tablePV && depth > 3
	}
	if best >= beta {
		best = w.blend(best, beta, depth)
	}

	// Step 22. Remember
	if excluded == core.NoMove {
		w.store(ply, depth, best, bestMove, original, beta)
		w.correct(ply, depth, best, bestMove, beta)
	}
	return best
}

// tryNull passes the turn and returns a score and whether it ends the node. Deep
// in the tree a cutoff is verified by a search without null moves, since having
// to move may be a burden (https://www.chessprogramming.org/Zugzwang).
func (w *Worker) tryNull(ply, depth int, eval, beta core.Score) (core.Score, bool) {
	p, f := w.params, &w.frames[ply]
	reduced := depth - p.NullMoveBase - depth/p.NullMoveDivisor - min(3, int(eval-beta)/p.NullMoveMargin)
	w.counts.NullTries++
	f.move, f.after, f.reduction = core.NullMove, w.history.After(w.game.Side(), core.NullMove), 0
	w.game.DoNull()
	score := -w.search(ply+1, reduced, -beta, -beta+1, false)
	w.game.UndoNull()
	if w.aborted || score < beta {
		return score, false
	}
	if score.IsWin() { // not proved: nobody may pass
		score = beta
	}
	if depth >= p.NullMoveVerify && w.nullAllowed == 0 {
		w.nullAllowed = ply + max(1, 3*reduced/4)
		verified := w.search(ply, reduced, beta-1, beta, false)
		w.nullAllowed = 0
		if verified < beta {
			w.counts.NullRefuted++
			return score, false
		}
	}
	w.counts.NullCutoffs++
	return score, true
}

// probCut searches captures in a zero window well above beta and returns a score
// and whether it ends the node.
func (w *Worker) probCut(ply, depth int, beta core.Score, improving bool, tableMove core.Move, e *tt.Entry, hit bool) (core.Score, bool) {
	p, f := w.params, &w.frames[ply]
	high := beta + core.Score(p.ProbCutMargin)
	if improving {
		high -= core.Score(p.ProbCutImproving)
	}
	if hit && e.Score != core.NoScore && e.Depth >= depth-3 && e.Score < high {
		return 0, false
	}
	if !tableMove.IsTactical() {
		tableMove = core.NoMove
	}
	f.picker.StartTactical(w.game, w.history, tableMove)
	for m := f.picker.Next(); m != core.NoMove && !f.picker.Losing(); m = f.picker.Next() {
		if !w.game.SEE(m, high-f.eval) {
			continue
		}
		w.counts.ProbCutTries++
		f.reduction = 0
		w.do(ply, m)
		score := -w.quiesce(ply+1, -high, -high+1)
		if score >= high && depth > 4 && !w.aborted {
			score = -w.search(ply+1, depth-4, -high, -high+1, false)
		}
		w.undo()
		if w.aborted {
			return core.Draw, false
		}
		if score >= high {
			w.counts.ProbCuts++
			w.store(ply, depth-3, score, m, high-1, high)
			if score.IsDecisive() {
				return score, true
			}
			return score - (high - beta), true
		}
	}
	return 0, false
}

// singular searches all moves but the table's in a zero window below the
// table's score. It returns by how many plies to extend the table's move, or a
// score that ends the node.
func (w *Worker) singular(ply, depth int, e *tt.Entry, tableMove core.Move, beta core.Score, pv, cut bool) (extension int, score core.Score, cuts bool) {
	p, f := w.params, &w.frames[ply]
	low := e.Score - core.Score(p.SingularMargin*depth/100)
	w.counts.SingularTries++
	tablePV := f.tablePV
	f.excluded = tableMove
	score = w.search(ply, (depth-1)/2, low-1, low, cut)
	f.excluded = core.NoMove
	f.tablePV = tablePV
	f.pv.n = 0
	switch {
	case w.aborted:
	case score < low:
		w.counts.Singular++
		extension = 1
		if !pv && score < low-core.Score(p.DoubleMargin) {
			w.counts.DoublySingular++
			extension = 2
			if !tableMove.IsTactical() && score < low-core.Score(p.TripleMargin) {
				extension = 3
			}
		}
	case p.MultiCut != 0 && score >= beta && !score.IsDecisive():
		// Several moves beat beta: the node will be cut
		w.counts.MultiCuts++
		return 0, score, true
	case e.Score >= beta || cut:
		// The table's move is not alone: no need to look at it very deeply
		w.counts.NotSingular++
		extension = -p.NegativeExtension
	}
	return extension, score, false
}

// descend searches the position after a move that was just played from ply: a
// PV node's first move with the full window, others with a zero window, reduced
// by some plies at first, and again more deeply and widely as long as they look
// better than expected (https://www.chessprogramming.org/Principal_Variation_Search).
// best is the best score of the node so far.
func (w *Worker) descend(ply, depth, reduction int, alpha, beta, best core.Score, first, pv, cut bool) core.Score {
	f := &w.frames[ply]
	f.reduction = 0
	if pv && first {
		return -w.search(ply+1, depth, -beta, -alpha, false)
	}
	reduction = max(0, min(reduction, depth-1))
	low := -alpha - 1
	if w.params.ZeroWindow == 0 {
		low = -beta
	}
	if reduction > 0 {
		w.counts.Reduced++
		w.counts.ReducedPlies += uint64(reduction)
		f.reduction = reduction
	}
	score := -w.search(ply+1, depth-reduction, low, -alpha, reduction > 0 || !cut)
	f.reduction = 0
	if score > alpha && reduction > 0 && !w.aborted {
		w.counts.Researched++
		reduced := depth - reduction
		if w.params.Deeper != 0 {
			switch {
			case score > best+core.Score(w.params.Deeper)+core.Score(2*depth) && best > -core.Infinite:
				w.counts.Deeper++
				depth++
			case score < best+8:
				w.counts.Shallower++
				depth--
			}
		}
		if depth > reduced {
			score = -w.search(ply+1, depth, low, -alpha, !cut)
		}
	}
	if pv && score > alpha && w.params.ZeroWindow != 0 && !w.aborted {
		score = -w.search(ply+1, depth, -beta, -alpha, false)
	}
	return score
}

// reduction returns by how many 1024ths of a ply the move with that number is
// searched less deeply.
func (w *Worker) reduction(depth, number int) int {
	return int(w.reductions[min(depth, len(w.reductions)-1)][min(number, len(w.reductions)-1)])
}

// store writes the result of a node to the table.
func (w *Worker) store(ply, depth int, score core.Score, m core.Move, alpha, beta core.Score) {
	f := &w.frames[ply]
	stored := w.table.Store(w.game.Key(), ply, tt.Entry{
		Move: m.ID(), Score: score, Eval: f.raw, Depth: depth, Bound: boundOf(score, alpha, beta), PV: f.tablePV,
	})
	w.counts.TableStores[stored]++
}

// boundOf returns what the score of a search in a window says.
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
	return w.game.Expand(e.Move)
}

// trusts reports whether scores of the table may end nodes here: not when the
// game is about to be drawn by counted moves, of which the table knows nothing.
func (w *Worker) trusts() bool {
	return w.params.TableCutoffs != 0 && (w.params.DrawClock == 0 || w.game.DrawClock() < 90)
}

// fits reports whether the score of an entry settles the window.
func fits(e *tt.Entry, alpha, beta core.Score) bool {
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

// sharpens reports whether the score of an entry is a better guess of the value
// than a static evaluation that it bounds.
func (w *Worker) sharpens(e *tt.Entry, eval core.Score) bool {
	if e.Score == core.NoScore || w.params.TableEval == 0 {
		return false
	}
	if e.Score > eval {
		return e.Bound&core.Lower != 0
	}
	return e.Bound&core.Upper != 0
}

// blend returns a score beyond beta, taken part of the way back to beta: the
// deeper the search behind it, the less.
func (w *Worker) blend(score, beta core.Score, depth int) core.Score {
	if w.params.Blend == 0 || score.IsDecisive() || beta.IsDecisive() {
		return score
	}
	return (score*core.Score(depth) + beta) / core.Score(depth+1)
}
