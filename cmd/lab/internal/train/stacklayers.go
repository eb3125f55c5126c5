package train

import (
	"github.com/nitoryu/nitoryu/cmd/lab/internal/train/kernel"
	"github.com/nitoryu/nitoryu/core/nnue"
)

// stackLayers computes stacks for the positions of a worker: each has a row, and those with the
// same stack are together. Rows between them have no meaning.
type stackLayers struct {
	*stacks
	most      int   // rows there is room for
	rows      []int // of each position
	first     []int // row of each stack, a multiple of kernel.ProductRows; then the end
	positions []int // of each stack

	products []float32    // of paired neurons: inputs of the first layer, in blocks of all rows
	sums     [3][]float32 // of each layer, then its activations unless squares has them, then derivatives by the sums
	squares  []float32    // inputs of the second layer if neurons are paired
	slopes   []float32    // derivatives by the inputs of a layer
	turned   []float32    // the weights of the layers: a row for each output, of a block of the first layer
}

// begin implements layers: it turns the weights, which stay the same for all positions of a step.
func (m *stackLayers) begin(tail []float32) {
	for s := range m.count {
		for i := range m.dense {
			l := &m.dense[i]
			width := m.widthOf(i)
			for b := range l.in / width {
				at := s*m.size + l.weights + b*width*l.out
				from, to := tail[at:][:width*l.out], m.turned[at:][:width*l.out]
				for in := range width {
					for out, w := range from[in*l.out:][:l.out] {
						to[out*width+in] = w
					}
				}
			}
		}
	}
}

// widthOf returns the width of a block of inputs: the first layer has several blocks.
func (m *stackLayers) widthOf(layer int) int {
	if layer == 0 {
		return m.blockWidth()
	}
	return m.dense[layer].in
}

// inputsOf returns a block of the inputs of a layer from a row on.
func (m *stackLayers) inputsOf(w *worker, layer, block, row int) []float32 {
	width := m.widthOf(layer)
	switch {
	case layer == 0 && m.paired:
		return m.products[(block*m.most+row)*width:]
	case layer == 0:
		return w.neurons[block*stride+row*width:]
	case layer == 1 && m.paired:
		return m.squares[row*width:]
	}
	return m.sums[layer-1][row*width:]
}

// arrange gives the positions of w their rows.
func (m *stackLayers) arrange(w *worker) {
	clear(m.positions)
	for i := range w.n {
		m.positions[m.bucket(&w.records[i])]++
	}
	for s, n := range m.positions {
		m.first[s+1] = m.first[s] + padded(n, kernel.ProductRows)
		m.positions[s] = 0
	}
	for i := range w.n {
		s := m.bucket(&w.records[i])
		m.rows[i] = m.first[s] + m.positions[s]
		m.positions[s]++
	}
}

// forward implements layers.
func (m *stackLayers) forward(w *worker, tail []float32) {
	m.arrange(w)
	for b := range m.blocks() {
		neurons := w.neurons[b*stride:][:stride]
		if !m.paired { // there is one stack, so that rows are in the order of positions
			kernel.Clip(neurons[:m.first[m.count]*kernel.Pair], 1, neuronUnit)
			continue
		}
		for i, row := range m.rows[:w.n] {
			kernel.Multiply(m.products[(b*m.most+row)*kernel.Width:], neurons[i*kernel.Pair:], 1./(1<<nnue.ProductShift), nnue.QA)
		}
	}
	for s, n := range m.positions {
		if n > 0 {
			m.forwardStack(w, tail[s*m.size:], s)
		}
	}
	for i, row := range m.rows[:w.n] {
		w.outputs[i] = m.sums[2][row*m.dense[2].out] / float32(m.perOdds)
	}
}

// forwardStack computes the rows of a stack.
func (m *stackLayers) forwardStack(w *worker, tail []float32, s int) {
	first, end := m.first[s], m.first[s+1]
	for i := range m.dense {
		l := &m.dense[i]
		y, width := m.sums[i][first*l.out:end*l.out], m.widthOf(i)
		for row := range end - first {
			copy(y[row*l.out:], tail[l.bias:][:l.out])
		}
		for b := range l.in / width {
			product := kernel.Product{Rows: end - first, Columns: l.out, Inner: width, To: l.out, Row: width, Column: 1, From: l.out}
			product.Add(y, m.inputsOf(w, i, b, first), tail[l.weights+b*width*l.out:], 1)
		}
		switch {
		case i == 0 && m.paired:
			m.activate(first, end)
		case i < 2:
			kernel.Clip(y, 1./weightUnit, neuronUnit)
		}
	}
}

// activate sets the inputs of the second layer to squares of sums and to sums clipped.
func (m *stackLayers) activate(first, end int) {
	n := m.dense[0].out
	for row := first; row < end; row++ {
		sums, to := m.sums[0][row*n:][:n], m.squares[row*2*n:][:2*n]
		for j, x := range sums {
			to[j] = float32(int32(min(x*x*(1./squareUnit), neuronUnit)))
			to[n+j] = float32(int32(min(max(x*(1./weightUnit), 0), neuronUnit)))
		}
	}
}

// activateBack replaces these sums by their derivatives, given those by the inputs of the second
// layer.
func (m *stackLayers) activateBack(first, end int, slopes []float32) {
	const perSum = 2. * weightUnit / squareUnit // of a square by its sum, in units of 1
	n := m.dense[0].out
	for row := first; row < end; row++ {
		sums, acts, slope := m.sums[0][row*n:][:n], m.squares[row*2*n:][:2*n], slopes[(row-first)*2*n:][:2*n]
		for j, x := range sums {
			d := float32(0)
			if acts[j] < neuronUnit {
				d = perSum * x * slope[j]
			}
			if a := acts[n+j]; a > 0 && a < neuronUnit {
				d += slope[n+j]
			}
			sums[j] = d
		}
	}
}

// backward implements layers. Derivatives are by parameters and activations in units of 1;
// rounding them down is taken for no change.
func (m *stackLayers) backward(w *worker, _, gradient []float32) {
	clear(m.sums[2])
	for i, d := range w.outputs[:w.n] {
		m.sums[2][m.rows[i]*m.dense[2].out] = d
	}
	for s, n := range m.positions {
		if n > 0 {
			m.backwardStack(w, gradient[s*m.size:], s)
		}
	}
	for b := 0; m.paired && b < m.blocks(); b++ {
		for i, row := range m.rows[:w.n] {
			kernel.MultiplyBack(w.neurons[b*stride+i*kernel.Pair:], m.products[(b*m.most+row)*kernel.Width:], 1./nnue.QA, nnue.QA)
		}
	}
}

// backwardStack does so for the rows of a stack.
func (m *stackLayers) backwardStack(w *worker, gradient []float32, s int) {
	first, rows, n := m.first[s], m.first[s+1]-m.first[s], m.positions[s]
	for i := 2; i >= 0; i-- {
		l, width := &m.dense[i], m.widthOf(i)
		d := m.sums[i][first*l.out:][:rows*l.out]
		bias := gradient[l.bias:][:l.out]
		for row := range n {
			for j, x := range d[row*l.out:][:l.out] {
				bias[j] += x
			}
		}
		for b := range l.in / width {
			x, at := m.inputsOf(w, i, b, first)[:rows*width], l.weights+b*width*l.out
			byWeight := kernel.Product{Rows: width, Columns: l.out, Inner: n, To: l.out, Row: 1, Column: width, From: l.out}
			byWeight.Add(gradient[at:], x, d, 1./neuronUnit)
			slopes := m.slopes[:rows*width]
			if i == 0 && m.paired { // products are not needed any more
				slopes = x
			}
			clear(slopes)
			byInput := kernel.Product{Rows: rows, Columns: width, Inner: l.out, To: width, Row: l.out, Column: 1, From: width}
			byInput.Add(slopes, d, m.turned[s*m.size+at:], float32(1/l.unit))
			switch {
			case !m.paired || i == 2:
				kernel.Pass(x, slopes, neuronUnit)
			case i == 1:
				m.activateBack(first, first+rows, slopes)
			}
		}
	}
}
