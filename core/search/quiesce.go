package search

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// Quiesce returns the score of the quiescence search of a position that has legal moves,
// and the best move, NoMove if standing pat is best. Of t, it uses Position, Evaluator,
// Params and Draw.
func (w *Worker) Quiesce(t Task) (core.Score, core.Move) {
	w.prepare(t)
	w.pollAt = math.MaxUint64
	score, best := w.quiesce(0, -core.Infinite, core.Infinite), core.NoMove
	if line := w.frame(0).line.Moves(); len(line) > 0 {
		best = line[0]
	}
	return score, best
}

// quiesce returns the score of a position after its tactical moves are played out
// (https://www.chessprogramming.org/Quiescence_Search). The side to move may stand
// pat on the static evaluation. In check it may not, and tries all evasions. The
// frame does not keep its table entry: after razoring, it must still hold the entry
// of the main search.
func (w *Worker) quiesce(ply int, alpha, beta core.Score) core.Score {
	if score, over := w.enterNode(ply); over {
		return score
	}
	w.counts.QuiescenceNodes++
	f := w.frame(ply)
	pv := beta-alpha > 1
	inCheck := w.game.InCheck()

	original := alpha
	entry, hit := w.table.Probe(w.game.Key(), ply)
	w.counts.TableProbes++
	f.tablePV = hit && entry.PV
	var tableMove core.Move
	if hit {
		w.counts.TableHits++
		if !pv && w.trusts() && isTableCutoff(&entry, alpha, beta) {
			w.counts.TableCutoffs++
			return entry.Score
		}
		if tableMove = w.expand(&entry); !inCheck && !tableMove.IsTactical() {
			tableMove = core.NoMove
		}
	}

	best, bestMove := -core.Infinite, core.NoMove
	if inCheck {
		f.eval, f.raw = core.NoScore, core.NoScore
		w.frame(ply + 1).killers = [2]core.MoveID{}
		w.setContext(ply)
		f.picker.Start(w.game, w.history, tableMove, f.killers, &f.context)
	} else {
		if !hit && w.params.MateInQuiescence != 0 {
			if m := w.game.MateInOne(); m != core.NoMove {
				f.line.moves[0], f.line.n = m, 1
				return core.WinIn(ply + 1)
			}
		}
		w.evaluate(ply, &entry, hit)
		best = f.eval
		if hit && w.refinesEval(&entry, best) {
			best = entry.Score
		}
		if best >= beta {
			best = w.blendFailHigh(best, beta, w.params.QuiescenceBlend)
			if !hit {
				w.store(ply, 0, best, core.NoMove, original, beta)
			}
			return best
		}
		alpha = max(alpha, best)
		f.picker.StartTactical(w.game, w.history, tableMove)
	}

	margin := core.Score(w.params.DeltaMargin)
	number := 0
	for m := f.picker.Next(); m != core.NoMove; m = f.picker.Next() {
		number++
		if !inCheck {
			if f.picker.Losing() {
				break
			}
			// Delta pruning: even winning the piece leaves the score below alpha
			// (https://www.chessprogramming.org/Delta_Pruning)
			gain := w.gain(m)
			if f.eval+gain+margin <= alpha && !best.IsLoss() && !w.game.GivesCheck(m) {
				w.counts.DeltaPruned++
				best = max(best, f.eval+gain+margin)
				continue
			}
			// Late move pruning: only recaptures, promotions and checks
			if number > w.params.QuiescenceMoves && !best.IsLoss() && !m.IsPromotion() &&
				m.To() != w.frame(ply-1).move.To() && !w.game.GivesCheck(m) {
				continue
			}
		} else if !best.IsLoss() && best > -core.Infinite {
			// An evasion that is not mated is enough: skip quiet ones
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
					f.line.set(m, &w.frame(ply+1).line)
				}
				if score >= beta {
					break
				}
			}
		}
	}
	if inCheck && number == 0 {
		return w.game.MateOrStalemate(ply)
	}
	if best >= beta {
		best = w.blendFailHigh(best, beta, w.params.QuiescenceBlend)
	}
	w.store(ply, 0, best, bestMove, original, beta)
	return best
}
