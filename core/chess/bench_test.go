package chess

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func BenchmarkPerft(b *testing.B) {
	for _, bench := range []struct {
		name, fen string
		depth     int
	}{
		{"initial", StartFEN, 5},
		{"kiwipete", themes[1].fen, 4},
	} {
		b.Run(bench.name, func(b *testing.B) {
			p := open(b, bench.fen, core.Settings{})
			leaves := uint64(0)
			for b.Loop() {
				n, _ := core.Divide(p, bench.depth, nil, nil)
				leaves += n
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, bench := range []struct {
		name string
		kind core.GenKind
	}{{"all", core.AllMoves}, {"tactical", core.Tactical}, {"quiet", core.Quiet}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			p := open(b, themes[1].fen, core.Settings{})
			var list core.MoveList
			for b.Loop() {
				list.Clear()
				p.Generate(bench.kind, &list)
			}
		})
	}
}

func BenchmarkDoUndo(b *testing.B) {
	for _, bench := range []struct {
		name  string
		delta *core.DirtyPieces
	}{{"plain", nil}, {"delta", new(core.DirtyPieces)}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			p := open(b, themes[1].fen, core.Settings{})
			moves := legal(p)
			for i := 0; b.Loop(); i++ {
				p.Do(moves[i%len(moves)], bench.delta)
				p.Undo()
			}
		})
	}
}

func BenchmarkSEE(b *testing.B) {
	b.ReportAllocs()
	p := open(b, themes[1].fen, core.Settings{})
	moves := legal(p)
	for i := 0; b.Loop(); i++ {
		p.SEE(moves[i%len(moves)], 0)
	}
}

func BenchmarkExpand(b *testing.B) {
	b.ReportAllocs()
	p := open(b, themes[1].fen, core.Settings{})
	moves := legal(p)
	for i := 0; b.Loop(); i++ {
		p.ValidateMove(moves[i%len(moves)].ID())
	}
}

func BenchmarkGivesCheck(b *testing.B) {
	b.ReportAllocs()
	p := open(b, themes[1].fen, core.Settings{})
	moves := legal(p)
	for i := 0; b.Loop(); i++ {
		p.GivesCheck(moves[i%len(moves)])
	}
}

func BenchmarkAttacked(b *testing.B) {
	b.ReportAllocs()
	p := open(b, themes[1].fen, core.Settings{})
	for b.Loop() {
		p.Attacked()
	}
}

func BenchmarkDangers(b *testing.B) {
	b.ReportAllocs()
	p := open(b, themes[1].fen, core.Settings{})
	var d core.Dangers
	for b.Loop() {
		p.Dangers(&d)
	}
}
