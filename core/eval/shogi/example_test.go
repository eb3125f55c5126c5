package shogi_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	eval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// An evaluator follows a position through a move and back.
func Example() {
	p := shogi.Rules.Start(core.Settings{})
	e := eval.New()
	e.Reset(p)
	start := e.Evaluate()
	m, err := p.ParseMove("7g7f")
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Do(m, e.Push())
	fmt.Println("the move changed the value:", e.Evaluate() != -start)
	p.Undo()
	e.Pop()
	fmt.Println("taken back, it is the same:", e.Evaluate() == start)
	// Output:
	// the move changed the value: true
	// taken back, it is the same: true
}
