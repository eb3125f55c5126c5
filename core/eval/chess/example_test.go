package chess_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	eval "github.com/nitoryu/nitoryu/core/eval/chess"
)

// An evaluator follows a game: White wins a queen for a pawn.
func Example() {
	p, err := chess.Rules.Parse("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := eval.New()
	e.Reset(p)
	before := e.Evaluate()
	m, err := p.ParseMove("e4d5")
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Do(m, e.Push())
	after := e.Evaluate() // for Black
	fmt.Println(before < -500, after < -100)
	p.Undo()
	e.Pop()
	fmt.Println(e.Evaluate() == before)
	// Output:
	// true true
	// true
}
