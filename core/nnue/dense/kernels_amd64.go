//go:build !purego

package dense

import (
	"math/bits"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// Best returns the fastest kernels that may be used: of the level Go, AVX2 or AVX512.
func Best() Kernels {
	switch {
	case cpu.Has(cpu.AVX512):
		return Kernels{cpu.AVX512}
	case cpu.Has(cpu.AVX2):
		return Kernels{cpu.AVX2}
	}
	return Kernels{}
}

func (k Kernels) name() string {
	switch k.level {
	case cpu.AVX512:
		return "AVX-512 with VNNI"
	case cpu.AVX2:
		return "AVX2"
	}
	return inGo
}

func (k Kernels) sums(out *int32, in *uint8, weights *int8, bias *int32, groups, width int, narrow bool) {
	switch k.level {
	case cpu.AVX512:
		switch width {
		case 32:
			sums32AVX512(out, in, weights, bias, groups)
		case 16:
			sums16AVX512(out, in, weights, bias, groups)
		case 8:
			sums8AVX512(out, in, weights, bias, groups)
		default:
			sums1AVX512(out, in, weights, bias, groups)
		}
	case cpu.AVX2:
		switch width {
		case 32:
			sums32AVX2(out, in, weights, bias, groups, narrow)
		case 16:
			sums16AVX2(out, in, weights, bias, groups, narrow)
		case 8:
			sums8AVX2(out, in, weights, bias, groups, narrow)
		default:
			sums1AVX2(out, in, weights, bias, groups)
		}
	default:
		sumsGo(out, in, weights, bias, groups, width)
	}
}

func (k Kernels) tail(in *uint8, hidden, output *Layer) int32 {
	groups := padded(hidden.inputs, 4*group) / group // all others have no weights
	switch k.level {
	case cpu.AVX512:
		return tailAVX512(in, &hidden.weights[0], &hidden.bias[0], groups, &output.weights[0], output.bias[0])
	case cpu.AVX2:
		return tailAVX2(in, &hidden.weights[0], &hidden.bias[0], groups, &output.weights[0], output.bias[0])
	}
	return tailGo(in, hidden, output)
}

func (k Kernels) clip(out []uint8, sums []int32) int {
	n := len(sums) &^ 15
	if n != 0 {
		switch k.level {
		case cpu.AVX512:
			clipAVX512(&out[0], &sums[0], n)
			return n
		case cpu.AVX2:
			clipAVX2(&out[0], &sums[0], n)
			return n
		}
	}
	return 0
}

func (k Kernels) square(out []uint8, sums []int32) int {
	n := len(sums) &^ 15
	if n != 0 {
		switch k.level {
		case cpu.AVX512:
			squareAVX512(&out[0], &sums[0], n)
			return n
		case cpu.AVX2:
			squareAVX2(&out[0], &sums[0], n)
			return n
		}
	}
	return 0
}

func (k Kernels) clipNeurons(out []uint8, neurons []int16) int {
	n := len(neurons) &^ 63
	if n != 0 {
		switch k.level {
		case cpu.AVX512:
			clipNeuronsAVX512(&out[0], &neurons[0], n)
			return n
		case cpu.AVX2:
			clipNeuronsAVX2(&out[0], &neurons[0], n)
			return n
		}
	}
	return 0
}

func (k Kernels) multiply(out []uint8, low, high []int16, limit int16, shift uint) int {
	n := len(low) &^ 63
	if n != 0 {
		switch k.level {
		case cpu.AVX512:
			multiplyAVX512(&out[0], &low[0], &high[0], limit, shift, n)
			return n
		case cpu.AVX2:
			multiplyAVX2(&out[0], &low[0], &high[0], limit, shift, n)
			return n
		}
	}
	return 0
}

func (k Kernels) multiplySums(out []uint8, low, high, moreLow, moreHigh []int16, limit int16, shift uint) int {
	n := len(low) &^ 63
	if n != 0 {
		switch k.level {
		case cpu.AVX512:
			multiplySumsAVX512(&out[0], &low[0], &high[0], &moreLow[0], &moreHigh[0], limit, shift, n)
			return n
		case cpu.AVX2:
			multiplySumsAVX2(&out[0], &low[0], &high[0], &moreLow[0], &moreHigh[0], limit, shift, n)
			return n
		}
	}
	return 0
}

// positions gives, for eight bits, the numbers of those that are set, one in a
// byte, lowest first.
//
//nolint:unused // the kernels with AVX2 use it
var positions = func() (table [256]uint64) {
	for i := range table {
		at := 0
		for set := uint8(i); set != 0; set &= set - 1 {
			table[i] |= uint64(bits.TrailingZeros8(set)) << at
			at += 8
		}
	}
	return table
}()

//go:noescape
func sums32AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func sums16AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func sums8AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func sums1AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func tailAVX512(in *uint8, weights *int8, bias *int32, groups int, last *int8, lastBias int32) int32

//go:noescape
func clipAVX512(out *uint8, from *int32, n int)

//go:noescape
func squareAVX512(out *uint8, from *int32, n int)

//go:noescape
func clipNeuronsAVX512(out *uint8, from *int16, n int)

//go:noescape
func multiplyAVX512(out *uint8, low, high *int16, limit int16, shift uint, n int)

//go:noescape
func multiplySumsAVX512(out *uint8, low, high, moreLow, moreHigh *int16, limit int16, shift uint, n int)

//go:noescape
func sums32AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int, narrow bool)

//go:noescape
func sums16AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int, narrow bool)

//go:noescape
func sums8AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int, narrow bool)

//go:noescape
func sums1AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func tailAVX2(in *uint8, weights *int8, bias *int32, groups int, last *int8, lastBias int32) int32

//go:noescape
func clipAVX2(out *uint8, from *int32, n int)

//go:noescape
func squareAVX2(out *uint8, from *int32, n int)

//go:noescape
func clipNeuronsAVX2(out *uint8, from *int16, n int)

//go:noescape
func multiplyAVX2(out *uint8, low, high *int16, limit int16, shift uint, n int)

//go:noescape
func multiplySumsAVX2(out *uint8, low, high, moreLow, moreHigh *int16, limit int16, shift uint, n int)
