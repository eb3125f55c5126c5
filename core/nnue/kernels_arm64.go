//go:build !purego

package nnue

import (
	"unsafe"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// kernels are those with NEON if true, else those in Go.
type kernels bool

// bestKernels returns the fastest kernels that may be used.
func bestKernels() kernels { return kernels(cpu.Has(cpu.NEON)) }

// String describes the kernels.
func (k kernels) String() string {
	if k {
		return "NEON"
	}
	return inGo
}

func (k kernels) addSub(dst, src, a, s *int16, n int) {
	if k {
		addSubNEON(dst, src, a, s, n)
	} else {
		addSubGo(dst, src, a, s, n)
	}
}

func (k kernels) addSubSub(dst, src, a, s, t *int16, n int) {
	if k {
		addSubSubNEON(dst, src, a, s, t, n)
	} else {
		addSubSubGo(dst, src, a, s, t, n)
	}
}

func (k kernels) addAddSubSub(dst, src, a, b, s, t *int16, n int) {
	if k {
		addAddSubSubNEON(dst, src, a, b, s, t, n)
	} else {
		addAddSubSubGo(dst, src, a, b, s, t, n)
	}
}

func (k kernels) sum(dst, src, weights *int16, adds, subs []int32, n int) {
	if k {
		sumNEON(dst, src, weights, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), n)
	} else {
		sumGo(dst, src, weights, adds, subs, n)
	}
}

func (k kernels) sumBytes(dst, src *int16, weights *int8, adds, subs []int32, n int) {
	if k {
		sumBytesNEON(dst, src, weights, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), n)
	} else {
		sumBytesGo(dst, src, weights, adds, subs, n)
	}
}

func (k kernels) sumMaterial(dst, src, material *Material, adds, subs []int32) {
	if k {
		sumMaterialNEON(dst, src, material, unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs))
	} else {
		sumMaterialGo(dst, src, material, adds, subs)
	}
}

// prefetch asks for the beginnings of rows of 8 bits, and for their material.
func (k kernels) prefetch(weights *int8, material *Material, rows []int32, n int) {
	if k {
		prefetch(weights, material, unsafe.SliceData(rows), len(rows), n)
	}
}

func (k kernels) output(own, enemy, weights *int16, n int) int64 {
	if k {
		return outputNEON(own, enemy, weights, n)
	}
	return outputGo(own, enemy, weights, n)
}

func (k kernels) addSubOutput(s *step) int64 {
	if k {
		return addSubOutputNEON(s)
	}
	return addSubOutputGo(s)
}

func (k kernels) addSubSubOutput(s *step) int64 {
	if k {
		return addSubSubOutputNEON(s)
	}
	return addSubSubOutputGo(s)
}

func (k kernels) addAddSubSubOutput(s *step) int64 {
	if k {
		return addAddSubSubOutputNEON(s)
	}
	return addAddSubSubOutputGo(s)
}

//go:noescape
func addSubNEON(dst, src, a, s *int16, n int)

//go:noescape
func addSubSubNEON(dst, src, a, s, t *int16, n int)

//go:noescape
func addAddSubSubNEON(dst, src, a, b, s, t *int16, n int)

//go:noescape
func sumNEON(dst, src, weights *int16, adds *int32, nAdds int, subs *int32, nSubs int, n int)

//go:noescape
func sumBytesNEON(dst, src *int16, weights *int8, adds *int32, nAdds int, subs *int32, nSubs int, n int)

//go:noescape
func sumMaterialNEON(dst, src, material *Material, adds *int32, nAdds int, subs *int32, nSubs int)

//go:noescape
func prefetch(weights *int8, material *Material, rows *int32, nRows int, n int)

//go:noescape
func outputNEON(own, enemy, weights *int16, n int) int64

//go:noescape
func addSubOutputNEON(s *step) int64

//go:noescape
func addSubSubOutputNEON(s *step) int64

//go:noescape
func addAddSubSubOutputNEON(s *step) int64
