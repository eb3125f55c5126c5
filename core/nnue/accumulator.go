package nnue

import (
	"math/bits"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/accumulator"
)

// MaterialBuckets is the number of sums of material in an accumulator.
const MaterialBuckets = 8

// Material are sums of what inputs are worth without the rest of the network, one for
// each bucket of positions, as networks of Stockfish have them (PSQT).
type Material [MaterialBuckets]int32

// Transformer is the first layer of a network: from the inputs to the neurons of each
// side. It does not change once made, and is shared by threads. Sums of 16 bits wrap
// around.
type Transformer struct {
	Inputs   *FeatureSet
	Hidden   int        // neurons of each side, a multiple of HiddenStep
	Weights  []int16    // [FeatureSet.Count][Hidden]
	Bias     []int16    // [Hidden]
	Material []Material // [FeatureSet.Count]; empty: there is none
	Owner    any        // what the slices are a part of; nil: nothing else
}

// Accumulator is what a side's inputs add up to. It is valid until the position moves on.
type Accumulator struct {
	Neurons  []int16
	Material *Material // nil if the network has none
}

// Accumulators keep the accumulators of one followed position.
//
// There is an accumulator for each record of a move and each side, updated from the one
// before when it is asked for. When the side's king has moved to another view, the
// accumulator comes from a cache instead, see refresh.
type Accumulators struct {
	*Transformer
	kernels  kernels
	position core.Position
	stack    accumulator.Stack[[2]uint8] // the view of each side after a move

	rows     []int16    // neurons: two rows for each record, then one for each view
	material []Material // the same; empty: there is none
	cached   []uint64   // for each view the set of inputs that its row stands for
	missing  []int      // and FeatureSet.Missing
	// Memory for refresh.
	active     []uint64
	pieces     []core.Placed
	adds, subs []int32
}

// NewAccumulators returns accumulators that follow no position yet.
func NewAccumulators(t *Transformer) *Accumulators {
	rows := 2*accumulator.Records + len(t.Inputs.KingBuckets)
	words := (t.Inputs.Block() + 63) / 64
	a := &Accumulators{
		Transformer: t, kernels: bestKernels(),
		rows:    Aligned[int16](rows * t.Hidden),
		cached:  make([]uint64, len(t.Inputs.KingBuckets)*words),
		missing: make([]int, len(t.Inputs.KingBuckets)),
		active:  make([]uint64, words),
		pieces:  make([]core.Placed, 0, MaxActive),
		adds:    make([]int32, 0, MaxActive), subs: make([]int32, 0, MaxActive),
	}
	if len(t.Material) > 0 {
		a.material = Aligned[Material](rows)
	}
	for i := range t.Inputs.KingBuckets {
		copy(unsafe.Slice(a.row(2*accumulator.Records+i), t.Hidden), t.Bias)
	}
	return a
}

// Reset makes the accumulators follow p as it stands, and forgets what was pushed. The
// position must be one of the game that the inputs belong to.
//
// Its accumulators are computed at once. A search may never ask for them: the table
// remembers the values of the first positions. But without them, whatever it asks for later
// would have to be refreshed.
func (a *Accumulators) Reset(p core.Position) {
	a.position = p
	a.stack.Reset()
	a.refresh(core.First)
	a.refresh(core.Second)
}

// Push starts the record of a move and returns it for Do to fill.
func (a *Accumulators) Push() *core.DirtyPieces { return a.stack.Push() }

// Pop forgets the last record.
func (a *Accumulators) Pop() { a.stack.Pop() }

// Drop forgets records that others do not have.
func (a *Accumulators) Drop(others *Accumulators) {
	for a.stack.Top() > others.stack.Top() {
		a.stack.Pop()
	}
}

// Follow pushes the records that others have beyond its own, which are the same as theirs.
func (a *Accumulators) Follow(others *Accumulators) {
	for a.stack.Top() < others.stack.Top() {
		*a.stack.Push() = others.stack.At(a.stack.Top()).Dirty
	}
}

// Depth returns how many moves are followed.
func (a *Accumulators) Depth() int { return a.stack.Top() }

// Position returns the followed position.
func (a *Accumulators) Position() core.Position { return a.position }

// Of returns the accumulator of a side.
func (a *Accumulators) Of(c core.Color) Accumulator { return a.at(a.updated(c & 1)) }

// at returns row i as an accumulator.
func (a *Accumulators) at(i int) Accumulator {
	acc := Accumulator{Neurons: a.rows[i*a.Hidden:][:a.Hidden:a.Hidden]}
	if len(a.material) > 0 {
		acc.Material = &a.material[i]
	}
	return acc
}

// row returns the first neuron of row i: 2*record + side, or 2*accumulator.Records + view for
// the cache.
func (a *Accumulators) row(i int) *int16 { return &a.rows[i*a.Hidden] }

// updated returns the row of a side for the position, brought up to date.
func (a *Accumulators) updated(c core.Color) int {
	at, top := a.known(c), a.stack.Top()
	if at < 0 {
		return a.refresh(c)
	}
	a.advance(c, at, top)
	return 2*top + int(c)
}

// known returns the last record from which the accumulator of a side can be updated, -1
// if it has to be refreshed.
func (a *Accumulators) known(c core.Color) int {
	return a.stack.Known(c, core.NewPiece(c, a.Inputs.King), &a.Inputs.KingBucket[c])
}

// advance updates the accumulator of a side from a known record to a later one.
func (a *Accumulators) advance(c core.Color, at, to int) {
	number := a.stack.At(at).After[c]
	view := &a.Inputs.KingBuckets[number]
	for ; at < to; at++ {
		r := a.stack.At(at + 1)
		a.update(2*(at+1)+int(c), 2*at+int(c), view, &r.Dirty)
		r.After[c], r.Known[c] = number, true
	}
}

// catchUp updates both accumulators but for the last move. It returns false if one does
// not wait for that move, or not for it alone, as when it has to be refreshed.
func (a *Accumulators) catchUp() bool {
	top := a.stack.Top()
	first, second := a.known(core.First), a.known(core.Second)
	if min(first, second) < 0 || max(first, second) == top {
		return false
	}
	a.advance(core.First, first, top-1)
	a.advance(core.Second, second, top-1)
	return true
}

// update sets row next to an accumulator after a move.
func (a *Accumulators) update(next, last int, view *KingBucket, d *core.DirtyPieces) {
	var adds, subs [core.MaxChanges]int32
	n, m := 0, 0
	table := &a.Inputs.Tables[view.Table]
	for i := range d.Changes[:d.N] {
		c := &d.Changes[i]
		places := &table[c.Piece&(core.MaxPieces-1)]
		if in := places[c.From]; in != None {
			subs[m&(core.MaxChanges-1)] = int32(view.First) + int32(in)
			m++
		}
		if in := places[c.To]; in != None {
			adds[n&(core.MaxChanges-1)] = int32(view.First) + int32(in)
			n++
		}
	}
	to, from := a.row(next), a.row(last)
	switch {
	case n == 1 && m == 1: // a quiet move
		a.kernels.addSub(to, from, a.weights(adds[0]), a.weights(subs[0]), a.Hidden)
	case n == 1 && m == 2: // a capture in chess
		a.kernels.addSubSub(to, from, a.weights(adds[0]), a.weights(subs[0]), a.weights(subs[1]), a.Hidden)
	case n == 2 && m == 2: // castling, a capture in shogi
		a.kernels.addAddSubSub(to, from, a.weights(adds[0]), a.weights(adds[1]), a.weights(subs[0]), a.weights(subs[1]), a.Hidden)
	default: // pieces that are not inputs
		a.kernels.sum(to, from, &a.Weights[0], adds[:n], subs[:m], a.Hidden)
	}
	if len(a.material) > 0 {
		a.kernels.sumMaterial(&a.material[next], &a.material[last], &a.Material[0], adds[:n], subs[:m])
	}
}

// weights returns the first of the weights that an input adds to the neurons.
func (a *Accumulators) weights(in int32) *int16 { return &a.Weights[int(in)*a.Hidden] }

// refresh computes the accumulator of a side from all pieces and returns its row. It
// starts from a cached accumulator of an earlier position with the same view, as the
// difference is often smaller than the whole position (Finny tables).
func (a *Accumulators) refresh(c core.Color) int {
	a.pieces = a.Inputs.Pieces(a.position, a.pieces[:0])
	number := a.Inputs.view(c, a.pieces)
	view := &a.Inputs.KingBuckets[number]
	table := &a.Inputs.Tables[view.Table]
	clear(a.active)
	for _, p := range a.pieces {
		if in := table.of(p); in != None {
			a.active[in/64] |= 1 << (in % 64)
		}
	}
	old := a.cached[int(number)*len(a.active):][:len(a.active)]
	a.adds, a.subs = a.adds[:0], a.subs[:0]
	for i, set := range a.active {
		a.adds = appendInputs(a.adds, view.First+64*i, set&^old[i])
		a.subs = appendInputs(a.subs, view.First+64*i, old[i]&^set)
		old[i] = set
	}
	if missing := a.Inputs.Missing(len(a.pieces)); missing != a.missing[number] {
		a.count(view.First, missing-a.missing[number])
		a.missing[number] = missing
	}
	cache, top := 2*accumulator.Records+int(number), a.stack.Top()
	own := 2*top + int(c)
	a.kernels.sum(a.row(cache), a.row(cache), &a.Weights[0], a.adds, a.subs, a.Hidden)
	copy(a.rows[own*a.Hidden:][:a.Hidden], a.rows[cache*a.Hidden:])
	if len(a.material) > 0 {
		a.kernels.sumMaterial(&a.material[cache], &a.material[cache], &a.Material[0], a.adds, a.subs)
		a.material[own] = a.material[cache]
	}
	r := a.stack.At(top)
	r.After[c], r.Known[c] = number, true
	return own
}

// count adds an input several times to the inputs of a refresh, or takes it away.
func (a *Accumulators) count(in, times int) {
	for range times {
		a.adds = append(a.adds, int32(in))
	}
	for range -times {
		a.subs = append(a.subs, int32(in))
	}
}

// appendInputs appends the inputs of a set, counted from first.
func appendInputs(inputs []int32, first int, set uint64) []int32 {
	for ; set != 0; set &= set - 1 {
		inputs = append(inputs, int32(first+bits.TrailingZeros64(set)))
	}
	return inputs
}

// line is the size of a cache line in bytes.
const line = 64

// Aligned returns n zeros that start at a cache line. T has 2, 4 or 32 bytes.
func Aligned[T int16 | int32 | Material](n int) []T {
	var zero T
	size := unsafe.Sizeof(zero)
	most := int(line / size)
	room := make([]T, n+most)
	skip := -uintptr(unsafe.Pointer(&room[0])) % line / size
	return room[skip:][:n:n]
}
