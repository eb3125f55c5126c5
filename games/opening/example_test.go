package opening_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
)

// Six random moves that lose no piece and after which a search sees less than two pawns of
// advantage.
func ExampleShape_Random() {
	e := games.NewEngine()
	defer e.Close()
	shape := opening.Shape{MinPlies: 6, MaxPlies: 6, Blunder: 100, Bound: 200}
	judge := opening.By(e, core.Limits{Nodes: 1000})
	moves, p, err := shape.Random(games.Shogi().Start(core.Settings{}), opening.Source(1, 0), judge)
	if err != nil {
		fmt.Println(err)
		return
	}
	score := judge(p)
	fmt.Println(len(moves), score > -200 && score < 200)
	// Output: 6 true
}
