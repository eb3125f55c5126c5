package nnue_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/cpu"
)

// eachEvaluator runs a benchmark for each game, size and level with kernels of its own.
func eachEvaluator(b *testing.B, run func(b *testing.B, g game, e core.Evaluator)) {
	defer func() { _ = cpu.Use(cpu.This().Best) }()
	for _, g := range games {
		for _, size := range []struct {
			name   string
			hidden int
			layers []int
		}{{"64x2", 64, nil}, {"128x2", 128, nil}, {"256x2", 256, nil}, {"512x2", 512, nil}, {"768x2", 768, nil}, {"512x2-16-32", 512, []int{16, 32}}} {
			n := network(b, g, size.hidden, 1, rand.New(rand.NewPCG(1, 2)), size.layers...)
			for _, level := range cpu.Levels() {
				if level == cpu.BMI2 {
					continue
				}
				if err := cpu.Use(level); err != nil {
					b.Fatal(err)
				}
				e := evaluator(b, g, n)
				b.Run(fmt.Sprintf("%s/%s/%s", g.rules.Name, size.name, level), func(b *testing.B) { run(b, g, e) })
			}
		}
	}
}

// An evaluation after one quiet move: a fused update of both accumulators and the
// output.
func BenchmarkEvaluate(b *testing.B) {
	eachEvaluator(b, func(b *testing.B, g game, e core.Evaluator) {
		e.Reset(open(b, g, g.starts[0]))
		e.Evaluate()
		random := rand.New(rand.NewPCG(3, 4))
		var moves [256]core.DirtyPieces // of pieces other than kings
		for i := range moves {
			piece := core.NewPiece(core.Color(random.IntN(2)), core.PieceType(1+random.IntN(5)))
			moves[i].Add(piece, core.Place(random.IntN(64)), core.Place(random.IntN(64)))
		}
		for i := 0; b.Loop(); i++ {
			*e.Push() = moves[i%len(moves)]
			e.Evaluate()
			e.Pop()
		}
	})
}

// An evaluation of another position than the last: a refresh from the cache.
func BenchmarkRefresh(b *testing.B) {
	eachEvaluator(b, func(b *testing.B, g game, e core.Evaluator) {
		p, random := open(b, g, g.starts[0]), rand.New(rand.NewPCG(5, 6))
		var positions []core.Position // a move or two apart
		var list core.MoveList
		for range 40 {
			list.Clear()
			p.Generate(core.AllMoves, &list)
			if list.N == 0 {
				break
			}
			p.Do(list.Moves[random.IntN(list.N)], nil)
			positions = append(positions, p.Clone())
		}
		for i := 0; b.Loop(); i++ {
			e.Reset(positions[i%len(positions)])
			e.Evaluate()
		}
	})
}
