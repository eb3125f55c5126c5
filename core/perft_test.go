package core_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestPerft(t *testing.T) {
	tests := []struct {
		name   string
		stones int
		depth  int
		want   uint64
	}{
		{"no depth is one leaf", 5, 0, 1},
		{"negative depth is one leaf", 5, -1, 1},
		{"one ply", 5, 1, 3},
		{"one ply, few stones", 2, 1, 2},
		{"no move", 0, 1, 0},
		{"beyond the end", 1, 2, 0},
		{"two plies of three stones", 3, 2, 3}, // 1+1, 1+2, 2+1
		{"two plies of four stones", 4, 2, 6},  // 1+1, 1+2, 1+3, 2+1, 2+2, 3+1
		{"three plies of nine stones", 9, 3, 27},
		{"five plies of fifteen stones", 15, 5, 243},
		{"four plies of six stones", 6, 4, 15}, // the ways to choose 4 parts of 1 to 3 that sum to at most 6
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := &nim{stones: test.stones}
			if got, _ := core.Divide(g, test.depth, nil, nil); got != test.want {
				t.Errorf("%d leaves, want %d", got, test.want)
			}
			if got, complete := core.Divide(g, test.depth, never, func(core.Move, uint64) {}); got != test.want || !complete {
				t.Errorf("Divide is %d, complete %v; want %d", got, complete, test.want)
			}
			if g.stones != test.stones || g.side != core.First || len(g.history) != 0 {
				t.Error("the position was not restored")
			}
		})
	}
}

func never() bool { return false }

func TestDivide(t *testing.T) {
	g := &nim{stones: 4}
	var moves []core.Move
	sum := uint64(0)
	total, _ := core.Divide(g, 3, never, func(m core.Move, leaves uint64) {
		moves = append(moves, m)
		if want, _ := core.Divide(&nim{stones: int(m.To())}, 2, nil, nil); leaves != want {
			t.Errorf("below %#x: %d leaves, want %d", m, leaves, want)
		}
		sum += leaves
	})
	if alone, _ := core.Divide(g, 3, nil, nil); total != sum || total != alone {
		t.Errorf("total %d, sum of the visits %d, without visits %d", total, sum, alone)
	}
	var list core.MoveList
	g.Generate(core.AllMoves, &list)
	if fmt.Sprint(moves) != fmt.Sprint(list.Slice()) {
		t.Errorf("visited %v, want the order of generation %v", moves, list.Slice())
	}
}

func TestDivideStopsEarly(t *testing.T) {
	g := &nim{stones: 9}
	visits := 0
	total, complete := core.Divide(g, 3, func() bool { return visits == 2 }, func(core.Move, uint64) { visits++ })
	if visits != 2 || total != 18 || complete {
		t.Errorf("%d visits, total %d, complete %v; want 2, 18 and false", visits, total, complete)
	}
	if g.stones != 9 || len(g.history) != 0 {
		t.Error("the position was not restored")
	}
}

func TestDivideAllocatesOnce(t *testing.T) {
	g := &nim{stones: 15, history: make([]int, 0, 16)}
	if n := testing.AllocsPerRun(10, func() { core.Divide(g, 6, nil, nil) }); n > 1 {
		t.Errorf("%v allocations, want 1: the move lists", n)
	}
}

func ExampleDivide() {
	total, _ := core.Divide(&nim{stones: 4}, 2, never, func(m core.Move, leaves uint64) {
		fmt.Printf("%d stones left: %d\n", m.To(), leaves)
	})
	fmt.Println("total", total)
	// Output:
	// 3 stones left: 3
	// 2 stones left: 2
	// 1 stones left: 1
	// total 6
}
