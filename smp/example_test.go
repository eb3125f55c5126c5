package smp_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/smp"
)

// A search in the background tells its lines, and its answer at the end.
func ExampleEngine_Go() {
	p, err := shogi.Rules.Parse("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := smp.New(smp.Game{GameInfo: p.GameInfo(), Params: params.Shogi(), Evaluators: shogieval.Classic()})
	defer e.Close()
	e.Go(p.Clone(), core.Limits{Depth: 6}, core.Callbacks{
		Done: func(r core.Result) { fmt.Println(p.FormatMove(r.Best), r.Score.PliesToMate()) },
	})
	e.Wait()
	// Output: G*5b 1
}
