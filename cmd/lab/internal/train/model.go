package train

import (
	"math"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// weightLimit bounds weights, so that they stay within nnue.MaxOutputWeight.
const weightLimit = 1.98

// shape is the sizes of a network and where its parameters lie in one slice of
// floats: the hidden layer in blocks of kernel.Width neurons, each with a row for each
// input and one for the bias, an input that is always active; then the output layers,
// each in blocks of kernel.Pair, those of the side to move first; then their biases.
// Neurons that pad the last block keep weights of zero.
type shape struct{ inputs, shared, hidden, buckets int }

// trained returns the number of rows of a block of the hidden layer, without the bias.
func (s shape) trained() int { return s.inputs + s.shared }

func (s shape) blocks() int     { return (s.hidden + kernel.Width - 1) / kernel.Width }
func (s shape) blockSize() int  { return (s.trained() + 1) * kernel.Width }
func (s shape) outputSize() int { return s.blocks() * kernel.Pair }

// outputFrom returns the offset of the output layers.
func (s shape) outputFrom() int { return s.blocks() * s.blockSize() }

// biasFrom returns the offset of the biases of the outputs.
func (s shape) biasFrom() int { return s.outputFrom() + s.buckets*s.outputSize() }

// size returns the number of floats, a multiple of kernel.Width.
func (s shape) size() int {
	return s.biasFrom() + (s.buckets+kernel.Width-1)/kernel.Width*kernel.Width
}

// block returns a block of the hidden layer.
func (s shape) block(p []float32, i int) []float32 {
	return p[i*s.blockSize() : (i+1)*s.blockSize()]
}

// output returns the weights of an output layer.
func (s shape) output(p []float32, bucket int) []float32 {
	from := s.outputFrom() + bucket*s.outputSize()
	return p[from : from+s.outputSize()]
}

// outputBias returns the biases of the outputs.
func (s shape) outputBias(p []float32) []float32 { return p[s.biasFrom():][:s.buckets] }

// hiddenAt returns the offset of the weight of an input to a neuron.
func (s shape) hiddenAt(input, neuron int) int {
	return neuron/kernel.Width*s.blockSize() + input*kernel.Width + neuron%kernel.Width
}

// outputAt returns the offset of the weight of a neuron of a side (0: to move) within an
// output layer.
func (s shape) outputAt(side, neuron int) int {
	return neuron/kernel.Width*kernel.Pair + side*kernel.Width + neuron%kernel.Width
}

// usualPieces is a typical number of active inputs.
const usualPieces = 32

// random returns initial parameters: small random weights, biases of zero.
func (s shape) random(seed uint64) []float32 {
	p := make([]float32, s.size())
	rng := rand.New(rand.NewPCG(seed, 1))
	uniform := func(bound float64) float32 { return float32(bound * (2*rng.Float64() - 1)) }
	first := 0
	if s.shared > 0 {
		first = s.inputs
	}
	for i := first; i < s.trained(); i++ {
		for j := range s.hidden {
			p[s.hiddenAt(i, j)] = uniform(1 / math.Sqrt(usualPieces))
		}
	}
	for b := range s.buckets {
		for side := range 2 {
			for j := range s.hidden {
				s.output(p, b)[s.outputAt(side, j)] = uniform(1 / math.Sqrt(2*float64(s.hidden)))
			}
		}
	}
	return p
}

// forget sets the weights of inputs that were never active to zero: all their squared
// gradients are zero.
func (s shape) forget(p, square []float32) {
	for i := range s.trained() {
		seen := false
		for j := range s.hidden {
			seen = seen || square[s.hiddenAt(i, j)] != 0
		}
		for j := range s.hidden {
			if !seen {
				p[s.hiddenAt(i, j)] = 0
			}
		}
	}
}

// round returns the parameters rounded as in a network, as [kernel.Step] does.
func (s shape) round(p []float32) []float32 {
	rounded := make([]float32, len(p))
	for i, x := range p {
		unit := float32(nnue.QA)
		switch {
		case i >= s.biasFrom():
			unit = nnue.QA * nnue.QB
		case i >= s.outputFrom():
			unit = nnue.QB
		}
		rounded[i] = kernel.Round(x, unit, 1/unit)
	}
	return rounded
}

// quantise sets the weights of n, a network of this shape, to the parameters.
func (s shape) quantise(p []float32, n *nnue.Network) {
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
	for b, bias := range s.outputBias(p) {
		for side := range 2 {
			for j := range s.hidden {
				n.Output[(2*b+side)*s.hidden+j] = int16(round(s.output(p, b)[s.outputAt(side, j)], nnue.QB))
			}
		}
		n.OutputBias[b] = int32(round(bias, nnue.QA*nnue.QB))
	}
}

// restore is the inverse of quantise, except for rounding. A network without views becomes
// what they share, and one with a single output layer that of all buckets. The neurons of a
// narrower one are split: each copy gets a part of the output weights, and the parts add up
// to them exactly. So that copies become different neurons, their weights get noise; it is too
// little to change the weights as rounded.
func (s shape) restore(n *nnue.Network, seed uint64) []float32 {
	p := make([]float32, s.size())
	rng := rand.New(rand.NewPCG(seed, 2))
	first := 0
	if n.Count == s.shared {
		first = s.inputs
	}
	for j := range s.hidden {
		from, noise := j%n.Hidden, func() float64 { return 0 }
		if j >= n.Hidden {
			noise = func() float64 { return splitNoise * (2*rng.Float64() - 1) }
		}
		for i := range n.Count {
			p[s.hiddenAt(first+i, j)] = float32((float64(n.Weights[i*n.Hidden+from]) + noise()) / nnue.QA)
		}
		p[s.hiddenAt(s.trained(), j)] = float32((float64(n.Bias[from]) + noise()) / nnue.QA)
	}
	for b := range s.buckets {
		layer := min(b, n.Buckets-1)
		for side := range 2 {
			for j := range s.hidden {
				copies := (s.hidden-1-j%n.Hidden)/n.Hidden + 1
				part := split(int(n.Output[(2*layer+side)*n.Hidden+j%n.Hidden]), j/n.Hidden, copies)
				s.output(p, b)[s.outputAt(side, j)] = float32(part) / nnue.QB
			}
		}
		s.outputBias(p)[b] = float32(n.OutputBias[layer]) / (nnue.QA * nnue.QB)
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
