package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// levels runs a test with every level of instructions that the processor has.
func levels(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	old := cpu.Used()
	defer func() { _ = cpu.Use(old) }()
	for l := cpu.Go; l <= cpu.This().Best; l++ {
		if !cpu.This().Has(l) {
			continue
		}
		if err := cpu.Use(l); err != nil {
			t.Fatal(err)
		}
		t.Run(l.String(), test)
	}
}

func floats(rng *rand.Rand, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(rng.NormFloat64())
	}
	return list
}

// eighths returns random multiples of 1/8, whose products and sums are exact.
func eighths(rng *rand.Rand, n int) []float32 {
	list := floats(rng, n)
	for i, x := range list {
		list[i] = float32(math.Round(8*float64(x))) / 8
	}
	return list
}

// sums makes a random job for Sum: rows of several lengths, none among them.
func sums(rng *rand.Rand, rows, sources, most int) (index []uint32, list []Row) {
	for _, to := range rng.Perm(rows + 3)[:rows] {
		for range rng.IntN(most + 1) {
			index = append(index, uint32(rng.IntN(sources)))
		}
		list = append(list, Row{uint32(to), uint32(len(index))})
	}
	return index, list
}

func TestSum(t *testing.T) {
	levels(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, rows := range []int{0, 1, 2, 50} {
			for _, most := range []int{0, 1, 5, 40} {
				index, list := sums(rng, rows, 30, most)
				from, to := floats(rng, 30*Width), floats(rng, (rows+3)*Width)
				for _, keep := range []bool{false, true} {
					want, got := slices.Clone(to), slices.Clone(to)
					if sum(want, from, index, list, keep); keep {
						Add(got, from, index, list)
					} else {
						Sum(got, from, index, list)
					}
					if !slices.Equal(got, want) {
						t.Errorf("%d rows of up to %d, keep %v: not the same", rows, most, keep)
					}
				}
			}
		}
	})
}

// The Go version itself.
func TestSumIsRight(t *testing.T) {
	from, to := make([]float32, 3*Width), make([]float32, 4*Width)
	for i := range from {
		from[i] = float32(i)
	}
	for i := range to {
		to[i] = 1000
	}
	rows := []Row{{To: 2, End: 2}, {To: 0, End: 2}, {To: 3, End: 3}}
	Sum(to, from, []uint32{0, 2, 1}, rows)
	Add(to, from, []uint32{0, 2, 1}, rows)
	for row, want := range []float32{0, 1000, 2 * (2*Width + 2), 2 * (Width + 1)} {
		if got := to[row*Width+1]; got != want {
			t.Errorf("row %d: %g, want %g", row, got, want)
		}
	}
}

// near reports the first index where lists differ by more than rounding.
func near(t *testing.T, name string, got, want []float32) {
	t.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= 1e-5*(1e-3+math.Abs(float64(want[i])))) {
			t.Errorf("%s: [%d] is %g, want %g", name, i, got[i], want[i])
			return
		}
	}
}

func TestOutput(t *testing.T) {
	levels(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		for blocks := 1; blocks <= 5; blocks++ {
			for _, stride := range []int{Pair, 3 * Pair} {
				x, w := floats(rng, blocks*stride), floats(rng, blocks*Pair)
				x[3], x[4], x[5] = 0, 1, -0.5
				near(t, "output", []float32{Dot(x, w, stride)}, []float32{dot(x, w, stride)})
				wantX, wantG := slices.Clone(x), floats(rng, len(w))
				gotX, gotG := slices.Clone(x), slices.Clone(wantG)
				back(wantX, w, wantG, stride, 0.3)
				Back(gotX, w, gotG, stride, 0.3)
				near(t, "gradient of neurons", gotX, wantX)
				near(t, "gradient of weights", gotG, wantG)
				if gotX[3] != 0 || gotX[4] != 0 || gotX[5] != 0 {
					t.Errorf("clamped neurons have gradients %v", gotX[3:6])
				}
			}
		}
	})
}

// All three products of a dense layer: forward, by the inputs, and by the weights.
func TestProduct(t *testing.T) {
	levels(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(9, 8))
		for name, p := range map[string]Product{
			"one tile":        {Rows: 4, Columns: 16, Inner: 1, To: 16, Row: 1, Column: 4, From: 16},
			"rows apart":      {Rows: 12, Columns: 32, Inner: 7, To: 48, Row: 11, Column: 1, From: 33},
			"columns apart":   {Rows: 8, Columns: 48, Inner: 9, To: 50, Row: 1, Column: 13, From: 64},
			"nothing between": {Rows: 4, Columns: 16, Inner: 0, To: 16, Row: 1, Column: 4, From: 16},
			"odd sizes":       {Rows: 3, Columns: 5, Inner: 2, To: 6, Row: 2, Column: 1, From: 5},
		} {
			a, b := eighths(rng, p.Rows*p.Row+p.Inner*p.Column), eighths(rng, (p.Inner+1)*p.From)
			got := eighths(rng, p.Rows*p.To)
			want := slices.Clone(got)
			for i := range p.Rows {
				for j := range p.Columns {
					sum := float64(want[i*p.To+j])
					for k := range p.Inner {
						sum += 0.25 * float64(a[i*p.Row+k*p.Column]) * float64(b[k*p.From+j])
					}
					want[i*p.To+j] = float32(sum)
				}
			}
			if p.Add(got, a, b, 0.25); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	})
}

func TestClip(t *testing.T) {
	levels(t, func(t *testing.T) {
		in := []float32{-1000, -1, -0.01, 0, 31, 63, 64, 65, 127, 128, 640, 8127, 8128, 8192, 1e6, 32}
		want := []float32{0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 10, 126, 127, 127, 127, 0}
		x := slices.Repeat(in, 3)
		if Clip(x, 1.0/64, 127); !slices.Equal(x, slices.Repeat(want, 3)) {
			t.Errorf("clipped to %v, want %v", x[:16], want)
		}
		d := make([]float32, len(x))
		for i := range d {
			d[i] = float32(i + 1)
		}
		Pass(x, d, 127)
		for i := range x {
			pass := float32(0)
			if c := want[i%16]; c > 0 && c < 127 {
				pass = d[i]
			}
			if x[i] != pass {
				t.Errorf("the gradient at %g is %g, want %g", want[i%16], x[i], pass)
			}
		}
	})
}

func TestMultiply(t *testing.T) {
	levels(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(11, 12))
		for range 20 {
			x, d := make([]float32, Pair), eighths(rng, Width)
			for i := range x {
				x[i] = float32(rng.IntN(400) - 100)
			}
			copy(x, []float32{0, 255, 255, 256, -1, 1, 254})
			copy(x[Half:], []float32{200, 255, 0, 3, 7, 511, 254})
			to, back := make([]float32, Width+1), slices.Clone(x)
			Multiply(to, x, 1./512, 255)
			MultiplyBack(back, d, 1./256, 255)
			clamped := func(i int) float32 { return min(max(x[i], 0), 255) }
			slope := func(i, other int, d float32) float32 {
				if x[i] <= 0 || x[i] >= 255 {
					return 0
				}
				return clamped(other) * d / 256
			}
			for i := range Width {
				low := i/Half*Width + i%Half
				high := low + Half
				if want := float32(int(clamped(low)) * int(clamped(high)) / 512); to[i] != want {
					t.Fatalf("%g times %g is %g, want %g", x[low], x[high], to[i], want)
				}
				if a, b := slope(low, high, d[i]), slope(high, low, d[i]); back[low] != a || back[high] != b {
					t.Fatalf("gradient %g and %g at %g and %g, want %g and %g", back[low], back[high], x[low], x[high], a, b)
				}
			}
			if to[Width] != 0 {
				t.Fatal("more than a row is written")
			}
		}
	})
}

func TestMerge(t *testing.T) {
	levels(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, n := range []int{0, Width, 7 * Width} {
			to, from := floats(rng, n), floats(rng, n)
			want := slices.Clone(to)
			merge(want, slices.Clone(from))
			Merge(to, from)
			if !slices.Equal(to, want) || slices.ContainsFunc(from, func(x float32) bool { return x != 0 }) {
				t.Errorf("%d: merged to %v, left %v", n, to, from)
			}
		}
	})
}

func TestStep(t *testing.T) {
	levels(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 8))
		for _, n := range []int{0, Width, 9 * Width} {
			var got, want [5][]float32
			for i := range got {
				got[i] = floats(rng, n)
				want[i] = slices.Clone(got[i])
			}
			for i := range n { // squares are not negative
				got[3][i] *= got[3][i]
				want[3][i] = got[3][i]
			}
			for number := int64(1); number < 4; number++ {
				s := NewStep(number, 0.01, 0.9, 0.999, 0.1, 1.5, 8)
				s.step(want[0], want[1], want[2], want[3], want[4])
				s.Run(got[0], got[1], got[2], got[3], got[4])
				for i, name := range []string{"weights", "rounded", "mean", "square", "gradient"} {
					near(t, name, got[i], want[i])
				}
				copy(got[4], got[0]) // another gradient
				copy(want[4], want[0])
			}
		}
	})
}

// Step against the formulas of the paper, in float64.
func TestStepIsAdamW(t *testing.T) {
	const rate, b1, b2, decay, limit, unit = 0.05, 0.9, 0.999, 0.1, 0.85, 64
	w, r, m, v, g := make([]float32, Width), make([]float32, Width), make([]float32, Width), make([]float32, Width), make([]float32, Width)
	for i := range w {
		w[i] = 0.8
	}
	weight, mean, square := float64(w[0]), 0.0, 0.0
	for n := 1; n <= 20; n++ {
		gradient := math.Sin(float64(n)) - 0.3
		for i := range g {
			g[i] = float32(gradient)
		}
		s := NewStep(int64(n), rate, b1, b2, decay, limit, unit)
		s.Run(w, r, m, v, g)
		mean = b1*mean + (1-b1)*gradient
		square = b2*square + (1-b2)*gradient*gradient
		x := mean / (1 - math.Pow(b1, float64(n))) / (math.Sqrt(square/(1-math.Pow(b2, float64(n)))) + 1e-8)
		weight = min(limit, weight-rate*(x+decay*weight))
		if math.Abs(weight-float64(w[5])) > 1e-5 || g[5] != 0 {
			t.Fatalf("step %d: %g, want %g; gradient %g", n, w[5], weight, g[5])
		}
		if math.Abs(float64(r[5])-math.Round(weight*unit)/unit) > 1e-6 {
			t.Fatalf("step %d: %g rounded is %g", n, weight, r[5])
		}
	}
}

func BenchmarkSum(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const rows, inputs, active = 256, 768, 30
	var index []uint32
	var list []Row
	for i := range rows {
		for range active {
			index = append(index, uint32(rng.IntN(inputs)))
		}
		list = append(list, Row{uint32(i), uint32(len(index))})
	}
	from, to := floats(rng, inputs*Width), make([]float32, rows*Width)
	b.SetBytes(int64(len(index)) * Width * 4)
	for b.Loop() {
		Sum(to, from, index, list)
	}
}

func BenchmarkOutput(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const blocks = 4
	x, w, g := floats(rng, blocks*Pair), floats(rng, blocks*Pair), make([]float32, blocks*Pair)
	b.Run("dot", func(b *testing.B) {
		for b.Loop() {
			Dot(x, w, Pair)
		}
	})
	b.Run("back", func(b *testing.B) {
		for b.Loop() {
			Back(x, w, g, Pair, 1e-9)
		}
	})
}

func BenchmarkProduct(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := Product{Rows: 128, Columns: 32, Inner: 128, To: 32, Row: 128, Column: 1, From: 32}
	c, x, y := floats(rng, 128*32), floats(rng, 128*128), floats(rng, 128*32)
	for b.Loop() {
		p.Add(c, x, y, 1e-9)
	}
}

func BenchmarkStep(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 768 * 256
	w, r, m, v, g := floats(rng, n), make([]float32, n), floats(rng, n), make([]float32, n), floats(rng, n)
	s := NewStep(100, 1e-3, 0.9, 0.999, 0.01, 1.98, 64)
	b.SetBytes(4 * n)
	for b.Loop() {
		s.Run(w, r, m, v, g)
	}
}
