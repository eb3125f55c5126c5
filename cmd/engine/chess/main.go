package main

import (
	"github.com/nitoryu/nitoryu/cmd/engine/internal/alone"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol/uci"
)

func main() { alone.Run(uci.Dialect(), games.Chess()) }
