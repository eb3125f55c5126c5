package core_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestMoveFields(t *testing.T) {
	tests := []struct {
		name           string
		move           core.Move
		from, to       core.Square
		kind, captured core.PieceType
		variant        uint8
		capture        bool
		flags          core.Move // among those below
	}{
		{name: "smallest board move", move: core.NewMove(0, 1, 1, 0), from: 0, to: 1, kind: 1},
		{name: "to the first square", move: core.NewMove(1, 0, 1, 0), from: 1, to: 0, kind: 1},
		{name: "last squares, last kinds", move: core.NewMove(80, 79, 15, 15), from: 80, to: 79, kind: 15, captured: 15, capture: true},
		{name: "capture of kind 1", move: core.NewMove(12, 21, 3, 1), from: 12, to: 21, kind: 3, captured: 1, capture: true},
		{name: "capture of kind 8", move: core.NewMove(12, 21, 3, 8), from: 12, to: 21, kind: 3, captured: 8, capture: true},
		{
			name: "promotion", move: core.NewMove(52, 60, 1, 0) | core.Variant(3) | core.FlagPromotes | core.FlagTactical,
			from: 52, to: 60, kind: 1, variant: 3, flags: core.FlagPromotes | core.FlagTactical,
		},
		{
			name: "castling", move: core.NewMove(4, 7, 6, 0) | core.FlagCastles,
			from: 4, to: 7, kind: 6, flags: core.FlagCastles,
		},
		{
			name: "en passant", move: core.NewMove(36, 43, 1, 1) | core.FlagEnPassant | core.FlagTactical,
			from: 36, to: 43, kind: 1, captured: 1, capture: true, flags: core.FlagEnPassant | core.FlagTactical,
		},
		{
			name: "everything at once", move: core.NewMove(80, 80, 15, 15) | core.Variant(3) | allFlags,
			from: 80, to: 80, kind: 15, captured: 15, variant: 3, capture: true, flags: allFlags,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := test.move
			if m.From() != test.from || m.To() != test.to {
				t.Errorf("goes from %d to %d, want %d to %d", m.From(), m.To(), test.from, test.to)
			}
			if m.PieceType() != test.kind || m.Captured() != test.captured || m.IsCapture() != test.capture {
				t.Errorf("kind %d captures %d (%v), want kind %d captures %d (%v)",
					m.PieceType(), m.Captured(), m.IsCapture(), test.kind, test.captured, test.capture)
			}
			if m.Variant() != test.variant {
				t.Errorf("variant %d, want %d", m.Variant(), test.variant)
			}
			if got := flagsOf(m); got != test.flags {
				t.Errorf("flags %#x, want %#x", got, test.flags)
			}
			if m.IsDrop() {
				t.Error("is a drop")
			}
		})
	}
}

const allFlags = core.FlagPromotes | core.FlagTactical | core.FlagCastles | core.FlagEnPassant

// flagsOf reads the flags one method at a time.
func flagsOf(m core.Move) (flags core.Move) {
	for _, f := range []struct {
		set  bool
		flag core.Move
	}{
		{m.IsPromotion(), core.FlagPromotes},
		{m.IsTactical(), core.FlagTactical},
		{m.IsCastling(), core.FlagCastles},
		{m.IsEnPassant(), core.FlagEnPassant},
	} {
		if f.set {
			flags |= f.flag
		}
	}
	return flags
}

// Every move that any position can have keeps its fields and has an identity
// and a FromTo index of its own.
func TestMovesAreDistinct(t *testing.T) {
	seen := make(map[core.MoveID]core.Move)
	fromTos := make(map[uint]core.Move)
	check := func(m core.Move, drop bool) {
		if m.IsDrop() != drop {
			t.Fatalf("%#x: IsDrop is %v", m, m.IsDrop())
		}
		if m.ID() == 0 || m.ID() == core.NullMove.ID() {
			t.Fatalf("%#x has the identity of no move or the null move", m)
		}
		if other, ok := seen[m.ID()]; ok {
			t.Fatalf("%#x and %#x share the identity %#x", m, other, m.ID())
		}
		seen[m.ID()] = m
		if m.FromTo() >= core.FromTos {
			t.Fatalf("%#x: FromTo is %d, want less than %d", m, m.FromTo(), core.FromTos)
		}
		if m.Variant() == 0 {
			if other, ok := fromTos[m.FromTo()]; ok {
				t.Fatalf("%#x and %#x share FromTo %d", m, other, m.FromTo())
			}
			fromTos[m.FromTo()] = m
		} else if _, ok := fromTos[m.FromTo()]; !ok {
			t.Fatalf("%#x: FromTo depends on the variant", m)
		}
	}
	for from := range core.Square(core.MaxSquares) {
		for to := range core.Square(core.MaxSquares) {
			if from == to {
				continue
			}
			for variant := range uint8(4) {
				kind, captured := core.PieceType(1+(from+to)%15), core.PieceType((from^to)%16)
				m := core.NewMove(from, to, kind, captured) | core.Variant(variant)
				check(m, false)
				if m.From() != from || m.To() != to || m.PieceType() != kind || m.Captured() != captured || m.Variant() != variant {
					t.Fatalf("move from %d to %d lost a field", from, to)
				}
			}
		}
	}
	for kind := core.PieceType(1); kind < core.MaxPieceTypes; kind++ {
		for to := range core.Square(core.MaxSquares) {
			m := core.NewDrop(kind, to)
			check(m, true)
			if m.PieceType() != kind || m.To() != to || m.IsCapture() || int(m.From()) != core.DropFrom+int(kind) {
				t.Fatalf("drop of %d on %d lost a field", kind, to)
			}
		}
	}
}

// What is derived from the position must not change the identity.
func TestMoveIDIgnoresDerivedFields(t *testing.T) {
	plain := core.NewMove(10, 20, 1, 0) | core.Variant(1)
	rich := core.NewMove(10, 20, 15, 15) | core.Variant(1) | allFlags
	if plain.ID() != rich.ID() {
		t.Errorf("identities %#x and %#x, want the same", plain.ID(), rich.ID())
	}
	if other := core.NewMove(10, 20, 1, 0) | core.Variant(2); other.ID() == plain.ID() {
		t.Error("variants 1 and 2 share an identity")
	}
}

func TestMoveList(t *testing.T) {
	list := new(core.MoveList)
	if len(list.Slice()) != 0 || list.Contains(core.NoMove) {
		t.Error("a new list is not empty")
	}
	for i := range core.MaxMoves {
		list.Add(core.Move(i + 1))
	}
	if list.N != core.MaxMoves || len(list.Slice()) != core.MaxMoves {
		t.Fatalf("a full list has %d moves, want %d", list.N, core.MaxMoves)
	}
	for i, m := range list.Slice() {
		if m != core.Move(i+1) {
			t.Fatalf("move %d is %#x, want %#x", i, m, i+1)
		}
	}
	if !list.Contains(core.Move(7)|core.FlagTactical) || list.Contains(core.Move(core.MaxMoves+1)) {
		t.Error("Contains does not go by identity")
	}
	list.Slice()[0] = 42
	if list.Moves[0] != 42 {
		t.Error("Slice is a copy")
	}
	list.Clear()
	if list.N != 0 || list.Contains(core.Move(7)) {
		t.Error("a cleared list is not empty")
	}
}

func ExampleNewMove() {
	const pawn, rook core.PieceType = 1, 4
	m := core.NewMove(52, 61, pawn, rook) | core.Variant(3) | core.FlagPromotes | core.FlagTactical
	fmt.Println(m.From(), m.To(), m.PieceType(), m.Captured(), m.Variant(), m.IsPromotion(), m.IsDrop())
	// Output: 52 61 1 4 3 true false
}

func ExampleNewDrop() {
	const gold core.PieceType = 7
	m := core.NewDrop(gold, 40)
	fmt.Println(m.IsDrop(), m.PieceType(), m.To(), m.IsCapture())
	// Output: true 7 40 false
}
