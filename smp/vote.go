package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
)

// elect chooses one of the threads' answers and reports its line unless that was the
// last report. Below full strength the answer is one of the lines of the only thread.
// With a depth limit that was reached, or several lines, it is the answer of the thread
// that first finished the deepest iteration. Otherwise the threads vote. A vote is
// worth the distance of its score from the worst score, times 16 for each ply of depth:
// threads are at different depths, and one thread may still like what another has
// refuted. A proved win beats all votes; among wins the shortest counts.
func (r *run) elect() core.Result {
	chosen, reported := r.threads[0].worker, r.reported
	if reported != nil {
		chosen = reported
	}
	sound := !r.panicked.Load()
	if sound && !r.weak && r.limits.MultiPV <= 1 && (r.limits.Depth == 0 || r.schedule.Done() < r.limits.Depth) {
		chosen = r.vote()
	}
	lines := chosen.Answer()
	if len(lines) == 0 {
		// There was a panic before the first move was searched.
		return core.Result{Best: r.anyMove()}
	}
	// The line reported last stands if the chosen line has the same move and is no
	// deeper.
	if reported != nil && reported.Depth() >= chosen.Depth() && reported.Lines()[0].Move == lines[0].Move {
		chosen, lines = reported, reported.Lines()
	}
	played := 0
	if sound && r.weak {
		played = r.chooseWeak(lines)
	}
	best := &lines[played]
	if r.shown == 1 {
		lines = lines[played : played+1]
	}
	// The last report must be of the answer, with whole lines and the final counts.
	again := chosen != reported || &lines[0] != &reported.Lines()[0] || r.reportedNodes != r.nodes()
	if sound {
		again = chosen.Complete(best) || again
		for i := range lines[:min(r.shown, len(lines))] {
			again = chosen.Complete(&lines[i]) || again
		}
	}
	if again {
		r.report(chosen, lines)
	}
	result := core.Result{Best: best.Move, Score: best.Value(), Depth: chosen.Depth()}
	for _, t := range r.threads {
		result.Counts.Add(t.worker.Counts())
	}
	if pv := best.PV.Moves(); len(pv) > 1 {
		result.Ponder = pv[1]
	}
	return result
}

// answer is the answer of one thread.
type answer struct {
	move  core.Move
	score core.Score
	depth int // of its last finished iteration; 0: it has no answer
	first int // index of the first answer with the same move
	votes int64
}

// vote returns the worker whose answer is chosen.
func (r *run) vote() *search.Worker {
	r.answers = r.answers[:0]
	for _, t := range r.threads {
		a := answer{}
		if best := t.worker.Best(); best != nil {
			a = answer{move: best.Move, score: best.Score, depth: t.worker.Depth()}
		}
		r.answers = append(r.answers, a)
	}
	return r.threads[choose(r.answers)].worker
}

// choose returns the index of the chosen answer, 0 without answers. The votes for a
// move are summed in the first answer with that move.
func choose(answers []answer) int {
	worst, deepest := core.Infinite, 0
	for i := range answers {
		if a := &answers[i]; a.depth > 0 {
			worst, deepest = min(worst, a.score), max(deepest, a.depth)
		}
	}
	chosen := 0
	for i := range answers {
		a := &answers[i]
		if a.depth == 0 {
			continue
		}
		// Threads agree on a few moves, so this is short.
		for a.first = 0; answers[a.first].move != a.move; a.first++ {
		}
		answers[a.first].votes += int64(a.score-worst+12) << 36 >> (4 * (deepest - a.depth))
	}
	for i := range answers[1:] {
		a, best := &answers[i+1], &answers[chosen]
		better := false
		switch {
		case a.depth == 0:
		case best.depth == 0:
			better = true
		case a.score != best.score && (a.score.IsDecisive() || best.score.IsDecisive()):
			better = a.score > best.score
		case a.move == best.move:
			better = a.depth > best.depth
		case !a.score.IsDecisive():
			better = answers[a.first].votes > answers[best.first].votes
		}
		if better {
			chosen = i + 1
		}
	}
	return chosen
}
