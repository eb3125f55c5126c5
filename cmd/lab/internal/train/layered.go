package train

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// layered is a network of package nnue with small layers.
type layered struct {
	stacks
	ours
}

// newLayered returns the network of a header, which has layers.
func newLayered(h nnue.Header, in *nnue.FeatureSet) *layered {
	o := ours{h, in}
	s := shape{inputs: in.Count, shared: in.Shared(), hidden: h.Hidden, paired: true}
	return &layered{newStacks(s, h.Buckets, o.bucket, h.Layers[0], h.Layers[1], neuronUnit*weightUnit), o}
}

func (s *layered) parts() []part {
	return append([]part{s.part(nnue.QA, 1, weightLimit)}, s.stacks.parts()...)
}

func (s *layered) top() float32 { return nnue.QA }

func (s *layered) String() string {
	return fmt.Sprintf("%d → %d × 2 → (%d → %d → 1) × %d", s.inputs, s.hidden, s.header.Layers[0], s.header.Layers[1], s.count)
}

// write implements network. What h says besides names is set here.
func (s *layered) write(rounded []float32, h nnue.Header) (*Network, error) {
	return s.finish(h, func(n *nnue.Network) {
		s.shape.write(rounded, 1, n.Weights, n.Bias)
		s.stacks.write(s.tail(rounded), n.Stacks)
	})
}

// restore is the inverse of write, except for rounding. A network with a single stack becomes one
// that has it in all buckets, and pairs of neurons of a narrower one are split. Of a network
// without small layers the hidden layer stays, and what follows is random. Copies of its neurons
// do not have the partners that these have.
func (s *layered) restore(n *nnue.Network, from *nnue.FeatureSet, seed uint64) []float32 {
	p := randomParameters(s, seed)
	if len(n.Layers) == 0 {
		s.ours.read(p, s.shape, n, from, seed, func(j int) (int, bool) { return (j + j/n.Hidden) % n.Hidden, j >= n.Hidden })
		return p
	}
	half, had := s.hidden/2, n.Hidden/2
	s.ours.read(p, s.shape, n, from, seed, func(j int) (int, bool) {
		return j/half*had + j%half%had, j%half >= had
	})
	s.stacks.read(s.tail(p), n.Stacks)
	return p
}
