package train

import "github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"

// touched is the gradient of a hidden layer by the weights of the inputs that were active: few
// of many.
type touched struct {
	row    []uint32    // of an input, counted from 1; 0: it was not active
	inputs []uint32    // of the rows
	blocks [][]float32 // with a row for each of inputs, and zeros beyond
}

func newTouched(s shape) *touched {
	return &touched{row: make([]uint32, s.trained()+1), blocks: make([][]float32, s.blocks())}
}

// at returns the row of an input.
func (t *touched) at(input uint32) uint32 {
	if t.row[input] == 0 {
		t.inputs = append(t.inputs, input)
		t.row[input] = uint32(len(t.inputs))
		if need := len(t.inputs) * kernel.Width; need > len(t.blocks[0]) {
			for b := range t.blocks {
				t.blocks[b] = append(t.blocks[b], make([]float32, need)...)
			}
		}
	}
	return t.row[input] - 1
}

// of returns the gradient of an input in a block, nil if it was not active.
func (t *touched) of(input, block int) []float32 {
	row := t.row[input]
	if row == 0 {
		return nil
	}
	return t.blocks[block][(row-1)*kernel.Width:][:kernel.Width]
}

// updateTouched makes a thread's share of a step for the inputs that were active, and clears
// their gradient: inputs are dealt to the threads in turn, the first to the first.
func (r *Run) updateTouched(thread int, s *kernel.Step) {
	const few = 64
	for first := few * thread; first <= r.trained(); first += few * len(r.workers) {
		for input := first; input < min(first+few, r.trained()+1); input++ {
			r.updateInput(input, s)
		}
	}
}

// updateInput does so for an input.
func (r *Run) updateInput(input int, s *kernel.Step) {
	for b := range r.blocks() {
		var sum []float32
		for _, w := range r.workers {
			switch g := w.touched.of(input, b); {
			case g == nil:
			case sum == nil:
				sum = g
			default:
				kernel.Merge(sum, g)
			}
		}
		if sum == nil {
			return
		}
		at := b*r.blockSize() + input*kernel.Width
		end := at + kernel.Width
		s.Run(r.parameters[at:end], r.rounded[at:end], r.mean[at:end], r.square[at:end], sum)
	}
	for _, w := range r.workers {
		w.touched.row[input] = 0
	}
}
