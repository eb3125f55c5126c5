package nitoryu_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// annotate writes what an engine thinks into the games of a file: a score behind every
// move, and a mark and the better line where a move gives a quarter of the game away.
func annotate(ctx context.Context, engine nitoryu.Searcher, in io.Reader, out io.Writer, name string) error {
	for game, err := range nitoryu.ReadGames(in, name) {
		if err != nil {
			return err
		}
		var last *nitoryu.Ply
		var thought nitoryu.Result // about the position before last
		for position, ply := range game.Plies() {
			result, err := nitoryu.Ask(ctx, engine, position, nitoryu.Limits{Nodes: 50_000})
			if err != nil {
				return err
			}
			if last != nil {
				last.SetScore(result.Score, result.Depth)
				if loss := thought.Chances.Points() + result.Chances.Points() - 1; loss > 0.25 {
					last.Glyph(4) // ??
					if err := last.Variation(thought.Lines[0].Moves...); err != nil {
						return err
					}
				}
			}
			last, thought = ply, result
		}
		if err := errors.Join(engine.NewGame(ctx), game.Write(out, name)); err != nil {
			return err
		}
	}
	return nil
}

// A file is annotated by our engine; with client.Start in place of New, by any other.
func Example_annotate() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	const game = `1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0`
	var out strings.Builder
	if err := annotate(context.Background(), engine, strings.NewReader(game), &out, "game.pgn"); err != nil {
		log.Fatal(err)
	}
	text := strings.Join(strings.Fields(out.String()), " ")
	fmt.Println(strings.Contains(text, "2... Ke7 $4 {[%eval #1,"))
	// Output: true
}
