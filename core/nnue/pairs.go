package nnue

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/eval/accumulator"
)

// Pair is two pieces at their places and how they are related, as a number that a game
// makes.
type Pair uint32

// MaxPairs bounds the pairs of a position, and those that a move adds or removes.
const MaxPairs = 512

// PairStep is what the number of neurons is a multiple of where pairs are inputs.
const PairStep = 128

// Pairs is how a game encodes the relations of pieces for a network, such as which piece
// attacks which.
type Pairs struct {
	// Tracker returns a new tracker.
	Tracker func() PairTracker
	// King is the kind whose square chooses the view of a side. Different sides have
	// different views.
	King core.PieceType
	View [2][core.MaxSquares]uint8
	// Inputs appends the inputs of pairs in a view to the lists of each kind of inputs, numbered
	// from 0 in each. A pair may be no input.
	Inputs func(view uint8, pairs []Pair, inputs *PairInputs)
}

// PairTracker tells which pairs there are. It is used by one goroutine at a time.
type PairTracker interface {
	// Set makes it follow a position as it stands, and returns the view of each side.
	Set(p core.Position) (views [2]uint8)
	// List lists all pairs.
	List(list *PairList)
	// Back takes the last move back, and lists the pairs that it added and removed. A pair
	// may be in both lists.
	Back(d *core.DirtyPieces, added, removed *PairList)
}

// PairList is a list of pairs.
type PairList struct {
	n    int
	list [MaxPairs]Pair
}

// Append appends a pair.
func (l *PairList) Append(p Pair) {
	l.list[l.n&(MaxPairs-1)] = p
	l.n++
}

// Clear removes all pairs.
func (l *PairList) Clear() { l.n = 0 }

// All returns the pairs.
func (l *PairList) All() []Pair { return l.list[:l.n] }

// PairInputs are inputs of each kind.
type PairInputs [2]struct {
	n    int
	list [MaxPairs]int32
}

// Append appends an input of a kind, if it is one.
func (in *PairInputs) Append(kind int, input int32, is bool) {
	part := &in[kind&1]
	part.list[part.n&(MaxPairs-1)] = input
	if is {
		part.n++
	}
}

// of returns the inputs of a kind.
func (in *PairInputs) of(kind int) []int32 { return in[kind&1].list[:in[kind&1].n] }

// clear removes all inputs.
func (in *PairInputs) clear() { in[0].n, in[1].n = 0, 0 }

// PairTransformer is what pairs add to the neurons of each side. It does not change once
// made, and is shared by threads.
type PairTransformer struct {
	*Pairs
	Hidden int        // neurons of each side, a multiple of PairStep
	Parts  []PairPart // for each kind of inputs, two at most
	Owner  any        // what the slices are a part of
}

// PairPart is the weights of a kind of inputs.
type PairPart struct {
	Weights  []int8     // [inputs][Hidden]
	Material []Material // [inputs]
}

// PairAccumulators keep what pairs add up to in a followed position, for each side.
//
// There is an accumulator for each record of a move and each side. When it is asked for,
// moves are taken back to the last one that is known, and what they changed is added up
// from there, record by record: others will start from these.
type PairAccumulators struct {
	*PairTransformer
	base     *Accumulators
	tracker  PairTracker
	records  []pairRecord // one for each record of a move
	rows     []int16      // neurons: two rows for each record, then one of zeros
	material []Material   // the same

	// Memory for Of.
	all        PairList
	plus, less [2]PairInputs // for each side
}

// pairRecord is what a move changed. Known says for which sides it is added up.
type pairRecord struct {
	known          [2]bool
	added, removed PairList
}

// NewPairAccumulators returns accumulators for the position that others follow.
func NewPairAccumulators(t *PairTransformer, base *Accumulators) *PairAccumulators {
	const rows = 2*accumulator.Records + 1
	return &PairAccumulators{
		PairTransformer: t, base: base, tracker: t.Tracker(),
		records:  make([]pairRecord, accumulator.Records),
		rows:     Aligned[int16](rows * t.Hidden),
		material: Aligned[Material](rows),
	}
}

// Reset follows the position of the others, which have been reset. It is added up at once,
// as theirs is.
func (a *PairAccumulators) Reset() {
	a.Forget(0)
	a.Of(core.First)
}

// Forget forgets what is known of a record and says that another position has its number.
func (a *PairAccumulators) Forget(record int) { a.records[record].known = [2]bool{} }

// Of returns the accumulators of the others, and what the pairs of the position add up to,
// for a side and its opponent. They are valid until the position moves on.
//
// Rows of pairs come from far away in memory. They are asked for first, and added when
// the other accumulators are done.
func (a *PairAccumulators) Of(us core.Color) (pieces, pairs [2]Accumulator) {
	us &= 1
	top := a.base.stack.Top()
	waits := a.prepare(top)
	pieces = [2]Accumulator{a.base.Of(us), a.base.Of(us ^ 1)}
	r := &a.records[top]
	for c := range waits {
		if waits[c] {
			a.add(2*top+c, 2*(top-1)+c, &a.plus[c], &a.less[c])
			r.known[c] = true
		}
	}
	for i, c := range [2]core.Color{us, us ^ 1} {
		row := 2*top + int(c)
		pairs[i] = Accumulator{a.rows[row*a.Hidden:][:a.Hidden:a.Hidden], &a.material[row]}
	}
	return pieces, pairs
}

// prepare adds up the pairs of the position for both sides, but for what the last move has
// changed: that waits in plus and less.
func (a *PairAccumulators) prepare(top int) (waits [2]bool) {
	if a.records[top].known == [2]bool{true, true} {
		return waits
	}
	var from [2]int
	var anew [2]bool
	for c := range from {
		from[c], anew[c] = a.known(core.Color(c), top)
	}
	views := a.tracker.Set(a.base.position)
	for i := top; ; i-- {
		for c := range from {
			if anew[c] && from[c] == i {
				a.refresh(core.Color(c), i, views[c])
			}
		}
		if i == min(from[0], from[1]) {
			break
		}
		r := &a.records[i]
		a.tracker.Back(&a.base.stack.At(i).Dirty, &r.added, &r.removed)
	}
	for c, at := range from {
		for ; at < top; at++ {
			r := &a.records[at+1]
			a.list(c, views[c], r.added.All(), r.removed.All())
			if at+1 == top {
				waits[c] = true
				break
			}
			a.add(2*(at+1)+c, 2*at+c, &a.plus[c], &a.less[c])
			r.known[c] = true
		}
	}
	return waits
}

// known returns the last record from which the accumulator of a side can be updated. It
// has to be added up anew if it is not known itself, as where the side has another view
// since.
func (a *PairAccumulators) known(c core.Color, top int) (record int, anew bool) {
	king, views := core.NewPiece(c, a.King), &a.View[c&1]
	for i := top; ; i-- {
		if a.records[i].known[c&1] {
			return i, false
		}
		if i == 0 || a.base.stack.At(i).Crosses(king, views) {
			return i, true
		}
	}
}

// refresh adds up the pairs that the tracker has for a side, in a record.
func (a *PairAccumulators) refresh(c core.Color, record int, view uint8) {
	a.all.Clear()
	a.tracker.List(&a.all)
	a.list(int(c), view, a.all.All(), nil)
	a.add(2*record+int(c), 2*accumulator.Records, &a.plus[c], &a.less[c])
	a.records[record].known[c] = true
}

// list lists the inputs of pairs for a side, and asks for their weights.
func (a *PairAccumulators) list(c int, view uint8, added, removed []Pair) {
	plus, less := &a.plus[c], &a.less[c]
	plus.clear()
	less.clear()
	a.Inputs(view, added, plus)
	a.Inputs(view, removed, less)
	for i := range a.Parts {
		part := &a.Parts[i]
		a.base.kernels.prefetch(&part.Weights[0], &part.Material[0], plus.of(i), a.Hidden)
		a.base.kernels.prefetch(&part.Weights[0], &part.Material[0], less.of(i), a.Hidden)
	}
}

// add sets a row to another one with inputs added and removed.
func (a *PairAccumulators) add(to, from int, plus, less *PairInputs) {
	next, last := &a.rows[to*a.Hidden], &a.rows[from*a.Hidden]
	material := &a.material[from]
	for i := range a.Parts {
		adds, subs := plus.of(i), less.of(i)
		if i > 0 && len(adds)+len(subs) == 0 {
			break
		}
		part := &a.Parts[i]
		a.base.kernels.sumBytes(next, last, &part.Weights[0], adds, subs, a.Hidden)
		a.base.kernels.sumMaterial(&a.material[to], material, &part.Material[0], adds, subs)
		last, material = next, &a.material[to]
	}
}
