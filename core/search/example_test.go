package search_test

import (
	"fmt"
	"sync/atomic"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/core/search"
	"github.com/nitoryu/nitoryu/core/tt"
)

// tell is a control without limits that prints the lines of each iteration.
type tell struct{ p core.Position }

func (tell) Poll(nodes uint64) (next uint64)        { return nodes + 1<<40 }
func (tell) Partial(*search.Worker, search.Partial) {}
func (tell) Current(int, core.Move, int)            {}

func (t tell) Iterated(w *search.Worker) (next int) {
	best := w.Best()
	fmt.Println(w.Depth(), t.p.FormatMove(best.Move), best.Score.PliesToMate())
	return w.Depth() + 1
}

// A worker needs a table, a task and someone who says how long it goes on. Package smp
// does all that for many threads.
func ExampleWorker_Search() {
	p, err := chess.Rules.Parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := search.New(p.GameInfo(), tt.Make(1<<20), new(atomic.Bool), nil)
	w.Search(search.Task{
		Position: p.Clone(), Legal: legal(p), Evaluator: chesseval.New(), Params: params.Chess(),
		MultiPV: 1, FirstDepth: 2, MaxDepth: 3, Control: tell{p},
	})
	// Output:
	// 2 a1a8 1
	// 3 a1a8 1
}
