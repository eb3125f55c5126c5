package picker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The highest rank is found at each place of a list of each length, with all that is
// beside the list being higher.
func TestHighest(t *testing.T) {
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	random := rand.New(rand.NewPCG(1, 2))
	for _, level := range cpu.Levels() {
		t.Run(level.String(), func(t *testing.T) {
			must.OK(t, cpu.Use(level))
			ranks := make([]int32, core.MaxMoves+2)
			for n := 1; n <= core.MaxMoves; n += 1 + n/100 {
				for range 20 {
					for i := range ranks {
						ranks[i] = 1<<31 - 1
					}
					list := ranks[1:][:n:n]
					for i := range list {
						list[i] = rank(random.Int32N(1<<22)-1<<21, i)
					}
					want := slices.Max(list)
					if got := highest(list); got != want {
						t.Fatalf("%d ranks: %d instead of %d", n, got, want)
					}
				}
				for at := range n {
					list := ranks[1:][:n:n]
					for i := range list {
						list[i] = -1 << 31
					}
					list[at] = -1
					if got := highest(list); got != -1 {
						t.Fatalf("%d ranks: not that at %d but %d", n, at, got)
					}
				}
			}
		})
	}
}

func BenchmarkHighest(b *testing.B) {
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	ranks := make([]int32, core.MaxMoves)
	for i := range ranks {
		ranks[i] = int32(i * 7919 % 1009)
	}
	for _, n := range []int{8, 32, 48, 100, 200} {
		for _, level := range cpu.Levels() {
			b.Run(fmt.Sprintf("%d/%s", n, level), func(b *testing.B) {
				must.OK(b, cpu.Use(level))
				for b.Loop() {
					highest(ranks[:n])
				}
			})
		}
	}
}
