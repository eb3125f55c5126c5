package chess_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

func Example() {
	p := chess.Rules.Start(core.Settings{})
	for _, text := range []string{"e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Do(m, nil)
	}
	fmt.Println(p)
	fmt.Println(p.Verdict().Ending)
	// Output:
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
	// checkmate
}

func ExamplePosition_Generate() {
	p, err := chess.Rules.Parse("4k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var list core.MoveList
	p.Generate(core.Tactical, &list)
	for _, m := range list.Slice() {
		fmt.Println(p.FormatMove(m))
	}
	// Unordered output:
	// a7a8q
	// e5d6
}

func ExamplePosition_ParseMove() {
	p := chess.Rules.Start(core.Settings{})
	_, err := p.ParseMove("e2e5")
	fmt.Println(err)
	// Output: move "e2e5" is illegal
}
