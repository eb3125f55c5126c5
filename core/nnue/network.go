package nnue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// The quantisation: QA is an activation of 1, QB a weight of 1 behind the accumulators.
// Output weights are at most MaxOutputWeight, so that their products with neurons fit in
// 16 bits. Inputs of layers have 8 bits: QL is an activation of 1 there, and a product of
// two neurons becomes one by a shift of ProductShift bits.
const (
	QA              = 255
	QB              = 64
	MaxOutputWeight = 127
	QL              = 127
	ProductShift    = 9
)

// Limits of network sizes. The number of hidden neurons is a multiple of HiddenStep, so
// that kernels need no remainder loop. A network whose weights of inputs are multiples of a
// step plays as well and has a smaller file.
const (
	HiddenStep = 32
	MaxHidden  = 2048
	MaxInputs  = 1 << 16
	MaxBuckets = 16
	MaxStep    = 16
)

// Limits of small layers, the neurons of which are a multiple of LayerStep. The number of
// hidden neurons is then a multiple of PairedStep, as each half is one of HiddenStep.
const (
	LayerStep  = 16
	MaxLayer   = 128
	PairedStep = 2 * HiddenStep
)

// Header says what a network is and where it comes from.
type Header struct {
	Game    string   `json:"game"`             // "chess" or "shogi"
	Inputs  string   `json:"inputs"`           // FeatureSet.Name
	Count   int      `json:"count"`            // number of inputs
	Hidden  int      `json:"hidden"`           // neurons of each side's accumulator
	Buckets int      `json:"buckets"`          // output layers, or stacks of layers
	Layers  []int    `json:"layers,omitempty"` // neurons of the two small layers before the output; none: there are no such layers
	Scale   int      `json:"scale"`            // evaluation of an output of 1
	Step    int      `json:"step,omitempty"`   // the weights of inputs are its multiples, 0 to MaxStep; 0 is 1
	Name    string   `json:"name"`             // for people
	Command string   `json:"command"`          // training command
	Data    string   `json:"data"`             // training data
	Note    string   `json:"note,omitempty"`   // what else people should know, such as who the teacher was
	Parents []string `json:"parents"`          // hashes of the networks that played the training data
}

// Network is a quantised network. FeatureSet -> Hidden, once for each side, then one of
// Buckets heads, which read the accumulator of the side to move first. It does not change
// once made, and is shared by threads.
//
// A head is an output of SCReLU (neurons clamped to 0 .. QA and squared), or with Layers a
// stack of dense layers. Their inputs are products of each neuron of the first half of a
// side, clamped to 0 .. QA, and its partner in the second half; the second layer reads the
// squares of the sums of the first, then the sums clipped, and the output the sums of the
// second clipped. See package dense.
type Network struct {
	Header
	Hash string // SHA-256 of the file in hexadecimal digits

	Weights    []int16 // [Count][Hidden], of QA
	Bias       []int16 // [Hidden], of QA
	Output     []int16 // [Buckets][2][Hidden], of QB; own side first
	OutputBias []int32 // [Buckets], of QA * QB

	Stacks []dense.Stack // [Buckets], with Layers in place of outputs; weights of QB, biases of QL * QB
}

// New returns a network with all weights zero, or an error if the sizes in the
// header are out of range.
func New(h Header) (*Network, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	n := &Network{Header: h}
	n.allocate()
	return n, nil
}

// Label returns the name of the network and the first digits of its hash.
func (n *Network) Label() string {
	return strings.TrimSpace(n.Name + " " + n.Hash[:min(8, len(n.Hash))])
}

// check reports sizes out of range.
func (h *Header) check() error {
	switch {
	case h.Count < 1 || h.Count > MaxInputs:
		return fmt.Errorf("a network has 1 to %d inputs, not %d", MaxInputs, h.Count)
	case h.Hidden < HiddenStep || h.Hidden > MaxHidden || h.Hidden%HiddenStep != 0:
		return fmt.Errorf("a network has %d to %d hidden neurons, a multiple of %d, not %d", HiddenStep, MaxHidden, HiddenStep, h.Hidden)
	case len(h.Layers) != 0 && len(h.Layers) != 2:
		return fmt.Errorf("a network has two small layers before its output or none, not %d", len(h.Layers))
	case len(h.Layers) > 0 && h.Hidden%PairedStep != 0:
		return fmt.Errorf("a network with small layers multiplies pairs of hidden neurons: their number is a multiple of %d, not %d", PairedStep, h.Hidden)
	case h.Buckets < 1 || h.Buckets > MaxBuckets:
		return fmt.Errorf("a network has 1 to %d output buckets, not %d", MaxBuckets, h.Buckets)
	case h.Scale < 1 || h.Scale > 10000:
		return fmt.Errorf("the scale of a network is 1 to 10000, not %d", h.Scale)
	case h.Step < 0 || h.Step > MaxStep:
		return fmt.Errorf("the step of the weights of a network is 0 to %d, not %d", MaxStep, h.Step)
	}
	for _, n := range h.Layers {
		if n < LayerStep || n > MaxLayer || n%LayerStep != 0 {
			return fmt.Errorf("a small layer has %d to %d neurons, a multiple of %d, not %d", LayerStep, MaxLayer, LayerStep, n)
		}
	}
	return nil
}

// step returns what the weights of inputs are multiples of.
func (h *Header) step() int { return max(1, h.Step) }

// LayerSizes returns the inputs and outputs of the layers of a stack. There have to be some.
func (h *Header) LayerSizes() [3][2]int {
	first, second := h.Layers[0], h.Layers[1]
	return [3][2]int{{h.Hidden, first}, {2 * first, second}, {second, 1}}
}

// allocate allocates the weights.
func (n *Network) allocate() {
	n.Weights = Aligned[int16](n.Count * n.Hidden)
	n.Bias = Aligned[int16](n.Hidden)
	if len(n.Layers) == 0 {
		n.Layers = nil
		n.Output = Aligned[int16](2 * n.Buckets * n.Hidden)
		n.OutputBias = make([]int32, n.Buckets)
		return
	}
	for range n.Buckets {
		n.Stacks = append(n.Stacks, dense.NewStack(n.LayerSizes()))
	}
}

// checkWeights reports sizes out of range, numbers of weights that do not fit them, weights of
// inputs that are no multiples of the step, and weights with which products could overflow.
func (n *Network) checkWeights() error {
	if err := n.check(); err != nil {
		return err
	}
	outputs, stacks := n.Buckets, 0
	if len(n.Layers) > 0 {
		outputs, stacks = 0, n.Buckets
	}
	if len(n.Weights) != n.Count*n.Hidden || len(n.Bias) != n.Hidden || len(n.Output) != 2*outputs*n.Hidden || len(n.OutputBias) != outputs ||
		len(n.Stacks) != stacks || slices.ContainsFunc(n.Stacks, func(s dense.Stack) bool { return !s.Fits(n.LayerSizes()) }) {
		return errors.New("the weights of the network are not as many as its header says")
	}
	if step := int16(n.step()); step > 1 {
		for i, w := range n.Weights {
			if w%step != 0 {
				return fmt.Errorf("weight %d is %d, no multiple of the step %d", i, w, step)
			}
		}
	}
	for i, w := range n.Output {
		if w < -MaxOutputWeight || w > MaxOutputWeight {
			return fmt.Errorf("output weight %d is %d, beyond %d", i, w, MaxOutputWeight)
		}
	}
	return nil
}
