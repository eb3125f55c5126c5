package train

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// weightLimit bounds weights, so that they stay within nnue.MaxOutputWeight.
const weightLimit = 1.98

// plain is a network of package nnue. Its tail is the output layers, each in blocks of
// kernel.Pair, those of the side to move first; then their biases.
type plain struct {
	shape
	buckets  int
	header   nnue.Header
	encoding *nnue.FeatureSet
}

func (s plain) outputSize() int { return s.blocks() * kernel.Pair }

// biasFrom returns the offset of the biases of the outputs in the tail.
func (s plain) biasFrom() int { return s.buckets * s.outputSize() }

// output returns the weights of an output layer.
func (s plain) output(tail []float32, bucket int) []float32 {
	return tail[bucket*s.outputSize():][:s.outputSize()]
}

// bucket returns the output layer of a position.
func (s plain) bucket(r *dataset.Packed) int { return s.encoding.Bucket(r.Phase(), s.buckets) }

// outputBias returns the biases of the outputs.
func (s plain) outputBias(tail []float32) []float32 { return tail[s.biasFrom():][:s.buckets] }

func (s plain) parts() []part {
	output := s.hiddenSize() + s.biasFrom()
	return []part{
		s.part(nnue.QA, 1./nnue.QA, weightLimit),
		{output, nnue.QB, 1. / nnue.QB, weightLimit},
		{output + (s.buckets+kernel.Width-1)/kernel.Width*kernel.Width, nnue.QA * nnue.QB, 1. / (nnue.QA * nnue.QB), unlimited},
	}
}

func (s plain) lazy() bool   { return false }
func (s plain) top() float32 { return 1 }

func (s plain) String() string {
	return fmt.Sprintf("%d → %d × 2 → %d", s.inputs, s.hidden, s.buckets)
}

func (s plain) random(tail []float32, uniform func(bound float64) float32) {
	for b := range s.buckets {
		for side := range 2 {
			for j := range s.hidden {
				s.output(tail, b)[pairAt(side, j)] = uniform(1 / math.Sqrt(2*float64(s.hidden)))
			}
		}
	}
}

// layers implements network: there is nothing to remember.
func (s plain) layers() layers { return s }

func (s plain) forward(w *worker, tail []float32) {
	biases := s.outputBias(tail)
	for i := range w.n {
		bucket := s.bucket(&w.records[i])
		w.outputs[i] = biases[bucket] + kernel.Dot(w.neurons[i*kernel.Pair:], s.output(tail, bucket), stride)
	}
}

func (s plain) backward(w *worker, tail, gradient []float32) {
	biases := s.outputBias(gradient)
	for i, d := range w.outputs[:w.n] {
		bucket := s.bucket(&w.records[i])
		biases[bucket] += d
		kernel.Back(w.neurons[i*kernel.Pair:], s.output(tail, bucket), s.output(gradient, bucket), stride, d)
	}
}

// write implements network. What h says besides names is set here.
func (s plain) write(rounded []float32, h nnue.Header) (*Network, error) {
	all := s.header
	all.Name, all.Command, all.Data, all.Note, all.Parents = h.Name, h.Command, h.Data, h.Note, h.Parents
	n, err := nnue.New(all)
	if err != nil {
		return nil, err
	}
	s.quantise(rounded, n)
	file, err := n.File()
	if err != nil {
		return nil, err
	}
	source, err := nnue.NewSource(n, s.encoding)
	return &Network{File: file, Hash: n.Hash, Source: source}, err
}

// quantise sets the weights of n, a network of this shape, to the parameters.
func (s plain) quantise(p []float32, n *nnue.Network) {
	round := func(x float32, unit float64) float64 { return math.RoundToEven(float64(x) * unit) }
	for j := range s.hidden {
		for i := range s.inputs {
			w := p[s.hiddenAt(i, j)]
			if s.shared > 0 {
				w += p[s.hiddenAt(s.inputs+i%s.shared, j)]
			}
			n.Weights[i*s.hidden+j] = int16(round(w, nnue.QA))
		}
		n.Bias[j] = int16(round(p[s.hiddenAt(s.trained(), j)], nnue.QA))
	}
	for b, bias := range s.outputBias(s.tail(p)) {
		for side := range 2 {
			for j := range s.hidden {
				n.Output[(2*b+side)*s.hidden+j] = int16(round(s.output(s.tail(p), b)[pairAt(side, j)], nnue.QB))
			}
		}
		n.OutputBias[b] = int32(round(bias, nnue.QA*nnue.QB))
	}
}

// restore is the inverse of quantise, except for rounding. A network whose inputs are from
// becomes one of other zones, and one with a single output layer that of all buckets. The
// neurons of a narrower one are split: each copy gets a part of the output weights, and the
// parts add up to them exactly. So that copies become different neurons, their weights get
// noise; it is too little to change the weights as rounded.
func (s plain) restore(n *nnue.Network, from *nnue.FeatureSet, seed uint64) []float32 {
	p := make([]float32, sizeOfParts(s.parts()))
	rng := rand.New(rand.NewPCG(seed, 2))
	block := s.encoding.Block()
	blocks := ancestors(s.encoding, from)
	for j := range s.hidden {
		neuron, noise := j%n.Hidden, func() float64 { return 0 }
		if j >= n.Hidden {
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
	for b := range s.buckets {
		layer := min(b, n.Buckets-1)
		for side := range 2 {
			for j := range s.hidden {
				copies := (s.hidden-1-j%n.Hidden)/n.Hidden + 1
				part := split(int(n.Output[(2*layer+side)*n.Hidden+j%n.Hidden]), j/n.Hidden, copies)
				s.output(s.tail(p), b)[pairAt(side, j)] = float32(part) / nnue.QB
			}
		}
		s.outputBias(s.tail(p))[b] = float32(n.OutputBias[layer]) / (nnue.QA * nnue.QB)
	}
	return p
}

// splitNoise is the most noise of the weights of a copy, in units of those of a network: less
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
