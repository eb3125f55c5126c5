package shogi

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// A position of the middlegame with pieces in hand, evaluated after each of its
// moves, as a search does.
func BenchmarkEvaluate(b *testing.B) {
	p, err := shogi.Rules.Parse("l3skbn1/r3g1g2/psP4pl/1p1pppp1p/9/P2PG2P1/1P2PPP1P/LB1G1K1RL/2S3SN1 b 2NP 39", core.Settings{})
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
