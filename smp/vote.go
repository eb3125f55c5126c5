package smp

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/search"
)

// elect chooses the answer among the threads' and reports its line if it is not
// the one reported last. Below full strength it is one of the only thread's lines.
// If a depth was asked for and reached, or several lines were, it is the answer of
// the thread that was first to go so deep. Otherwise the threads vote. A vote grows
// with how far its score is above the worst, and is 16 times as large for each ply
// that it is deeper: threads are at different depths, and what one has refuted
// another may still like (+38 ± 36 Elo for two threads against a weight in proportion
// to the depth, 200 games of chess at 15,000 nodes). A proved win beats votes, the
// shortest first.
func (r *run) elect() core.Result {
	chosen, told := r.threads[0].worker, r.told
	if told != nil {
		chosen = told
	}
	sound := !r.panicked.Load()
	if sound && !r.weak && r.limits.MultiPV <= 1 && (r.limits.Depth == 0 || r.schedule.Done() < r.limits.Depth) {
		chosen = r.vote()
	}
	lines := chosen.Answer()
	if len(lines) == 0 {
		// Only a panic before the first move was searched leads here.
		return core.Result{Best: r.anyMove()}
	}
	// Who agrees with the line told last, and has looked no deeper, lets it stand.
	if told != nil && told.Depth() >= chosen.Depth() && told.Lines()[0].Move == lines[0].Move {
		chosen, lines = told, told.Lines()
	}
	played := 0
	if sound && r.weak {
		played = r.misjudge(lines)
	}
	best := &lines[played]
	if r.shown == 1 {
		lines = lines[played : played+1]
	}
	// The last lines told must be those of the answer, whole and with the final counts.
	again := chosen != told || &lines[0] != &told.Lines()[0] || r.toldNodes != r.nodes()
	if sound {
		again = chosen.Complete(best) || again
		for i := range lines[:min(r.shown, len(lines))] {
			again = chosen.Complete(&lines[i]) || again
		}
	}
	if again {
		r.report(chosen, lines)
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

// answer is what one thread would answer.
type answer struct {
	move  core.Move
	score core.Score
	depth int // of its last finished iteration; 0: it has none to give
	first int // index of the first answer with the same move
	votes int64
}

// vote returns the worker whose answer is taken.
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

// choose returns the index of the answer to take, 0 if there is none. It counts the
// votes for a move with the first answer that has it.
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
		// Threads agree on a few moves, so that the first one is soon found.
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
