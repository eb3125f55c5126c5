package main

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/smp"
)

// signatureOf identifies search and evaluation by a node count, so that no file mixes
// games of different engines under one seed.
func signatureOf(g games.Game) (string, error) {
	const depth = 5
	engine := smp.New(g.Engine(nil))
	defer engine.Close()
	total := uint64(0)
	for _, text := range g.Bench.Positions {
		p, err := g.Parse(text, core.Settings{})
		if err != nil {
			return "", err
		}
		engine.NewGame()
		total += engine.Search(p, core.Limits{Depth: depth}).Nodes
	}
	return fmt.Sprintf("%d nodes to depth %d", total, depth), nil
}
