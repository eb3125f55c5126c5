package core_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestPieces(t *testing.T) {
	seen := make(map[core.Piece]bool)
	for _, c := range []core.Color{core.First, core.Second} {
		for k := core.PieceType(1); k < core.MaxPieceTypes; k++ {
			p := core.NewPiece(c, k)
			if p.Color() != c || p.Type() != k {
				t.Errorf("piece of side %d and kind %d reads back as %d and %d", c, k, p.Color(), p.Type())
			}
			if p >= core.MaxPieces || seen[p] {
				t.Errorf("piece %d is out of range or not unique", p)
			}
			seen[p] = true
		}
	}
	if core.First.Other() != core.Second || core.Second.Other() != core.First {
		t.Error("Other is not the opponent")
	}
}

func TestPlaces(t *testing.T) {
	tests := []struct {
		name         string
		place        core.Place
		square, hand bool
	}{
		{"first square", 0, true, false},
		{"last square", core.MaxSquares - 1, true, false},
		{"first slot of a hand", core.HandPlace, false, true},
		{"eighteenth slot of a hand", core.HandPlace + 17, false, true},
		{"nowhere", core.Nowhere, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.place.IsSquare() != test.square || test.place.IsHand() != test.hand {
				t.Errorf("place %d: square %v, hand %v", test.place, test.place.IsSquare(), test.place.IsHand())
			}
		})
	}
}

func TestDirtyPieces(t *testing.T) {
	var d core.DirtyPieces
	want := [core.MaxChanges]core.Change{
		{Piece: 1, From: 2, To: core.Nowhere},
		{Piece: 3, From: core.Nowhere, To: 4},
		{Piece: 17, From: 4, To: core.Nowhere},
		{Piece: 5, From: core.Nowhere, To: core.HandPlace},
	}
	for i, c := range want {
		d.Add(c.Piece, c.From, c.To)
		if d.N != i+1 {
			t.Fatalf("N is %d after %d changes", d.N, i+1)
		}
		if *d.Mover() != c {
			t.Errorf("the mover of %d changes is %v, want %v", d.N, *d.Mover(), c)
		}
	}
	if d.Changes != want {
		t.Errorf("changes %v, want %v", d.Changes, want)
	}
}

func ExampleDirtyPieces_Mover() {
	const rook, king core.PieceType = 4, 6
	var d core.DirtyPieces // White castles: the rook's change comes first
	d.Add(core.NewPiece(core.First, rook), 7, 5)
	d.Add(core.NewPiece(core.First, king), 4, 6)
	mover := d.Mover()
	fmt.Println(mover.Piece.Type() == king, mover.From, mover.To)
	// Output: true 4 6
}

func ExampleDirtyPieces() {
	const pawn, tokin core.PieceType = 1, 9
	var d core.DirtyPieces // a pawn promotes
	d.Add(core.NewPiece(core.First, pawn), 21, core.Nowhere)
	d.Add(core.NewPiece(core.First, tokin), core.Nowhere, 20)
	for _, c := range d.Changes[:d.N] {
		fmt.Println(c.Piece.Type(), c.From.IsSquare(), c.To.IsSquare())
	}
	// Output:
	// 1 true false
	// 9 false true
}
