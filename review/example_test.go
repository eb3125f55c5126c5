package review_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

// What a score promises differs from game to game.
func ExampleStandard_Chance() {
	for _, g := range games.All() {
		fmt.Printf("%s: a score of 300 wins %.0f %%\n", g.Name, review.StandardOf(g.Name).Chance(300))
	}
	// Output:
	// chess: a score of 300 wins 75 %
	// shogi: a score of 300 wins 62 %
}

func ExampleAccuracy() {
	for _, loss := range []float64{0, 5, 10, 30} {
		fmt.Printf("a move that loses %2.0f %%: %.0f\n", loss, review.Accuracy(loss))
	}
	// Output:
	// a move that loses  0 %: 100
	// a move that loses  5 %: 81
	// a move that loses 10 %: 65
	// a move that loses 30 %: 26
}
