package train

import (
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// plain is a network of package nnue. Its tail is the output layers, each in blocks of
// kernel.Pair, first for the side to move; then their biases.
type plain struct {
	shape
	ours
	buckets int
}

func (s plain) outputSize() int { return s.blocks() * kernel.Pair }

// biasFrom returns the offset of the biases of the outputs in the tail.
func (s plain) biasFrom() int { return s.buckets * s.outputSize() }

// output returns the weights of an output layer.
func (s plain) output(tail []float32, bucket int) []float32 {
	return tail[bucket*s.outputSize():][:s.outputSize()]
}

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

func (s plain) begin([]float32) {}

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
	return s.finish(h, func(n *nnue.Network) { s.quantise(rounded, n) })
}

// quantise sets the weights of n, a network of this shape, to the parameters.
func (s plain) quantise(p []float32, n *nnue.Network) {
	round := func(x float32, unit float64) float64 { return math.RoundToEven(float64(x) * unit) }
	s.shape.write(p, nnue.QA, n.Weights, n.Bias)
	for b, bias := range s.outputBias(s.tail(p)) {
		for side := range 2 {
			for j := range s.hidden {
				n.Output[(2*b+side)*s.hidden+j] = int16(round(s.output(s.tail(p), b)[pairAt(side, j)], nnue.QB))
			}
		}
		n.OutputBias[b] = int32(round(bias, nnue.QA*nnue.QB))
	}
}

// restore is the inverse of quantise, except for rounding. A network with a single output layer
// becomes one that has it in all buckets. The neurons of a narrower one are split: each copy gets a
// part of the output weights, and the parts add up to them exactly.
func (s plain) restore(n *nnue.Network, from *nnue.FeatureSet, seed uint64) []float32 {
	p := make([]float32, sizeOfParts(s.parts()))
	s.read(p, s.shape, n, from, seed, func(j int) (int, bool) { return j % n.Hidden, j >= n.Hidden })
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
