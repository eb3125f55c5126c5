package train

import (
	"fmt"
	"math"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
)

// Units of a network of package foreign: what stands for 1 in its file.
const (
	neuronUnit = 127 // activations; they are clamped there
	weightUnit = 64  // weights of dense layers, but for the last
	maxWeight  = 127 // of dense layers, in 8 bits
	// neuronLimit bounds the weights of inputs. With 38 pieces and a bias, no sum leaves 16 bits.
	neuronLimit = 6
	// biasLimit bounds biases of dense layers as integers, so that sums are exact as floats.
	biasLimit = 1 << 22
)

// stack is a network of package foreign whose neurons are clipped and followed by one stack of
// dense layers. Its rounded parameters are the integers of its file, and its activations are
// integers, too: rounded, it computes what the file does, to the last digit.
type stack struct {
	shape
	architecture *foreign.Architecture
	dense        [3]denseLayer
	perOdds      float64 // output that stands for odds of e to 1
}

// denseLayer is where a dense layer lies in the tail: a row of weights for each input, each of
// out, then the biases. Inputs and outputs are padded; weights from and to padding stay zero.
type denseLayer struct {
	inputs, outputs int
	in, out         int // the same, padded
	weights, bias   int // offsets
	end             int
	unit            float64 // of a weight
}

// newStack returns the network of an architecture, which has to be [Trainable]. A score of
// scale is odds of e to 1.
func newStack(a *foreign.Architecture, in *nnue.FeatureSet, scale int) *stack {
	s := &stack{
		shape:        shape{in.Count, in.Shared(), a.Hidden},
		architecture: a, perOdds: float64(a.Unit.Output*a.Unit.Ours[1]*int64(scale)) / float64(a.Unit.Ours[0]),
	}
	at, inputs := 0, s.blocks()*kernel.Pair
	for i, outputs := range [3]int{a.First, a.Second, 1} {
		l := denseLayer{inputs: inputs, outputs: outputs, weights: at, unit: weightUnit}
		l.in, l.out = padded(l.inputs, kernel.ProductColumns), padded(l.outputs, kernel.ProductColumns)
		if i == 2 {
			l.unit = s.perOdds / neuronUnit
		}
		l.bias = at + padded(l.in*l.out, kernel.Width)
		l.end = l.bias + padded(l.out, kernel.Width)
		s.dense[i], at, inputs = l, l.end, outputs
	}
	return s
}

// padded rounds n up to a multiple.
func padded(n, of int) int { return (n + of - 1) / of * of }

// Trainable reports whether networks of an architecture can be trained.
func Trainable(a *foreign.Architecture) bool {
	return a.Check() == nil && a.Inputs.Name == "HalfKP" && a.Hidden%nnue.HiddenStep == 0 && a.Unit.Ours[0] == 1 && a.Pooling == foreign.Clipped && a.Choice.Stacks == 1 && a.Material == 0 &&
		a.Tail == foreign.Straight && a.Forward == [2]int32{}
}

func (s *stack) parts() []part {
	parts := []part{s.part(neuronUnit, 1, neuronLimit)}
	for _, l := range s.dense {
		biasUnit := l.unit * neuronUnit
		parts = append(parts,
			part{s.hiddenSize() + l.bias, l.unit, 1, maxWeight / l.unit},
			part{s.hiddenSize() + l.end, biasUnit, 1, biasLimit / biasUnit})
	}
	return parts
}

func (s *stack) lazy() bool   { return true }
func (s *stack) top() float32 { return neuronUnit }

func (s *stack) String() string {
	return fmt.Sprintf("%d → %d × 2 → %d → %d → 1", s.inputs, s.hidden, s.architecture.First, s.architecture.Second)
}

func (s *stack) random(tail []float32, uniform func(bound float64) float32) {
	for i, l := range s.dense {
		// Half of the neurons are zero, which the variance makes up for (He et al., 2015).
		bound := min(math.Sqrt(6/float64(l.inputs)), maxWeight/l.unit)
		for in := range s.layerInputs(i) {
			for out := range l.outputs {
				tail[s.weightAt(i, in, out)] = uniform(bound)
			}
		}
	}
}

// layerInputs returns the number of inputs of a layer without padding.
func (s *stack) layerInputs(layer int) int {
	if layer == 0 {
		return 2 * s.hidden
	}
	return s.dense[layer].inputs
}

// weightAt returns the offset of a weight in the tail. Inputs of the first layer are the neurons
// of the side to move, then those of the other.
func (s *stack) weightAt(layer, in, out int) int {
	l := &s.dense[layer]
	if layer == 0 {
		in = pairAt(in/s.hidden, in%s.hidden)
	}
	return l.weights + in*l.out + out
}

// layers implements network.
func (s *stack) layers() layers {
	m := &stackLayers{stack: s}
	widest := kernel.Pair
	for i, l := range s.dense {
		m.outputs[i] = make([]float32, group*l.out)
		widest = max(widest, l.in*min(1, i))
	}
	m.slopes = make([]float32, group*widest)
	m.turned = make([]float32, widest*max(s.dense[0].out, s.dense[1].out))
	return m
}

// stackLayers computes the dense layers for the positions of a worker.
type stackLayers struct {
	*stack
	outputs [3][]float32 // of each layer for each position: activations, then their derivatives
	slopes  []float32    // derivatives by the inputs of a layer
	turned  []float32    // weights of a layer, a row for each output
}

// inputsOf returns the inputs of a layer: of the first one a block of the neurons.
func (m *stackLayers) inputsOf(w *worker, layer, block int) (x []float32, width int) {
	if layer == 0 {
		return w.neurons[block*stride:][:stride], kernel.Pair
	}
	return m.outputs[layer-1], m.dense[layer-1].out
}

// blocksOf returns how many parts the inputs of a layer have.
func (m *stackLayers) blocksOf(layer int) int {
	if layer == 0 {
		return m.blocks()
	}
	return 1
}

// forward implements layers.
func (m *stackLayers) forward(w *worker, tail []float32) {
	rows := padded(w.n, kernel.ProductRows) // those beyond w.n have no meaning
	for b := range m.blocks() {
		kernel.Clip(w.neurons[b*stride:][:rows*kernel.Pair], 1, neuronUnit)
	}
	for i := range m.dense {
		l, y := &m.dense[i], m.outputs[i]
		for row := range rows {
			copy(y[row*l.out:], tail[l.bias:][:l.out])
		}
		for b := range m.blocksOf(i) {
			x, width := m.inputsOf(w, i, b)
			product := kernel.Product{Rows: rows, Columns: l.out, Inner: width, To: l.out, Row: width, Column: 1, From: l.out}
			product.Add(y, x, tail[l.weights+b*width*l.out:], 1)
		}
		if i < 2 {
			kernel.Clip(y[:rows*l.out], 1./weightUnit, neuronUnit)
		}
	}
	for i := range w.n {
		w.outputs[i] = m.outputs[2][i*m.dense[2].out] / float32(m.perOdds)
	}
}

// backward implements layers. Derivatives are by parameters and activations in units of 1;
// rounding them down is taken for no change.
func (m *stackLayers) backward(w *worker, tail, gradient []float32) {
	rows := padded(w.n, kernel.ProductRows)
	last := m.outputs[2]
	clear(last)
	for i, d := range w.outputs[:w.n] {
		last[i*m.dense[2].out] = d
	}
	for i := 2; i >= 0; i-- {
		l, d := &m.dense[i], m.outputs[i]
		bias := gradient[l.bias:][:l.out]
		for row := range w.n {
			for j, x := range d[row*l.out:][:l.out] {
				bias[j] += x
			}
		}
		for b := range m.blocksOf(i) {
			x, width := m.inputsOf(w, i, b)
			at := l.weights + b*width*l.out
			byWeight := kernel.Product{Rows: width, Columns: l.out, Inner: w.n, To: l.out, Row: 1, Column: width, From: l.out}
			byWeight.Add(gradient[at:], x, d, 1./neuronUnit)
			for j, v := range tail[at:][:width*l.out] {
				m.turned[j%l.out*width+j/l.out] = v
			}
			slopes := m.slopes[:rows*width]
			clear(slopes)
			byInput := kernel.Product{Rows: rows, Columns: width, Inner: l.out, To: width, Row: l.out, Column: 1, From: width}
			byInput.Add(slopes, d, m.turned, float32(1/l.unit))
			kernel.Pass(x[:rows*width], slopes, neuronUnit)
		}
	}
}

// write implements network. The header has no place in the file.
func (s *stack) write(rounded []float32, _ nnue.Header) (*Network, error) {
	n, err := foreign.New(s.architecture)
	if err != nil {
		return nil, err
	}
	for j := range s.hidden {
		for i := range s.inputs {
			w := rounded[s.hiddenAt(i, j)]
			if s.shared > 0 {
				w += rounded[s.hiddenAt(s.inputs+i%s.shared, j)]
			}
			n.Weights[i*s.hidden+j] = int16(w)
		}
		n.Bias[j] = int16(rounded[s.hiddenAt(s.trained(), j)])
	}
	tail := s.tail(rounded)
	for i := range s.dense {
		l := &n.Stacks[0][i]
		for out := range l.Outputs {
			for in := range l.Inputs {
				l.Weights[out*l.Inputs+in] = int8(tail[s.weightAt(i, in, out)])
			}
			l.Bias[out] = int32(tail[s.dense[i].bias+out])
		}
	}
	file, err := n.File()
	if err != nil {
		return nil, err
	}
	source, err := foreign.NewSource(n, nil, 0)
	return &Network{File: file, Hash: n.Hash, Source: source}, err
}

// restore is the inverse of write. All weights of inputs are their own, and none are shared.
func (s *stack) restore(n *foreign.Network) []float32 {
	p := make([]float32, sizeOfParts(s.parts()))
	for j := range s.hidden {
		for i := range s.inputs {
			p[s.hiddenAt(i, j)] = float32(n.Weights[i*s.hidden+j]) / neuronUnit
		}
		p[s.hiddenAt(s.trained(), j)] = float32(n.Bias[j]) / neuronUnit
	}
	tail := s.tail(p)
	for i, l := range s.dense {
		from := &n.Stacks[0][i]
		for out := range from.Outputs {
			for in := range from.Inputs {
				tail[s.weightAt(i, in, out)] = float32(float64(from.Weights[out*from.Inputs+in]) / l.unit)
			}
			tail[l.bias+out] = float32(float64(from.Bias[out]) / (l.unit * neuronUnit))
		}
	}
	return p
}
