//go:build (!amd64 && !arm64) || purego

package dense

// Best returns the fastest kernels that may be used.
func Best() Kernels { return Kernels{} }

func (Kernels) name() string { return inGo }

func (Kernels) sums(out *int32, in *uint8, weights *int8, bias *int32, groups, width int, _ bool) {
	sumsGo(out, in, weights, bias, groups, width)
}

func (Kernels) tail(in *uint8, hidden, output *Layer) int32 { return tailGo(in, hidden, output) }

func (Kernels) clip([]uint8, []int32) int        { return 0 }
func (Kernels) square([]uint8, []int32) int      { return 0 }
func (Kernels) clipNeurons([]uint8, []int16) int { return 0 }

func (Kernels) multiply(_ []uint8, _, _ []int16, _ int16, _ uint) int           { return 0 }
func (Kernels) multiplySums(_ []uint8, _, _, _, _ []int16, _ int16, _ uint) int { return 0 }
