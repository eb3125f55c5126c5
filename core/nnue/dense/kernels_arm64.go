//go:build !purego

package dense

import "github.com/nitoryu/nitoryu/core/cpu"

// Best returns the fastest kernels that may be used: of the level Go or NEON.
func Best() Kernels {
	if cpu.Has(cpu.NEON) {
		return Kernels{cpu.NEON}
	}
	return Kernels{}
}

func (k Kernels) name() string {
	if k.level == cpu.NEON {
		return "NEON"
	}
	return inGo
}

func (k Kernels) sums(out *int32, in *uint8, weights *int8, bias *int32, groups, width int, _ bool) {
	if k.level != cpu.NEON {
		sumsGo(out, in, weights, bias, groups, width)
		return
	}
	switch width {
	case 32:
		sums32NEON(out, in, weights, bias, groups)
	case 16:
		sums16NEON(out, in, weights, bias, groups)
	case 8:
		sums8NEON(out, in, weights, bias, groups)
	default:
		sums1NEON(out, in, weights, bias, groups)
	}
}

func (k Kernels) tail(in *uint8, hidden, output *Layer) int32 {
	if k.level != cpu.NEON {
		return tailGo(in, hidden, output)
	}
	var sums [tailWidth]int32
	var clipped [tailWidth]uint8
	sums32NEON(&sums[0], in, &hidden.weights[0], &hidden.bias[0], hidden.paddedIn/group)
	clipNEON(&clipped[0], &sums[0], tailWidth)
	sums1NEON(&sums[0], &clipped[0], &output.weights[0], &output.bias[0], tailWidth/group)
	return sums[0]
}

func (k Kernels) clip(out []uint8, sums []int32) int {
	n := len(sums) &^ 15
	if n == 0 || k.level != cpu.NEON {
		return 0
	}
	clipNEON(&out[0], &sums[0], n)
	return n
}

func (k Kernels) square(out []uint8, sums []int32) int {
	n := len(sums) &^ 15
	if n == 0 || k.level != cpu.NEON {
		return 0
	}
	squareNEON(&out[0], &sums[0], n)
	return n
}

func (k Kernels) clipNeurons(out []uint8, neurons []int16) int {
	n := len(neurons) &^ 31
	if n == 0 || k.level != cpu.NEON {
		return 0
	}
	clipNeuronsNEON(&out[0], &neurons[0], n)
	return n
}

func (k Kernels) multiply(out []uint8, low, high []int16, limit int16, shift uint) int {
	n := len(low) &^ 31
	if n == 0 || k.level != cpu.NEON {
		return 0
	}
	multiplyNEON(&out[0], &low[0], &high[0], limit, shift, n)
	return n
}

func (k Kernels) multiplySums(out []uint8, low, high, moreLow, moreHigh []int16, limit int16, shift uint) int {
	n := len(low) &^ 31
	if n == 0 || k.level != cpu.NEON {
		return 0
	}
	multiplySumsNEON(&out[0], &low[0], &high[0], &moreLow[0], &moreHigh[0], limit, shift, n)
	return n
}

//go:noescape
func sums32NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func sums16NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func sums8NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func sums1NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)

//go:noescape
func clipNEON(out *uint8, from *int32, n int)

//go:noescape
func squareNEON(out *uint8, from *int32, n int)

//go:noescape
func clipNeuronsNEON(out *uint8, from *int16, n int)

//go:noescape
func multiplyNEON(out *uint8, low, high *int16, limit int16, shift uint, n int)

//go:noescape
func multiplySumsNEON(out *uint8, low, high, moreLow, moreHigh *int16, limit int16, shift uint, n int)
