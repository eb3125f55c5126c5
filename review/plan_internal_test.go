package review

import (
	"runtime"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu"
)

// shuttle returns a game of so many plies.
func shuttle(t *testing.T, plies int) *nitoryu.Game {
	t.Helper()
	g, err := nitoryu.NewGame(nitoryu.Setup{Variant: nitoryu.Shogi})
	if err != nil {
		t.Fatal(err)
	}
	var moves []nitoryu.Move
	for range plies / 4 {
		moves = append(moves, "2h3h", "8b7b", "3h2h", "7b8b")
	}
	if err := g.Play(moves...); err != nil {
		t.Fatal(err)
	}
	return g
}

// Positions are yielded for doubts in their order, also for several about one.
func TestPositionsOf(t *testing.T) {
	var places, plies []int
	for i, p := range positionsOf(shuttle(t, 8), []Doubt{{Position: 0}, {Position: 3}, {Position: 3, Times: 1}, {Position: 8}}) {
		places, plies = append(places, i), append(plies, p.Plies())
	}
	if !slices.Equal(places, []int{0, 1, 2, 3}) || !slices.Equal(plies, []int{0, 3, 3, 8}) {
		t.Errorf("places %v, plies %v", places, plies)
	}
}

// The memory for a block of a long game is that of its positions, and not of all before it.
func TestMemoryOfLongGames(t *testing.T) {
	memory := func(plies int) uint64 {
		g := shuttle(t, plies)
		var doubts []Doubt
		for i := range blockSize {
			doubts = append(doubts, Doubt{Position: plies - blockSize + i})
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		kept := make([]*nitoryu.Position, 0, len(doubts))
		for _, p := range positionsOf(g, doubts) {
			kept = append(kept, p.Clone())
		}
		runtime.ReadMemStats(&after)
		if len(kept) != blockSize {
			t.Fatalf("%d positions", len(kept))
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	const times, most = 4, 6
	if short, long := memory(2000), memory(times*2000); long > most*short {
		t.Errorf("%d bytes for a game of 2000 plies, %d for one of %d", short, long, times*2000)
	}
}
