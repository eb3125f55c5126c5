package foreign

import (
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// Pooling is how the neurons of both sides become inputs of the first dense layer. They
// are clamped to 0 .. 127 first, and those of the side to move come first.
type Pooling uint8

const (
	// Clipped takes them as they are: there are 2 * Hidden inputs.
	Clipped Pooling = iota
	// Product multiplies the first half of a side's neurons by its second half and
	// divides by 128: there are Hidden inputs.
	Product
)

// Architecture is a kind of network: what its file contains and how it computes.
//
// Inputs -> Hidden, once for each side, then one of several stacks of three dense
// layers: to First outputs, to Second and to one. Dense layers read bytes; their outputs
// are clamped to 0 .. 127 after a division by 64.
type Architecture struct {
	Name   string // "HalfKP 256x2-32-32", as users know it
	Origin string // the engine that made it: "Stockfish 12"
	Game   string // "chess" or "shogi"

	// Inputs encode a position. Only their Count is used to read a file.
	Inputs *nnue.Inputs

	// Version begins the file. Hash follows it, and the others are before the weights
	// of the inputs and before each stack.
	Version                          uint32
	Hash, TransformerHash, StackHash uint32
	// Strict refuses other hashes, as Stockfish does. YaneuraOu only warns: there are
	// good files with other hashes, and the length has to tell what they are.
	Strict bool
	// Compressed says that its engine writes Bias, Weights and Material in LEB128. Both
	// forms are read.
	Compressed bool

	Hidden        int // neurons of each side, a multiple of 32
	Material      int // values of each input that are summed directly, one of them used in a position; 0: none
	Stacks        int
	First, Second int // outputs of the first two dense layers

	Pooling Pooling
	// Squares gives the second layer the squares of its inputs too, before them: an
	// output x as min(x*x >> 19, 127).
	Squares bool
	// Forward keeps the last output of the first layer from the second. Times Forward[0]
	// over Forward[1], it is added to the output. Zeros: it is an input like the others.
	Forward [2]int32

	// Score turns the sums of a position into its value; nil: it cannot be computed.
	Score Scorer
	Unit  Unit
}

// String returns the name and the origin.
func (a *Architecture) String() string { return a.Name + " (" + a.Origin + ")" }

// step is the number of bytes to which rows of dense weights are padded in a file.
const step = 32

// Limits of sizes, so that no product of them overflows 32 bits.
const (
	maxInputs  = 1 << 21
	maxHidden  = 1 << 14
	maxWeights = 1 << 29
	maxOthers  = 1 << 12 // of everything else
)

// Check reports sizes that no file has. Those of a game are constants: call it in a test.
func (a *Architecture) Check() error {
	switch {
	case a.Inputs == nil || a.Inputs.Count < 1 || a.Inputs.Count > maxInputs:
		return fmt.Errorf("%s: no inputs, or too many", a)
	case a.Hidden < step || a.Hidden > maxHidden || a.Hidden%step != 0:
		return fmt.Errorf("%s: %d neurons are not %d to %d, a multiple of %d", a, a.Hidden, step, maxHidden, step)
	case a.Inputs.Count > maxWeights/a.Hidden || a.Inputs.Count*max(a.Material, 0) > maxWeights:
		return fmt.Errorf("%s: too many weights", a)
	case a.Material < 0 || a.Material > maxOthers/16 || a.Stacks < 1 || a.Stacks > maxOthers:
		return fmt.Errorf("%s: %d stacks and %d material values are out of range", a, a.Stacks, a.Material)
	case a.First < 1 || a.First > maxOthers/16 || a.Second < 1 || a.Second > maxOthers/16:
		return fmt.Errorf("%s: %d and %d outputs are out of range", a, a.First, a.Second)
	case a.forwards() && (a.First < 2 || a.Forward[1] == 0):
		return fmt.Errorf("%s: the output that is forwarded leaves none, or has no scale", a)
	case a.Stacks > maxWeights/a.stackBytes():
		return fmt.Errorf("%s: the stacks are too large", a)
	}
	return nil
}

// forwards reports whether an output of the first layer goes to the output.
func (a *Architecture) forwards() bool { return a.Forward != [2]int32{} }

// layers returns the inputs and outputs of the dense layers.
func (a *Architecture) layers() [3][2]int {
	first, second := 2*a.Hidden, a.First
	if a.Pooling == Product {
		first = a.Hidden
	}
	if a.forwards() {
		second--
	}
	if a.Squares {
		second *= 2
	}
	return [3][2]int{{first, a.First}, {second, a.Second}, {a.Second, 1}}
}

// description returns what YaneuraOu and Stockfish 12 write into files of networks with
// clipped inputs and a single stack; "" for others.
func (a *Architecture) description() string {
	if a.Pooling != Clipped || a.Stacks != 1 || a.Squares || a.forwards() {
		return ""
	}
	text := fmt.Sprintf("InputSlice[%d(0:%[1]d)]", 2*a.Hidden)
	for i, l := range a.layers() {
		text = fmt.Sprintf("AffineTransform[%d<-%d](%s)", l[1], l[0], text)
		if i < 2 {
			text = fmt.Sprintf("ClippedReLU[%d](%s)", l[1], text)
		}
	}
	return fmt.Sprintf("Features=%s(Friend)[%d->%dx2],Network=%s", a.Inputs.Name, a.Inputs.Count, a.Hidden, text)
}

// padded returns the length of a row of n dense weights in a file.
func padded(n int) int { return (n + step - 1) / step * step }

// layerBytes returns the size of a dense layer in a file.
func layerBytes(inputs, outputs int) int { return outputs * (4 + padded(inputs)) }

// stackBytes returns the size of a stack in a file, with its hash.
func (a *Architecture) stackBytes() int {
	n := 4
	for _, l := range a.layers() {
		n += layerBytes(l[0], l[1])
	}
	return n
}

// arrays returns the sizes of the three arrays of the transformer in numbers, and how
// many of the arrays there are.
func (a *Architecture) arrays() (numbers [3]int, n int) {
	numbers = [3]int{a.Hidden, a.Inputs.Count * a.Hidden, a.Inputs.Count * a.Material}
	if a.Material == 0 {
		return numbers, 2
	}
	return numbers, 3
}

// plainBytes returns the size of everything behind the header when nothing is compressed.
func (a *Architecture) plainBytes() int {
	numbers, _ := a.arrays()
	return 4 + 2*numbers[0] + 2*numbers[1] + 4*numbers[2] + a.Stacks*a.stackBytes()
}

// errSizes is for networks whose slices are not as long as their architecture says.
var errSizes = errors.New("the weights of the network are not as many as its architecture says")
