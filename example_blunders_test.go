package nitoryu_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// blunders tells which moves of a game gave away more than a share of the points, and what was
// better.
func blunders(ctx context.Context, engine nitoryu.Searcher, game *nitoryu.Game, share float64, out io.Writer) error {
	limits := nitoryu.Limits{Nodes: 20_000}
	for position, ply := range game.Plies() {
		best, err := nitoryu.Ask(ctx, engine, position, limits)
		if err != nil {
			return err
		}
		words, err := position.Write(nitoryu.SAN, ply.Move)
		if err != nil {
			return err
		}
		better, err := position.Write(nitoryu.SAN, best.Best)
		if err != nil {
			return err
		}
		number := position.Plies()/2 + 1
		if err := position.Play(ply.Move); err != nil { // the loop takes it back
			return err
		}
		points := 0.0 // of the side that moved
		switch o := position.Outcome(); {
		case o.Drawn:
			points = 0.5
		case o.Over:
			points = 1
		default:
			reply, err := nitoryu.Ask(ctx, engine, position, limits)
			if err != nil {
				return err
			}
			points = 1 - reply.Chances.Points()
		}
		if loss := best.Chances.Points() - points; loss > share {
			fmt.Fprintf(out, "%d. %s by %s was a blunder, better %s\n", number, words[0], ply.Side, better[0])
		}
	}
	return nil
}

// A game is analysed, and its blunders are told.
func Example_blunders() {
	engine, err := nitoryu.NewChess(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	for game, err := range nitoryu.ReadGames(strings.NewReader("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"), "") {
		if err != nil {
			log.Fatal(err)
		}
		var told strings.Builder
		if err := blunders(context.Background(), engine, game, 0.3, &told); err != nil {
			log.Fatal(err)
		}
		first, _, _ := strings.Cut(told.String(), ",")
		fmt.Fprintln(os.Stdout, first)
	}
	// Output: 2. Ke7 by second was a blunder
}
