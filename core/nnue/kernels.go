package nnue

import "unsafe"

// The loops over neurons, in Go. Accumulators and rows of weights are given by their
// first elements; each has n elements, a multiple of HiddenStep. Sums of 16 bits wrap
// around on every machine; the sums of a sane network do not.
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

// sumGo sets dst to src plus some rows of weights minus others, by their numbers. dst may
// be src.
func sumGo(dst, src, weights *int16, adds, subs []int32, n int) {
	sumRowsGo(dst, src, weights, adds, subs, n)
}

// sumBytesGo does so with weights of 8 bits. n is a multiple of PairStep.
func sumBytesGo(dst, src *int16, weights *int8, adds, subs []int32, n int) {
	sumRowsGo(dst, src, weights, adds, subs, n)
}

func sumRowsGo[W int8 | int16](dst, src *int16, weights *W, adds, subs []int32, n int) {
	to := unsafe.Slice(dst, n)
	copy(to, unsafe.Slice(src, n))
	row := func(i int32) []W { return unsafe.Slice(nth(weights, int(i)*n), n) }
	for _, i := range adds {
		for j, w := range row(i) {
			to[j] += int16(w)
		}
	}
	for _, i := range subs {
		for j, w := range row(i) {
			to[j] -= int16(w)
		}
	}
}

// sumMaterialGo does so with sums of material.
func sumMaterialGo(dst, src, material *Material, adds, subs []int32) {
	sum := *src
	for _, i := range adds {
		for j, w := range nth(material, int(i)) {
			sum[j] += w
		}
	}
	for _, i := range subs {
		for j, w := range nth(material, int(i)) {
			sum[j] -= w
		}
	}
	*dst = sum
}

// nth returns the element of an array that comes n after the first.
func nth[T any](first *T, n int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(first), n*int(unsafe.Sizeof(*first))))
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
