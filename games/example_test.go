package games_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// Whatever is common to both games takes a [games.Game].
func ExampleAll() {
	for _, g := range games.All() {
		var list core.MoveList
		p := g.Start(core.Settings{})
		p.Generate(core.Tactical, &list)
		p.Generate(core.Quiet, &list)
		fmt.Printf("%s: %d moves\n", g.Name, len(list.Slice()))
	}
	// Output:
	// chess: 20 moves
	// shogi: 30 moves
}

func ExampleByName() {
	_, err := games.ByName("go")
	fmt.Println(err)
	fmt.Println(games.Guess("4k4/9/9/9/9/9/9/9/4K4 b P 1").Name)
	// Output:
	// there is no game "go"; choose chess or shogi
	// shogi
}

func ExampleNewEngine() {
	e := games.NewEngine()
	defer e.Close()
	p, err := games.Chess().Parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := e.Search(p, core.Limits{Depth: 4})
	fmt.Println(p.FormatMove(r.Best), r.Score.PliesToMate())
	// Output: a1a8 1
}
