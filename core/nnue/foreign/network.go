package foreign

import (
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// Network is a network as its file has it. It does not change once made, and is shared
// by threads. No sum of its weights is checked: in 16 bits they wrap around, as they do
// in the engines that the files come from.
type Network struct {
	Architecture *Architecture
	Description  string // the text in the header, of any bytes
	Hash         string // SHA-256 of the file in hexadecimal digits
	Compressed   bool   // whether the file has Bias, Weights and Material in LEB128
	// Warnings say what is odd about the file although it can be used, such as a wrong hash.
	Warnings []string

	Bias     []int16       // [Hidden]
	Weights  []int16       // [Inputs.Count][Hidden]
	Pairs    [][]int8      // for each kind of pairs [its inputs][Hidden]
	Material []int32       // [Pairs, then Inputs.Count][Material]
	Progress []int32       // a bias, then [Progress.Count]; empty: there is none
	Stacks   []dense.Stack // [Choice.Stacks]

	// owner keeps the bytes of the file where slices are a part of them.
	owner any
}

// KeepsFile reports whether slices are a part of the bytes of the file, and not copies.
func (n *Network) KeepsFile() bool { return n.owner != nil }

// New returns a network of zeros, with the description that its engine writes.
func New(a *Architecture) (*Network, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	n := newNetwork(a)
	for _, part := range a.arrays() {
		n.grow(part)
	}
	n.Description = a.description()
	return n, nil
}

// newNetwork returns a network of zeros that lacks the arrays of its transformer.
func newNetwork(a *Architecture) *Network {
	n := &Network{
		Architecture: a,
		Compressed:   a.Compressed,
		Progress:     make([]int32, a.progressWeights()),
		Stacks:       make([]dense.Stack, a.Choice.Stacks),
	}
	for s := range n.Stacks {
		n.Stacks[s] = dense.NewStack(a.layers())
	}
	return n
}

// grow makes room for a part of a slice, as zeros, unless there is.
func (n *Network) grow(part array) {
	a := n.Architecture
	switch {
	case part.of == biasArray && n.Bias == nil:
		n.Bias = nnue.Aligned[int16](a.Hidden)
	case part.of == weightArray && n.Weights == nil:
		n.Weights = nnue.Aligned[int16](a.Inputs.Count * a.Hidden)
	case part.of == pairArray:
		n.Pairs = append(n.Pairs, make([]int8, part.count))
	case part.of == materialArray && n.Material == nil:
		n.Material = make([]int32, (a.pairs()+a.Inputs.Count)*a.Material)
	}
}

// fits reports whether the slices are as long as the architecture says.
func (n *Network) fits() bool {
	a := n.Architecture
	inputs, pairs := a.Inputs.Count+a.pairs(), 0
	for i, part := range n.Pairs {
		if i >= len(a.kinds()) || len(part) != a.kinds()[i]*a.Hidden {
			return false
		}
		pairs += len(part)
	}
	if len(n.Bias) != a.Hidden || len(n.Weights) != a.Inputs.Count*a.Hidden || pairs != a.pairs()*a.Hidden ||
		len(n.Material) != inputs*a.Material || len(n.Progress) != a.progressWeights() || len(n.Stacks) != a.Choice.Stacks {
		return false
	}
	for s := range n.Stacks {
		if !n.Stacks[s].Fits(a.layers()) {
			return false
		}
	}
	return true
}

// Random returns a network with random weights, equal for equal seeds, or nil if the
// architecture does not pass [Architecture.Check]. They are of a size that leaves most
// neurons of a position with some 30 active inputs between the ends of their range, and
// nothing overflows. The ends of the range of weights occur in the last two layers.
func Random(a *Architecture, seed uint64) *Network {
	n, err := New(a)
	if err != nil {
		return nil
	}
	text := "random weights of seed " + strconv.FormatUint(seed, 16)
	if a.Fixed != [2]uint32{} { // the hashes do not tell the shape
		text = n.Description + " " + text
	}
	n.Description = text
	random := rand.New(rand.NewPCG(seed, 0x6E65742E72616E64))
	for i := range n.Bias {
		n.Bias[i] = int16(random.IntN(128) - 32)
	}
	// A number of 64 bits makes eight weights of -15 .. 15, those near zero more often.
	fill := func(count int, set func(i int, w int8)) {
		for i := 0; i < count; {
			for bits := random.Uint64(); bits != 0 && i < count; bits >>= 8 {
				set(i, int8(bits&15)-int8(bits>>4&15))
				i++
			}
		}
	}
	fill(len(n.Weights), func(i int, w int8) { n.Weights[i] = int16(w) })
	for _, part := range n.Pairs {
		fill(len(part), func(i int, w int8) { part[i] = w })
	}
	for i := range n.Material {
		n.Material[i] = int32(random.IntN(2001) - 1000)
	}
	for i := range n.Progress {
		n.Progress[i] = int32(random.IntN(20001) - 10000)
	}
	for s := range n.Stacks {
		for i := range n.Stacks[s] {
			l := &n.Stacks[s][i]
			size := max(1, int(120/math.Sqrt(float64(l.Inputs))))
			for j := range l.Weights {
				l.Weights[j] = int8(random.IntN(2*size+1) - size)
				if i > 0 && random.IntN(256) == 0 {
					l.Weights[j] = int8(127 - random.IntN(2)*255)
				}
			}
			for j := range l.Bias {
				l.Bias[j] = int32(random.IntN(8001) - 2000)
			}
		}
	}
	return n
}
