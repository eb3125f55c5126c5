package suite

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
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
	stop      func()        // called once the problem has been solved for stopAfter iterations

	stopped  bool
	heard    bool // there was at least one PV
	last     answer
	hasScore bool
	now      Moment // of last
	right    bool   // last solves the problem
	since    Moment // beginning of the current streak
	streak   int    // iterations in a row with the right answer
	depth    int    // of the last iteration in streak
}

func newWatch(p *Problem, stopAfter int, stop func()) *watch {
	return &watch{problem: p, board: p.Position.Clone(), stopAfter: stopAfter, stop: stop}
}

// info handles a line of information. An upper bound only means that the engine searches
// again, so that it does not count.
func (w *watch) info(i player.Info) {
	if w.stopped || i.MultiPV > 1 || len(i.PV) == 0 || i.Bound == core.Upper {
		return
	}
	m, err := w.board.ParseMove(i.PV[0])
	if err != nil {
		return // the player's reply reports illegal PVs
	}
	w.heard = true
	w.last, w.hasScore = answer{move: m}, i.HasScore
	if i.HasScore {
		w.last.score = i.Score
	}
	w.now = Moment{Elapsed: i.Elapsed, Nodes: i.Nodes, Depth: i.Depth}
	was := w.right
	w.right = w.problem.solvedBy(w.last)
	if w.right && !was {
		w.since = w.now
	}
	w.count(i)
}

// count counts the iterations with the right answer and stops the search after enough of
// them. An iteration counts once it has an exact score.
func (w *watch) count(i player.Info) {
	if !w.right {
		w.streak, w.depth = 0, 0
		return
	}
	if i.Bound == core.Lower || i.Depth <= w.depth {
		return
	}
	w.depth = i.Depth
	w.streak++
	if w.stopAfter > 0 && w.streak >= w.stopAfter {
		w.stopped = true
		w.stop()
	}
}
