//go:build goexperiment.simd && go1.27 && !purego

package nnue

import (
	"simd/archsimd"
	"unsafe"
)

// kernels are those with the vectors of WebAssembly. Whether a machine has them is decided
// when the program is loaded: one without them refuses it.
type kernels struct{}

func bestKernels() kernels { return kernels{} }

func (kernels) String() string { return "WebAssembly SIMD" }

// lanes is the number of neurons of a vector. HiddenStep is a multiple of it.
const lanes = 8

func load(from *int16, i int) archsimd.Int16x8 {
	return archsimd.LoadInt16x8Array((*[lanes]int16)(unsafe.Pointer(nth(from, i))))
}

func store(v archsimd.Int16x8, to *int16, i int) {
	v.StoreArray((*[lanes]int16)(unsafe.Pointer(nth(to, i))))
}

func (kernels) addSub(dst, src, a, s *int16, n int) {
	for i := 0; i < n; i += lanes {
		store(load(src, i).Add(load(a, i)).Sub(load(s, i)), dst, i)
	}
}

func (kernels) addSubSub(dst, src, a, s, t *int16, n int) {
	for i := 0; i < n; i += lanes {
		store(load(src, i).Add(load(a, i)).Sub(load(s, i)).Sub(load(t, i)), dst, i)
	}
}

func (kernels) addAddSubSub(dst, src, a, b, s, t *int16, n int) {
	for i := 0; i < n; i += lanes {
		store(load(src, i).Add(load(a, i)).Add(load(b, i)).Sub(load(s, i)).Sub(load(t, i)), dst, i)
	}
}

// sum keeps four vectors of neurons while it goes through the rows.
func (kernels) sum(dst, src, weights *int16, adds, subs []int32, n int) {
	const part = 4 * lanes
	for i := 0; i < n; i += part {
		v, w, x, y := load(src, i), load(src, i+lanes), load(src, i+2*lanes), load(src, i+3*lanes)
		for _, row := range adds {
			from := nth(weights, int(row)*n+i)
			v, w, x, y = v.Add(load(from, 0)), w.Add(load(from, lanes)), x.Add(load(from, 2*lanes)), y.Add(load(from, 3*lanes))
		}
		for _, row := range subs {
			from := nth(weights, int(row)*n+i)
			v, w, x, y = v.Sub(load(from, 0)), w.Sub(load(from, lanes)), x.Sub(load(from, 2*lanes)), y.Sub(load(from, 3*lanes))
		}
		store(v, dst, i)
		store(w, dst, i+lanes)
		store(x, dst, i+2*lanes)
		store(y, dst, i+3*lanes)
	}
}

// sumBytes does so with weights of 8 bits.
func (kernels) sumBytes(dst, src *int16, weights *int8, adds, subs []int32, n int) {
	const part = 2 * lanes
	row := func(row int32, i int) archsimd.Int8x16 {
		return archsimd.LoadInt8x16Array((*[part]int8)(unsafe.Pointer(nth(weights, int(row)*n+i))))
	}
	for i := 0; i < n; i += part {
		v, w := load(src, i), load(src, i+lanes)
		for _, r := range adds {
			bytes := row(r, i)
			v, w = v.Add(bytes.ExtendLo8ToInt16()), w.Add(bytes.ExtendHi8ToInt16())
		}
		for _, r := range subs {
			bytes := row(r, i)
			v, w = v.Sub(bytes.ExtendLo8ToInt16()), w.Sub(bytes.ExtendHi8ToInt16())
		}
		store(v, dst, i)
		store(w, dst, i+lanes)
	}
}

func (kernels) sumMaterial(dst, src, material *Material, adds, subs []int32) {
	sumMaterialGo(dst, src, material, adds, subs)
}

// prefetch is for the caches of other processors.
func (kernels) prefetch(*int8, *Material, []int32, int) {}

// products are sums of SCReLU times weight, for the lower and the upper neurons of vectors. Lanes of
// 32 bits have room for the sums of one accumulator.
type products struct{ low, high archsimd.Int32x4 }

const _ = uint(1<<31 - 1 - MaxHidden/lanes*QA*QA*MaxOutputWeight)

func (p products) plus(neurons, weights archsimd.Int16x8) products {
	v := neurons.Max(archsimd.BroadcastInt16x8(0)).Min(archsimd.BroadcastInt16x8(QA))
	w := v.Mul(weights) // has 16 bits, since a weight is at most MaxOutputWeight
	return products{p.low.Add(v.MulWidenLo(w)), p.high.Add(v.MulWidenHi(w))}
}

// sum returns the sum of all lanes.
func (p products) sum() (sum int64) {
	for _, v := range [...]archsimd.Int32x4{p.low, p.high} {
		sum += int64(v.GetElem(0)) + int64(v.GetElem(1)) + int64(v.GetElem(2)) + int64(v.GetElem(3))
	}
	return sum
}

func (kernels) output(own, enemy, weights *int16, n int) int64 {
	var first, second products
	theirs := nth(weights, n)
	for i := 0; i < n; i += lanes {
		first = first.plus(load(own, i), load(weights, i))
		second = second.plus(load(enemy, i), load(theirs, i))
	}
	return first.sum() + second.sum()
}

func (kernels) addSubOutput(s *step) (sum int64) {
	n, output := s.hidden, &s.output[s.first]
	for i := range s.perspectives {
		h := &s.perspectives[i]
		to, from, a, b := s.to(h), s.from(h), s.row(h.adds[0]), s.row(h.subs[0])
		var sums products
		for i := 0; i < n; i += lanes {
			v := load(from, i).Add(load(a, i)).Sub(load(b, i))
			store(v, to, i)
			sums = sums.plus(v, load(output, i))
		}
		sum += sums.sum()
		output = nth(output, n)
	}
	return sum
}

func (kernels) addSubSubOutput(s *step) (sum int64) {
	n, output := s.hidden, &s.output[s.first]
	for i := range s.perspectives {
		h := &s.perspectives[i]
		to, from, a, b, c := s.to(h), s.from(h), s.row(h.adds[0]), s.row(h.subs[0]), s.row(h.subs[1])
		var sums products
		for i := 0; i < n; i += lanes {
			v := load(from, i).Add(load(a, i)).Sub(load(b, i)).Sub(load(c, i))
			store(v, to, i)
			sums = sums.plus(v, load(output, i))
		}
		sum += sums.sum()
		output = nth(output, n)
	}
	return sum
}

func (kernels) addAddSubSubOutput(s *step) (sum int64) {
	n, output := s.hidden, &s.output[s.first]
	for i := range s.perspectives {
		h := &s.perspectives[i]
		to, from, a, b, c, d := s.to(h), s.from(h), s.row(h.adds[0]), s.row(h.adds[1]), s.row(h.subs[0]), s.row(h.subs[1])
		var sums products
		for i := 0; i < n; i += lanes {
			v := load(from, i).Add(load(a, i)).Add(load(b, i)).Sub(load(c, i)).Sub(load(d, i))
			store(v, to, i)
			sums = sums.plus(v, load(output, i))
		}
		sum += sums.sum()
		output = nth(output, n)
	}
	return sum
}
