package main

import (
	"github.com/nitoryu/nitoryu/cmd/engine/internal/alone"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

func main() { alone.Run(usi.Dialect(), games.Shogi()) }
