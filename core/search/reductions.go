package search

import (
	"math"

	"github.com/nitoryu/nitoryu/core"
)

// onePly is a ply in the units of reductions.
const onePly = 1024

// reductionTable holds late move reductions by depth and move number, in 1024ths
// of a ply. Beyond its ends neither changes the reduction.
type reductionTable [64][64]int16

// fill computes the table from LMRBase and LMRScale. Logarithms are rounded, so
// that it is the same on every machine.
func (t *reductionTable) fill(base, scale int) {
	var log [len(t)]int64 // natural, in 1024ths
	for i := 1; i < len(log); i++ {
		log[i] = int64(math.Round(1024 * math.Log(float64(i))))
	}
	for d := 1; d < len(t); d++ {
		for m := 1; m < len(t[d]); m++ {
			t[d][m] = int16(int64(base) + log[d]*log[m]*int64(scale)>>20)
		}
	}
}

// at returns the reduction of the move with that number, counted from 1.
func (t *reductionTable) at(depth, number int) int {
	return int(t[min(depth, len(t)-1)][min(number, len(t)-1)])
}

// candidate is a move that a node is about to prune or to search.
type candidate struct {
	move      core.Move
	number    int   // in the order of moves, from 1
	past      int32 // how well it did elsewhere, by the histories
	reduction int   // by number, depth and history, in 1024ths of a ply
	quiet     bool
	killer    bool
	losing    bool // tactical and loses material
}

// prepareMove returns what pruning and reductions need to know about a move of a
// node, valid until the next call.
func (w *Worker) prepareMove(f *frame, depth int, m core.Move, number int) *candidate {
	p := w.params
	c := &f.candidate // field by field: a copy of the whole would wait for the writes
	c.move, c.number = m, number
	c.quiet, c.killer, c.losing = !m.IsTactical(), false, f.picker.Losing()
	c.reduction = w.reductions.at(depth, number)
	if !f.improving {
		c.reduction += p.LMRImproving
	}
	if c.quiet {
		c.killer = m.ID() == f.killers[0] || m.ID() == f.killers[1]
		c.past = w.history.StatScore(&f.context, m)
		c.reduction -= int(c.past) * onePly / p.LMRHistory
	} else {
		c.past = w.history.Capture(f.side, m)
	}
	return c
}

// lateMoveReduction returns by how many 1024ths of a ply the search of the move c,
// which was just played from ply, is reduced. The root is more careful than other
// nodes: it searches one more move to full depth, and all tactical moves.
func (w *Worker) lateMoveReduction(ply, depth int, c *candidate) int {
	p, f := w.params, w.frame(ply)
	root := ply == 0
	if depth < p.LMRDepth || c.number <= p.LMRMoves || root && (c.number == p.LMRMoves+1 || !c.quiet) {
		return 0
	}
	w.counts.LateMoves++
	reduction := c.reduction
	if !c.quiet {
		reduction -= p.LMRTactical + int(c.past)*onePly/p.LMRCapture
	}
	if c.killer {
		reduction -= p.LMRKiller
	}
	if f.tablePV {
		reduction -= p.LMRTablePV
	}
	switch f.kind {
	case pvNode:
		reduction -= p.LMRPV
	case cutNode:
		reduction += p.LMRCut
	}
	if f.tableMove.IsTactical() {
		reduction += p.LMRTableTactical
	}
	if root {
		return reduction // whatever the reply
	}
	if w.frame(ply+1).cutoffs > p.LMRCutoffCount {
		reduction += p.LMRCutoffs
	}
	if w.game.InCheck() {
		reduction -= p.LMRCheck
	}
	return reduction
}
