package stats_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
)

func ExampleGames_Estimate() {
	e := stats.Games{Wins: 136, Draws: 111, Losses: 96}.Estimate()
	fmt.Printf("Elo %s, normalised %s, LOS %.2f\n", stats.FormatElo(e.Elo, e.Error), stats.FormatElo(e.NormalizedElo, e.NormalizedError), e.LOS)
	// Output: Elo 40.70 ± 30.43, normalised 49.77 ± 36.77, LOS 1.00
}

func ExamplePairs_Estimate() {
	for _, pairs := range []stats.Pairs{{34, 54, 63, 64, 75}, {4: 1}} {
		e := pairs.Estimate()
		fmt.Printf("%d pairs: Elo %s, draw ratio %.2f\n", pairs.N(), stats.FormatElo(e.Elo, e.Error), e.DrawRatio)
	}
	// Output:
	// 290 pairs: Elo 55.58 ± 27.65, draw ratio 0.22
	// 1 pairs: Elo inf ± inf, draw ratio 0.00
}

func ExampleSPRT() {
	test := stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	if err := test.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	games, pairs := stats.Games{Wins: 1050, Draws: 1905, Losses: 953}, stats.Pairs{14, 405, 1030, 480, 25}
	lower, upper := test.Bounds()
	llr := test.LLR(games, pairs)
	left, _ := test.Remaining(games, pairs)
	fmt.Printf("LLR %.2f (%.2f, %.2f) [%g, %g] %v: %v, about %d games left\n",
		llr, lower, upper, test.Elo0, test.Elo1, test.Model, test.Decide(llr), left)
	// Output:
	// LLR 2.30 (-2.94, 2.94) [0, 5] normalized: undecided, about 1088 games left
}

func ExampleStandings() {
	s := stats.NewStandings([]string{"old", "new", "other"})
	for _, g := range []struct {
		first, second int
		result        stats.Result
		pair          int
	}{
		{0, 1, stats.Loss, 0}, {1, 0, stats.Win, 0},
		{0, 1, stats.Draw, 1}, {1, 0, stats.Draw, 1},
		{0, 1, stats.Win, 2}, {1, 0, stats.Draw, 2},
		{1, 2, stats.Win, 3}, {2, 1, stats.Draw, 3},
		{1, 2, stats.Draw, 4}, {2, 1, stats.Win, 4},
	} {
		s.Add(g.first, g.second, g.result, g.pair)
	}
	fmt.Print(s)
	// Output:
	// #  player  games  W  D  L  score     Elo       ±
	// 1  new        10  3  5  2  55.0%   34.86  199.36
	// 2  other       4  1  2  1  50.0%    0.00  296.58
	// 3  old         6  1  3  2  41.7%  -58.45  337.97
	//
	// #  W-D-L      1      2      3
	// 1  new        -  1-2-1  2-3-1
	// 2  other  1-2-1      -      -
	// 3  old    1-3-2      -      -
}
