// Command records reads games and searches nothing.
package main

import (
	"fmt"
	"os"

	"github.com/nitoryu/nitoryu"
)

func main() {
	for game, err := range nitoryu.ReadGames(os.Stdin, "") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		for position, ply := range game.Plies() {
			fmt.Println(position, ply.Move)
		}
	}
}
