//go:build !purego

package picker

import "github.com/nitoryu/nitoryu/core/cpu"

// highestOfMany is highestGo for long lists, with the best instructions available.
func highestOfMany(ranks []int32) int32 {
	switch {
	case cpu.Has(cpu.AVX512):
		return highestAVX512(&ranks[0], len(ranks))
	case cpu.Has(cpu.AVX2):
		return highestAVX2(&ranks[0], len(ranks))
	}
	return highestGo(ranks)
}

// The kernels take long lists only.
//
//go:noescape
func highestAVX2(ranks *int32, n int) int32

//go:noescape
func highestAVX512(ranks *int32, n int) int32
