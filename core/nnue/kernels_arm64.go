//go:build !purego

package nnue

import (
	"unsafe"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// kernels are those of NEON, or else those of Go.
type kernels bool

// bestKernels returns the fastest kernels that may be used.
func bestKernels() kernels { return kernels(cpu.Has(cpu.NEON)) }

// String says in a few words what is used.
func (k kernels) String() string {
	if k {
		return "NEON"
	}
	return inGo
}

func (k kernels) addSub(dst, src, a, s []int16) {
	if k {
		addSubNEON(&dst[0], &src[0], &a[0], &s[0], len(dst))
	} else {
		addSubGo(dst, src, a, s)
	}
}

func (k kernels) addSubSub(dst, src, a, s, t []int16) {
	if k {
		addSubSubNEON(&dst[0], &src[0], &a[0], &s[0], &t[0], len(dst))
	} else {
		addSubSubGo(dst, src, a, s, t)
	}
}

func (k kernels) addAddSubSub(dst, src, a, b, s, t []int16) {
	if k {
		addAddSubSubNEON(&dst[0], &src[0], &a[0], &b[0], &s[0], &t[0], len(dst))
	} else {
		addAddSubSubGo(dst, src, a, b, s, t)
	}
}

func (k kernels) sum(dst, src []int16, adds, subs []*int16) {
	if k {
		sumNEON(&dst[0], &src[0], unsafe.SliceData(adds), len(adds), unsafe.SliceData(subs), len(subs), len(dst))
	} else {
		sumGo(dst, src, adds, subs)
	}
}

func (k kernels) output(own, enemy, weights []int16) int64 {
	if k {
		return outputNEON(&own[0], &enemy[0], &weights[0], len(own))
	}
	return outputGo(own, enemy, weights)
}

//go:noescape
func addSubNEON(dst, src, a, s *int16, n int)

//go:noescape
func addSubSubNEON(dst, src, a, s, t *int16, n int)

//go:noescape
func addAddSubSubNEON(dst, src, a, b, s, t *int16, n int)

//go:noescape
func sumNEON(dst, src *int16, adds **int16, nAdds int, subs **int16, nSubs int, n int)

//go:noescape
func outputNEON(own, enemy, weights *int16, n int) int64
