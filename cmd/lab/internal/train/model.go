package train

import (
	"math"
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// network is a kind of network that a run trains: a hidden layer, which all kinds have in
// common, and what follows it. Its parameters are one slice of floats: first the parameters
// of the hidden layer, then the others, here called tail.
type network interface {
	hiddenLayer() shape
	// parts says what the parameters are, in their order.
	parts() []part
	// random sets the tail to initial weights.
	random(tail []float32, uniform func(bound float64) float32)
	// layers returns what follows the hidden layer, with memory for a worker.
	layers() layers
	// write returns the network with rounded parameters.
	write(rounded []float32, h nnue.Header) (*Network, error)
	// top is the value at which neurons are clamped.
	top() float32
	// String shows the sizes.
	String() string
}

// layers computes what follows the hidden layer for the positions of a worker.
type layers interface {
	// begin prepares for backward with a tail.
	begin(tail []float32)
	// forward sets the outputs of w from its neurons.
	forward(w *worker, tail []float32)
	// backward adds to the gradient of the tail by the derivatives in the outputs of w, and
	// replaces its neurons by their derivatives.
	backward(w *worker, tail, gradient []float32)
}

// part is parameters with the same rounding and limit, up to the end of the part. The end is a
// multiple of kernel.Width.
type part struct {
	end   int
	unit  float64 // the parameter is rounded to multiples of 1/unit
	grain float64 // what stands for such a multiple in the rounded parameters
	limit float64 // largest magnitude
}

// sizeOfParts returns the number of parameters.
func sizeOfParts(parts []part) int { return parts[len(parts)-1].end }

// unlimited is the limit of parameters without one.
const unlimited = math.MaxFloat32

// shape is the sizes of a hidden layer and where its parameters lie: in blocks of kernel.Width
// neurons, each with a row for each input and one for the bias, an input that is always active.
// Neurons that pad the last block keep weights of zero. Where neurons of the first half are
// multiplied by neurons of the second, each block has kernel.Half of the first and then their
// partners.
type shape struct {
	inputs, shared, hidden int
	paired                 bool
	// lazy says that a step leaves the weights of inputs alone that no position of its batch
	// has, as is right for many inputs. Then what zones share are inputs of their own. Else it is
	// added to the rounded weights of zones, and its gradient is the sum of theirs.
	lazy bool
}

// folds reports whether the rounded weights of zones contain what zones share.
func (s shape) folds() bool { return s.shared > 0 && !s.lazy }

func (s shape) hiddenLayer() shape { return s }

// trained returns the number of rows of a block, without the bias.
func (s shape) trained() int { return s.inputs + s.shared }

func (s shape) blocks() int     { return (s.hidden + kernel.Width - 1) / kernel.Width }
func (s shape) blockSize() int  { return (s.trained() + 1) * kernel.Width }
func (s shape) hiddenSize() int { return s.blocks() * s.blockSize() }

// block returns a block of the hidden layer.
func (s shape) block(p []float32, i int) []float32 {
	return p[i*s.blockSize() : (i+1)*s.blockSize()]
}

// tail returns the parameters behind the hidden layer.
func (s shape) tail(p []float32) []float32 { return p[s.hiddenSize():] }

// hiddenAt returns the offset of the weight of an input to a neuron.
func (s shape) hiddenAt(input, neuron int) int {
	if half := s.hidden / 2; s.paired {
		at := neuron % half
		neuron = at/kernel.Half*kernel.Width + neuron/half*kernel.Half + at%kernel.Half
	}
	return neuron/kernel.Width*s.blockSize() + input*kernel.Width + neuron%kernel.Width
}

// pairAt returns the offset of a neuron of a side (0: to move) in the pairs of blocks that
// follow the hidden layer.
func pairAt(side, neuron int) int {
	return neuron/kernel.Width*kernel.Pair + side*kernel.Width + neuron%kernel.Width
}

// write sets the weights and biases of a network to rounded parameters, folded if they can be, given
// what stands for 1 in them.
func (s shape) write(rounded []float32, unit float64, weights, bias []int16) {
	round := func(x float32) int16 { return int16(math.RoundToEven(float64(x) * unit)) }
	for j := range s.hidden {
		for i := range s.inputs {
			w := rounded[s.hiddenAt(i, j)]
			if s.shared > 0 && s.lazy {
				w += rounded[s.hiddenAt(s.inputs+i%s.shared, j)]
			}
			weights[i*s.hidden+j] = round(w)
		}
		bias[j] = round(rounded[s.hiddenAt(s.trained(), j)])
	}
}

// part returns the part of the hidden layer. The limit holds for what a network stores: the sum of
// an input's own weight and one that it shares.
func (s shape) part(unit, grain, limit float64) part {
	if s.shared > 0 {
		limit /= 2
	}
	return part{s.hiddenSize(), unit, grain, limit}
}

// usualPieces is a typical number of active inputs.
const usualPieces = 32

// randomParameters returns initial parameters: small random weights, biases of zero.
func randomParameters(n network, seed uint64) []float32 {
	p := make([]float32, sizeOfParts(n.parts()))
	rng := rand.New(rand.NewPCG(seed, 1))
	uniform := func(bound float64) float32 { return float32(bound * (2*rng.Float64() - 1)) }
	s, first := n.hiddenLayer(), 0
	if s.shared > 0 {
		first = s.inputs
	}
	for i := first; i < s.trained(); i++ {
		for j := range s.hidden {
			p[s.hiddenAt(i, j)] = uniform(1 / math.Sqrt(usualPieces))
		}
	}
	n.random(s.tail(p), uniform)
	return p
}

// forget sets the rounded weights of inputs that were never active to zero: all their squared
// gradients are zero. In a zone where they were not active they keep what zones share.
func (s shape) forget(p, square []float32) {
	for i := range s.trained() {
		seen, of := false, i
		if s.folds() && i < s.inputs {
			of = s.inputs + i%s.shared
		}
		for j := range s.hidden {
			seen = seen || square[s.hiddenAt(of, j)] != 0
		}
		for j := range s.hidden {
			if !seen {
				p[s.hiddenAt(i, j)] = 0
			}
		}
	}
}

// roundParameters returns them rounded as in a network, as [kernel.Step] does, but not folded.
func roundParameters(n network, p []float32) []float32 {
	rounded, i := make([]float32, len(p)), 0
	for _, part := range n.parts() {
		for ; i < part.end; i++ {
			rounded[i] = kernel.Round(p[i], float32(part.unit), float32(part.grain))
		}
	}
	return rounded
}
