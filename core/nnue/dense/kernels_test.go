package dense_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// kernels returns those of every level that this processor has, Go first. It fails if
// a level cannot be used or has no kernels.
func kernels(t testing.TB) (all []dense.Kernels) {
	t.Helper()
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	for _, l := range cpu.Levels() {
		if err := cpu.Use(l); err != nil {
			t.Fatal(err)
		}
		if k := dense.Best(); !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	want := 1
	switch cpu.This().Best {
	case cpu.AVX2, cpu.NEON:
		want = 2
	case cpu.AVX512:
		want = 3
	}
	if len(all) != want || all[0] != (dense.Kernels{}) {
		t.Errorf("a processor with %s has the kernels %v", cpu.This().Best, all)
	}
	return all
}

// guard is written around results; kernels must not touch it.
const guard, room = 99, 64

// guarded calls run with a slice of n results that does not start at a cache line, and
// returns it. It fails if something was written around it.
func guarded[T uint8 | int32](t *testing.T, n int, run func(out []T)) []T {
	t.Helper()
	all := slices.Repeat([]T{guard}, n+2*room+1)
	out := all[room+1:][:n:n]
	run(out)
	if slices.ContainsFunc(all[:room+1], func(x T) bool { return x != guard }) {
		t.Fatal("writes before its results")
	}
	if slices.ContainsFunc(all[room+1+n:], func(x T) bool { return x != guard }) {
		t.Fatal("writes behind its results")
	}
	return out
}

// sumsOf32 are sums for activations: all around the steps, and the ends.
func sumsOf32() []int32 {
	sums := []int32{math.MinInt32, math.MinInt32 + 1, math.MaxInt32, math.MaxInt32 - 1, -1 << 16, 1 << 16, 1<<16 + 1, 1 << 23, -1 << 22, 1<<31 - 64}
	for s := int32(-20000); s <= 20000; s++ {
		sums = append(sums, s)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		sums = append(sums, int32(random.Uint32()), int32(random.Uint32())>>10)
	}
	return sums
}

// The definitions of the activations, without a thought of speed.
var activations = []struct {
	name string
	run  func(k dense.Kernels, out []uint8, sums []int32)
	want func(s int64) int64
}{
	{"Clip", dense.Kernels.Clip, func(s int64) int64 { return max(0, min(127, s>>6)) }},
	{"Square", dense.Kernels.Square, func(s int64) int64 { return min(127, s*s>>19) }},
}

func TestActivations(t *testing.T) {
	all := sumsOf32()
	for _, k := range kernels(t) {
		for _, a := range activations {
			t.Run(fmt.Sprint(a.name, " ", k), func(t *testing.T) {
				check := func(sums []int32) {
					t.Helper()
					out := guarded(t, len(sums), func(out []uint8) { a.run(k, out, sums) })
					for i, s := range sums {
						if want := a.want(int64(s)); int64(out[i]) != want {
							t.Fatalf("%d of %d: %d becomes %d, want %d", i, len(sums), s, out[i], want)
						}
					}
				}
				check(all)
				for n := range 70 {
					check(all[n : 2*n])
				}
			})
		}
	}
}

func TestClipNeurons(t *testing.T) {
	var all []int16
	for v := math.MinInt16; v <= math.MaxInt16; v++ {
		all = append(all, int16(v))
	}
	for _, k := range kernels(t) {
		t.Run(k.String(), func(t *testing.T) {
			check := func(neurons []int16) {
				t.Helper()
				out := guarded(t, len(neurons), func(out []uint8) { k.ClipNeurons(out, neurons) })
				for i, v := range neurons {
					if want := max(0, min(127, v)); int16(out[i]) != want {
						t.Fatalf("%d of %d: %d becomes %d, want %d", i, len(neurons), v, out[i], want)
					}
				}
			}
			check(all)
			for n := range 200 {
				check(all[1<<15-20:][:n])
			}
		})
	}
}

func TestMultiply(t *testing.T) {
	// Every pair of neurons from below zero to beyond the limits, and of the ends.
	var low, high []int16
	ends := []int16{-32768, -32767, -257, -256, -1, 0, 1, 255, 256, 32766, 32767}
	for a := int16(-3); a < 260; a++ {
		for b := int16(-3); b < 260; b++ {
			low, high = append(low, a), append(high, b)
		}
		for _, b := range ends {
			low, high = append(low, a, b), append(high, b, a)
		}
	}
	for _, a := range ends {
		for _, b := range ends {
			low, high = append(low, a), append(high, b)
		}
	}
	for _, k := range kernels(t) {
		for _, p := range []struct {
			limit int16
			shift uint
		}{{127, 7}, {254, 9}, {255, 9}, {1, 0}} {
			t.Run(fmt.Sprintf("%s, limit %d, shift %d", k, p.limit, p.shift), func(t *testing.T) {
				check := func(from, to int) {
					t.Helper()
					neurons := slices.Concat(low[from:to], high[from:to])
					out := guarded(t, to-from, func(out []uint8) { k.Multiply(out, neurons, p.limit, p.shift) })
					for i := range out {
						a, b := int64(low[from+i]), int64(high[from+i])
						limit := int64(p.limit)
						if want := max(0, min(limit, a)) * max(0, min(limit, b)) >> p.shift; int64(out[i]) != want {
							t.Fatalf("%d of %d: %d and %d become %d, want %d", i, len(out), a, b, out[i], want)
						}
					}
					more := make([]int16, len(neurons)) // as sums of two, which wrap around
					for i := range more {
						more[i] = int16(i * 2741)
						neurons[i] -= more[i]
					}
					sums := guarded(t, to-from, func(out []uint8) { k.MultiplySums(out, neurons, more, p.limit, p.shift) })
					if !slices.Equal(sums, out) {
						t.Fatalf("%d products of sums: %v, want %v", len(out), sums, out)
					}
				}
				check(0, len(low))
				for n := range 140 {
					check(40*263, 40*263+n)
				}
			})
		}
	}
}

// A slice that is too short for its results is a panic, as with an index, and not a
// write behind it. So are too few inputs.
func TestShortSlices(t *testing.T) {
	l, whole := plain(t, 200, 20), tail(t, plain(t, 40, 32), plain(t, 32, 1))
	for _, k := range kernels(t) {
		for _, test := range []struct {
			name string
			n    int // of results, one less than needed
			run  func(out []uint8, sums []int32)
		}{
			{"results of Sums", 31, func(_ []uint8, sums []int32) { l.Sums(k, sums, make([]uint8, 256)) }},
			{"inputs of Sums", 32, func(_ []uint8, sums []int32) { l.Sums(k, sums, make([]uint8, 255)) }},
			{"inputs of a tail", 0, func([]uint8, []int32) { whole.Sum(k, make([]uint8, 63)) }},
			{"Clip", 15, func(out []uint8, _ []int32) { k.Clip(out, make([]int32, 16)) }},
			{"Square", 15, func(out []uint8, _ []int32) { k.Square(out, make([]int32, 16)) }},
			{"ClipNeurons", 63, func(out []uint8, _ []int32) { k.ClipNeurons(out, make([]int16, 64)) }},
			{"MultiplySums", 63, func(out []uint8, _ []int32) { k.MultiplySums(out, make([]int16, 128), make([]int16, 128), 127, 7) }},
			{"more of MultiplySums", 64, func(out []uint8, _ []int32) { k.MultiplySums(out, make([]int16, 128), make([]int16, 127), 127, 7) }},
			{"Multiply", 63, func(out []uint8, _ []int32) { k.Multiply(out, make([]int16, 128), 127, 7) }},
		} {
			t.Run(fmt.Sprint(test.name, " ", k), func(t *testing.T) {
				guarded(t, test.n, func(out []uint8) {
					guarded(t, test.n, func(sums []int32) {
						defer func() {
							if recover() == nil {
								t.Error("no panic")
							}
						}()
						test.run(out, sums)
					})
				})
			})
		}
	}
}

func TestNoAllocation(t *testing.T) {
	l, last := plain(t, 1024, 16), plain(t, 32, 1)
	whole := tail(t, plain(t, 16, 32), last)
	for _, k := range kernels(t) {
		if n := testing.AllocsPerRun(10, func() {
			var neurons [2048]int16
			var in [1024]uint8
			var out [16]int32
			k.ClipNeurons(in[:], neurons[:1024])
			k.Multiply(in[:], neurons[:], 127, 7)
			k.MultiplySums(in[:], neurons[:], neurons[:], 127, 7)
			l.Sums(k, out[:], in[:])
			k.Clip(in[:16], out[:])
			k.Square(in[:16], out[:])
			last.Sums(k, out[:1], in[:])
			whole.Sum(k, in[:])
		}); n != 0 {
			t.Errorf("%s: %v allocations", k, n)
		}
	}
}
