package dense_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// tail returns a tail or fails.
func tail(t testing.TB, hidden, output *dense.Layer) *dense.Tail {
	t.Helper()
	whole, err := dense.NewTail(hidden, output)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// plain returns a layer of zeros.
func plain(t testing.TB, inputs, outputs int) *dense.Layer {
	t.Helper()
	return layer(t, inputs, outputs, make([]int8, inputs*outputs), make([]int32, outputs))
}

func TestNewTailErrors(t *testing.T) {
	for _, test := range []struct {
		name           string
		hidden, output *dense.Layer
		want           string
	}{
		{"no layers", nil, nil, "missing"},
		{"no second layer", plain(t, 16, 32), nil, "missing"},
		{"many neurons", plain(t, 16, 257), plain(t, 257, 1), "at most 256 outputs, not 257"},
		{"two outputs", plain(t, 16, 32), plain(t, 32, 2), "one output, not 2"},
		{"layers that do not fit", plain(t, 16, 32), plain(t, 31, 1), "takes 31 inputs, but the first has 32"},
	} {
		t.Run(test.name, func(t *testing.T) {
			whole, err := dense.NewTail(test.hidden, test.output)
			if whole != nil || err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// A tail computes what its layers do by definition.
func TestTail(t *testing.T) {
	all, random := kernels(t), rand.New(rand.NewPCG(5, 6))
	for _, s := range []size{{1, 32}, {8, 32}, {15, 20}, {16, 32}, {17, 17}, {30, 32}, {32, 32}, {33, 31}, {64, 32}, {100, 25}, {128, 32}, {8, 33}, {32, 64}, {128, 47}, {129, 32}, {512, 256}, {16, 96}, {14, 16}, {30, 8}, {3, 1}} {
		for _, w := range weightKinds {
			for _, f := range inputKinds {
				t.Run(fmt.Sprintf("%d to %d, weights %s, inputs %s", s.inputs, s.outputs, w.name, f.name), func(t *testing.T) {
					weights, bias := fill(random, w, s.inputs*s.outputs), make([]int32, s.outputs)
					for i := range bias {
						bias[i] = int32(random.IntN(16384) - 8192)
					}
					last, lastBias := fill(random, w, s.outputs), []int32{int32(random.Uint32())}
					hidden, output := layer(t, s.inputs, s.outputs, weights, bias), layer(t, s.outputs, 1, last, lastBias)
					whole := tail(t, hidden, output)
					if whole.PaddedInputs() != hidden.PaddedInputs() {
						t.Errorf("takes %d inputs, its first layer %d", whole.PaddedInputs(), hidden.PaddedInputs())
					}
					in := fill(random, f, whole.PaddedInputs())
					var clipped []uint8
					for _, sum := range naive(s, weights, bias, in) {
						clipped = append(clipped, uint8(max(0, min(127, sum>>6))))
					}
					want := naive(size{s.outputs, 1}, last, lastBias, clipped)[0]
					for _, k := range all {
						if got := whole.Sum(k, in); got != want {
							t.Errorf("%s: %d, want %d", k, got, want)
						}
					}
				})
			}
		}
	}
}
