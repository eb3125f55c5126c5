package smp

import (
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
)

const (
	// mateTable bounds the memory of a search for mate, in MiB; it is less if the
	// transposition table is. The memory lives as long as the search.
	mateTable = 256

	// mateReport is the time between two reports of such a search.
	mateReport = time.Second

	// mateNodes is after how many nodes a mate within some plies is left to the
	// ordinary search: some seconds.
	mateNodes = 1 << 19
)

// Mate starts a search for a forced mate of the side to move in p, which the
// engine keeps for itself, and returns at once, like Go. One thread looks for it.
//
// With l.Mate it looks for a mate within so many plies; if it does not find one
// with a share of what l allows, it searches like Go.
//
// Without, it looks for a mate by checks alone, of any length, until l.MoveTime
// or l.Nodes is used up. If there is one, an Info tells the whole line and Done
// brings a Score that IsWin; if there is none it IsLoss, and it is neither if the
// search ended before that was proved. Once a second an Info without a line tells how far the
// search has come.
func (e *Engine) Mate(p core.Position, l core.Limits, to core.Listener) {
	e.launch(p, l, to, true)
}

// solve looks for a mate and reports its line.
func (r *run) solve() core.Result {
	solver := mate.New(min(mateTable, r.engine.hash))
	reported := time.Duration(0)
	report := func(i core.Info) {
		if r.listener.Info != nil {
			i.Lines, i.Nodes, i.Elapsed, i.HashFull = 1, r.nodes(), r.elapsed(), solver.Full()
			r.listener.Info(i)
		}
	}
	answer := solver.Solve(r.root, mate.Problem{
		ChecksOnly: r.limits.Mate == 0,
		Plies:      r.limits.Mate,
		GoOn: func(nodes uint64) bool {
			r.engine.pool[0].counter.nodes.Store(nodes)
			elapsed := r.elapsed()
			if r.limits.Mate == 0 && elapsed-reported >= mateReport {
				reported = elapsed
				report(core.Info{})
			}
			return !r.engine.stop.Load() && !r.mateLimit(nodes, elapsed)
		},
	})
	r.engine.pool[0].counter.nodes.Store(answer.Nodes)
	switch answer.Verdict {
	case mate.Proved:
		line := answer.Line
		score := core.WinIn(min(len(line), core.MaxPly))
		report(core.Info{
			Depth: min(len(line), core.MaxPly), SelDepth: min(len(line), core.MaxPly), Rank: 1,
			Score: score, Bound: core.Exact, PV: line,
		})
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

// mateLimit reports whether the solver has had its share. The ordinary search
// needs the other half if it is to follow.
func (r *run) mateLimit(nodes uint64, elapsed time.Duration) bool {
	share := uint64(1)
	if r.limits.Mate > 0 {
		share = 2
		if nodes >= mateNodes {
			return true
		}
	}
	return r.limits.Nodes > 0 && nodes >= r.limits.Nodes/share ||
		r.budget.Load().Overdue(elapsed*time.Duration(share))
}
