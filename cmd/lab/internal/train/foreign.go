package train

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// neuronLimit bounds the weights of inputs. With 38 pieces and a bias, no sum leaves 16 bits.
const neuronLimit = 6

// halfKP is a network of package foreign whose neurons are clipped and followed by one stack of
// dense layers.
type halfKP struct {
	stacks
	architecture *foreign.Architecture
}

// newHalfKP returns the network of an architecture, which has to be [Trainable]. A score of
// scale is odds of e to 1.
func newHalfKP(a *foreign.Architecture, in *nnue.FeatureSet, scale int) *halfKP {
	perOdds := float64(a.Unit.Output*a.Unit.Ours[1]*int64(scale)) / float64(a.Unit.Ours[0])
	only := func(*dataset.Packed) int { return 0 }
	s := shape{inputs: in.Count, shared: in.Shared(), hidden: a.Hidden, lazy: true}
	return &halfKP{newStacks(s, 1, only, a.First, a.Second, perOdds), a}
}

// Trainable reports whether networks of an architecture can be trained.
func Trainable(a *foreign.Architecture) bool {
	return a.Check() == nil && a.Inputs.Name == "HalfKP" && a.Hidden%nnue.HiddenStep == 0 && a.Unit.Ours[0] == 1 && a.Pooling == foreign.Clipped && a.Choice.Stacks == 1 && a.Material == 0 &&
		a.Tail == foreign.Straight && a.Forward == [2]int32{}
}

func (s *halfKP) parts() []part {
	return append([]part{s.part(neuronUnit, 1, neuronLimit)}, s.stacks.parts()...)
}

func (s *halfKP) top() float32 { return neuronUnit }

func (s *halfKP) String() string {
	return fmt.Sprintf("%d → %d × 2 → %d → %d → 1", s.inputs, s.hidden, s.architecture.First, s.architecture.Second)
}

// write implements network. The header has no place in the file.
func (s *halfKP) write(rounded []float32, _ nnue.Header) (*Network, error) {
	n, err := foreign.New(s.architecture)
	if err != nil {
		return nil, err
	}
	s.shape.write(rounded, 1, n.Weights, n.Bias)
	s.stacks.write(s.tail(rounded), n.Stacks)
	file, err := n.File()
	if err != nil {
		return nil, err
	}
	source, err := foreign.NewSource(n, nil, 0)
	return &Network{File: file, Hash: n.Hash, Source: source}, err
}

// restore is the inverse of write. All weights of inputs are their own, and none are shared.
func (s *halfKP) restore(n *foreign.Network) []float32 {
	p := make([]float32, sizeOfParts(s.parts()))
	for j := range s.hidden {
		for i := range s.inputs {
			p[s.hiddenAt(i, j)] = float32(n.Weights[i*s.hidden+j]) / neuronUnit
		}
		p[s.hiddenAt(s.trained(), j)] = float32(n.Bias[j]) / neuronUnit
	}
	s.read(s.tail(p), n.Stacks)
	return p
}
