package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
)

// elect chooses the answer among the threads' and reports its line if it is not
// the one reported last. Below full strength it is one of the first thread's
// lines. Otherwise each thread votes for its move with a weight that grows
// with its depth and with how far its score is above the worst; a proved win
// beats votes, the shortest first.
func (r *run) elect(fallback core.Move) core.Result {
	lead := r.engine.pool[0].worker
	chosen, misjudged := lead, false
	switch {
	case r.panicked.Load():
	case r.weak:
		misjudged = r.misjudge(lead)
	case r.limits.MultiPV <= 1 && r.limits.Depth == 0:
		chosen = r.vote()
	}
	best := chosen.Best()
	if best == nil {
		// Only a panic before the first move was searched leads here.
		return core.Result{Best: fallback}
	}
	// The last lines told must be those of the answer, with the final counts.
	if chosen != lead || misjudged || r.reported != r.nodes() {
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

// vote returns the worker whose answer is taken.
func (r *run) vote() *search.Worker {
	chosen := r.engine.pool[0].worker
	worst := core.Infinite
	for _, t := range r.engine.pool {
		if best := t.worker.Best(); best != nil {
			worst = min(worst, best.Score)
		}
	}
	votes := map[core.Move]int64{}
	for _, t := range r.engine.pool {
		if best := t.worker.Best(); best != nil {
			votes[best.Move] += int64(best.Score-worst+12) * int64(t.worker.Depth())
		}
	}
	for _, t := range r.engine.pool[1:] {
		best, leading := t.worker.Best(), chosen.Best()
		switch {
		case best == nil:
		case leading == nil:
			chosen = t.worker
		case best.Score.IsDecisive() || leading.Score.IsDecisive():
			if best.Score > leading.Score {
				chosen = t.worker
			}
		case votes[best.Move] > votes[leading.Move],
			best.Move == leading.Move && t.worker.Depth() > chosen.Depth() && len(best.PV.Moves()) > 1:
			chosen = t.worker
		}
	}
	return chosen
}
