package train

import (
	"math"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// weightLimit bounds weights, so that they stay within nnue.MaxOutputWeight.
const weightLimit = 1.98

// ours is what the networks of package nnue have in common, whatever follows their hidden layer.
type ours struct {
	header   nnue.Header
	encoding *nnue.FeatureSet
}

// bucket returns which output, or stack of layers, is for a position.
func (o ours) bucket(r *dataset.Packed) int { return o.encoding.Bucket(r.Phase(), o.header.Buckets) }

// finish returns the network of which fill sets the weights. Of h only what names it counts.
func (o ours) finish(h nnue.Header, fill func(n *nnue.Network)) (*Network, error) {
	all := o.header
	all.Name, all.Command, all.Data, all.Note, all.Parents = h.Name, h.Command, h.Data, h.Note, h.Parents
	n, err := nnue.New(all)
	if err != nil {
		return nil, err
	}
	fill(n)
	if err := n.Coarsen(h.Step); err != nil {
		return nil, err
	}
	file, err := n.File()
	if err != nil {
		return nil, err
	}
	source, err := nnue.NewSource(n, o.encoding)
	return &Network{File: file, Hash: n.Hash, Source: source}, err
}

// read sets the hidden layer of p, the inverse of [shape.write] but for rounding. A network whose
// inputs are from becomes one of other zones. Each neuron is a copy of the one which origin
// returns. So that copies become different neurons, their weights get noise; it is too little to
// change the weights as rounded.
func (o ours) read(p []float32, s shape, n *nnue.Network, from *nnue.FeatureSet, seed uint64, origin func(neuron int) (was int, copied bool)) {
	rng := rand.New(rand.NewPCG(seed, 2))
	block := o.encoding.Block()
	blocks := ancestors(o.encoding, from)
	for j := range s.hidden {
		neuron, copied := origin(j)
		noise := func() float64 { return 0 }
		if copied {
			noise = func() float64 { return splitNoise * (2*rng.Float64() - 1) }
		}
		for i := range block {
			shared := 0
			if s.shared > 0 {
				for _, first := range blocks {
					shared += int(n.Weights[(first+i)*n.Hidden+neuron])
				}
				shared = int(math.Round(float64(shared) / float64(len(blocks))))
				p[s.hiddenAt(s.inputs+i, j)] = float32(shared) / nnue.QA
			}
			for k, first := range blocks {
				own := int(n.Weights[(first+i)*n.Hidden+neuron]) - shared
				p[s.hiddenAt(k*block+i, j)] = float32((float64(own) + noise()) / nnue.QA)
			}
		}
		p[s.hiddenAt(s.trained(), j)] = float32((float64(n.Bias[neuron]) + noise()) / nnue.QA)
	}
}

// splitNoise is the most noise of the weights of a copy, in units of a network's weights: less
// than the half that rounding takes away.
const splitNoise = 0.45

// split returns the i-th of n nearly equal parts of x.
func split(x, i, n int) int {
	upTo := func(i int) int { return int(math.Floor(float64(x*i) / float64(n))) }
	return upTo(i+1) - upTo(i)
}

// ancestors returns where a network with other zones of the king finds the weights of each block
// of inputs: the first input of the block that it has for the first square of that zone.
func ancestors(in, from *nnue.FeatureSet) []int {
	block := in.Block()
	firsts := make([]int, in.Count/block)
	for i := range firsts {
		firsts[i] = -1
	}
	for sq, view := range in.KingBucket[core.First] {
		if to := &firsts[in.KingBuckets[view].First/block]; *to < 0 {
			*to = from.KingBuckets[from.KingBucket[core.First][sq]].First
		}
	}
	return firsts
}
