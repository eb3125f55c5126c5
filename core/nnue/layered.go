package nnue

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// stack is the layers of a bucket, packed.
type stack struct {
	first *dense.Layer
	tail  *dense.Tail
}

// pack packs the stacks of the network.
func (n *Network) pack() (stacks []stack, err error) {
	for i := range n.Stacks {
		var layers [3]*dense.Layer
		for j := range layers {
			if layers[j], err = n.Stacks[i][j].Pack(); err != nil {
				return nil, fmt.Errorf("stack %d: %w", i, err)
			}
		}
		tail, err := dense.NewTail(layers[1], layers[2])
		if err != nil {
			return nil, fmt.Errorf("stack %d: %w", i, err)
		}
		stacks = append(stacks, stack{layers[0], tail})
	}
	return stacks, nil
}

// layered evaluates one followed position by a network of ours with small layers. It
// implements [core.Explainer].
type layered struct {
	Accumulators
	network *Network
	stacks  []stack
	dense   dense.Kernels

	products []uint8 // inputs of a stack
	sums     []int32 // outputs of its first layer
	second   []uint8 // inputs of the others
}

// newLayered returns an evaluator that follows no position yet.
func newLayered(n *Network, t *Transformer, stacks []stack) *layered {
	first, tail := stacks[0].first, stacks[0].tail
	return &layered{
		Accumulators: *NewAccumulators(t), network: n, stacks: stacks, dense: dense.Best(),
		products: make([]uint8, first.PaddedInputs()),
		sums:     make([]int32, first.PaddedOutputs()), second: make([]uint8, tail.PaddedInputs()),
	}
}

// Evaluate implements core.Evaluator.
func (e *layered) Evaluate() core.Score {
	us := e.position.Side() & 1
	return e.output(e.Of(us).Neurons, e.Of(us^1).Neurons, e.network.bucket(&e.Accumulators))
}

// output returns the output of a stack for both accumulators.
func (e *layered) output(own, enemy []int16, bucket int) core.Score {
	n, s := e.network, &e.stacks[bucket]
	e.dense.Multiply(e.products, own, QA, ProductShift)
	e.dense.Multiply(e.products[n.Hidden/2:], enemy, QA, ProductShift)
	s.first.Sums(e.dense, e.sums, e.products)
	e.dense.Square(e.second, e.sums)
	e.dense.Clip(e.second[n.Layers[0]:], e.sums)
	v := int64(s.tail.Sum(e.dense, e.second)) * int64(n.Scale) / (QL * QB)
	return core.Score(min(max(v, int64(-core.EvalBound)), int64(core.EvalBound)))
}

// PieceValues returns the value of each piece of the position to the network.
func (e *layered) PieceValues() []PieceValue {
	bucket := e.network.bucket(&e.Accumulators)
	return e.Accumulators.PieceValues(func(own, enemy Accumulator) core.Score {
		return e.output(own.Neurons, enemy.Neurons, bucket)
	})
}

// Explain implements core.Explainer.
func (e *layered) Explain() string { return e.Draw(e.PieceValues()) }
