package train

import (
	"math"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Units of dense layers: what stands for 1 in a file.
const (
	neuronUnit = nnue.QL // activations; they are clamped there
	weightUnit = nnue.QB // weights, except in the last layer
	maxWeight  = 127     // in 8 bits
	// biasLimit bounds biases as integers, so that sums are exact as floats.
	biasLimit = 1 << 22
	// squareUnit divides the square of a sum where the second layer sees squares.
	squareUnit = 1 << 19
)

// stacks are what follows a hidden layer in networks with dense layers: some stacks of three,
// of which each position uses one. If neurons are paired, the first layer sees their products,
// and the second one the squares of its sums and then these clipped; else both see what is
// clipped. The rounded parameters are the integers of a file, and the activations are integers,
// too: rounded, the layers compute what the file does, to the last digit.
type stacks struct {
	shape
	count   int // to choose from
	bucket  func(r *dataset.Packed) int
	dense   [3]denseLayer
	size    int     // parameters of a stack
	perOdds float64 // output that stands for odds of e to 1
}

// denseLayer is where a dense layer lies in a stack: a row of weights for each input, each of
// out, then the biases. Inputs and outputs are padded; weights from and to padding stay zero.
type denseLayer struct {
	inputs, outputs int
	in, out         int // the same, padded
	weights, bias   int // offsets
	end             int
	unit            float64 // of a weight
}

// newStacks returns stacks for a hidden layer, given the outputs of both small layers.
func newStacks(s shape, count int, bucket func(r *dataset.Packed) int, first, second int, perOdds float64) stacks {
	d := stacks{shape: s, count: count, bucket: bucket, perOdds: perOdds}
	at, inputs := 0, s.blocks()*d.blockWidth()
	for i, outputs := range [3]int{first, second, 1} {
		l := denseLayer{inputs: inputs, outputs: outputs, weights: at, unit: weightUnit}
		l.in, l.out = padded(l.inputs, kernel.ProductColumns), padded(l.outputs, kernel.ProductColumns)
		if i == 2 {
			l.unit = perOdds / neuronUnit
		}
		l.bias = at + padded(l.in*l.out, kernel.Width)
		l.end = l.bias + padded(l.out, kernel.Width)
		d.dense[i], at, inputs = l, l.end, outputs
		if i == 0 && s.paired {
			inputs *= 2
		}
	}
	d.size = at
	return d
}

// padded rounds n up to a multiple.
func padded(n, of int) int { return (n + of - 1) / of * of }

// blockWidth returns how many inputs of the first layer a block of neurons makes.
func (d *stacks) blockWidth() int {
	if d.paired {
		return kernel.Width
	}
	return kernel.Pair
}

// parts returns the parts of the stacks.
func (d *stacks) parts() (parts []part) {
	for s := range d.count {
		at := d.hiddenSize() + s*d.size
		for _, l := range d.dense {
			biasUnit := l.unit * neuronUnit
			parts = append(parts,
				part{at + l.bias, l.unit, 1, maxWeight / l.unit},
				part{at + l.end, biasUnit, 1, biasLimit / biasUnit})
		}
	}
	return parts
}

func (d *stacks) random(tail []float32, uniform func(bound float64) float32) {
	for s := range d.count {
		for i, l := range d.dense {
			// Half of the neurons are zero, which the variance makes up for (He et al., 2015).
			bound := min(math.Sqrt(6/float64(l.inputs)), maxWeight/l.unit)
			for in := range d.layerInputs(i) {
				for out := range l.outputs {
					tail[s*d.size+d.weightAt(i, in, out)] = uniform(bound)
				}
			}
		}
	}
}

// sideInputs returns how many inputs of the first layer a side has.
func (d *stacks) sideInputs() int {
	if d.paired {
		return d.hidden / 2
	}
	return d.hidden
}

// layerInputs returns the number of inputs of a layer without padding.
func (d *stacks) layerInputs(layer int) int {
	if layer == 0 {
		return 2 * d.sideInputs()
	}
	return d.dense[layer].inputs
}

// weightAt returns the offset of a weight in a stack. The first layer has the inputs of the
// side to move, then of the other side.
func (d *stacks) weightAt(layer, in, out int) int {
	l := &d.dense[layer]
	if layer == 0 {
		side, i := in/d.sideInputs(), in%d.sideInputs()
		if in = pairAt(side, i); d.paired {
			in = i/kernel.Half*kernel.Width + side*kernel.Half + i%kernel.Half
		}
	}
	return l.weights + in*l.out + out
}

// write sets the layers of a network to rounded parameters.
func (d *stacks) write(tail []float32, to []dense.Stack) {
	for s := range to {
		for i := range d.dense {
			l := &to[s][i]
			for out := range l.Outputs {
				for in := range l.Inputs {
					l.Weights[out*l.Inputs+in] = int8(tail[s*d.size+d.weightAt(i, in, out)])
				}
				l.Bias[out] = int32(tail[s*d.size+d.dense[i].bias+out])
			}
		}
	}
}

// read is the inverse of write. A single stack becomes all of them, and where a side of the
// network has less inputs, the weights of each are split among its copies.
func (d *stacks) read(tail []float32, from []dense.Stack) {
	had := from[0][0].Inputs / 2
	for s := range d.count {
		for i, l := range d.dense {
			weights := &from[min(s, len(from)-1)][i]
			for out := range l.outputs {
				for in := range d.layerInputs(i) {
					was, copied, copies := in, 0, 1
					if i == 0 {
						side, j := in/d.sideInputs(), in%d.sideInputs()
						was, copied, copies = side*had+j%had, j/had, (d.sideInputs()-1-j%had)/had+1
					}
					w := split(int(weights.Weights[out*weights.Inputs+was]), copied, copies)
					tail[s*d.size+d.weightAt(i, in, out)] = float32(float64(w) / l.unit)
				}
				tail[s*d.size+l.bias+out] = float32(float64(weights.Bias[out]) / (l.unit * neuronUnit))
			}
		}
	}
}

// layers implements network.
func (d *stacks) layers() layers {
	m := &stackLayers{stacks: d, most: padded(group+d.count*(kernel.ProductRows-1), kernel.ProductRows)}
	widest := kernel.Pair
	for i, l := range d.dense {
		m.sums[i] = make([]float32, m.most*l.out)
		widest = max(widest, l.in*min(1, i))
	}
	if d.paired {
		m.products = make([]float32, m.most*d.dense[0].in)
		m.squares = make([]float32, m.most*d.dense[1].in)
	}
	m.slopes = make([]float32, m.most*widest)
	m.rows, m.first = make([]int, group), make([]int, d.count+1)
	m.positions = make([]int, d.count)
	m.turned = make([]float32, d.count*d.size)
	return m
}
