package shogi_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func Example() {
	p := shogi.Rules.Start(core.Settings{})
	for _, text := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*3c"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Do(m, nil)
	}
	fmt.Println(p, p.InCheck())
	fmt.Print(p.Diagram())
	// Output:
	// lnsgkg1nl/1r5s1/ppppppBpp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6 true
	// White in hand: b1
	//   9  8  7  6  5  4  3  2  1
	//   l  n  s  g  k  g  .  n  l  a
	//   .  r  .  .  .  .  .  s  .  b
	//   p  p  p  p  p  p  B  p  p  c
	//   .  .  .  .  .  .  p  .  .  d
	//   .  .  .  .  .  .  .  .  .  e
	//   .  .  P  .  .  .  .  .  .  f
	//   P  P  .  P  P  P  P  P  P  g
	//   .  .  .  .  .  .  .  R  .  h
	//   L  N  S  G  K  G  S  N  L  i
	// Black in hand:
	// White to move, move 6
}

func ExampleAttacks() {
	p := shogi.Rules.Start(core.Settings{}).(*shogi.Position)
	for b := shogi.Attacks(core.First, shogi.Rook, p.Pieces(core.First, shogi.Rook).First(), p.Occupied()); b.Any(); {
		fmt.Print(shogi.SquareName(b.Pop()), " ")
	}
	// Output: 1h 2g 2i 3h 4h 5h 6h 7h 8h
}
