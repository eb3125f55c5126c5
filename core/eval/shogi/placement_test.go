package shogi

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// The sum kept through random pushes and pops equals that of all pieces, whenever it is
// asked for.
func TestPlacementFollowsMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var list core.MoveList
	for range 50 {
		p := shogi.Rules.Start(core.Settings{}).(*shogi.Position)
		e := New().(*Evaluator)
		e.Reset(p)
		for plies, step := 0, 0; step < 300; step++ {
			list.Clear()
			p.Generate(core.AllMoves, &list)
			switch {
			case plies > 0 && (list.N == 0 || random.IntN(3) == 0):
				p.Undo()
				e.Pop()
				plies--
			case list.N > 0:
				p.Do(list.Moves[random.IntN(list.N)], e.Push())
				plies++
			}
			if random.IntN(2) == 0 {
				continue
			}
			for c := range core.Color(2) {
				if got, want := e.placement.value(c), e.placement.count(c); got != want {
					t.Fatalf("%s: %d for the king of %d, want %d", p, got, c, want)
				}
			}
		}
	}
}
