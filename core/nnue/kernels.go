package nnue

import "unsafe"

// The loops over neurons, in Go. Accumulators and rows of weights are given by their
// first elements; each has n elements, a multiple of HiddenStep. Sums of 16 bits wrap
// around on every machine; those of a sane network do not.
//
// The assembly computes exactly the same.

// inGo is the name of these kernels.
const inGo = "Go"

// Kernels describes the kernels that new evaluators use.
func Kernels() string { return bestKernels().String() }

// addSubGo sets dst to src + a - s.
func addSubGo(dst, src, a, s *int16, n int) {
	to, from, plus, minus := unsafe.Slice(dst, n), unsafe.Slice(src, n), unsafe.Slice(a, n), unsafe.Slice(s, n)
	for i := range to {
		to[i] = from[i] + plus[i] - minus[i]
	}
}

// addSubSubGo sets dst to src + a - s - t.
func addSubSubGo(dst, src, a, s, t *int16, n int) {
	addSubGo(dst, src, a, s, n)
	to, minus := unsafe.Slice(dst, n), unsafe.Slice(t, n)
	for i := range to {
		to[i] -= minus[i]
	}
}

// addAddSubSubGo sets dst to src + a + b - s - t.
func addAddSubSubGo(dst, src, a, b, s, t *int16, n int) {
	addSubGo(dst, src, a, s, n)
	addSubGo(dst, dst, b, t, n)
}

// sumGo sets dst to src plus some rows minus others. dst may be src.
func sumGo(dst, src *int16, adds, subs []*int16, n int) {
	to := unsafe.Slice(dst, n)
	copy(to, unsafe.Slice(src, n))
	for _, row := range adds {
		for i, w := range unsafe.Slice(row, n) {
			to[i] += w
		}
	}
	for _, row := range subs {
		for i, w := range unsafe.Slice(row, n) {
			to[i] -= w
		}
	}
}

// sumBytesGo sets dst to src plus some rows of 8 bits minus others. dst may be src.
func sumBytesGo(dst, src *int16, adds, subs []*int8, n int) {
	to := unsafe.Slice(dst, n)
	copy(to, unsafe.Slice(src, n))
	for _, row := range adds {
		for i, w := range unsafe.Slice(row, n) {
			to[i] += int16(w)
		}
	}
	for _, row := range subs {
		for i, w := range unsafe.Slice(row, n) {
			to[i] -= int16(w)
		}
	}
}

// outputGo returns the sum of SCReLU times weight over both accumulators; there are 2n
// weights.
func outputGo(own, enemy, weights *int16, n int) int64 {
	both := unsafe.Slice(weights, 2*n)
	return dotGo(unsafe.Slice(own, n), both) + dotGo(unsafe.Slice(enemy, n), both[n:])
}

// dotGo does so for one of them. The sum needs 64 bits.
func dotGo(acc, weights []int16) (sum int64) {
	weights = weights[:len(acc)]
	for i, v := range acc {
		v := int32(min(max(v, 0), QA))
		sum += int64(v * v * int32(weights[i]))
	}
	return sum
}
