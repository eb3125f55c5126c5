package search

import "github.com/nitoryu/nitoryu/core"

// quiesce returns the score of a position once the exchanges under way are
// played out, so that no evaluation is taken in the middle of one
// (https://www.chessprogramming.org/Quiescence_Search). The side to move may
// stand pat on the static evaluation, unless it is in check; then every evasion
// counts.
func (w *Worker) quiesce(ply int, alpha, beta core.Score) core.Score {
	if score, over := w.open(ply); over {
		return score
	}
	f := &w.frames[ply]
	pv := beta-alpha > 1
	inCheck := w.game.InCheck()

	original := alpha
	entry, hit := w.table.Probe(w.game.Key(), ply)
	var tableMove core.Move
	if hit {
		if !pv && w.params.TableCutoffs != 0 && fits(&entry, alpha, beta) {
			return entry.Score
		}
		if tableMove = w.expand(&entry); !inCheck && !tableMove.IsTactical() {
			tableMove = core.NoMove
		}
	}

	best, bestMove := -core.Infinite, core.NoMove
	f.eval = core.NoScore
	if inCheck {
		w.frames[ply+1].killers = [2]core.MoveID{}
		f.picker.Start(w.game, w.history, tableMove, f.killers, w.previous(ply))
	} else {
		if hit && entry.Eval != core.NoScore {
			f.eval = entry.Eval
		} else {
			f.eval = w.eval.Evaluate()
		}
		best = f.eval
		if hit && w.sharpens(&entry, best) {
			best = entry.Score
		}
		if best >= beta {
			if !hit {
				w.store(ply, 0, best, f.eval, core.NoMove, original, beta, pv)
			}
			return best
		}
		alpha = max(alpha, best)
		f.picker.StartTactical(w.game, w.history, tableMove)
	}

	traits, margin := w.game.Traits(), core.Score(w.params.DeltaMargin)
	number := 0
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		number++
		if !inCheck {
			if f.picker.Losing() {
				break
			}
			// Delta pruning: even winning the piece leaves the score below alpha
			gain := traits.Value[m.Captured()]
			if m.IsPromotion() {
				gain += traits.Gain[m.Kind()]
			}
			if f.eval+gain+margin <= alpha && !best.IsLoss() && !w.game.GivesCheck(m) {
				best = max(best, f.eval+gain+margin)
				continue
			}
		} else if !best.IsLoss() && best > -core.Infinite {
			// One quiet way out of check is enough; more are left to the
			// main search.
			f.picker.SkipQuiets()
			if !m.IsTactical() {
				continue
			}
		}

		w.do(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha)
		w.undo()
		if w.aborted {
			return core.Draw
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if pv {
					f.pv.set(m, &w.frames[ply+1].pv)
				}
				if score >= beta {
					break
				}
			}
		}
	}
	if inCheck && number == 0 {
		return w.game.NoMoves(ply)
	}
	w.store(ply, 0, best, f.eval, bestMove, original, beta, pv)
	return best
}

// standPat returns the static evaluation at the horizon, for a search without
// quiescence.
func (w *Worker) standPat(ply int) core.Score {
	if score, over := w.open(ply); over {
		return score
	}
	return w.eval.Evaluate()
}
