package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/tt"
)

// search returns the score of the position ply plies from the root, searched
// depth plies deep, for the side to move: exact within alpha and beta, outside
// a bound (fail-soft). A node with an open window is a PV node; cut says that
// the parent expects a zero window to fail high here. The result means nothing
// once the search is aborted.
func (w *Worker) search(ply, depth int, alpha, beta core.Score, cut bool) core.Score {
	// Step 1. The horizon
	if depth <= 0 {
		if w.params.Quiescence == 0 {
			return w.standPat(ply)
		}
		return w.quiesce(ply, alpha, beta)
	}
	// Step 2. The stop, what the rules settle, and lines too long to go on
	if score, over := w.open(ply); over {
		return score
	}
	f := &w.frames[ply]
	pv := beta-alpha > 1
	inCheck := w.game.InCheck()

	// Step 3. Mate distance pruning: no line from here beats a shorter mate
	// (https://www.chessprogramming.org/Mate_Distance_Pruning)
	if w.params.MateDistance != 0 {
		alpha, beta = max(alpha, core.LossIn(ply)), min(beta, core.WinIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	original := alpha

	// Step 4. Transposition table
	key := w.game.Key()
	entry, hit := w.table.Probe(key, ply)
	var tableMove core.Move
	if hit {
		if !pv && entry.Depth >= depth && w.params.TableCutoffs != 0 && fits(&entry, alpha, beta) {
			return entry.Score
		}
		tableMove = w.expand(&entry)
	} else if !inCheck && w.params.MateInOne != 0 {
		// Step 5. Mate in one, where the game can tell at a glance
		if m := w.game.MateInOne(); m != core.NoMove {
			f.pv.moves[0], f.pv.n = m, 1
			return core.WinIn(ply + 1)
		}
	}

	// Step 6. Static evaluation, from the table where it is known
	eval := core.NoScore
	f.eval = core.NoScore
	if !inCheck {
		if hit && entry.Eval != core.NoScore {
			f.eval = entry.Eval
		} else {
			f.eval = w.eval.Evaluate()
		}
		eval = f.eval
		if hit && w.sharpens(&entry, eval) {
			eval = entry.Score
		}
	}
	improving := !inCheck && w.params.Improving != 0 && (ply < 2 || w.frames[ply-2].eval == core.NoScore || f.eval > w.frames[ply-2].eval)

	if !pv && !inCheck {
		// Step 7. Reverse futility pruning: far above beta, nothing short of
		// depth plies will bring the score down
		margin := core.Score(w.params.ReverseFutilityMargin * depth)
		if improving {
			margin -= core.Score(w.params.ReverseFutilityMargin)
		}
		if depth <= w.params.ReverseFutilityDepth && eval-margin >= beta && !beta.IsLoss() && !eval.IsDecisive() {
			return eval
		}

		// Step 8. Null move pruning: if passing the turn still fails high, a
		// move will too (https://www.chessprogramming.org/Null_Move_Pruning)
		if depth >= w.params.NullMoveDepth && eval >= beta && !beta.IsLoss() &&
			w.frames[ply-1].move != core.NullMove && !w.game.ZugzwangProne() {
			reduced := depth - w.params.NullMoveBase - depth/w.params.NullMoveDivisor - min(3, int(eval-beta)/w.params.NullMoveMargin)
			f.move = core.NullMove
			f.after = w.history.After(w.game.Side(), core.NullMove)
			w.game.DoNull()
			score := -w.search(ply+1, reduced, -beta, -beta+1, !cut)
			w.game.UndoNull()
			if w.aborted {
				return core.Draw
			}
			if score >= beta {
				if score.IsWin() { // not proved: nobody may pass
					return beta
				}
				return score
			}
		}
	}

	// Step 9. Internal iterative reduction: without a move to begin with, a
	// shallower search finds one more cheaply
	if depth >= w.params.IIRDepth && tableMove == core.NoMove && (pv || cut) {
		depth--
	}

	// Step 10. The moves, most promising first
	previous := w.previous(ply)
	w.frames[ply+1].killers = [2]core.MoveID{}
	f.picker.Start(w.game, w.history, tableMove, f.killers, previous)
	side := w.game.Side()
	best, bestMove := -core.Infinite, core.NoMove
	number, tried := 0, 0
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		number++
		quiet := !m.IsTactical()
		losing := f.picker.Losing()

		// Step 11. Leaving out quiet moves near the horizon
		if quiet && !pv && !inCheck && !best.IsLoss() {
			// Late move pruning: so far down the list, one is unlikely to matter
			limit := w.params.LateMoveBase + depth*depth
			if !improving {
				limit /= 2
			}
			if depth <= w.params.LateMoveDepth && number > limit {
				f.picker.SkipQuiets()
				continue
			}
			// Futility pruning: so far below alpha, a quiet move will not help
			margin := core.Score(w.params.FutilityBase + w.params.FutilityMargin*depth)
			if depth <= w.params.FutilityDepth && f.eval+margin <= alpha && !w.game.GivesCheck(m) {
				continue
			}
		}

		// Step 12. SEE pruning: leaving out moves that lose material near the
		// horizon (+53 Elo in chess, +78 in shogi, our matches)
		if !pv && !best.IsLoss() && depth <= w.params.SEEDepth {
			worst := -core.Score(w.params.SEECapture * depth)
			if quiet {
				worst = -core.Score(w.params.SEEQuiet * depth)
			}
			if (quiet && !inCheck || losing) && !w.game.SEE(m, worst) {
				continue
			}
		}

		var past int32
		if quiet {
			past = w.history.Quiet(side, m, &previous)
		}
		w.do(ply, m)

		// Step 13. Late move reductions: look at late moves less deeply first
		// (https://www.chessprogramming.org/Late_Move_Reductions)
		reduction := 0
		if depth >= w.params.LMRDepth && number > w.params.LMRMoves && (quiet || losing) {
			reduction = w.reduction(depth, number)
			if quiet {
				reduction -= int(past) / w.params.LMRHistory
			}
			if pv {
				reduction--
			}
			if cut {
				reduction++
			}
			if !improving {
				reduction++
			}
			if w.game.InCheck() || m.ID() == f.killers[0] || m.ID() == f.killers[1] {
				reduction--
			}
		}

		// Step 14. Search the move
		score := w.descend(ply, depth-1, reduction, alpha, beta, number == 1, pv, cut)
		w.undo()
		if w.aborted {
			return core.Draw
		}

		// Step 15. A new best move
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if pv {
					f.pv.set(m, &w.frames[ply+1].pv)
				}
				if score >= beta {
					w.countCutoff(number)
					break
				}
			}
		}
		if quiet && tried < len(f.tried) {
			f.tried[tried] = m
			tried++
		}
	}

	// Step 16. Mate and stalemate
	if number == 0 {
		return w.game.NoMoves(ply)
	}

	// Step 17. Learn from a quiet move that refuted the node
	if best >= beta && !bestMove.IsTactical() {
		if w.params.Killers != 0 {
			f.killers.Add(bestMove)
		}
		bonus := int32(min(w.params.HistoryScale*depth*depth, w.params.HistoryMax))
		w.learn(side, bestMove, &previous, bonus)
		for _, m := range f.tried[:tried] {
			w.learn(side, m, &previous, -bonus)
		}
	}

	// Step 18. Remember
	w.store(ply, depth, best, f.eval, bestMove, original, beta, pv)
	return best
}

// descend searches the position after a move that was just played from ply: a
// PV node's first move with the full window, others with a zero window, reduced
// at first, and again more deeply and widely as long as they look better than
// expected (https://www.chessprogramming.org/Principal_Variation_Search).
func (w *Worker) descend(ply, depth, reduction int, alpha, beta core.Score, first, pv, cut bool) core.Score {
	if pv && first {
		return -w.search(ply+1, depth, -beta, -alpha, false)
	}
	reduction = max(0, min(reduction, depth-1))
	low := -alpha - 1
	if w.params.ZeroWindow == 0 {
		low = -beta
	}
	score := -w.search(ply+1, depth-reduction, low, -alpha, reduction > 0 || !cut)
	if score > alpha && reduction > 0 && !w.aborted {
		score = -w.search(ply+1, depth, low, -alpha, !cut)
	}
	if pv && score > alpha && w.params.ZeroWindow != 0 && !w.aborted {
		score = -w.search(ply+1, depth, -beta, -alpha, false)
	}
	return score
}

// reduction returns by how many plies the move with that number is searched
// less deeply.
func (w *Worker) reduction(depth, number int) int {
	return int(w.reductions[min(depth, len(w.reductions)-1)][min(number, len(w.reductions)-1)])
}

// store writes the result of a node to the table.
func (w *Worker) store(ply, depth int, score, eval core.Score, m core.Move, alpha, beta core.Score, pv bool) {
	bound := core.Exact
	switch {
	case score >= beta:
		bound = core.Lower
	case score <= alpha:
		bound = core.Upper
	}
	w.table.Store(w.game.Key(), ply, tt.Entry{
		Move: m.ID(), Score: score, Eval: eval, Depth: depth, Bound: bound, PV: pv,
	})
}

// learn moves the histories of the quiet move m by bonus.
func (w *Worker) learn(side core.Color, m core.Move, previous *[2]history.Row, bonus int32) {
	if w.params.Continuation == 0 {
		w.history.UpdateButterfly(side, m, bonus)
		return
	}
	w.history.Update(side, m, previous, bonus)
}

// countCutoff counts a node that failed high with its move of that number.
func (w *Worker) countCutoff(number int) {
	w.counts.Cutoffs++
	if number == 1 {
		w.counts.FirstMoveCutoffs++
	}
}

// expand returns the move of an entry, NoMove if it has none.
func (w *Worker) expand(e *tt.Entry) core.Move {
	if w.params.TableMove == 0 {
		return core.NoMove
	}
	return w.game.Expand(e.Move)
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
