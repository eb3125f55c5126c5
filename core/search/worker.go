package search

import (
	"math"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/picker"
	"github.com/nitoryu/nitoryu/core/tt"
)

// Control is how a search meets time, other threads and the outside.
type Control interface {
	// Poll is told how many nodes the worker has searched and returns the count
	// at which it wants to be asked next. It raises the stop flag when a limit
	// is reached.
	Poll(nodes uint64) (next uint64)
	// Iterated is called after each finished iteration, when the worker's Lines
	// are complete, and returns the depth of the next one, 0 to end.
	Iterated(w *Worker) (next int)
	// Partial is called within an iteration: when the search of a line has failed
	// high or low, and when one of several lines is finished but not the last.
	Partial(w *Worker, p Partial)
	// Current is called before each move at the root.
	Current(depth int, m core.Move, number int)
}

// Partial is what an iteration that is not finished has found. It is valid during the
// call only.
type Partial struct {
	Depth int        // of the iteration
	Lines []RootMove // so far, best first; all but the last one are finished
	First int        // index of the first that is new or has moved
	Bound core.Bound // what the score of the last one is; Exact: it is finished, too
}

// Task is what a worker has to search.
type Task struct {
	Position   core.Position  // the worker's own copy; it is played on
	Evaluator  core.Evaluator // the worker's own
	Params     *params.Set
	RootMoves  []core.Move // search only these; empty: every legal move
	MultiPV    int         // best lines wanted, at least 1
	FirstDepth int         // first iteration, at least 1
	MaxDepth   int         // deepest iteration, below core.MaxPly
	Widen      core.Score  // added to half the first aspiration window
	Control    Control
	Helping    bool // others answer: end at once when stopped, even without a move
}

// Worker is the state of one thread. Its histories live as long as the game,
// the rest as long as a search. It is used by one goroutine at a time.
type Worker struct {
	// Shared with the other threads.
	table *tt.Table
	stop  *atomic.Bool

	// Kept from search to search, until Forget.
	history *history.Tables

	// Set anew by each search.
	task      Task
	game      core.Game
	eval      core.Evaluator
	params    *params.Set
	nodes     uint64
	pollAt    uint64
	selDepth  int
	committed bool // the first move of the first iteration: finish it, stop or not
	aborted   bool // the stop flag was seen; results of this iteration are void
	depth     int  // last finished iteration
	roots     []RootMove
	finished  []RootMove // lines of the last finished iteration, as Lines returns them
	leader    leader     // of the iteration under way
	overtaker int        // index of the root move that Answer prefers to them, -1: none
	counts    core.Counts

	iteration   int                    // depth of the iteration under way
	nullAllowed int                    // no null move nearer to the root
	weights     [history.Sources]int32 // of the correction histories
	corrects    bool                   // one of them is not zero

	reductions  [64][64]int16 // late move reductions by depth and move number, in 1024ths of a ply
	reductionOf [2]int        // the parameters they were computed from
	frames      [core.MaxPly + 2]frame
	legal       core.MoveList // moves at the root
	replies     core.MoveList // in the position that a line is completed from
	rootStore   []RootMove    // backing of roots
}

// frame is what the search keeps at one distance from the root.
type frame struct {
	move      core.Move   // played from here
	after     history.Row // continuation history for replies to move
	raw       core.Score  // static evaluation as the evaluator sees it, NoScore in check
	eval      core.Score  // the same, corrected
	excluded  core.Move   // left out, to learn what the others are worth
	reduction int         // plies that the search of move is reduced by
	cutoffs   int         // of late among the children
	tablePV   bool        // the node is, or was once, on a principal variation
	killers   history.Killers
	context   history.Context
	place     history.Place // of corrections
	pv        Line
	quiets    [64]core.Move // quiet moves searched here
	tacticals [32]core.Move // tactical moves searched here
	picker    picker.Picker
}

// New returns a worker for a game, on a table and a stop flag that it shares
// with other workers.
func New(traits *core.Traits, table *tt.Table, stop *atomic.Bool) *Worker {
	return &Worker{
		table:     table,
		stop:      stop,
		history:   history.New(traits),
		rootStore: make([]RootMove, core.MaxMoves),
	}
}

// SetTable makes the worker use another table.
func (w *Worker) SetTable(t *tt.Table) { w.table = t }

// Forget clears what was learnt in earlier searches.
func (w *Worker) Forget() {
	w.history.Clear()
	for i := range w.frames {
		w.frames[i].killers = history.Killers{}
	}
}

// Nodes returns the number of nodes of the search so far.
func (w *Worker) Nodes() uint64 { return w.nodes }

// Counts returns what the search counted so far, besides its nodes.
func (w *Worker) Counts() core.Counts { return w.counts }

// Depth returns the last finished iteration, 0 if there is none.
func (w *Worker) Depth() int { return w.depth }

// prepare resets what belongs to a single search.
func (w *Worker) prepare(t Task) {
	w.task = t
	w.game, w.eval, w.params = t.Position, t.Evaluator, t.Params
	w.eval.Reset(t.Position)
	w.nodes, w.pollAt, w.selDepth, w.depth = 0, 0, 0, 0
	w.aborted, w.committed = false, false
	w.finished, w.overtaker = w.finished[:0], -1
	w.counts = core.Counts{}
	p := w.params
	order := picker.Order{Victims: p.VictimOrder != 0, Exchanges: p.ExchangeOrder != 0, History: int32(p.CaptureWeight)}
	for i := range w.frames {
		f := &w.frames[i]
		f.killers, f.excluded, f.cutoffs, f.reduction = history.Killers{}, core.NoMove, 0, 0
		f.picker.SetOrder(order)
	}
	w.history.NextSearch()
	w.history.SetUse(history.Use{
		Continuation: p.Continuation != 0, Far: p.ContinuationFar != 0, Pawns: p.PawnHistory != 0,
		Low: p.LowPlyHistory != 0, Capture: p.CaptureWeight != 0,
	})
	w.weights = [history.Sources]int32{
		core.PawnPart: int32(p.CorrectionPawn), core.LightPart: int32(p.CorrectionLight),
		core.SidePart: int32(p.CorrectionSide), core.SidePart + 1: int32(p.CorrectionSide),
		core.RestPart: int32(p.CorrectionRest), history.MoveSource: int32(p.CorrectionMove),
	}
	w.corrects = w.weights != [history.Sources]int32{}
	w.nullAllowed = 0
	w.prepareReductions()
}

// prepareReductions computes the table of reductions, unless it stands already:
// that would take a tenth of a search of 1,000 nodes. Logarithms are rounded, so
// that the table is the same on every machine.
func (w *Worker) prepareReductions() {
	of := [2]int{w.params.LMRBase, w.params.LMRScale}
	if w.reductionOf == of {
		return
	}
	w.reductionOf = of
	var log [64]int64 // natural, in 1024ths
	for i := 1; i < len(log); i++ {
		log[i] = int64(math.Round(1024 * math.Log(float64(i))))
	}
	for d := 1; d < len(w.reductions); d++ {
		for m := 1; m < len(w.reductions[d]); m++ {
			w.reductions[d][m] = int16(int64(w.params.LMRBase) + log[d]*log[m]*int64(w.params.LMRScale)>>20)
		}
	}
}

// enter counts a node and reports whether the search is over.
func (w *Worker) enter() bool {
	w.nodes++
	if w.nodes >= w.pollAt {
		w.pollAt = w.task.Control.Poll(w.nodes)
	}
	if w.stop.Load() && !w.committed {
		w.aborted = true
	}
	return w.aborted
}

// open enters the node at ply and returns its score and true if there is nothing
// to search: the search is over, the rules settle the position, or it is too
// far from the root to go on.
func (w *Worker) open(ply int) (core.Score, bool) {
	w.frames[ply].pv.n = 0
	if w.enter() {
		return core.Draw, true
	}
	w.selDepth = max(w.selDepth, ply)
	if score, over := w.game.Outcome(ply); over {
		if score == core.Draw {
			score = w.draw()
		}
		return score, true
	}
	if ply < core.MaxPly-1 {
		return core.Draw, false
	}
	if w.game.InCheck() {
		return core.Draw, true // nothing can be said of it
	}
	return w.eval.Evaluate(), true
}

// do plays m from ply.
func (w *Worker) do(ply int, m core.Move) {
	f := &w.frames[ply]
	f.move = m
	f.after = w.history.After(w.game.Side(), m)
	w.game.Do(m, w.eval.Push())
	w.table.Prefetch(w.game.Key())
}

// undo takes the last move back.
func (w *Worker) undo() {
	w.game.Undo()
	w.eval.Pop()
}
