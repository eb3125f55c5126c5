package nnue

import "github.com/nitoryu/nitoryu/core"

// step is the last update of both accumulators before an output, for kernels that do all
// that in one pass: they multiply neurons while they have them in registers. Numbers are
// indices of elements, since pointers would need write barriers.
type step struct {
	weights []int16         // of the first layer
	neurons []int16         // of all records
	output  []int16         // weights of all outputs
	buckets []bucketOffsets // for each view
	hidden  int
	king    core.PieceType
	uniform bool // as of FeatureSet

	first        int            // weight of the output
	perspectives [2]perspective // for the side to move, and for the other
}

// perspective is the part of a step that updates one accumulator.
type perspective struct {
	from int                     // first neuron before the move; that after it is 2*hidden further on
	adds [core.MaxChanges]uint32 // first weights of rows
	subs [core.MaxChanges]uint32
}

// bucketOffsets is a view as a step needs it.
type bucketOffsets struct {
	table *Table
	first uint32 // weight of the table's input 0
}

// newStep returns a step of some accumulators to the outputs of a network.
func newStep(a *Accumulators, n *Network) step {
	s := step{
		weights: a.Weights, neurons: a.rows, output: n.Output,
		hidden: n.Hidden, king: a.Inputs.King, uniform: a.Inputs.uniform(),
	}
	for _, v := range a.Inputs.KingBuckets {
		s.buckets = append(s.buckets, bucketOffsets{&a.Inputs.Tables[v.Table], uint32(v.First * n.Hidden)})
	}
	return s
}

// follow sets the rows for a move, and returns how many of them are added and subtracted
// on each side. It counts without branches, since moves of all kinds come in turn.
func (s *step) follow(d *core.DirtyPieces, own, enemy *bucketOffsets) (adds, subs int) {
	const mask = core.MaxChanges - 1
	hidden := uint32(s.hidden)
	for _, c := range d.Changes[:d.N] {
		piece := c.Piece & (core.MaxPieces - 1)
		ours, theirs := &own.table[piece], &enemy.table[piece]
		from, to := ours[c.From], ours[c.To]
		s.perspectives[0].subs[subs&mask] = own.first + uint32(from)*hidden
		s.perspectives[1].subs[subs&mask] = enemy.first + uint32(theirs[c.From])*hidden
		if from != None {
			subs++
		}
		s.perspectives[0].adds[adds&mask] = own.first + uint32(to)*hidden
		s.perspectives[1].adds[adds&mask] = enemy.first + uint32(theirs[c.To])*hidden
		if to != None {
			adds++
		}
	}
	return adds, subs
}

// The kernels in Go.

// addSubOutputGo updates each accumulator by an added and a subtracted row, and returns
// the sum of the output.
func addSubOutputGo(s *step) int64 {
	for i := range s.perspectives {
		h := &s.perspectives[i]
		addSubGo(s.to(h), s.from(h), s.row(h.adds[0]), s.row(h.subs[0]), s.hidden)
	}
	return s.outputGo()
}

// addSubSubOutputGo does so with two subtracted rows.
func addSubSubOutputGo(s *step) int64 {
	for i := range s.perspectives {
		h := &s.perspectives[i]
		addSubSubGo(s.to(h), s.from(h), s.row(h.adds[0]), s.row(h.subs[0]), s.row(h.subs[1]), s.hidden)
	}
	return s.outputGo()
}

// addAddSubSubOutputGo does so with two of both.
func addAddSubSubOutputGo(s *step) int64 {
	for i := range s.perspectives {
		h := &s.perspectives[i]
		addAddSubSubGo(s.to(h), s.from(h), s.row(h.adds[0]), s.row(h.adds[1]), s.row(h.subs[0]), s.row(h.subs[1]), s.hidden)
	}
	return s.outputGo()
}

// outputGo returns the sum of the output.
func (s *step) outputGo() int64 {
	return outputGo(s.to(&s.perspectives[0]), s.to(&s.perspectives[1]), &s.output[s.first], s.hidden)
}

func (s *step) from(h *perspective) *int16 { return &s.neurons[h.from] }
func (s *step) to(h *perspective) *int16   { return &s.neurons[h.from+2*s.hidden] }
func (s *step) row(first uint32) *int16    { return &s.weights[first] }
