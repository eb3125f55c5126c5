package dense

import (
	"errors"
	"fmt"
)

// tailWidth is the number of neurons between both layers of a tail that has a kernel of
// its own, padded; maxTailWidth is the largest width of any tail.
const (
	tailWidth    = 32
	maxTailWidth = 256
)

// Tail is the end of a network: a small layer, a clipped ReLU and a layer with one
// output. It computes in one step what its layers would in three, as calls and the
// numbers between them cost as much as the products. It does not change; threads share
// it.
type Tail struct {
	hidden, output *Layer
}

// NewTail joins two layers. The first has up to 256 outputs, and 17 to 32 of at most 128
// inputs are fastest; the second has one output and takes the outputs of the first. Anything
// else is an error.
func NewTail(hidden, output *Layer) (*Tail, error) {
	switch {
	case hidden == nil || output == nil:
		return nil, errors.New("a tail has two layers, and one is missing")
	case hidden.outputs > maxTailWidth:
		return nil, fmt.Errorf("the first layer of a tail has at most %d outputs, not %d", maxTailWidth, hidden.outputs)
	case output.outputs != 1:
		return nil, fmt.Errorf("the second layer of a tail has one output, not %d", output.outputs)
	case output.inputs != hidden.outputs:
		return nil, fmt.Errorf("the second layer of a tail takes %d inputs, but the first has %d outputs", output.inputs, hidden.outputs)
	}
	return &Tail{hidden, output}, nil
}

// PaddedInputs returns the number of inputs that Sum takes.
func (t *Tail) PaddedInputs() int { return t.hidden.paddedIn }

// Sum returns the sum of the second layer, the inputs of which are the sums of the
// first, clipped as by [Kernels.Clip]. It takes inputs as [Layer.Sums] of the first. It
// panics if there are less.
func (t *Tail) Sum(k Kernels, in []uint8) int32 {
	in = in[:t.hidden.paddedIn]
	if t.hidden.paddedO != tailWidth || t.hidden.inputs > small {
		return t.wide(k, in)
	}
	return k.tail(&in[0], t.hidden, t.output)
}

// wide computes a tail layer by layer.
func (t *Tail) wide(k Kernels, in []uint8) int32 {
	var sums [maxTailWidth]int32
	var clipped [maxTailWidth]uint8
	t.hidden.Sums(k, sums[:], in)
	n := padded(t.hidden.paddedO, outStep)
	k.Clip(clipped[:n], sums[:n])
	t.output.Sums(k, sums[:], clipped[:])
	return sums[0]
}

// tailGo computes a tail.
func tailGo(in *uint8, hidden, output *Layer) int32 {
	var sums [tailWidth]int32
	var clipped [tailWidth]uint8
	sumsGo(&sums[0], in, &hidden.weights[0], &hidden.bias[0], hidden.paddedIn/group, tailWidth)
	clipGo(clipped[:], sums[:])
	sumsGo(&sums[0], &clipped[0], &output.weights[0], &output.bias[0], tailWidth/group, 1)
	return sums[0]
}
