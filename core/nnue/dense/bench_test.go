package dense_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// bytes returns n inputs that start at a cache line.
func bytes(n int) []uint8 {
	all := make([]uint8, n+64)
	return all[-uintptr(unsafe.Pointer(&all[0]))%64:][:n]
}

// inputs returns n inputs of which some percent of groups of size are zero.
func inputs(random *rand.Rand, n, size, percent int) []uint8 {
	in := bytes(n)
	for i := 0; i < n; i += size {
		if random.IntN(100) >= percent {
			for j := range size {
				in[i+j] = uint8(1 + random.IntN(127))
			}
		}
	}
	return in
}

// random64 is a small generator of random numbers (xorshift).
type random64 uint64

func (x *random64) next() uint64 {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return uint64(*x)
}

// The sums of the layers of known networks. Each call has other inputs, chosen at
// random, so that no branch predictor learns where the zeros are.
func BenchmarkSums(b *testing.B) {
	const windows, step = 128, 64
	for _, s := range sizes {
		random := rand.New(rand.NewPCG(1, 2))
		l := layer(b, s.inputs, s.outputs, fill(random, filling[int8]{next: small}, s.inputs*s.outputs), make([]int32, s.outputs))
		for _, kind := range []struct {
			name          string
			size, percent int
		}{{"no_zeros", 1, 0}, {"70%_zeros", 1, 70}, {"50%_of_groups", 4, 50}, {"70%_of_groups", 4, 70}} {
			in := inputs(random, windows*step+l.PaddedInputs(), kind.size, kind.percent)
			for _, k := range kernels(b) {
				b.Run(fmt.Sprintf("%d-%d/%s/%s", s.inputs, s.outputs, kind.name, k), func(b *testing.B) {
					out, x := make([]int32, l.PaddedOutputs()), random64(1)
					for b.Loop() {
						l.Sums(k, out, in[x.next()%windows*step:])
					}
				})
			}
		}
	}
}

// What stands behind the large layer in Stockfish 15: 16 sums, 32, and one.
func BenchmarkTail(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	second := layer(b, 16, 32, fill(random, weightKinds[0], 16*32), make([]int32, 32))
	third := layer(b, 32, 1, fill(random, weightKinds[0], 32), make([]int32, 1))
	whole := tail(b, second, third)
	for _, k := range kernels(b) {
		b.Run(fmt.Sprint("joined/", k), func(b *testing.B) {
			var sums [16]int32
			var in [32]uint8
			for b.Loop() {
				k.Clip(in[:16], sums[:])
				whole.Sum(k, in[:])
			}
		})
		b.Run(fmt.Sprint("layers/", k), func(b *testing.B) {
			var sums [32]int32
			var in [32]uint8
			for b.Loop() {
				k.Clip(in[:16], sums[:16])
				second.Sums(k, sums[:], in[:])
				k.Clip(in[:], sums[:])
				third.Sums(k, sums[:], in[:])
			}
		})
	}
}

func BenchmarkActivations(b *testing.B) {
	out, sums, neurons := bytes(1024), make([]int32, 32), make([]int16, 1024)
	for _, k := range kernels(b) {
		for name, run := range map[string]func(){
			"Clip32":          func() { k.Clip(out, sums) },
			"Square16":        func() { k.Square(out, sums[:16]) },
			"ClipNeurons256":  func() { k.ClipNeurons(out, neurons[:256]) },
			"ClipNeurons1024": func() { k.ClipNeurons(out, neurons) },
			"Multiply1024":    func() { k.Multiply(out, neurons, 127, 7) },
		} {
			b.Run(fmt.Sprintf("%s/%s", name, k), func(b *testing.B) {
				for b.Loop() {
					run()
				}
			})
		}
	}
}
