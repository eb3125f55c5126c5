package nitoryu_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/nitoryu/nitoryu"
)

// The shortest use: a position, limits, a move.
func Example() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()

	position, err := nitoryu.Open(nitoryu.Setup{Position: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"})
	if err != nil {
		log.Fatal(err)
	}
	result, err := nitoryu.Ask(context.Background(), engine, position, nitoryu.Limits{Nodes: 10_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Best, result.Score)
	// Output: d1d8 #1
}

// Moves come from people or other programs in any notation.
func ExamplePosition_Parse() {
	p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi})
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"▲７六歩", "P-3d", "+8822UM"} {
		m, err := p.Parse(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m, p.Play(m))
	}
	fmt.Println(p)
	_, err = p.Parse("P-1e")
	fmt.Println(err)
	// Output:
	// 7g7f <nil>
	// 3c3d <nil>
	// 8h2b+ <nil>
	// lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
	// move "P-1e" is not legal
}

// A line is written as people do.
func ExamplePosition_Write() {
	p, err := nitoryu.Open(nitoryu.Setup{})
	if err != nil {
		log.Fatal(err)
	}
	texts, err := p.Write(nitoryu.SAN, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
	fmt.Println(texts, err)
	// Output: [e4 e5 Nf3 Nc6 Bb5] <nil>
}

func ExamplePosition_Outcome() {
	p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Chess})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Outcome().Over, len(p.Legal()))
	if err := p.Play("f2f3", "e7e5", "g2g4", "d8h4"); err != nil {
		log.Fatal(err)
	}
	o := p.Outcome()
	fmt.Println(o.Over, o.Winner == nitoryu.Second, o.Ending)
	// Output:
	// false 20
	// true true checkmate
}

// In a handicap game the one who gives it, gote, moves first.
func ExampleOpen_handicap() {
	p, err := nitoryu.Open(nitoryu.Setup{Handicap: "rook"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Variant(), p.Side() == nitoryu.Second)
	// Output: shogi true
}

// A maker of puzzles wants positions with one good move: several lines tell.
func ExampleAsk_lines() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	p, err := nitoryu.Open(nitoryu.Setup{Position: "7k/8/8/8/8/3q4/8/K2Q4 w - - 0 1"})
	if err != nil {
		log.Fatal(err)
	}
	result, err := nitoryu.Ask(context.Background(), engine, p, nitoryu.Limits{Nodes: 20_000, Lines: 2})
	if err != nil {
		log.Fatal(err)
	}
	best, second := result.Lines[0], result.Lines[1]
	fmt.Println(best.Moves[0], best.Score-second.Score > 300)
	// Output: d1d3 true
}

// A problem of shogi is solved by checks alone.
func ExampleLimits_tsume() {
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	p, err := nitoryu.Open(nitoryu.Setup{Position: "4k4/9/4P4/9/9/9/9/9/9 b G 1"})
	if err != nil {
		log.Fatal(err)
	}
	result, err := nitoryu.Ask(context.Background(), engine, p, nitoryu.Limits{Tsume: true, Nodes: 100_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Write(nitoryu.Japanese, result.Lines[0].Moves...))
	// Output: [▲５二金] <nil>
}

// A web service shows the lines of an analysis as they come, until the visitor leaves.
func ExampleEngine_Search() {
	engine, err := nitoryu.New(nitoryu.Options{Threads: 2, Hash: 64})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	p, err := nitoryu.Open(nitoryu.Setup{})
	if err != nil {
		log.Fatal(err)
	}
	ctx, leave := context.WithTimeout(context.Background(), time.Minute)
	defer leave()
	search, err := engine.Search(ctx, p, nitoryu.Limits{Lines: 3})
	if err != nil {
		log.Fatal(err)
	}
	for line := range search.Lines() {
		moves, err := p.Write(nitoryu.SAN, line.Moves...)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(line.Depth, line.Rank, line.Score, line.Chances, moves)
	}
}

// A bot thinks on the opponent's time about the reply that it expects.
func ExampleSearch_PonderHit() {
	ctx := context.Background()
	engine, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	p, err := nitoryu.Open(nitoryu.Setup{})
	if err != nil {
		log.Fatal(err)
	}
	clock := nitoryu.Clock{Left: [2]time.Duration{time.Minute, time.Minute}}
	answer, err := nitoryu.Ask(ctx, engine, p, nitoryu.Limits{Clock: &clock})
	if err != nil {
		log.Fatal(err)
	}
	if err := p.Play(answer.Best, answer.Ponder); err != nil {
		log.Fatal(err)
	}
	search, err := engine.Search(ctx, p, nitoryu.Limits{Clock: &clock, Ponder: true})
	if err != nil {
		log.Fatal(err)
	}
	if reply := opponentsMove(); reply == answer.Ponder {
		err = search.PonderHit(&clock)
	} else {
		search.Stop() // and search what was played instead
	}
	if err != nil {
		log.Fatal(err)
	}
	answer, err = search.Result()
	fmt.Println(answer.Best, err)
}

func opponentsMove() nitoryu.Move { return "e7e5" }
