package shogi

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// BenchmarkPerft reports leaves per second; the one allocation is that of the
// lists of core.Perft.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, sfen string
		depth      int
	}{{"start", StartSFEN, 5}, {"matsuri", matsuri, 3}} {
		b.Run(c.name, func(b *testing.B) {
			p := open(b, c.sfen)
			b.ReportAllocs()
			leaves := uint64(0)
			for b.Loop() {
				n, _ := core.Divide(p, c.depth, nil, nil)
				leaves += n
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, c := range []struct{ name, sfen string }{{"start", StartSFEN}, {"matsuri", matsuri}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			p := open(b, c.sfen)
			var list core.MoveList
			for b.Loop() {
				list.Clear()
				p.Generate(core.AllMoves, &list)
			}
		})
	}
}

func BenchmarkDoUndo(b *testing.B) {
	b.ReportAllocs()
	p := open(b, matsuri)
	moves := generate(p, core.AllMoves)
	var d core.DirtyPieces
	for i := 0; b.Loop(); i++ {
		p.Do(moves[i%len(moves)], &d)
		p.Undo()
	}
}

func BenchmarkMateInOne(b *testing.B) {
	b.ReportAllocs()
	p := open(b, matsuri)
	for b.Loop() {
		p.MateInOne()
	}
}

// BenchmarkOutcome looks back over a game in which nothing repeats.
func BenchmarkOutcome(b *testing.B) {
	b.ReportAllocs()
	random := rand.New(rand.NewPCG(5, 81))
	p := open(b, StartSFEN)
	for range 100 {
		moves := generate(p, core.AllMoves)
		p.Do(moves[random.IntN(len(moves))], nil)
	}
	for b.Loop() {
		p.Outcome(60)
	}
}

// middlegames returns positions of random games: with only one, the processor would
// foresee every branch.
func middlegames(tb testing.TB) (games [256]*Position) {
	random := rand.New(rand.NewPCG(81, 5))
	for i := range games {
		games[i] = open(tb, StartSFEN)
		for range 40 + i/2 {
			moves := generate(games[i], core.AllMoves)
			if len(moves) == 0 {
				break
			}
			games[i].Do(moves[random.IntN(len(moves))], nil)
		}
	}
	return games
}

func BenchmarkAttacked(b *testing.B) {
	b.ReportAllocs()
	games := middlegames(b)
	for i := 0; b.Loop(); i++ {
		games[i*167%len(games)].Attacked()
	}
}

func BenchmarkDangers(b *testing.B) {
	b.ReportAllocs()
	games := middlegames(b)
	var d core.Dangers
	for i := 0; b.Loop(); i++ {
		games[i*167%len(games)].Dangers(&d)
	}
}
