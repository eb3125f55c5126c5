package foreign

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(a *Architecture)
		want   string
	}{
		{"as it is", func(*Architecture) {}, ""},
		{"nothing about inputs", func(a *Architecture) { a.Inputs = nil }, "no inputs"},
		{"no inputs", func(a *Architecture) { a.Inputs.Count = 0 }, "no inputs"},
		{"too many inputs", func(a *Architecture) { a.Inputs.Count = maxInputs + 1 }, "too many"},
		{"no neurons", func(a *Architecture) { a.Hidden = -16 }, "-16 neurons"},
		{"too many pairs", func(a *Architecture) { a.Pairs = &Pairs{Parts: []int{maxInputs, 1}} }, "too many"},
		{"more stages than stacks", func(a *Architecture) { a.Choice.Progress = 9 }, "out of range"},
		{"a progress without weights", func(a *Architecture) { a.Choice.Progress = 2 }, "progress"},
		{"shards of other outputs", func(a *Architecture) { a.Shards = 3 }, "shards"},
		{"nothing but common inputs", func(a *Architecture) { a.Shards, a.Common = 2, a.Hidden }, "shards"},
		{"odd neurons", func(a *Architecture) { a.Hidden = 40 }, "40 neurons"},
		{"too many neurons", func(a *Architecture) { a.Hidden = maxHidden + 32 }, "neurons"},
		{"too many weights", func(a *Architecture) { a.Inputs.Count, a.Hidden = maxInputs, 512 }, "too many weights"},
		{"too many material values", func(a *Architecture) { a.Material = 1000 }, "material"},
		{"negative material values", func(a *Architecture) { a.Material = -1 }, "material"},
		{"no stacks", func(a *Architecture) { a.Choice.Stacks = 0 }, "0 stacks"},
		{"no first outputs", func(a *Architecture) { a.First = 0 }, "0 and 32 outputs"},
		{"too many second outputs", func(a *Architecture) { a.Second = 1 << 20 }, "outputs"},
		{"only the output that is forwarded", func(a *Architecture) { a.First = 1 }, "forwarded"},
		{"forwarded without a scale", func(a *Architecture) { a.Forward = [2]int32{1, 0} }, "forwarded"},
		{"too many large stacks", func(a *Architecture) { a.Choice.Stacks, a.First, a.Hidden = maxStacks, 256, maxHidden }, "too large"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := toy(chess15)
			test.change(a)
			err := a.Check()
			if test.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			must.Say(t, err, test.want)
			if Random(a, 1) != nil {
				t.Error("a random network of it is made")
			}
			if _, err := (&Network{Architecture: a}).File(); err == nil {
				t.Error("a network of it is written")
			}
			_, err = Parse(File{Bytes: []byte("0123456789abcdef")}, []*Architecture{a})
			must.Say(t, err, test.want)
		})
	}
}

// Sizes of layers: with and without products, squares and an output that is forwarded.
func TestLayers(t *testing.T) {
	for _, test := range []struct {
		a    *Architecture
		want [3][2]int
	}{
		{chessHalfKP, [3][2]int{{512, 32}, {32, 32}, {32, 1}}},
		{shogi1024w, [3][2]int{{2048, 8}, {8, 64}, {64, 1}}},
		{chess15, [3][2]int{{1024, 16}, {15, 32}, {32, 1}}},
		{chess151, [3][2]int{{1024, 16}, {30, 32}, {32, 1}}},
		{chess19, [3][2]int{{1024, 32}, {64, 32}, {128, 1}}},
		{shogiStacks, [3][2]int{{1536, 16}, {30, 32}, {32, 1}}},
	} {
		if got := test.a.layers(); got != test.want {
			t.Errorf("%s: %v, want %v", test.a, got, test.want)
		}
	}
}

// In random networks, most neurons and outputs of layers are neither 0 nor at their
// most, whatever the position, and equal seeds give equal networks.
func TestRandom(t *testing.T) {
	for _, a := range all {
		if a = toy(a); a.Pooling == WideProduct {
			continue // of which few neurons are beyond 127
		}
		a.Inputs = &nnue.FeatureSet{Count: 60}
		n := Random(a, 1)
		if !n.fits() {
			t.Fatalf("%s: sizes are wrong", a)
		}
		if !reflect.DeepEqual(n, Random(a, 1)) || slices.Equal(n.Weights, Random(a, 2).Weights) {
			t.Errorf("%s: the seed does not decide", a)
		}
		var inside, total [3]int
		for first := range 30 {
			for layer, values := range forward(n, first, 30, first%a.Choice.Stacks) {
				total[layer] += len(values)
				for _, v := range values {
					if v > 0 && v < 127 {
						inside[layer]++
					}
				}
			}
		}
		for layer := range inside {
			if 3*inside[layer] < total[layer] {
				t.Errorf("%s: only %d of %d values of layer %d are inside their range", a, inside[layer], total[layer], layer)
			}
		}
	}
}

// forward computes the neurons and the outputs of two dense layers, all clamped to 0 to
// 127, from a row of inputs.
func forward(n *Network, first, count, stack int) [3][]int {
	a := n.Architecture
	neurons := make([]int, a.Hidden)
	for i := range neurons {
		sum := int(n.Bias[i])
		for row := first; row < first+count; row++ {
			sum += int(n.Weights[row*a.Hidden+i])
		}
		neurons[i] = min(max(sum, 0), 127)
	}
	side := neurons
	if a.Pooling == Product {
		side = nil
		for i := range a.Hidden / 2 {
			side = append(side, neurons[i]*neurons[i+a.Hidden/2]/128)
		}
	}
	through := func(l *dense.Weights, in []int) []int {
		out := make([]int, l.Outputs)
		for o := range out {
			sum := int(l.Bias[o])
			for i, v := range in {
				sum += v * int(l.Weights[o*l.Inputs+i])
			}
			out[o] = min(max(sum>>6, 0), 127)
		}
		return out
	}
	s := &n.Stacks[stack]
	one := through(&s[0], slices.Concat(side, side))
	in := one[:len(one):len(one)]
	if a.forwards() {
		in = in[:len(in)-1]
	}
	if a.Tail == Squared {
		squares := make([]int, len(in))
		for i, v := range in {
			squares[i] = v * v / 128
		}
		in = append(squares, in...)
	}
	return [3][]int{neurons, one, through(&s[1], in)}
}

// A network whose slices have been changed is not written.
func TestFileErrors(t *testing.T) {
	for name, change := range map[string]func(n *Network){
		"no architecture":  func(n *Network) { n.Architecture = nil },
		"too few biases":   func(n *Network) { n.Bias = n.Bias[1:] },
		"too many weights": func(n *Network) { n.Weights = append(n.Weights, 0) },
		"no material":      func(n *Network) { n.Material = nil },
		"too few stacks":   func(n *Network) { n.Stacks = n.Stacks[1:] },
		"a small layer":    func(n *Network) { n.Stacks[1][2].Weights = nil },
		"no bias":          func(n *Network) { n.Stacks[1][1].Bias = nil },
		"other outputs":    func(n *Network) { n.Stacks[0][0].Outputs-- },
	} {
		n := Random(tiny(chess15), 1)
		change(n)
		if _, err := n.File(); err == nil {
			t.Errorf("%s: a file is written", name)
		}
	}
}

// file returns a network as a file.
func file(t testing.TB, n *Network) []byte {
	t.Helper()
	f, err := n.File()
	must.OK(t, err)
	return f
}

// same reports networks that are not equal.
func same(t testing.TB, got, want *Network) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: another network came back", want.Architecture)
	}
}

// Networks come back from their files, compressed or not, and so do the files.
func TestRoundTrip(t *testing.T) {
	for _, make := range []func(*Architecture) *Architecture{toy, tiny} {
		known := each(make)
		for i, a := range known {
			for _, compressed := range []bool{false, true} {
				n := Random(a, uint64(i))
				n.Compressed, n.Description = compressed, "toy"
				f := file(t, n)
				if a.Origin == chess17.Origin { // which only its digits tell from 17.1
					a.Files = []string{n.Hash[:12]}
				}
				got, err := Parse(File{Bytes: f}, known)
				if err != nil {
					t.Fatalf("%s: %v", a, err)
				}
				same(t, got, n)
				if len(n.Hash) != 64 || !bytes.Equal(file(t, got), f) {
					t.Errorf("%s: another file is written", a)
				}
			}
		}
	}
}

// So do networks of the real sizes.
func TestRoundTripLarge(t *testing.T) {
	must.BeFull(t, "takes seconds and a gigabyte")
	for _, a := range []*Architecture{chessHalfKP, chess15, chess151, shogi256, shogiStacks} {
		n := Random(a, 1)
		f := file(t, n)
		got, err := Parse(File{Bytes: f}, all)
		if err != nil {
			t.Fatalf("%s: %v", a, err)
		}
		same(t, got, n)
	}
}

// The description of a new network is that of the files that engines publish, and says what
// the network is.
func TestDescription(t *testing.T) {
	n, err := New(shogi256)
	must.OK(t, err)
	want := "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32](ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))"
	if n.Description != want {
		t.Errorf("the description is %s, want %s", n.Description, want)
	}
	for _, a := range all {
		if text := a.description(); text != "" && !claimed(text).fits(a, "") {
			t.Errorf("%s: the description %s says something else", a, text)
		}
	}
	want = "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],Network=SFNN_HALFKAHM2_1536_15_32_K3K3{LayerStack=9}"
	if got := shogiStacks.description(); got != want {
		t.Errorf("the description is %s, want %s", got, want)
	}
	if _, err := New(&Architecture{Name: "none"}); err == nil {
		t.Error("a network without inputs")
	}
}
