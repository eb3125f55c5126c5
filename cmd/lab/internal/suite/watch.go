package suite

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
)

// Moment is a point of a search.
type Moment struct {
	Elapsed time.Duration `json:"elapsed_ns"` // since the question was asked
	Nodes   uint64        `json:"nodes"`
	Depth   int           `json:"depth"`
}

// String leaves out what is unknown.
func (m Moment) String() string {
	text := m.Elapsed.Round(time.Millisecond / 10).String()
	if m.Depth > 0 {
		text += fmt.Sprintf(", depth %d", m.Depth)
	}
	if m.Nodes > 0 {
		text += fmt.Sprintf(", %d nodes", m.Nodes)
	}
	return text
}

// watch follows the search of a problem.
type watch struct {
	problem   *Problem
	board     core.Position // to read moves in
	stopAfter int           // iterations; 0: never

	stopped  bool // the problem has been solved for stopAfter iterations
	heard    bool // there was at least one PV
	last     answer
	hasScore bool
	now      Moment // of last
	right    bool   // last solves the problem
	since    Moment // beginning of the current streak
	streak   int    // iterations in a row with the right answer
	depth    int    // of the last iteration in streak
}

func newWatch(p *Problem, stopAfter int) *watch {
	return &watch{problem: p, board: p.Position.Clone(), stopAfter: stopAfter}
}

// hear handles a line, and reports whether the search need not go on. An upper bound only means
// that the engine searches again, so it does not count.
func (w *watch) hear(l *nitoryu.Line) (enough bool) {
	if w.stopped || l.Rank > 1 || len(l.Moves) == 0 || l.Bound == nitoryu.AtMost {
		return false
	}
	m, err := w.board.ParseMove(string(l.Moves[0]))
	if err != nil {
		return false
	}
	w.heard, w.hasScore = true, true
	w.last = answer{m, core.Score(l.Score)}
	w.now = Moment{Elapsed: l.Elapsed, Nodes: l.Nodes, Depth: l.Depth}
	was := w.right
	w.right = w.problem.solvedBy(w.last)
	if w.right && !was {
		w.since = w.now
	}
	w.count(l)
	return w.stopped
}

// count counts the iterations with the right answer. An iteration counts once it has an
// exact score.
func (w *watch) count(l *nitoryu.Line) {
	if !w.right {
		w.streak, w.depth = 0, 0
		return
	}
	if l.Bound == nitoryu.AtLeast || l.Depth <= w.depth {
		return
	}
	w.depth = l.Depth
	w.streak++
	w.stopped = w.stopAfter > 0 && w.streak >= w.stopAfter
}
