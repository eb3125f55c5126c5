package nnue

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// source makes evaluators that share a network.
type source struct {
	network     *Network
	transformer *Transformer
	stacks      []stack // empty: the network has outputs without layers
}

// NewSource returns the evaluation by a network, which must not change afterwards. It
// is an error if the network was trained for other inputs.
func NewSource(n *Network, in *FeatureSet) (core.EvaluatorFactory, error) {
	if n.Inputs != in.Name || n.Count != in.Count {
		return nil, fmt.Errorf("the network is made for %s, with %d inputs called %q, not for the %d called %q",
			n.Game, n.Count, n.Inputs, in.Count, in.Name)
	}
	if err := n.checkWeights(); err != nil {
		return nil, err
	}
	stacks, err := n.pack()
	return source{n, n.transformer(in), stacks}, err
}

// Name implements core.Evaluators.
func (s source) Name() string { return s.network.Label() }

// Hash implements core.Evaluators.
func (s source) Hash() string { return s.network.Hash }

// New implements core.EvaluatorFactory.
func (s source) New() core.Evaluator {
	if len(s.stacks) > 0 {
		return newLayered(s.network, s.transformer, s.stacks)
	}
	return newEvaluator(s.network, s.transformer)
}

// transformer returns the first layer of the network.
func (n *Network) transformer(in *FeatureSet) *Transformer {
	return &Transformer{Inputs: in, Hidden: n.Hidden, Weights: n.Weights, Bias: n.Bias}
}
