package nnue

import "unsafe"

// The loops over neurons, in Go. Accumulators and rows of weights have the same
// length, a multiple of HiddenStep. Sums of 16 bits wrap around on every machine;
// weights of a sane network stay far from that.
//
// The assembly does the same, bit by bit.

// inGo is the name of these kernels.
const inGo = "Go"

// Kernels says in a few words what new evaluators use.
func Kernels() string { return bestKernels().String() }

// addSubGo sets dst to src + a - s.
func addSubGo(dst, src, a, s []int16) {
	src, a, s = src[:len(dst)], a[:len(dst)], s[:len(dst)]
	for i := range dst {
		dst[i] = src[i] + a[i] - s[i]
	}
}

// addSubSubGo sets dst to src + a - s - t.
func addSubSubGo(dst, src, a, s, t []int16) {
	src, a, s, t = src[:len(dst)], a[:len(dst)], s[:len(dst)], t[:len(dst)]
	for i := range dst {
		dst[i] = src[i] + a[i] - s[i] - t[i]
	}
}

// addAddSubSubGo sets dst to src + a + b - s - t.
func addAddSubSubGo(dst, src, a, b, s, t []int16) {
	src, a, b, s, t = src[:len(dst)], a[:len(dst)], b[:len(dst)], s[:len(dst)], t[:len(dst)]
	for i := range dst {
		dst[i] = src[i] + a[i] + b[i] - s[i] - t[i]
	}
}

// sumGo sets dst to src plus some rows, minus others, each given by its first
// weight. It may be that dst is src.
func sumGo(dst, src []int16, adds, subs []*int16) {
	copy(dst, src)
	for _, first := range adds {
		for i, w := range unsafe.Slice(first, len(dst)) {
			dst[i] += w
		}
	}
	for _, first := range subs {
		for i, w := range unsafe.Slice(first, len(dst)) {
			dst[i] -= w
		}
	}
}

// outputGo returns the sum of SCReLU times weight over both accumulators; the weights
// are twice as many.
func outputGo(own, enemy, weights []int16) int64 {
	return dotGo(own, weights) + dotGo(enemy, weights[len(own):])
}

// dotGo does so for one of them. The sum fits in 64 bits only.
func dotGo(acc, weights []int16) (sum int64) {
	weights = weights[:len(acc)]
	for i, v := range acc {
		v := int32(min(max(v, 0), QA))
		sum += int64(v * v * int32(weights[i]))
	}
	return sum
}
