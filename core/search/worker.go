package search

import (
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/history"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/picker"
	"github.com/nitoryu/nitoryu/core/tt"
)

// Control connects a search with clocks, other threads and the outside.
type Control interface {
	// Poll is called with the nodes searched so far and returns the count at which
	// to call it next. It raises the stop flag when a limit is reached.
	Poll(nodes uint64) (next uint64)
	// Iterated is called after each finished iteration, when the worker's Lines
	// are complete, and returns the depth of the next one, 0 to end.
	Iterated(w *Worker) (next int)
	// Partial is called within an iteration: when the search of a line failed high
	// or low, and when one of several lines, but not the last, is finished.
	Partial(w *Worker, p Partial)
	// Current is called before each move at the root.
	Current(depth int, m core.Move, number int)
}

// Partial is what an unfinished iteration has found, valid only during the call.
type Partial struct {
	Depth int        // of the iteration
	Lines []RootMove // so far, best first; all but the last one are finished
	First int        // index of the first line that changed
	Bound core.Bound // of the score of the last line; Exact: that line is finished, too
}

// Task is a search to do.
type Task struct {
	Position   core.Position  // a copy for this worker, which makes moves on it
	Evaluator  core.Evaluator // for this worker only
	Params     *params.Set
	Legal      []core.Move // the legal moves of Position; read only
	RootMoves  []core.Move // search only these legal moves; empty: all
	Sensible   bool        // leave out pointless moves (see core.Quiet) unless RootMoves names them
	MultiPV    int         // number of best lines, at least 1
	FirstDepth int         // first iteration, at least 1
	MaxDepth   int         // deepest iteration, below core.MaxPly
	Control    Control
	Draw       core.Score        // of a draw, for the side to move in Position
	Tables     core.Tables       // probed in the tree; may be nil
	TableUse   options.Tables    // how to use Tables
	Ranked     []core.RankedMove // what tables say about Legal; read only; empty: nothing
	Helping    bool              // another thread answers: end at once when stopped, even without a move
}

// Worker is the state of one thread, used by one goroutine at a time. Histories
// live as long as the game, the rest as long as a search.
type Worker struct {
	// Shared with the other threads.
	table *tt.Table
	stop  *atomic.Bool

	// Kept from search to search, until Forget.
	history *history.Tables

	// Set by each search.
	task        Task
	game        core.Game
	eval        core.Evaluator
	params      *params.Set
	nodes       uint64
	pollAt      uint64
	selDepth    int
	committed   bool // ignore the stop flag until moves of the first iteration tell a score, see Search
	aborted     bool // the stop flag was seen: the result under way is void
	depth       int  // last finished iteration
	roots       []RootMove
	finished    []RootMove // lines of the last finished iteration, as Lines returns them
	leader      leader     // of the iteration under way
	partialBest int        // index of the root move that replaces finished in the answer, -1 for none
	counts      core.Counts

	iteration   int                    // depth of the iteration under way
	nullAllowed int                    // ply from which null moves are allowed
	weights     [history.Sources]int32 // of the correction histories
	corrects    bool                   // some weight is not zero

	reductions  reductionTable
	reductionOf [2]int // the parameters it was computed from
	frames      [below + core.MaxPly + 2]frame
	legal       core.MoveList // in the position that a line is completed from
	replies     core.MoveList // one move later
	tries       []try         // moves that may continue the line of a mate, ply by ply
	rootStore   []RootMove    // backing of roots
}

// frame is what the search keeps at one distance from the root.
type frame struct {
	node
	move       core.Move   // played from here
	after      history.Row // continuation history for replies to move
	raw        core.Score  // static evaluation as the evaluator sees it, NoScore in check
	eval       core.Score  // the same, corrected
	excluded   core.Move   // by the singular search of this node
	reduction  int         // plies by which the search of move is reduced
	cutoffs    int         // at this ply since the node two plies before began
	quietsSeen int         // quiet moves so far, in hundredths; drops may count less
	side       core.Color  // to move
	candidate  candidate   // move under way
	killers    history.Killers
	context    history.Context
	place      history.Place // of corrections
	line       Line
	picker     picker.Picker

	quietCount, tacticalCount int
	quiets                    [64]core.Move // first quiet moves searched here
	tacticals                 [32]core.Move // first tactical moves searched here
}

// below is the number of frames below the root: code that looks some moves back finds that
// nothing is known there.
const below = 6

// frame returns what is kept at a distance from the root, down to -below.
func (w *Worker) frame(ply int) *frame { return &w.frames[ply+below] }

// node is what is known of the node under way at a ply. The search of another node
// at the same ply replaces it, see searchAgain.
type node struct {
	kind      kind
	inCheck   bool
	tablePV   bool // the node is, or was before, on a principal variation
	improving bool // the static evaluation rises for the side to move
	worsening bool // the static evaluation fell for the opponent with the last move
	hit       bool // the table has entry
	entry     tt.Entry
	tableMove core.Move // to try first, NoMove for none
}

// New returns a worker for a game that shares a table and a stop flag with others, and histories
// unless shared is nil.
func New(info *core.GameInfo, table *tt.Table, stop *atomic.Bool, shared *history.Shared) *Worker {
	w := &Worker{
		table:     table,
		stop:      stop,
		history:   history.New(info, shared),
		rootStore: make([]RootMove, core.MaxMoves),
	}
	for i := range below {
		w.frames[i].move, w.frames[i].after, w.frames[i].eval = core.NullMove, history.None, core.NoScore
	}
	return w
}

// SetTable makes the worker use another table.
func (w *Worker) SetTable(t *tt.Table) { w.table = t }

// Forget clears killers and the histories that are not shared.
func (w *Worker) Forget() {
	w.history.Clear()
	for i := range w.frames {
		w.frames[i].killers = history.Killers{}
	}
}

// Nodes returns the number of nodes of the search so far.
func (w *Worker) Nodes() uint64 { return w.nodes }

// Counts returns the statistics of the search so far, without nodes.
func (w *Worker) Counts() core.Counts { return w.counts }

// Depth returns the last finished iteration, 0 before the first.
func (w *Worker) Depth() int { return w.depth }

// prepare starts a new search.
func (w *Worker) prepare(t Task) {
	w.task = t
	w.game, w.eval, w.params = t.Position, t.Evaluator, t.Params
	w.eval.Reset(t.Position)
	w.nodes, w.pollAt, w.selDepth, w.depth = 0, 0, 0, 0
	w.aborted, w.committed = false, false
	w.finished, w.partialBest = w.finished[:0], -1
	w.counts = core.Counts{}
	p := w.params
	order := picker.Order{MVVLVA: p.VictimOrder != 0, SEE: p.ExchangeOrder != 0, Slack: p.ExchangeSlack, CaptureHistory: int32(p.CaptureWeight), Danger: int32(p.DangerOrder), DropThreat: int32(p.DropThreat)}
	for i := range w.frames {
		f := &w.frames[i]
		f.killers, f.excluded, f.cutoffs, f.reduction = history.Killers{}, core.NoMove, 0, 0
		f.picker.SetOrder(order)
	}
	// The root's moves are also those that weak levels choose from, and a drop that threatens
	// something often hangs a piece.
	order.DropThreat = 0
	w.frame(0).picker.SetOrder(order)
	w.history.NextSearch()
	w.history.SetUse(history.Use{
		Continuation: p.Continuation != 0, Far: p.ContinuationFar != 0, Pawns: p.PawnHistory != 0,
		Low: p.LowPlyHistory != 0, Capture: p.CaptureWeight != 0, Attacked: p.AttackedHistory != 0,
	})
	w.weights = [history.Sources]int32{
		core.PawnKey: int32(p.CorrectionPawn), core.MinorKey: int32(p.CorrectionMinor),
		core.NonPawnKey: int32(p.CorrectionNonPawn), core.NonPawnKey + 1: int32(p.CorrectionNonPawn),
		core.MajorKey: int32(p.CorrectionMajor), history.MoveSource: int32(p.CorrectionMove),
		history.FarSource: int32(p.CorrectionFar),
	}
	w.corrects = w.weights != [history.Sources]int32{}
	w.nullAllowed = 0
	// Filling the table takes a tenth of a search of 1,000 nodes.
	if of := [2]int{p.LMRBase, p.LMRScale}; w.reductionOf != of {
		w.reductionOf = of
		w.reductions.fill(p.LMRBase, p.LMRScale)
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

// enterNode enters the node at ply and returns a score and true if the node needs no
// search: the search is stopped, the rules settle the position, or MaxPly is reached.
func (w *Worker) enterNode(ply int) (core.Score, bool) {
	w.frame(ply).line.n = 0
	if w.enter() {
		return core.Draw, true
	}
	w.selDepth = max(w.selDepth, ply)
	if score, over := w.game.Outcome(ply); over {
		if score == core.Draw {
			score = w.draw(ply)
		}
		return score, true
	}
	if ply < core.MaxPly-1 {
		return core.Draw, false
	}
	if w.game.InCheck() {
		return core.Draw, true // no static evaluation in check
	}
	return w.eval.Evaluate(), true
}

// do makes the move m from ply.
func (w *Worker) do(ply int, m core.Move) {
	f := w.frame(ply)
	f.move = m
	f.after = w.history.After(w.game.Side(), m)
	w.table.Prefetch(w.game.KeyAfter(m))
	w.game.Do(m, w.eval.Push())
}

// undo takes the last move back.
func (w *Worker) undo() {
	w.game.Undo()
	w.eval.Pop()
}
