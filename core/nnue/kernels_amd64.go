//go:build !purego

package nnue

import (
	"unsafe"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// kernels are those of a level of instructions: Go, AVX2 or AVX512.
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

// String says in a few words what is used.
func (k kernels) String() string {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return "AVX-512 with VNNI"
	case cpu.AVX2:
		return "AVX2"
	}
	return inGo
}

func (k kernels) addSub(dst, src, a, s []int16) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		addSubAVX512(&dst[0], &src[0], &a[0], &s[0], len(dst))
	case cpu.AVX2:
		addSubAVX2(&dst[0], &src[0], &a[0], &s[0], len(dst))
	default:
		addSubGo(dst, src, a, s)
	}
}

func (k kernels) addSubSub(dst, src, a, s, t []int16) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		addSubSubAVX512(&dst[0], &src[0], &a[0], &s[0], &t[0], len(dst))
	case cpu.AVX2:
		addSubSubAVX2(&dst[0], &src[0], &a[0], &s[0], &t[0], len(dst))
	default:
		addSubSubGo(dst, src, a, s, t)
	}
}

func (k kernels) addAddSubSub(dst, src, a, b, s, t []int16) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		addAddSubSubAVX512(&dst[0], &src[0], &a[0], &b[0], &s[0], &t[0], len(dst))
	case cpu.AVX2:
		addAddSubSubAVX2(&dst[0], &src[0], &a[0], &b[0], &s[0], &t[0], len(dst))
	default:
		addAddSubSubGo(dst, src, a, b, s, t)
	}
}

func (k kernels) sum(dst, src []int16, adds, subs []*int16) {
	switch cpu.Level(k) {
	case cpu.AVX512:
		sumAVX512(&dst[0], &src[0], unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), len(dst))
	case cpu.AVX2:
		sumAVX2(&dst[0], &src[0], unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), len(dst))
	default:
		sumGo(dst, src, adds, subs)
	}
}

func (k kernels) output(own, enemy, weights []int16) int64 {
	switch cpu.Level(k) {
	case cpu.AVX512:
		return outputAVX512(&own[0], &enemy[0], &weights[0], len(own))
	case cpu.AVX2:
		return outputAVX2(&own[0], &enemy[0], &weights[0], len(own))
	}
	return outputGo(own, enemy, weights)
}

//go:noescape
func addSubAVX2(dst, src, a, s *int16, n int)

//go:noescape
func addSubSubAVX2(dst, src, a, s, t *int16, n int)

//go:noescape
func addAddSubSubAVX2(dst, src, a, b, s, t *int16, n int)

//go:noescape
func sumAVX2(dst, src *int16, adds **int16, nAdds int, subs **int16, nSubs int, n int)

//go:noescape
func outputAVX2(own, enemy, weights *int16, n int) int64

//go:noescape
func addSubAVX512(dst, src, a, s *int16, n int)

//go:noescape
func addSubSubAVX512(dst, src, a, s, t *int16, n int)

//go:noescape
func addAddSubSubAVX512(dst, src, a, b, s, t *int16, n int)

//go:noescape
func sumAVX512(dst, src *int16, adds **int16, nAdds int, subs **int16, nSubs int, n int)

//go:noescape
func outputAVX512(own, enemy, weights *int16, n int) int64
