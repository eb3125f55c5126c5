package dense

import (
	"encoding/binary"
	"unsafe"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// Kernels are the loops of a level of instructions. The zero value are those in Go,
// which run everywhere; Best chooses others. All compute exactly the same.
type Kernels struct{ level cpu.Level }

// String names the kernels.
func (k Kernels) String() string { return k.name() }

// inGo is the name of the kernels in Go.
const inGo = "Go"

// most is the largest input of a layer.
const most = 127

// Clip sets out[i] to sums[i] >> 6, clamped to 0 to 127: the clipped ReLU. There are as
// many as sums; it panics if out is shorter. Multiples of 16 are fastest.
func (k Kernels) Clip(out []uint8, sums []int32) {
	out = out[:len(sums)]
	done := k.clip(out, sums)
	clipGo(out[done:], sums[done:])
}

// Square sets out[i] to the square of sums[i], >> 19, at most 127: the squared clipped
// ReLU of Stockfish 15.1, which takes negative sums for positive ones. There are as many
// as sums; it panics if out is shorter. Multiples of 16 are fastest.
func (k Kernels) Square(out []uint8, sums []int32) {
	out = out[:len(sums)]
	done := k.square(out, sums)
	squareGo(out[done:], sums[done:])
}

// ActivateWide sets squares[i] to the square of sums[i], >> 21, at most 127, and then
// clipped[i] to sums[i] >> 7, clamped to 0 to 127: both activations of the first layer of
// Stockfish 19. It panics if a slice is shorter than sums.
func ActivateWide(squares, clipped []uint8, sums []int32) {
	squares, clipped = squares[:len(sums)], clipped[:len(sums)]
	for i, s := range sums {
		squares[i] = uint8(min(int64(s)*int64(s)>>21, most))
	}
	for i, s := range sums {
		clipped[i] = uint8(min(max(s>>7, 0), most))
	}
}

// ClipNeurons sets out[i] to neurons[i], clamped to 0 to 127. There are as many as
// neurons; it panics if out is shorter. Multiples of 64 are fastest.
func (k Kernels) ClipNeurons(out []uint8, neurons []int16) {
	out = out[:len(neurons)]
	done := k.clipNeurons(out, neurons)
	clipNeuronsGo(out[done:], neurons[done:])
}

// Multiply sets out[i] to the product of neurons i and i+n/2 of n, each clamped to 0 to
// limit before, >> shift after. It is for limit 127 with shift 7 (Stockfish 15) and 254
// with 9 (YaneuraOu); the results are at most 126. Products of at most 16 bits without a
// sign, so a limit up to 255, are right in general, if they are at most 127 after the
// shift. It panics if out is shorter than n/2. Multiples of 128 are fastest.
func (k Kernels) Multiply(out []uint8, neurons []int16, limit int16, shift uint) {
	n := len(neurons) / 2
	out, low, high := out[:n], neurons[:n], neurons[n:][:n]
	done := k.multiply(out, low, high, limit, shift)
	multiplyGo(out[done:], low[done:], high[done:], limit, shift)
}

// MultiplySums does so with neurons that are sums of two, which wrap around. It panics if
// more are shorter.
func (k Kernels) MultiplySums(out []uint8, neurons, more []int16, limit int16, shift uint) {
	n := len(neurons) / 2
	out, low, high := out[:n], neurons[:n], neurons[n:][:n]
	moreLow, moreHigh := more[:n], more[n:][:n]
	done := k.multiplySums(out, low, high, moreLow, moreHigh, limit, shift)
	multiplySumsGo(out[done:], low[done:], high[done:], moreLow[done:], moreHigh[done:], limit, shift)
}

// The kernels in Go. Those in assembly of sums take the same; the others return how
// many they have done, in steps of their own.

// sumsGo computes a block of outputs. Groups are groups of four inputs.
func sumsGo(out *int32, in *uint8, weights *int8, bias *int32, groups, width int) {
	sums := unsafe.Slice(out, written(width))
	copy(sums, unsafe.Slice(bias, len(sums)))
	sums = sums[:width]
	inputs := unsafe.Slice(in, groups*group)
	rows := unsafe.Slice(weights, groups*group*width)
	for ; len(inputs) >= group; inputs, rows = inputs[group:], rows[group*width:] {
		x := binary.LittleEndian.Uint32(inputs)
		if x == 0 {
			continue
		}
		a, b, c, d := int32(x&0xff), int32(x>>8&0xff), int32(x>>16&0xff), int32(x>>24)
		w := rows[:group*width]
		for i := range sums {
			w := w[i*group:][:group]
			sums[i] += a*int32(w[0]) + b*int32(w[1]) + c*int32(w[2]) + d*int32(w[3])
		}
	}
}

// written returns how many sums a block of a width writes.
func written(width int) int {
	if width == 1 {
		return 1
	}
	return max(width, outStep)
}

func clipGo(out []uint8, sums []int32) {
	for i, s := range sums {
		out[i] = uint8(min(max(s>>6, 0), most))
	}
}

func squareGo(out []uint8, sums []int32) {
	for i, s := range sums {
		out[i] = uint8(min(int64(s)*int64(s)>>19, most))
	}
}

func clipNeuronsGo(out []uint8, neurons []int16) {
	for i, v := range neurons {
		out[i] = uint8(min(max(v, 0), most))
	}
}

func multiplyGo(out []uint8, low, high []int16, limit int16, shift uint) {
	high = high[:len(low)]
	for i, v := range low {
		out[i] = product(v, high[i], limit, shift)
	}
}

func multiplySumsGo(out []uint8, low, high, moreLow, moreHigh []int16, limit int16, shift uint) {
	high, moreLow, moreHigh = high[:len(low)], moreLow[:len(low)], moreHigh[:len(low)]
	for i, v := range low {
		out[i] = product(v+moreLow[i], high[i]+moreHigh[i], limit, shift)
	}
}

// product is the product of two neurons.
func product(x, y, limit int16, shift uint) uint8 {
	return uint8(int32(min(max(x, 0), limit)) * int32(min(max(y, 0), limit)) >> shift)
}
