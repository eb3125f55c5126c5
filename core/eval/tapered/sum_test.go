package tapered

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// testTable gives every piece and place a value of its own.
func testTable() *Table {
	t := new(Table)
	for p := range t {
		for at := range 255 { // Nowhere stays worth nothing
			t[p][at] = Value{Middle: int32(p*1000 + at), End: int32(p*7 - at), Phase: int32(p % 5)}
		}
	}
	return t
}

// A sum kept through pushes and pops equals the sum over the pieces that stand.
func TestSumFollowsMoves(t *testing.T) {
	table := testTable()
	random := rand.New(rand.NewPCG(1, 2))
	s := New(table)
	type piece struct {
		p  core.Piece
		at core.Place
	}
	for range 50 {
		pieces := []piece{{1, 0}, {17, 60}, {5, 12}, {22, core.HandPlace}}
		s.Clear()
		for _, p := range pieces {
			s.Place(p.p, p.at)
		}
		var history [][]piece
		check := func() {
			t.Helper()
			var want Value
			for _, p := range pieces {
				want.add(&table[p.p][p.at])
			}
			if got := s.Value(); got != want {
				t.Fatalf("sum %+v, want %+v", got, want)
			}
		}
		for range 200 {
			if len(history) > 0 && random.IntN(3) == 0 {
				s.Pop()
				pieces, history = history[len(history)-1], history[:len(history)-1]
			} else if len(history) < core.MaxPly {
				history = append(history, append([]piece(nil), pieces...))
				d := s.Push()
				d.N = 0
				i := random.IntN(len(pieces))
				to := core.Place(random.IntN(81))
				switch random.IntN(3) {
				case 0: // an ordinary move
					d.Add(pieces[i].p, pieces[i].at, to)
					pieces[i].at = to
				case 1: // a promotion
					promoted := pieces[i].p ^ 8
					d.Add(pieces[i].p, pieces[i].at, core.Nowhere)
					d.Add(promoted, core.Nowhere, to)
					pieces[i] = piece{promoted, to}
				case 2: // a new piece in hand
					p := piece{core.Piece(1 + random.IntN(7)), core.HandPlace + core.Place(random.IntN(18))}
					d.Add(p.p, core.Nowhere, p.at)
					pieces = append(pieces, p)
				}
			}
			if random.IntN(2) == 0 {
				check()
			}
		}
		check()
	}
}
