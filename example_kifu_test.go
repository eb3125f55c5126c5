package nitoryu_test

import (
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// convert writes the games of a file as files of another format, and returns how many they are. What
// could be read of a damaged game is written, too.
func convert(in io.Reader, name string, create func(number int) (out io.Writer, name string)) (games int, damaged []error) {
	for game, err := range nitoryu.ReadGames(in, name) {
		if err != nil {
			damaged = append(damaged, err)
		}
		if game == nil {
			continue
		}
		games++
		out, name := create(games)
		if err := game.Write(out, name); err != nil {
			damaged = append(damaged, err)
		}
	}
	return games, damaged
}

// A record of shogi in KIF becomes one in CSA.
func Example_kifu() {
	const kif = `開始日時：2024/05/01
手合割：平手
先手：羽生
後手：藤井
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
   2 ３四歩(33)   ( 0:05/00:00:05)
   3 ２二角成(88) ( 0:01/00:00:04)
   4 投了
`
	var csa strings.Builder
	games, damaged := convert(strings.NewReader(kif), "game.kif", func(int) (io.Writer, string) { return &csa, "game.csa" })
	if len(damaged) > 0 {
		log.Fatal(damaged)
	}
	fmt.Println(games, "game")
	for line := range strings.Lines(csa.String()) {
		if strings.HasPrefix(line, "N") || strings.HasPrefix(line, "%") || len(line) > 6 && strings.Contains("+-", line[:1]) {
			fmt.Print(line)
		}
	}
	// Output:
	// 1 game
	// N+羽生
	// N-藤井
	// +7776FU
	// -3334FU
	// +8822UM
	// %TORYO
}
