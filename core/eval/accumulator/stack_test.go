package accumulator

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// TestKnown shows from which record updates start, by what is known and how kings moved.
func TestKnown(t *testing.T) {
	const pawn, king, otherKing core.Piece = 1, 6, 22
	views := &[core.MaxSquares]uint8{0, 0, 1, 1} // by square
	type move struct {
		piece    core.Piece
		from, to core.Place
		known    bool // to First, after it
	}
	tests := []struct {
		name  string
		root  bool // the first record is known
		moves []move
		want  int
	}{
		{"nothing is known", false, nil, -1},
		{"nothing is known after moves", false, []move{{pawn, 5, 6, false}}, -1},
		{"the first record", true, nil, 0},
		{"moves since", true, []move{{pawn, 5, 6, false}, {pawn, 6, 7, false}}, 0},
		{"the last record", true, []move{{pawn, 5, 6, false}, {pawn, 6, 7, true}}, 2},
		{"one between", false, []move{{pawn, 5, 6, true}, {pawn, 6, 7, false}}, 1},
		{"the king moved within its view", true, []move{{king, 0, 1, false}}, 0},
		{"the king moved to another view", true, []move{{king, 1, 2, false}}, -1},
		{"and on within it", true, []move{{king, 1, 2, false}, {king, 2, 3, false}}, -1},
		{"and what is known there", true, []move{{king, 1, 2, true}, {king, 2, 3, false}}, 1},
		{"the king went and came back", true, []move{{king, 1, 2, false}, {king, 2, 1, false}}, -1},
		{"the other king moved", true, []move{{otherKing, 1, 2, false}}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var trail Stack[int]
			trail.At(0).Known[core.First] = test.root
			for _, m := range test.moves {
				d := trail.Push()
				d.N = 0
				d.Add(7, 40, core.Nowhere) // the mover's change is the last one
				d.Add(m.piece, m.from, m.to)
				trail.At(trail.Top()).Known[core.First] = m.known
			}
			if got := trail.Known(core.First, king, views); got != test.want {
				t.Errorf("record %d, want %d", got, test.want)
			}
			if got := trail.Known(core.Second, king, views); got != -1 {
				t.Errorf("record %d is known to the other side", got)
			}
		})
	}
}

// A record that is reused is not known.
func TestReusedRecords(t *testing.T) {
	var trail Stack[int]
	trail.At(0).Known[core.Second] = true
	trail.Push().Add(1, 2, 3)
	trail.At(1).Known[core.Second] = true
	if got := trail.Known(core.Second, NoKing, nil); got != 1 {
		t.Fatalf("record %d, want 1", got)
	}
	trail.Pop()
	d := trail.Push()
	d.N = 0
	d.Add(1, 2, 4)
	if got := trail.Known(core.Second, NoKing, nil); got != 0 {
		t.Errorf("record %d after another move, want 0", got)
	}
	trail.Reset()
	if got := trail.Known(core.Second, NoKing, nil); got != -1 || trail.Top() != 0 {
		t.Errorf("record %d of %d after Reset, want -1 of 0", got, trail.Top())
	}
}
