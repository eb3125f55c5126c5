package review_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

// The games of a file are reviewed by our engine; with client.Start in place of New, by any other.
func ExampleRun() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	const file = `1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0`
	for game, err := range nitoryu.ReadGames(strings.NewReader(file), "game.pgn") {
		if err != nil {
			log.Fatal(err)
		}
		judged, err := review.Run(context.Background(), engine, game, review.Options{Limits: nitoryu.Limits{Nodes: 2000}})
		if err != nil {
			log.Fatal(err)
		}
		for _, m := range judged.Moves {
			if m.Judgement == review.Blunder {
				fmt.Println(m.Played, m.Judgement)
			}
		}
	}
	// Output:
	// e8e7 blunder
}

// What was found is written into the record of the game, with the scores, and better moves as variations.
func ExampleGame_Annotate() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	game, err := nitoryu.NewGame(nitoryu.Setup{Position: "8/5K1k/8/6P1/8/8/8/6R1 b - - 0 1"})
	if err != nil {
		log.Fatal(err)
	}
	if err := game.Play("h7h8", "g5g6"); err != nil {
		log.Fatal(err)
	}
	judged, err := review.Run(context.Background(), engine, game, review.Options{Limits: nitoryu.Limits{Nodes: 2000}})
	if err != nil {
		log.Fatal(err)
	}
	words, err := review.NewWords(game.Record(), review.English)
	if err != nil {
		log.Fatal(err)
	}
	var file strings.Builder
	if err := errors.Join(judged.Annotate(review.Engine, words), game.Write(&file, "game.pgn")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(strings.Join(strings.Fields(file.String()), " "), "misses a mate in 1. Best was Rh1#.}"))
	// Output: true
}

// A move that alone is right makes a puzzle, here one that was missed.
func ExamplePuzzles() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	game, err := nitoryu.NewGame(nitoryu.Setup{Position: "r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1"})
	if err != nil {
		log.Fatal(err)
	}
	if err := game.Play("h2h3", "h7h6"); err != nil {
		log.Fatal(err)
	}
	options := review.Options{Limits: nitoryu.Limits{Nodes: 2000}}
	judged, err := review.Run(context.Background(), engine, game, options)
	if err != nil {
		log.Fatal(err)
	}
	puzzles, err := review.Puzzles(context.Background(), engine, judged, options)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range puzzles {
		fmt.Println(p.Line, "mates in", p.Mate, "plies; played was", p.Played)
	}
	// Output: [d2d8 a8d8 d1d8] mates in 3 plies; played was h2h3
}

// What a score promises differs from game to game.
func ExampleStandard_Chance() {
	for _, g := range games.All() {
		s := review.StandardOf(g.Name)
		fmt.Printf("%s: a score of 300 wins %.0f %%\n", g.Name, s.Chance(300, 50))
	}
	// Output:
	// chess: a score of 300 wins 75 %
	// shogi: a score of 300 wins 62 %
}

func ExampleAccuracy() {
	for _, loss := range []float64{0, 5, 10, 30} {
		fmt.Printf("a move that loses %2.0f %%: %.0f\n", loss, review.Accuracy(loss))
	}
	// Output:
	// a move that loses  0 %: 100
	// a move that loses  5 %: 81
	// a move that loses 10 %: 65
	// a move that loses 30 %: 26
}
