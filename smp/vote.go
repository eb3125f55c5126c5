package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
)

// elect chooses the answer among the threads' and reports its line if it is not
// the one reported last. Below full strength it is one of the only thread's lines.
// If a depth was asked for and reached, or several lines were, it is the answer of
// the thread that was first to go so deep. Otherwise each thread votes for its move with a weight that grows
// with how far its score is above the worst, and is 16 times as large for each ply that
// it is deeper: threads are at different depths, and what one has refuted another may
// still like (+38 ± 36 Elo for two threads against a weight in proportion to the depth,
// 200 games of chess at 15,000 nodes). A proved win beats votes, the shortest first.
func (r *run) elect() core.Result {
	chosen, misjudged := r.threads[0].worker, false
	if r.told != nil {
		chosen = r.told
	}
	switch {
	case r.panicked.Load():
	case r.weak:
		misjudged = r.misjudge(chosen)
	case r.limits.MultiPV <= 1 && (r.limits.Depth == 0 || r.schedule.Done() < r.limits.Depth):
		chosen = r.vote()
	}
	best := chosen.Best()
	if best == nil {
		// Only a panic before the first move was searched leads here.
		return core.Result{Best: r.anyMove()}
	}
	// The last lines told must be those of the answer, with the final counts.
	if chosen != r.told || misjudged || r.toldNodes != r.nodes() {
		r.reportLines(chosen)
	}
	result := core.Result{Best: best.Move, Score: best.Score, Depth: chosen.Depth()}
	for _, t := range r.threads {
		result.Counts.Add(t.worker.Counts())
	}
	if pv := best.PV.Moves(); len(pv) > 1 {
		result.Ponder = pv[1]
	}
	return result
}

// ballot is how many votes a move has.
type ballot struct {
	move  core.Move
	votes int64
}

// vote returns the worker whose answer is taken.
func (r *run) vote() *search.Worker {
	chosen := r.threads[0].worker
	worst, deepest := core.Infinite, 0
	for _, t := range r.threads {
		if best := t.worker.Best(); best != nil {
			worst, deepest = min(worst, best.Score), max(deepest, t.worker.Depth())
		}
	}
	r.ballots = r.ballots[:0]
	for _, t := range r.threads {
		if best := t.worker.Best(); best != nil {
			b := r.ballotOf(best.Move)
			b.votes += int64(best.Score-worst+12) << 36 >> (4 * (deepest - t.worker.Depth()))
		}
	}
	for _, t := range r.threads[1:] {
		best, leading := t.worker.Best(), chosen.Best()
		switch {
		case best == nil:
		case leading == nil:
			chosen = t.worker
		case best.Score.IsDecisive() || leading.Score.IsDecisive():
			if best.Score > leading.Score {
				chosen = t.worker
			}
		case best.Move == leading.Move:
			if t.worker.Depth() > chosen.Depth() && len(best.PV.Moves()) > 1 {
				chosen = t.worker
			}
		case r.ballotOf(best.Move).votes > r.ballotOf(leading.Move).votes:
			chosen = t.worker
		}
	}
	return chosen
}

// ballotOf returns the ballot of m, valid until the next call. Threads agree on
// a few moves, so that looking through the list is quick.
func (r *run) ballotOf(m core.Move) *ballot {
	for i := range r.ballots {
		if r.ballots[i].move == m {
			return &r.ballots[i]
		}
	}
	r.ballots = append(r.ballots, ballot{move: m})
	return &r.ballots[len(r.ballots)-1]
}
