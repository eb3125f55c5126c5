package chess

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// A position of the middlegame, evaluated after each of its moves, as a search does.
func BenchmarkEvaluate(b *testing.B) {
	p, err := chess.Rules.Parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", core.Settings{})
	if err != nil {
		b.Fatal(err)
	}
	e := New()
	e.Reset(p)
	e.Evaluate()
	var list core.MoveList
	p.Generate(core.AllMoves, &list)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.Do(list.Moves[i%list.N], e.Push())
		e.Evaluate()
		p.Undo()
		e.Pop()
	}
}
