package dense

// Weights are the numbers of a layer, as files have them.
type Weights struct {
	Inputs, Outputs int
	Weights         []int8  // [Outputs][Inputs]
	Bias            []int32 // [Outputs]
}

// Pack packs the layer for the kernels.
func (w *Weights) Pack() (*Layer, error) { return NewLayer(w.Inputs, w.Outputs, w.Weights, w.Bias) }

// Stack is three layers that stand behind each other.
type Stack [3]Weights

// NewStack returns layers of zeros, given the inputs and outputs of each.
func NewStack(sizes [3][2]int) (s Stack) {
	for i, size := range sizes {
		s[i] = Weights{size[0], size[1], make([]int8, size[0]*size[1]), make([]int32, size[1])}
	}
	return s
}

// Fits reports whether the layers have these inputs and outputs, and all their numbers.
func (s *Stack) Fits(sizes [3][2]int) bool {
	for i, size := range sizes {
		l := &s[i]
		if [2]int{l.Inputs, l.Outputs} != size || len(l.Weights) != size[0]*size[1] || len(l.Bias) != size[1] {
			return false
		}
	}
	return true
}
