package nnue

import (
	"math/bits"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/trail"
)

// Evaluator evaluates one followed position by a network. It implements
// [core.Explainer].
//
// There is an accumulator for each record of a move and each side, updated from the one
// before when a value is asked for. When the side's king has moved to another view, the
// accumulator comes from a cache instead, see refresh.
type Evaluator struct {
	network  *Network
	inputs   *Inputs
	kernels  kernels
	position core.Position
	trail    trail.Trail[[2]uint8] // the view of each side after a move

	rows   []int16  // accumulators: two for each record, then one for each table
	cached []uint64 // for each table the set of inputs that its accumulator stands for
	// Memory for refresh.
	active     []uint64
	pieces     []Placed
	adds, subs []*int16
}

// newEvaluator returns an evaluator that follows no position yet.
func newEvaluator(n *Network, in *Inputs) *Evaluator {
	words := (in.Count + 63) / 64
	e := &Evaluator{
		network: n, inputs: in, kernels: bestKernels(),
		rows:   aligned((2*trail.Records + len(in.Tables)) * n.Hidden),
		cached: make([]uint64, len(in.Tables)*words),
		active: make([]uint64, words),
		pieces: make([]Placed, 0, MaxActive),
		adds:   make([]*int16, 0, MaxActive), subs: make([]*int16, 0, MaxActive),
	}
	for i := range in.Tables {
		copy(unsafe.Slice(e.row(2*trail.Records+i), n.Hidden), n.Bias)
	}
	return e
}

// Reset implements core.Evaluator. The position must be one of the game that the
// inputs belong to.
func (e *Evaluator) Reset(p core.Position) {
	e.position = p
	e.trail.Reset()
}

// Push implements core.Evaluator.
func (e *Evaluator) Push() *core.Delta { return e.trail.Push() }

// Pop implements core.Evaluator.
func (e *Evaluator) Pop() { e.trail.Pop() }

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	us := e.position.Side() & 1
	return e.value(e.accumulator(us), e.accumulator(us^1), e.bucket())
}

// bucket returns the output layer for the position.
func (e *Evaluator) bucket() int {
	if e.network.Buckets == 1 {
		return 0
	}
	return e.inputs.Bucket(e.position, e.network.Buckets)
}

// value returns the output of a bucket for both accumulators, that of the side to move
// first.
func (e *Evaluator) value(own, enemy *int16, bucket int) core.Score {
	n := e.network
	sum := e.kernels.output(own, enemy, &n.Output[bucket*2*n.Hidden], n.Hidden)
	v := (sum/QA + int64(n.OutputBias[bucket])) * int64(n.Scale) / (QA * QB)
	return core.Score(v).Clamp() // no valid network exceeds 31 bits
}

// row returns the first neuron of accumulator i: 2*record + side, or 2*trail.Records +
// table for the cache.
func (e *Evaluator) row(i int) *int16 { return &e.rows[i*e.network.Hidden] }

// accumulator returns the accumulator of a side for the position.
func (e *Evaluator) accumulator(c core.Color) *int16 {
	at := e.trail.Known(c, core.NewPiece(c, e.inputs.King), &e.inputs.View[c])
	if at < 0 {
		return e.refresh(c)
	}
	view := e.trail.At(at).After[c]
	acc := e.row(2*at + int(c))
	for at < e.trail.Top() {
		at++
		r := e.trail.At(at)
		next := e.row(2*at + int(c))
		e.update(next, acc, &e.inputs.Tables[view], &r.Delta)
		r.After[c], r.Known[c] = view, true
		acc = next
	}
	return acc
}

// update sets next to an accumulator after a move.
func (e *Evaluator) update(next, acc *int16, table *Table, d *core.Delta) {
	var adds, subs [core.MaxChanges]uint16
	a, s := 0, 0
	for i := range d.Changes[:d.N] {
		c := &d.Changes[i]
		places := &table[c.Piece&(core.MaxPieces-1)]
		if in := places[c.From]; in != None {
			subs[s&(core.MaxChanges-1)] = in
			s++
		}
		if in := places[c.To]; in != None {
			adds[a&(core.MaxChanges-1)] = in
			a++
		}
	}
	n := e.network.Hidden
	switch {
	case a == 1 && s == 1: // a quiet move
		e.kernels.addSub(next, acc, e.weights(adds[0]), e.weights(subs[0]), n)
	case a == 1 && s == 2: // a capture in chess
		e.kernels.addSubSub(next, acc, e.weights(adds[0]), e.weights(subs[0]), e.weights(subs[1]), n)
	case a == 2 && s == 2: // castling, a capture in shogi
		e.kernels.addAddSubSub(next, acc, e.weights(adds[0]), e.weights(adds[1]), e.weights(subs[0]), e.weights(subs[1]), n)
	default: // pieces that are not inputs
		e.adds, e.subs = e.adds[:0], e.subs[:0]
		for _, in := range adds[:a] {
			e.adds = append(e.adds, e.weights(in))
		}
		for _, in := range subs[:s] {
			e.subs = append(e.subs, e.weights(in))
		}
		e.kernels.sum(next, acc, e.adds, e.subs, n)
	}
}

// weights returns the first of the weights that an input adds to the neurons.
func (e *Evaluator) weights(in uint16) *int16 { return &e.network.Weights[int(in)*e.network.Hidden] }

// refresh computes the accumulator of a side from all pieces. It starts from a cached
// accumulator of an earlier position with the same table, as the difference is often
// smaller than the whole position (Finny tables).
func (e *Evaluator) refresh(c core.Color) *int16 {
	e.pieces = e.inputs.Pieces(e.position, e.pieces[:0])
	view := e.inputs.view(c, e.pieces)
	table := &e.inputs.Tables[view]
	clear(e.active)
	for _, p := range e.pieces {
		if in := table[p.Piece&(core.MaxPieces-1)][p.At]; in != None {
			e.active[in/64] |= 1 << (in % 64)
		}
	}
	old := e.cached[int(view)*len(e.active):][:len(e.active)]
	e.adds, e.subs = e.adds[:0], e.subs[:0]
	for i, set := range e.active {
		e.adds = e.appendRows(e.adds, i, set&^old[i])
		e.subs = e.appendRows(e.subs, i, old[i]&^set)
		old[i] = set
	}
	acc := e.row(2*trail.Records + int(view))
	e.kernels.sum(acc, acc, e.adds, e.subs, e.network.Hidden)

	top := e.trail.Top()
	own := e.row(2*top + int(c))
	e.kernels.sum(own, acc, nil, nil, e.network.Hidden)
	r := e.trail.At(top)
	r.After[c], r.Known[c] = view, true
	return own
}

// appendRows appends the weights of the inputs in word i of a set.
func (e *Evaluator) appendRows(rows []*int16, i int, set uint64) []*int16 {
	for ; set != 0; set &= set - 1 {
		rows = append(rows, e.weights(uint16(64*i+bits.TrailingZeros64(set))))
	}
	return rows
}

// line is the size of a cache line in bytes.
const line = 64

// aligned returns n zeros that start at a cache line.
func aligned(n int) []int16 {
	const most = line / 2
	room := make([]int16, n+most)
	skip := -uintptr(unsafe.Pointer(&room[0])) % line / 2
	return room[skip:][:n:n]
}
