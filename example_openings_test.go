package nitoryu_test

import (
	"cmp"
	"fmt"
	"io"
	"log"
	"maps"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// openings counts the openings of the games of a player. Headers come first: games of others are
// never looked at.
func openings(in io.Reader, player string) (map[string]int, error) {
	count := map[string]int{}
	for header, err := range nitoryu.ReadHeaders(in, "games.pgn") {
		if err != nil {
			return nil, err
		}
		if header.Tag("White") != player && header.Tag("Black") != player {
			continue
		}
		game, err := header.Game()
		if err != nil {
			return nil, err
		}
		count[game.Opening().Family]++
	}
	return count, nil
}

// A collection of games is read, and the openings of one player are counted.
func Example_openings() {
	const games = `[White "Morphy, Paul"]
[Black "Duke Karl"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 1-0

[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]

1. e4 e5 2. f4 exf4 3. Bc4 1-0

[White "Morphy, Paul"]
[Black "Anderssen, Adolf"]

1. e4 e5 2. f4 exf4 3. Nf3 1-0

[White "Barnes, Thomas"]
[Black "Morphy, Paul"]

1. e4 e5 2. Nf3 d6 3. d4 f5 0-1
`
	count, err := openings(strings.NewReader(games), "Morphy, Paul")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Compare(count[b], count[a]) }) {
		fmt.Println(count[name], name)
	}
	// Output:
	// 2 Philidor Defence
	// 1 King's Gambit Accepted
}
