package chess

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// repeatable reports, by trying all moves, whether a move repeats a position of the
// last plies of the line.
func (p *Position) repeatable(plies int) bool {
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	for _, m := range list.Slice() {
		p.Do(m, nil)
		found := false
		s := &p.states[p.top]
		for back := 4; back <= min(int(s.reversible), plies); back += 2 {
			found = found || p.states[p.top-back].key == s.key
		}
		p.Undo()
		if found {
			return true
		}
	}
	return false
}

// Random games of pieces that move to and fro: every possible repetition is found. A
// repetition may be reported that no legal move makes, as the piece is pinned or the
// castling right is gone; such cases are counted and must be rare.
func TestUpcomingRepetition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found, illegal := 0, 0
	for range 300 {
		p, err := parse("r3k2r/8/2n2q2/3b4/4B3/2Q2N2/8/R3K2R w KQkq - 0 1", core.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for ply := 1; ply < 40; ply++ {
			var list core.MoveList
			p.Generate(core.Quiet, &list)
			if list.N == 0 {
				break
			}
			m := list.Moves[r.IntN(list.N)]
			// Half of the time, move back.
			if ply > 2 {
				last := p.states[p.top-1].move
				for _, back := range list.Slice() {
					if back.From() == last.To() && back.To() == last.From() && r.IntN(2) == 0 {
						m = back
					}
				}
			}
			p.Do(m, nil)
			got, want := p.UpcomingRepetition(ply), p.repeatable(ply)
			switch {
			case want && !got:
				t.Fatalf("%s after %d plies: missed a repetition", p, ply)
			case want:
				found++
			case got:
				illegal++
			}
		}
	}
	if found < 300 || illegal*50 > found {
		t.Errorf("%d repetitions found, %d announced that no legal move makes", found, illegal)
	}
}
