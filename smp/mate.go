package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
)

const (
	// mateTable bounds the table of the mate solver, in MiB; that table is no larger
	// than the transposition table, and freed after the search.
	mateTable = 256

	// mateReport is the time between two reports of the solver.
	mateReport = time.Second

	// mateNodes is the node count, some seconds, after which the solver leaves a mate
	// within some plies to the ordinary search.
	mateNodes = 1 << 19
)

// Mate is Go for a forced mate of the side to move in p. One thread looks for it.
//
// With l.Mate it looks for a mate within that many plies. If it finds none within part
// of the limits, it searches like Go.
//
// Without l.Mate, it looks for a mate by checks alone, of any length, until l.MoveTime
// or l.Nodes is used up. The Score of the result IsWin if there is a mate, after an
// Info with the whole line, and IsLoss if there is no mate; otherwise nothing was
// proved. Once a second an Info without a line reports progress.
func (e *Engine) Mate(p core.Position, l core.Limits, to core.Callbacks) {
	e.launch(p, l, to, true)
}

// solve runs the mate solver and reports the line of a mate.
func (r *run) solve() core.Result {
	solver := mate.New(min(mateTable, r.engine.hash))
	reported := time.Duration(0)
	report := func(i core.Info) {
		if r.callbacks.Info != nil {
			i.Lines, i.Nodes, i.Elapsed, i.HashFull = 1, r.nodes(), r.elapsed(), solver.Full()
			r.callbacks.Info(i)
		}
	}
	problem := mate.Problem{
		ChecksOnly: r.limits.Mate == 0,
		Plies:      r.limits.Mate,
		GoOn: func(nodes uint64) bool {
			r.engine.pool[0].counter.nodes.Store(nodes)
			r.engine.pool[0].yielder.Yield()
			elapsed := r.elapsed()
			if r.limits.Mate == 0 && elapsed-reported >= mateReport {
				reported = elapsed
				report(core.Info{})
			}
			return !r.engine.stop.Load() && !r.mateLimit(nodes)
		},
	}
	answer := solver.Solve(r.root, problem)
	r.engine.pool[0].counter.nodes.Store(answer.Nodes)
	switch answer.Verdict {
	case mate.Proved:
		line := answer.Line
		score := core.WinIn(min(len(line), core.MaxPly))
		report(core.Info{
			Depth: min(len(line), core.MaxPly), SelDepth: min(len(line), core.MaxPly), Rank: 1,
			Score: score, Bound: core.Exact, PV: line,
		})
		if r.limits.Proof > 0 && r.callbacks.Proof != nil {
			problem.GoOn = func(nodes uint64) bool { return !r.engine.stop.Load() && !r.mateLimit(nodes) }
			if proof := solver.Tree(r.root, problem, r.limits.Proof); proof != nil {
				r.callbacks.Proof(proof)
			}
		}
		result := core.Result{Best: line[0], Score: score, Depth: len(line)}
		if len(line) > 1 {
			result.Ponder = line[1]
		}
		return result
	case mate.Disproved:
		return core.Result{Score: core.LossIn(0)}
	}
	return core.Result{}
}

// mateLimit reports whether the solver has used up its share of the limits: half, if
// an ordinary search may follow.
func (r *run) mateLimit(nodes uint64) bool {
	share := uint64(1)
	if r.limits.Mate > 0 {
		share = 2
		if nodes >= mateNodes {
			return true
		}
	}
	at, limited := r.time.Deadline(false)
	return r.limits.Nodes > 0 && nodes >= r.limits.Nodes/share ||
		limited && r.spent()*time.Duration(share) >= at
}
