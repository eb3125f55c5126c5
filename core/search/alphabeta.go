package search

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
)

// search returns the score of the position ply plies from the root, searched
// depth plies deep, for the side to move: exact within alpha and beta, a bound
// outside (fail-soft). In a zero window, expected says how the parent expects the
// node to fail. If the frame excludes a move, the node is searched as if there were
// no such move. The result means nothing once the search is aborted.
//
// What each step is worth is in results/ablation.md.
func (w *Worker) search(ply, depth int, alpha, beta core.Score, expected kind) core.Score {
	// Step 1. The horizon: quiescence search, or none
	if depth <= 0 {
		if w.params.Quiescence == 0 {
			return w.standPat(ply)
		}
		return w.quiesce(ply, alpha, beta)
	}

	// Step 2. End of the line: the search is stopped, the rules settle the
	// position, or the line is too long
	if score, over := w.enterNode(ply); over {
		return score
	}
	p, f, parent := w.params, w.frame(ply), w.frame(ply-1)
	f.kind, f.inCheck = expected.within(alpha, beta), w.game.InCheck()
	w.countNode(f.kind)
	pv, cut := f.kind == pvNode, f.kind == cutNode
	singular := f.excluded != core.NoMove // the search of the node without its table move

	// Step 3. Upcoming repetition: a side that can repeat a position has at least a
	// draw (https://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf)
	if alpha < w.drawWorth(ply) && p.UpcomingRepetition != 0 && w.game.UpcomingRepetition(ply) {
		if alpha = w.draw(ply); alpha >= beta {
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
	w.frame(ply + 1).killers = history.Killers{}
	w.frame(ply + 2).cutoffs = 0

	// Step 5. The transposition table: an entry that is deep enough ends the node
	// (https://www.chessprogramming.org/Transposition_Table). Near the horizon the entry
	// has to end it as expected.
	w.probe(ply)
	if !singular && (depth > p.TableAgree || cut == (f.entry.Score >= beta)) && w.cutByTable(ply, depth, alpha, beta) {
		return f.entry.Score
	}

	// Step 6. Endgame tables: they know the result of a position with few pieces
	// (https://www.chessprogramming.org/Syzygy_Bases)
	tableLower, tableUpper := -core.Infinite, core.Infinite
	if !singular && w.task.Tables != nil {
		switch e := w.probeTables(ply, depth); {
		case e.Bound == core.NoBound:
		case isTableCutoff(&e, alpha, beta):
			w.counts.TableStores[w.table.Store(w.game.Key(), ply, e)]++
			return e.Score
		case pv && e.Bound == core.Lower:
			tableLower, alpha = e.Score, max(alpha, e.Score) // there may be a mate
		case pv:
			tableUpper = e.Score
		}
	}
	original := alpha

	// Step 7. Mate in one: for games that detect it cheaply
	if !singular && !f.hit && !f.inCheck && p.MateInOne != 0 {
		if m := w.game.MateInOne(); m != core.NoMove {
			f.line.moves[0], f.line.n = m, 1
			return core.WinIn(ply + 1)
		}
	}

	// Step 8. The static evaluation: corrected by errors in similar positions, and
	// by the table (https://www.chessprogramming.org/Static_Evaluation_Correction_History)
	eval := w.evaluateNode(ply)

	// Step 9. Hindsight reductions: a move that was reduced much gets a ply back if
	// it turned out well, and loses one if both sides like the position
	if !singular && !f.inCheck && parent.eval != core.NoScore && depth >= p.HindsightDepth {
		switch {
		case parent.reduction >= p.HindsightRestore && !f.worsening:
			depth++
		case parent.reduction >= p.HindsightReduction && depth > 1 && f.eval+parent.eval > core.Score(p.HindsightMargin):
			depth--
		}
	}

	if !singular && !pv && !f.inCheck {
		// Step 10. Razoring: far below alpha, only captures can help
		// (https://www.chessprogramming.org/Razoring)
		if w.mayRazor(depth, eval, alpha) {
			score := w.quiesce(ply, alpha, alpha+1)
			if score <= alpha || w.aborted {
				w.counts.Razored++
				return score
			}
		}

		// Step 11. Reverse futility pruning: far above beta, nothing within the depth
		// left brings the score down
		// (https://www.chessprogramming.org/Reverse_Futility_Pruning)
		if w.mayReverseFutility(ply, depth, eval, beta) {
			w.counts.ReverseFutility++
			return w.blendFailHigh(eval, beta, p.ReverseFutilityBlend)
		}

		// Step 12. Null move pruning: if passing the turn fails high, a move will too
		// (https://www.chessprogramming.org/Null_Move_Pruning)
		if cut && w.mayPass(ply, depth, eval, beta) {
			if score, ends := w.nullMove(ply, depth, eval, beta); ends || w.aborted {
				return score
			}
		}
	}

	f.improving = f.improving || p.ImprovingBeta != 0 && !f.inCheck && f.eval >= beta

	// Step 13. Internal iterative reduction: without a table move, a shallower
	// search finds one more cheaply
	// (https://www.chessprogramming.org/Internal_Iterative_Reductions)
	if !singular && depth >= p.IIRDepth && f.tableMove == core.NoMove && (pv || cut) {
		depth--
	}

	// Step 14. ProbCut: a capture that beats beta by a margin in a shallow search
	// beats beta in a deep one (https://www.chessprogramming.org/ProbCut)
	if !singular && !pv && !f.inCheck && depth >= p.ProbCutDepth && !beta.IsDecisive() {
		if score, ends := w.probCut(ply, depth, beta); ends || w.aborted {
			return score
		}
	}

	// Step 15. Singular extensions: a table move that is much better than all others
	// is searched more deeply (https://www.chessprogramming.org/Singular_Extensions)
	extension := 0
	if !singular && f.tableMove != core.NoMove && depth >= p.SingularDepth && w.mayBeSingular(ply, depth) {
		var score core.Score
		var ends bool
		if extension, score, ends = w.singular(ply, depth, beta); ends || w.aborted {
			return score
		}
	}

	// Step 16. Move ordering: the most promising first
	// (https://www.chessprogramming.org/Move_Ordering)
	w.setContext(ply)
	f.picker.Start(w.game, w.history, f.tableMove, f.killers, &f.context)
	f.quietsSeen, f.quietCount, f.tacticalCount = 0, 0, 0
	best, bestMove, number := tableLower, core.NoMove, 0
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		if m == f.excluded {
			continue
		}
		number++
		c := w.prepareMove(f, depth, m, number)

		// Step 17. Pruning of moves: late, futile, bad or losing ones near the horizon
		if (!pv || p.PrunePV != 0) && best > -core.Infinite && !best.IsLoss() && w.prune(f, depth, alpha, c) {
			continue
		}

		source := w.source(c, f.tableMove)
		w.counts.Tried[source]++
		newDepth := depth - 1
		if m == f.tableMove {
			newDepth += extension
		}
		w.do(ply, m)

		// Step 18. Late move reductions: late moves are searched less deeply at first
		// (https://www.chessprogramming.org/Late_Move_Reductions)
		reduction := w.lateMoveReduction(ply, depth, c)

		// Step 19. Principal variation search: zero windows for all but the first move
		// (https://www.chessprogramming.org/Principal_Variation_Search)
		score := w.searchMove(ply, newDepth, reduction/onePly, alpha, beta, best)
		w.undo()
		if w.aborted {
			return core.Draw
		}

		// Step 20. A new best move: it raises alpha or ends the node
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if pv {
					f.line.set(m, &w.frame(ply+1).line)
				}
				if score >= beta {
					f.cutoffs++
					w.countCutoff(number, source, reduction >= onePly)
					break
				}
			}
		}
		if m != bestMove {
			f.addTried(m)
		}
	}

	// Step 21. Mate and stalemate: there is no legal move
	if number == 0 {
		if singular {
			return alpha
		}
		return w.game.MateOrStalemate(ply)
	}

	// Step 22. History updates: the best move gains, the moves tried before it lose.
	// If all failed low, the move that led here was good.
	if bestMove != core.NoMove {
		w.updateHistories(ply, depth, bestMove)
	} else {
		switch {
		case isQuiet(parent.move):
			w.history.UpdateQuiet(&parent.context, parent.move, w.bonus(depth)*int32(p.PriorBonus)/100)
		case parent.move.IsTactical():
			w.history.UpdateCapture(f.side^1, parent.move, w.bonus(depth)*int32(p.PriorCapture)/100)
		}
		f.tablePV = f.tablePV || parent.tablePV && depth >= p.TablePVDepth
	}

	// Step 23. The result: to the table, and to the corrections
	if best = min(best, tableUpper); best >= beta {
		best = w.blendFailHigh(best, beta, depth)
	}
	if !singular {
		w.store(ply, depth, best, bestMove, original, beta)
		w.correct(ply, depth, best, bestMove, beta)
	}
	return best
}

// searchMove searches the position after a move that was just played from ply, whose
// best score so far is best. The first move of a PV node gets the full window.
// Others get a zero window, reduced by some plies at first, and are searched again
// more deeply and widely as long as they look better than expected.
func (w *Worker) searchMove(ply, depth, reduction int, alpha, beta, best core.Score) core.Score {
	p, f := w.params, w.frame(ply)
	f.reduction = 0
	if f.kind == pvNode && best == -core.Infinite {
		return -w.search(ply+1, depth, -beta, -alpha, pvNode)
	}
	reduction = max(0, min(reduction, depth-1))
	low := -alpha - 1
	if p.ZeroWindow == 0 {
		low = -beta
	}
	next := f.kind.next()
	if reduction > 0 {
		w.counts.Reduced++
		w.counts.ReducedPlies += uint64(reduction)
		f.reduction, next = reduction, cutNode
	}
	score := -w.search(ply+1, depth-reduction, low, -alpha, next)
	f.reduction = 0
	if score > alpha && reduction > 0 && !w.aborted {
		w.counts.Researched++
		reduced := depth - reduction
		if p.Deeper != 0 {
			switch {
			case score > best+core.Score(p.Deeper+p.DeeperDepth*depth):
				w.counts.Deeper++
				depth++
			case score < best+core.Score(p.Shallower):
				w.counts.Shallower++
				depth--
			}
		}
		if depth > reduced {
			score = -w.search(ply+1, depth, low, -alpha, f.kind.next())
		}
	}
	if f.kind == pvNode && score > alpha && p.ZeroWindow != 0 && !w.aborted {
		score = -w.search(ply+1, depth, -beta, -alpha, pvNode)
	}
	return score
}

// searchAgain searches the node at ply once more, within its own search, and keeps
// what the frame knows of the node.
func (w *Worker) searchAgain(ply, depth int, alpha, beta core.Score, expected kind) core.Score {
	f := w.frame(ply)
	node := f.node
	score := w.search(ply, depth, alpha, beta, expected)
	f.node, f.line.n = node, 0
	return score
}
