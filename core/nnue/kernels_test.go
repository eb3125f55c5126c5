package nnue

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/nitoryu/nitoryu/core/cpu"
)

// eachKernels visits the kernels of every level that this processor has. It fails if a
// level cannot be used, and skips levels with the kernels of the one before.
func eachKernels(t testing.TB, visit func(k kernels)) {
	t.Helper()
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	last := ""
	for _, l := range cpu.Levels() {
		if err := cpu.Use(l); err != nil {
			t.Fatal(err)
		}
		if k := bestKernels(); k.String() != last {
			last = k.String()
			visit(k)
		}
	}
	if cpu.This().Best >= cpu.AVX2 && last == inGo {
		t.Errorf("a processor with %s was given the kernels of Go", cpu.This().Best)
	}
}

// filling gives numbers of some kind.
type filling struct {
	name string
	next func(random *rand.Rand) int16
}

var neurons = []filling{
	{"around the clamps", func(random *rand.Rand) int16 { return int16(random.IntN(600) - 200) }},
	{"any", func(random *rand.Rand) int16 { return int16(random.Uint32()) }},
	{"the ends", func(random *rand.Rand) int16 { return []int16{-32768, -1, 0, 1, 254, 255, 256, 32767}[random.IntN(8)] }},
	{"all on", func(*rand.Rand) int16 { return QA }},
	{"all beyond", func(*rand.Rand) int16 { return 32767 }},
	{"all off", func(*rand.Rand) int16 { return -32768 }},
}

var outputs = []filling{
	{"any", func(random *rand.Rand) int16 { return int16(random.IntN(2*MaxOutputWeight+1) - MaxOutputWeight) }},
	{"largest", func(*rand.Rand) int16 { return MaxOutputWeight }},
	{"smallest", func(*rand.Rand) int16 { return -MaxOutputWeight }},
}

// row returns numbers that do not start at a cache line.
func (f filling) row(random *rand.Rand, n int) []int16 {
	row := Aligned[int16](n + 1)[1:]
	for i := range row {
		row[i] = f.next(random)
	}
	return row
}

// Every kernel computes the same as that in Go, and writes nowhere else.
func TestKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	eachKernels(t, func(k kernels) {
		for n := HiddenStep; n <= MaxHidden; n += HiddenStep {
			for _, f := range neurons {
				src := f.row(random, n)
				room := neurons[1].row(random, n+2*HiddenStep)
				before := slices.Clone(room)
				dst, want := room[HiddenStep:][:n], make([]int16, n)
				var rows [12]*int16
				for i := range rows {
					rows[i] = &f.row(random, n)[0]
				}
				check := func(name string) {
					t.Helper()
					if !slices.Equal(dst, want) {
						t.Fatalf("%s, %s of %d, %s: not what Go says", k, name, n, f.name)
					}
					if !slices.Equal(room[:HiddenStep], before[:HiddenStep]) || !slices.Equal(room[HiddenStep+n:], before[HiddenStep+n:]) {
						t.Fatalf("%s, %s of %d: writes beyond its row", k, name, n)
					}
				}
				from, to, expect := &src[0], &dst[0], &want[0]
				k.addSub(to, from, rows[0], rows[1], n)
				addSubGo(expect, from, rows[0], rows[1], n)
				check("addSub")
				k.addSubSub(to, from, rows[0], rows[1], rows[2], n)
				addSubSubGo(expect, from, rows[0], rows[1], rows[2], n)
				check("addSubSub")
				k.addAddSubSub(to, from, rows[0], rows[1], rows[2], rows[3], n)
				addAddSubSubGo(expect, from, rows[0], rows[1], rows[2], rows[3], n)
				check("addAddSubSub")
				table := f.row(random, 12*n)
				bytes := (*int8)(unsafe.Pointer(&table[0]))
				adds, subs := []int32{11, 3, 3, 0, 5, 7, 1}, []int32{2, 11, 9, 4, 4}
				for _, parts := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {7, 5}, {2, 3}} {
					adds, subs := adds[:parts[0]], subs[:parts[1]]
					k.sum(to, from, &table[0], adds, subs, n)
					sumGo(expect, from, &table[0], adds, subs, n)
					check(fmt.Sprintf("sum of %d and %d", len(adds), len(subs)))
					if n%PairStep == 0 {
						k.sumBytes(to, from, bytes, adds, subs, n)
						sumBytesGo(expect, from, bytes, adds, subs, n)
						check(fmt.Sprintf("sum of %d and %d rows of bytes", len(adds), len(subs)))
					}
				}
				copy(dst, src)
				k.sum(to, to, &table[0], adds, subs, n)
				sumGo(expect, from, &table[0], adds, subs, n)
				check("sum in place")
				if n%PairStep == 0 {
					copy(dst, src)
					k.sumBytes(to, to, bytes, adds, subs, n)
					sumBytesGo(expect, from, bytes, adds, subs, n)
					check("sum of bytes in place")
				}

				for _, w := range outputs {
					weights := w.row(random, 2*n)
					if got, want := k.output(from, rows[0], &weights[0], n), outputGo(from, rows[0], &weights[0], n); got != want {
						t.Fatalf("%s, output of %d, %s, weights %s: %d, Go says %d", k, n, f.name, w.name, got, want)
					}
				}
			}
		}
	})
}

// The kernels in Go on numbers that can be checked by hand.
func TestKernelsInGo(t *testing.T) {
	tests := []struct {
		name       string
		own, enemy int16 // every neuron
		w, v       int16 // every weight of either
		want       int64 // of MaxHidden neurons
	}{
		{"off", 0, -5, 127, 127, 0},
		{"half", 10, 20, 3, -2, MaxHidden * (100*3 - 400*2)},
		{"beyond", 300, 32767, 1, 2, MaxHidden * 255 * 255 * 3},
		{"the most there is", 255, 255, 127, 127, 2 * MaxHidden * 255 * 255 * 127},
		{"the least there is", 255, 255, -127, -127, -2 * MaxHidden * 255 * 255 * 127},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			own, enemy, weights := make([]int16, MaxHidden), make([]int16, MaxHidden), make([]int16, 2*MaxHidden)
			for i := range own {
				own[i], enemy[i], weights[i], weights[MaxHidden+i] = test.own, test.enemy, test.w, test.v
			}
			if got := outputGo(&own[0], &enemy[0], &weights[0], MaxHidden); got != test.want {
				t.Errorf("output %d, want %d", got, test.want)
			}
		})
	}
	x, a, b, s, u := int16(1000), int16(1), int16(20), int16(300), int16(4000)
	var dst int16
	for _, test := range []struct {
		name string
		run  func()
		want int16
	}{
		{"addSub", func() { addSubGo(&dst, &x, &a, &s, 1) }, 1000 + 1 - 300},
		{"addSubSub", func() { addSubSubGo(&dst, &x, &a, &s, &u, 1) }, 1000 + 1 - 300 - 4000},
		{"addAddSubSub", func() { addAddSubSubGo(&dst, &x, &a, &b, &s, &u, 1) }, 1000 + 1 + 20 - 300 - 4000},
		{"sumBytes", func() {
			weights := []int8{5, -100, 27}
			sumBytesGo(&dst, &x, &weights[0], []int32{1, 1}, []int32{2}, 1)
		}, 1000 - 200 - 27},
		{"sum", func() { sumGo(&dst, &x, &[]int16{a, b, s, u}[0], []int32{0, 1}, []int32{3}, 1) }, 1000 + 1 + 20 - 4000},
	} {
		if test.run(); dst != test.want {
			t.Errorf("%s: %d, want %d", test.name, dst, test.want)
		}
	}
}

// Sums of material are the same in every kernel, and checked by hand.
func TestSumMaterial(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var table [6]Material
	for i := range table {
		for j := range table[i] {
			table[i][j] = int32(random.Uint32())
		}
	}
	eachKernels(t, func(k kernels) {
		for _, parts := range [][2][]int32{{}, {{3}}, {{}, {5}}, {{0, 1, 1, 5}, {2, 4, 4}}} {
			got := table[4]
			k.sumMaterial(&got, &got, &table[0], parts[0], parts[1])
			for j := range got {
				want := table[4][j]
				for _, i := range parts[0] {
					want += table[i][j]
				}
				for _, i := range parts[1] {
					want -= table[i][j]
				}
				if got[j] != want {
					t.Fatalf("%s, %v: bucket %d is %d, want %d", k, parts, j, got[j], want)
				}
			}
		}
	})
}
