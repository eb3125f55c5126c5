package nnue

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/accumulator"
)

// Pair is two pieces at their places and how they are related, as a number that a game
// makes.
type Pair uint32

// MaxPairs bounds the pairs of a position.
const MaxPairs = 512

// PairStep is what the number of neurons is a multiple of where pairs are inputs.
const PairStep = 128

// Pairs is how a game encodes the relations of pieces for a network, such as which piece
// attacks which.
type Pairs struct {
	// List appends the pairs of a position to list, in the order of their numbers, and
	// returns how each side sees the board.
	List func(p core.Position, list []Pair) (pairs []Pair, views [2]uint8)
	// Views is how many views there are. Different sides have different ones.
	Views int
	// Input returns the input of a pair in a view, -1 if it is none.
	Input func(view uint8, pair Pair) int
}

// PairTransformer is what pairs add to the neurons of each side. It does not change once
// made, and is shared by threads.
type PairTransformer struct {
	*Pairs
	Hidden   int        // neurons of each side, a multiple of PairStep
	Weights  [][]int8   // [inputs][Hidden], in parts that follow each other
	Material []Material // [inputs]
	Owner    any        // what the slices are a part of
}

// PairAccumulators keep what pairs add up to in a followed position, for each side.
//
// Pairs are listed anew for each position that is evaluated, as that takes less time than
// to find out what a move changes; what differs from the position before is added and
// subtracted.
type PairAccumulators struct {
	*PairTransformer
	base     *Accumulators
	records  []pairRecord // one for each record of a move, then one for each view
	rows     []int16      // neurons: two rows for each record, then one for each view
	material []Material   // the same

	// Memory for update.
	plus, less     [MaxPairs]*int8 // rows of weights
	added, removed []Pair
}

// pairRecord is the pairs of a position. Known says for which sides they are added up.
type pairRecord struct {
	listed bool
	known  [2]bool
	view   [2]uint8
	n      int
	list   [MaxPairs]Pair
}

// NewPairAccumulators returns accumulators for the position that others follow.
func NewPairAccumulators(t *PairTransformer, base *Accumulators) *PairAccumulators {
	rows := 2*accumulator.Records + t.Views
	return &PairAccumulators{
		PairTransformer: t, base: base,
		records:  make([]pairRecord, accumulator.Records+t.Views),
		rows:     Aligned[int16](rows * t.Hidden),
		material: Aligned[Material](rows),
	}
}

// Reset forgets everything about the position and the moves.
func (a *PairAccumulators) Reset() { a.Forget(0) }

// Forget forgets what is known of a record and says that another position has its number.
func (a *PairAccumulators) Forget(record int) {
	r := &a.records[record]
	r.listed, r.known = false, [2]bool{}
}

// Add sets neurons to those of an accumulator of a side with what pairs add, and returns
// them with the material of both. It is valid until the position moves on.
func (a *PairAccumulators) Add(neurons []int16, acc Accumulator, c core.Color) Accumulator {
	c &= 1
	top := a.base.stack.Top()
	row := 2*top + int(c)
	if !a.records[top].known[c] {
		a.update()
	}
	a.plus16(neurons, acc.Neurons, row)
	sum := Accumulator{Neurons: neurons}
	if acc.Material != nil {
		m := *acc.Material
		for i, v := range &a.material[row] {
			m[i] += v
		}
		sum.Material = &m
	}
	return sum
}

// plus16 sets neurons to others plus a row.
func (a *PairAccumulators) plus16(to, from []int16, row int) {
	add := [1]*int16{&a.rows[row*a.Hidden]}
	a.base.kernels.sum(&to[0], &from[0], add[:], nil, a.Hidden)
}

// update adds up the pairs of the position for both sides.
func (a *PairAccumulators) update() {
	top := a.base.stack.Top()
	r := &a.records[top]
	if !r.listed {
		var list []Pair
		list, r.view = a.List(a.base.position, r.list[:0])
		r.n, r.listed = len(list), true
	}
	last := -1
	for c := range core.Color(2) {
		from := a.known(c, top)
		if from != last {
			a.compare(&a.records[from], r)
			last = from
		}
		own := 2*top + int(c)
		if from < accumulator.Records {
			a.sum(own, 2*from+int(c), r.view[c])
		} else { // that of the view
			cache := accumulator.Records + from
			a.sum(own, cache, r.view[c])
			a.keep(own, cache, r, from)
			last = -1
		}
		r.known[c] = true
	}
}

// known returns the last record that has been added up for a side with the same view, or
// that of the view, which is always known.
func (a *PairAccumulators) known(c core.Color, top int) int {
	view := a.records[top].view[c]
	for i := top - 1; i >= 0; i-- {
		if r := &a.records[i]; r.known[c] {
			if r.view[c] == view {
				return i
			}
			break
		}
	}
	return accumulator.Records + int(view)
}

// compare sets added and removed to what differs between the pairs of two positions.
func (a *PairAccumulators) compare(from, to *pairRecord) {
	a.added, a.removed = a.added[:0], a.removed[:0]
	old, now := from.list[:from.n], to.list[:to.n]
	for len(old) > 0 && len(now) > 0 {
		switch x, y := old[0], now[0]; {
		case x == y:
			old, now = old[1:], now[1:]
		case x < y:
			a.removed, old = append(a.removed, x), old[1:]
		default:
			a.added, now = append(a.added, y), now[1:]
		}
	}
	a.removed, a.added = append(a.removed, old...), append(a.added, now...)
}

// sum sets a row to another one with what differs.
func (a *PairAccumulators) sum(to, from int, view uint8) {
	m := a.material[from]
	n, l := 0, 0
	for _, pair := range a.added {
		if in := a.Input(view, pair); in >= 0 {
			a.plus[n] = a.weights(in)
			n++
			m.add(&a.Material[in])
		}
	}
	for _, pair := range a.removed {
		if in := a.Input(view, pair); in >= 0 {
			a.less[l] = a.weights(in)
			l++
			m.subtract(&a.Material[in])
		}
	}
	a.material[to] = m
	a.base.kernels.sumBytes(&a.rows[to*a.Hidden], &a.rows[from*a.Hidden], a.plus[:n], a.less[:l], a.Hidden)
}

// weights returns the first of the weights that an input adds to the neurons.
func (a *PairAccumulators) weights(in int) *int8 {
	part := 0
	for in*a.Hidden >= len(a.Weights[part]) {
		in -= len(a.Weights[part]) / a.Hidden
		part++
	}
	return &a.Weights[part][in*a.Hidden]
}

// keep remembers a row and its pairs as those of their view.
func (a *PairAccumulators) keep(row, cache int, r *pairRecord, record int) {
	copy(a.rows[cache*a.Hidden:][:a.Hidden], a.rows[row*a.Hidden:])
	a.material[cache] = a.material[row]
	k := &a.records[record]
	k.n = copy(k.list[:], r.list[:r.n])
}
