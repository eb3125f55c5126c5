// Command chess plays chess alone.
package main

import (
	"context"
	"fmt"

	"github.com/nitoryu/nitoryu"
)

func main() {
	engine, err := nitoryu.NewChess(nitoryu.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	position, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Chess})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(nitoryu.Ask(context.Background(), engine, position, nitoryu.Limits{Nodes: 1000}))
}
