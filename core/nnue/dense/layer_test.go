package dense_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue/dense"
	"github.com/nitoryu/nitoryu/tests/must"
)

// layer returns a layer or fails.
func layer(t testing.TB, inputs, outputs int, weights []int8, bias []int32) *dense.Layer {
	t.Helper()
	l, err := dense.NewLayer(inputs, outputs, weights, bias)
	must.OK(t, err)
	return l
}

func TestNewLayerErrors(t *testing.T) {
	for _, test := range []struct {
		name                           string
		inputs, outputs, weights, bias int
		want                           string
	}{
		{"no inputs", 0, 1, 0, 1, "1 to 65536 inputs, not 0"},
		{"less than no inputs", -4, 1, -4, 1, "inputs, not -4"},
		{"too many inputs", 1<<16 + 1, 1, 1<<16 + 1, 1, "inputs, not 65537"},
		{"no outputs", 4, 0, 0, 0, "1 to 4096 outputs, not 0"},
		{"too many outputs", 1, 4097, 4097, 4097, "outputs, not 4097"},
		{"sizes that overflow", math.MaxInt, math.MaxInt, 1, 1, "inputs, not"},
		{"few weights", 4, 2, 7, 2, "of 4 inputs and 2 outputs has 8 weights, not 7"},
		{"many weights", 4, 2, 9, 2, "8 weights, not 9"},
		{"few biases", 4, 2, 8, 1, "of 2 outputs has as many biases, not 1"},
		{"many biases", 4, 2, 8, 3, "not 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := dense.NewLayer(test.inputs, test.outputs, make([]int8, max(0, test.weights)), make([]int32, test.bias))
			must.Say(t, err, test.want)
			if l != nil {
				t.Error("a layer in spite of the error")
			}
		})
	}
}

func TestPaddedSizes(t *testing.T) {
	for _, test := range []struct{ inputs, outputs, paddedIn, paddedOut int }{
		{1, 1, 32, 1}, {30, 32, 32, 32}, {32, 1, 32, 1}, {33, 2, 64, 16}, {128, 8, 128, 16}, {129, 9, 256, 16},
		{512, 17, 512, 32}, {1024, 16, 1024, 16}, {1500, 33, 1536, 48}, {2048, 8, 2048, 16},
	} {
		l := layer(t, test.inputs, test.outputs, make([]int8, test.inputs*test.outputs), make([]int32, test.outputs))
		if l.Inputs() != test.inputs || l.Outputs() != test.outputs || l.PaddedInputs() != test.paddedIn || l.PaddedOutputs() != test.paddedOut {
			t.Errorf("%+v: %d %d %d %d", test, l.Inputs(), l.Outputs(), l.PaddedInputs(), l.PaddedOutputs())
		}
	}
}

type size struct{ inputs, outputs int }

// sizes are those of layers in known networks.
var sizes = []size{{1024, 16}, {1536, 16}, {512, 32}, {512, 16}, {2048, 8}, {2048, 32}, {16, 32}, {30, 32}, {32, 32}, {32, 1}}

// oddSizes are all kinds of others: one and more blocks of each width, small and large.
var oddSizes = []size{
	{1, 1}, {1, 2}, {3, 5}, {4, 8}, {5, 9}, {33, 1}, {64, 17}, {65, 40}, {127, 16}, {128, 32}, {129, 8}, {129, 33},
	{200, 1}, {256, 48}, {257, 72}, {1000, 15}, {1025, 24}, {1300, 31}, {2048, 1}, {3000, 20},
}

// filling gives numbers of some kind; i counts them.
type filling[T int8 | uint8] struct {
	name string
	next func(random *rand.Rand, i int) T
}

// small gives weights of a size that networks have: two pairs of products with inputs
// fit into 16 bits.
func small(random *rand.Rand, _ int) int8 { return int8(random.IntN(129) - 64) }

var weightKinds = []filling[int8]{
	{"any", func(random *rand.Rand, _ int) int8 { return int8(random.Uint32()) }},
	{"smallest", func(*rand.Rand, int) int8 { return -128 }},
	{"largest", func(*rand.Rand, int) int8 { return 127 }},
	{"small", small},
	{"one of the ends", func(random *rand.Rand, _ int) int8 { return int8(random.IntN(2)*255 - 128) }},
}

var inputKinds = []filling[uint8]{
	{"any", func(random *rand.Rand, _ int) uint8 { return uint8(random.IntN(128)) }},
	{"all 127", func(*rand.Rand, int) uint8 { return 127 }},
	{"all zero", func(*rand.Rand, int) uint8 { return 0 }},
	{"70 % zero", func(random *rand.Rand, _ int) uint8 { return uint8(max(0, random.IntN(400)-272)) }},
	{"95 % zero, else 127", func(random *rand.Rand, _ int) uint8 { return 127 * uint8(random.IntN(20)/19) }},
	{"the last of each group", func(_ *rand.Rand, i int) uint8 { return 127 * uint8(i%4/3) }},
	{"the first of each group", func(_ *rand.Rand, i int) uint8 { return 127 * uint8((3-i%4)/3) }},
}

// naive computes the sums of a layer by definition.
func naive(s size, weights []int8, bias []int32, in []uint8) []int32 {
	out := make([]int32, s.outputs)
	for o := range out {
		sum := int64(bias[o])
		for i := range s.inputs {
			sum += int64(weights[o*s.inputs+i]) * int64(in[i])
		}
		out[o] = int32(sum)
	}
	return out
}

// checkSums compares all kernels with the definition.
func checkSums(t *testing.T, all []dense.Kernels, l *dense.Layer, in []uint8, want []int32) {
	t.Helper()
	for _, k := range all {
		out := guarded(t, l.PaddedOutputs(), func(out []int32) { l.Sums(k, out, in) })
		for o, sum := range out {
			expect := int32(0) // of padding
			if o < len(want) {
				expect = want[o]
			}
			if sum != expect {
				t.Fatalf("%s: sum %d is %d, want %d", k, o, sum, expect)
			}
		}
	}
}

// fill returns numbers that do not start at a cache line.
func fill[T int8 | uint8](random *rand.Rand, f filling[T], n int) []T {
	all := make([]T, n+1)[1:]
	for i := range all {
		all[i] = f.next(random, i)
	}
	return all
}

// Every kernel computes the sums by definition, with padding that holds anything. Products
// of weights and inputs at the ends, and their sums, must not saturate at 16 bits, as they do
// in AVX2 for inputs beyond 127.
func TestSums(t *testing.T) {
	all, random := kernels(t), rand.New(rand.NewPCG(1, 2))
	for _, s := range append(oddSizes, sizes...) {
		for _, w := range weightKinds {
			weights, bias := fill(random, w, s.inputs*s.outputs), make([]int32, s.outputs)
			for i := range bias {
				bias[i] = []int32{0, 1000, -1000, math.MaxInt32, math.MinInt32}[random.IntN(5)]
			}
			l := layer(t, s.inputs, s.outputs, weights, bias)
			for _, f := range inputKinds {
				t.Run(fmt.Sprintf("%d to %d, weights %s, inputs %s", s.inputs, s.outputs, w.name, f.name), func(t *testing.T) {
					in := fill(random, f, l.PaddedInputs())
					checkSums(t, all, l, in, naive(s, weights, bias, in))
				})
			}
		}
	}
}

// A layer with every number of groups that are not zero, which lie anywhere or at the
// end: kernels list these, in parts, and choose by their number.
func TestSumsOfEachNumberOfGroups(t *testing.T) {
	all, random := kernels(t), rand.New(rand.NewPCG(3, 4))
	for _, s := range []size{{256, 16}, {1024, 8}, {1024, 16}, {1024, 32}, {1536, 16}, {1280, 32}, {2304, 8}} {
		weights, bias := fill(random, weightKinds[0], s.inputs*s.outputs), make([]int32, s.outputs)
		l := layer(t, s.inputs, s.outputs, weights, bias)
		groups := s.inputs / 4
		for live := range groups + 1 {
			anywhere, atEnd := make([]uint8, s.inputs), make([]uint8, s.inputs)
			for _, g := range random.Perm(groups)[:live] {
				anywhere[4*g+random.IntN(4)] = uint8(1 + random.IntN(127))
			}
			for g := groups - live; g < groups; g++ {
				atEnd[4*g+random.IntN(4)] = uint8(1 + random.IntN(127))
			}
			checkSums(t, all, l, anywhere, naive(s, weights, bias, anywhere))
			checkSums(t, all, l, atEnd, naive(s, weights, bias, atEnd))
		}
	}
}

// Two pairs of weights, at all distances, the products of which just fit into 16 bits
// or just do not: kernels may add those that fit.
func TestSumsOfNarrowLayers(t *testing.T) {
	all := kernels(t)
	const inputs, outputs = 256, 16
	in := make([]uint8, inputs)
	for i := range in {
		in[i] = 127
	}
	for _, pairs := range [][4]int8{
		{64, 65, 64, 65}, {64, 65, 65, 65}, {127, 127, 4, 0}, {127, 127, 4, 1}, {4, 1, 127, 127}, {127, 0, 0, 127},
		{-64, -65, -64, -65}, {-65, -65, -65, -64}, {-128, -128, -2, 0}, {-128, -128, 0, -3}, {-3, 0, -128, -128},
		{127, -128, -128, 127}, {100, -100, 100, 59}, {127, 127, 127, 127}, {-128, -128, -128, -128},
	} {
		for _, where := range [][2]int{{0, 4}, {2, 6}, {0, 2}, {4, 252}, {2, 130}} {
			for _, output := range []int{0, 7, 15} {
				weights := make([]int8, inputs*outputs)
				row := weights[output*inputs:]
				copy(row[where[0]:], pairs[:2])
				copy(row[where[1]:], pairs[2:])
				l := layer(t, inputs, outputs, weights, make([]int32, outputs))
				live := make([]uint8, inputs) // only what has weights
				for _, i := range where {
					copy(live[i:i+2], in)
				}
				for _, in := range [][]uint8{in, live} {
					checkSums(t, all, l, in, naive(size{inputs, outputs}, weights, make([]int32, outputs), in))
				}
			}
		}
	}
}

// A layer keeps its weights when the slices that it was made from change.
func TestLayerCopies(t *testing.T) {
	weights, bias := []int8{1, 2, 3}, []int32{10}
	l := layer(t, 3, 1, weights, bias)
	weights[0], bias[0] = 100, 100
	in, out := make([]uint8, l.PaddedInputs()), make([]int32, 1)
	in[0] = 1
	if l.Sums(dense.Best(), out, in); out[0] != 11 {
		t.Errorf("sum %d, want 11", out[0])
	}
}

func ExampleLayer() {
	// Two outputs of three inputs.
	l, err := dense.NewLayer(3, 2, []int8{
		64, 0, -64,
		1, 2, 3,
	}, []int32{640, -6})
	if err != nil {
		fmt.Println(err)
		return
	}
	k := dense.Best()
	in, sums := make([]uint8, l.PaddedInputs()), make([]int32, l.PaddedOutputs())
	copy(in, []uint8{100, 50, 10})
	l.Sums(k, sums, in)
	out := make([]uint8, l.Outputs())
	k.Clip(out, sums[:l.Outputs()])
	fmt.Printf("%d %d\n", sums[:l.Outputs()], out)
	// Output: [6400 224] [100 3]
}
