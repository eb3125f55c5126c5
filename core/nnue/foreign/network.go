package foreign

import (
	"unsafe"
)

// Network is a network as its file has it. It does not change once made, and is shared
// by threads. No sum of its weights is checked: in 16 bits they wrap around, as they do
// in the engines that the files come from.
type Network struct {
	Architecture *Architecture
	Description  string // the text in the header, of any bytes
	Hash         string // SHA-256 of the file in hexadecimal digits
	Compressed   bool   // whether the file has Bias, Weights and Material in LEB128

	Bias     []int16 // [Hidden]
	Weights  []int16 // [Inputs.Count][Hidden]
	Material []int32 // [Inputs.Count][Material]
	Stacks   []Stack // [Stacks]
}

// Stack is the dense layers that follow the inputs.
type Stack [3]Layer

// Layer is a dense layer.
type Layer struct {
	Inputs, Outputs int
	Weights         []int8  // [Outputs][Inputs]
	Bias            []int32 // [Outputs]
}

// line is the size of a cache line in bytes.
const line = 64

// aligned returns n zeros that start at a cache line.
func aligned(n int) []int16 {
	const most = line / 2
	room := make([]int16, n+most)
	skip := -uintptr(unsafe.Pointer(&room[0])) % line / 2
	return room[skip:][:n:n]
}

// New returns a network of zeros, with the description that its engine writes.
func New(a *Architecture) (*Network, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	n := newNetwork(a)
	n.Description = a.description()
	return n, nil
}

// newNetwork returns a network of zeros.
func newNetwork(a *Architecture) *Network {
	numbers, _ := a.arrays()
	n := &Network{
		Architecture: a,
		Compressed:   a.Compressed,
		Bias:         aligned(numbers[0]),
		Weights:      aligned(numbers[1]),
		Material:     make([]int32, numbers[2]),
		Stacks:       make([]Stack, a.Stacks),
	}
	for s := range n.Stacks {
		for i, l := range a.layers() {
			n.Stacks[s][i] = Layer{
				Inputs: l[0], Outputs: l[1],
				Weights: make([]int8, l[0]*l[1]),
				Bias:    make([]int32, l[1]),
			}
		}
	}
	return n
}

// fits reports whether the slices are as long as the architecture says.
func (n *Network) fits() bool {
	numbers, _ := n.Architecture.arrays()
	if len(n.Bias) != numbers[0] || len(n.Weights) != numbers[1] || len(n.Material) != numbers[2] || len(n.Stacks) != n.Architecture.Stacks {
		return false
	}
	for s := range n.Stacks {
		for i, want := range n.Architecture.layers() {
			l := &n.Stacks[s][i]
			if [2]int{l.Inputs, l.Outputs} != want || len(l.Weights) != want[0]*want[1] || len(l.Bias) != want[1] {
				return false
			}
		}
	}
	return true
}
