//go:build !purego

package nnue

import (
	"unsafe"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// kernels are the kernels of one level of instructions: Go, AVX2 or AVX512.
type kernels cpu.Level

// bestKernels returns the fastest kernels that may be used.
func bestKernels() kernels {
	switch {
	case cpu.Has(cpu.AVX512):
		return kernels(cpu.AVX512)
	case cpu.Has(cpu.AVX2):
		return kernels(cpu.AVX2)
	}
	return kernels(cpu.Go)
}

// String describes the kernels.
func (k kernels) String() string {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return "AVX-512 with VNNI"
	case cpu.AVX2:
		return "AVX2"
	}
	return inGo
}

func (k kernels) addSub(dst, src, a, s *int16, n int) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		addSubAVX512(dst, src, a, s, n)
	case cpu.AVX2:
		addSubAVX2(dst, src, a, s, n)
	default:
		addSubGo(dst, src, a, s, n)
	}
}

func (k kernels) addSubSub(dst, src, a, s, t *int16, n int) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		addSubSubAVX512(dst, src, a, s, t, n)
	case cpu.AVX2:
		addSubSubAVX2(dst, src, a, s, t, n)
	default:
		addSubSubGo(dst, src, a, s, t, n)
	}
}

func (k kernels) addAddSubSub(dst, src, a, b, s, t *int16, n int) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		addAddSubSubAVX512(dst, src, a, b, s, t, n)
	case cpu.AVX2:
		addAddSubSubAVX2(dst, src, a, b, s, t, n)
	default:
		addAddSubSubGo(dst, src, a, b, s, t, n)
	}
}

func (k kernels) sum(dst, src, weights *int16, adds, subs []int32, n int) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		sumAVX512(dst, src, weights, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), n)
	case cpu.AVX2:
		sumAVX2(dst, src, weights, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), n)
	default:
		sumGo(dst, src, weights, adds, subs, n)
	}
}

func (k kernels) sumBytes(dst, src *int16, weights *int8, adds, subs []int32, n int) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		sumBytesAVX512(dst, src, weights, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), n)
	case cpu.AVX2:
		sumBytesAVX2(dst, src, weights, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), n)
	default:
		sumBytesGo(dst, src, weights, adds, subs, n)
	}
}

func (k kernels) sumMaterial(dst, src, material *Material, adds, subs []int32) {
	if cpu.Level(k) == cpu.Go {
		sumMaterialGo(dst, src, material, adds, subs)
	} else {
		sumMaterialAVX2(dst, src, material, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs))
	}
}

// prefetch asks for the beginnings of rows of 8 bits, and for their material.
func (k kernels) prefetch(weights *int8, material *Material, rows []int32, n int) {
	if cpu.Level(k) != cpu.Go {
		prefetch(weights, material, unsafe.SliceData(rows), len(rows), n)
	}
}

func (k kernels) output(own, enemy, weights *int16, n int) int64 {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return outputAVX512(own, enemy, weights, n)
	case cpu.AVX2:
		return outputAVX2(own, enemy, weights, n)
	}
	return outputGo(own, enemy, weights, n)
}

func (k kernels) addSubOutput(s *step) int64 {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return addSubOutputAVX512(s)
	case cpu.AVX2:
		return addSubOutputAVX2(s)
	}
	return addSubOutputGo(s)
}

func (k kernels) addSubSubOutput(s *step) int64 {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return addSubSubOutputAVX512(s)
	case cpu.AVX2:
		return addSubSubOutputAVX2(s)
	}
	return addSubSubOutputGo(s)
}

func (k kernels) addAddSubSubOutput(s *step) int64 {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return addAddSubSubOutputAVX512(s)
	case cpu.AVX2:
		return addAddSubSubOutputAVX2(s)
	}
	return addAddSubSubOutputGo(s)
}

//go:noescape
func addSubAVX2(dst, src, a, s *int16, n int)

//go:noescape
func addSubSubAVX2(dst, src, a, s, t *int16, n int)

//go:noescape
func addAddSubSubAVX2(dst, src, a, b, s, t *int16, n int)

//go:noescape
func sumAVX2(dst, src, weights *int16, adds *int32, nAdds int, subs *int32, nSubs int, n int)

//go:noescape
func sumBytesAVX2(dst, src *int16, weights *int8, adds *int32, nAdds int, subs *int32, nSubs int, n int)

//go:noescape
func sumMaterialAVX2(dst, src, material *Material, adds *int32, nAdds int, subs *int32, nSubs int)

//go:noescape
func prefetch(weights *int8, material *Material, rows *int32, nRows int, n int)

//go:noescape
func outputAVX2(own, enemy, weights *int16, n int) int64

//go:noescape
func addSubAVX512(dst, src, a, s *int16, n int)

//go:noescape
func addSubSubAVX512(dst, src, a, s, t *int16, n int)

//go:noescape
func addAddSubSubAVX512(dst, src, a, b, s, t *int16, n int)

//go:noescape
func sumAVX512(dst, src, weights *int16, adds *int32, nAdds int, subs *int32, nSubs int, n int)

//go:noescape
func sumBytesAVX512(dst, src *int16, weights *int8, adds *int32, nAdds int, subs *int32, nSubs int, n int)

//go:noescape
func outputAVX512(own, enemy, weights *int16, n int) int64

//go:noescape
func addSubOutputAVX2(s *step) int64

//go:noescape
func addSubOutputAVX512(s *step) int64

//go:noescape
func addSubSubOutputAVX2(s *step) int64

//go:noescape
func addSubSubOutputAVX512(s *step) int64

//go:noescape
func addAddSubSubOutputAVX2(s *step) int64

//go:noescape
func addAddSubSubOutputAVX512(s *step) int64
