package dense

import (
	"fmt"
	"math"
	"slices"
	"unsafe"
)

// The largest layer: sums of as many products have room in 32 bits, a bias aside.
const (
	MaxInputs  = 1 << 16
	MaxOutputs = 1 << 12
)

const (
	group     = 4   // inputs that meet their weights in one instruction, and are skipped together
	smallStep = 32  // inputs of a small layer are padded to a multiple of it
	small     = 128 // a layer of more inputs skips groups that are zero
	largeStep = 256 // and its inputs are padded to a multiple of this: 64 groups, one word of bits
	outStep   = 16  // outputs are padded to a multiple of it, unless there is only one
)

// Layer is a fully connected layer: each output is a bias plus the sum over all inputs
// of input times weight. Inputs are 0 to 127. It is packed for the kernels and does not
// change; threads share it.
type Layer struct {
	inputs, outputs   int
	paddedIn, paddedO int

	// Outputs are cut into blocks of 32, 16 or 8, or 1 for a single output. The weights
	// of a block come one group of inputs after another, for each of them one output
	// after another: a vector of outputs meets one group of inputs in all lanes.
	weights []int8
	bias    []int32

	narrow bool // see isNarrow
}

// NewLayer packs a layer. There are outputs rows of weights, one after another, each
// with a weight for every input. It is an error if sizes are out of range or do not fit
// the slices; these are copied.
func NewLayer(inputs, outputs int, weights []int8, bias []int32) (*Layer, error) {
	switch {
	case inputs < 1 || inputs > MaxInputs:
		return nil, fmt.Errorf("a layer has 1 to %d inputs, not %d", MaxInputs, inputs)
	case outputs < 1 || outputs > MaxOutputs:
		return nil, fmt.Errorf("a layer has 1 to %d outputs, not %d", MaxOutputs, outputs)
	case len(weights) != inputs*outputs:
		return nil, fmt.Errorf("a layer of %d inputs and %d outputs has %d weights, not %d", inputs, outputs, inputs*outputs, len(weights))
	case len(bias) != outputs:
		return nil, fmt.Errorf("a layer of %d outputs has as many biases, not %d", outputs, len(bias))
	}
	l := &Layer{inputs: inputs, outputs: outputs, paddedIn: padded(inputs, smallStep), paddedO: 1}
	if inputs > small {
		l.paddedIn = padded(inputs, largeStep)
	}
	if outputs > 1 {
		l.paddedO = padded(outputs, outStep)
	}
	l.bias = aligned[int32](l.paddedO)
	copy(l.bias, bias)
	l.pack(weights)
	l.narrow = isNarrow(inputs, weights)
	return l, nil
}

// isNarrow reports whether 16 bits have room for the products of two pairs of inputs
// and weights, whichever pairs of a row, both the first two of their group or both the
// last two. The large layers of trained networks are such.
func isNarrow(inputs int, weights []int8) bool {
	const room = math.MaxInt16 / most
	for row := range slices.Chunk(weights, inputs) {
		for half := range 2 {
			var up, down [2]int // the largest sums of a pair, and the smallest, negated
			for i := 2 * half; i < inputs; i += group {
				plus, minus := 0, 0
				for _, w := range row[i:min(i+2, inputs)] {
					plus += max(int(w), 0)
					minus -= min(int(w), 0)
				}
				up = [2]int{max(up[0], plus), max(up[1], min(up[0], plus))}
				down = [2]int{max(down[0], minus), max(down[1], min(down[0], minus))}
			}
			if up[0]+up[1] > room || down[0]+down[1] > room {
				return false
			}
		}
	}
	return true
}

// pack copies the weights into blocks.
func (l *Layer) pack(weights []int8) {
	total := 0
	for first := 0; first < l.outputs; first += l.block(first) {
		total += l.paddedIn * l.block(first)
	}
	l.weights = aligned[int8](total)
	to := l.weights
	for first := 0; first < l.outputs; {
		width := l.block(first)
		for o := range min(width, l.outputs-first) {
			for i, w := range weights[(first+o)*l.inputs:][:l.inputs] {
				to[(i/group*width+o)*group+i%group] = w
			}
		}
		to = to[l.paddedIn*width:]
		first += width
	}
}

// block returns the width of the block that starts at an output.
func (l *Layer) block(first int) int {
	switch rest := l.outputs - first; {
	case l.outputs == 1:
		return 1
	case rest > 16:
		return 32
	case rest > 8:
		return 16
	}
	return 8
}

// Inputs returns the number of inputs.
func (l *Layer) Inputs() int { return l.inputs }

// Outputs returns the number of outputs.
func (l *Layer) Outputs() int { return l.outputs }

// PaddedInputs returns the number of inputs that Sums takes, a multiple of 32.
func (l *Layer) PaddedInputs() int { return l.paddedIn }

// PaddedOutputs returns the number of sums that Sums gives, a multiple of 16, or one
// for a layer with one output.
func (l *Layer) PaddedOutputs() int { return l.paddedO }

// Sums sets out to bias plus weights times in. It takes PaddedInputs inputs, where
// those beyond Inputs count nothing but have to be at most 127 as well, best 0, and
// writes PaddedOutputs sums, of which those beyond Outputs are 0. Sums of more than 32
// bits wrap around. It panics if a slice is shorter.
func (l *Layer) Sums(k Kernels, out []int32, in []uint8) {
	out, in = out[:l.paddedO], in[:l.paddedIn]
	weights := l.weights
	for first := 0; first < len(out); {
		width := l.block(first)
		k.sums(&out[first], &in[0], &weights[0], &l.bias[first], len(in)/group, width, l.narrow)
		weights = weights[len(in)*width:]
		first += written(width)
	}
}

// padded rounds n up to a multiple of step.
func padded(n, step int) int { return (n + step - 1) / step * step }

// line is the size of a cache line.
const line = 64

// aligned returns n zeros that start at a cache line.
func aligned[T int8 | int32](n int) []T {
	size := int(unsafe.Sizeof(T(0)))
	room := make([]T, n+line/size)
	skip := int(-uintptr(unsafe.Pointer(&room[0]))%line) / size
	return room[skip:][:n:n]
}
