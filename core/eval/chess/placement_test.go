package chess

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// The sum kept through random pushes and pops equals that of all pieces, whenever it is
// asked for.
func TestPlacementFollowsMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var list core.MoveList
	for range 50 {
		p := chess.Rules.Start(core.Settings{}).(*chess.Position)
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
			if got, want := e.placement.value(), e.placement.count(); got != want {
				t.Fatalf("%s: %+v, want %+v", p, got, want)
			}
		}
	}
}
