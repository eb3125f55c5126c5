package main

import (
	"context"
	"fmt"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/games"
)

// signatureOf identifies search and evaluation by a node count, so that no file mixes
// games of different engines under one seed.
func signatureOf(g games.Game) (string, error) {
	const depth = 5
	ctx := context.Background()
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		return "", err
	}
	defer engine.Close()
	total := uint64(0)
	for _, text := range g.Bench.Positions {
		p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Variant(g.Name), Position: text})
		if err != nil {
			return "", err
		}
		if err := engine.NewGame(ctx); err != nil {
			return "", err
		}
		r, err := nitoryu.Ask(ctx, engine, p, nitoryu.Limits{Depth: depth})
		if err != nil {
			return "", err
		}
		total += r.Nodes
	}
	return fmt.Sprintf("%d nodes to depth %d", total, depth), nil
}
