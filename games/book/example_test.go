package book_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games/book"
)

// A book is made of games, written, opened and asked for a move.
func Example() {
	tree := book.NewTree(chess.Rules, core.Settings{})
	for _, game := range []string{"e2e4 e7e5 g1f3", "e2e4 c7c5 g1f3", "d2d4 d7d5 c2c4"} {
		p := chess.Rules.Start(core.Settings{})
		for text := range strings.FieldsSeq(game) {
			m, err := p.ParseMove(text)
			if err == nil {
				err = tree.Add(book.Played{Position: p, Move: m, Result: 1})
			}
			if err != nil {
				fmt.Println(err)
				return
			}
			p.Do(m, nil)
		}
	}
	var file bytes.Buffer
	if err := tree.WritePolyglot(&file, book.Selection{}); err != nil {
		fmt.Println(err)
		return
	}

	b, err := book.OpenReader(bytes.NewReader(file.Bytes()), int64(file.Len()), "mine.bin", book.Options{Game: "chess"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	fmt.Println(b.Info())
	p := chess.Rules.Start(core.Settings{})
	moves, err := b.Moves(p, nil)
	if err != nil {
		fmt.Println(err)
	}
	for _, m := range moves {
		fmt.Println(p.FormatMove(m.Move), m.Weight)
	}
	if m, err := (book.Policy{}).Choose(p, moves, rand.NewPCG(1, 2)); err == nil {
		fmt.Println("plays", p.FormatMove(m.Move))
	}
	// Output:
	// mine.bin: Polyglot book of chess, 80 bytes, 5 moves, searched in the file
	// e2e4 4
	// d2d4 2
	// plays e2e4
}

// Scores of searches at the ends of lines become scores of all moves.
func ExampleTree_Backup() {
	tree := book.NewTree(shogi.Rules, core.Settings{})
	add := func(line string, score core.Score) {
		moves := strings.Fields(line)
		p := shogi.Rules.Start(core.Settings{})
		for i, text := range moves {
			m, err := p.ParseMove(text)
			if err == nil && i == len(moves)-1 {
				err = tree.Score(p, m, score, 12)
			}
			if err != nil {
				fmt.Println(err)
				return
			}
			p.Do(m, nil)
		}
	}
	add("7g7f", 50)
	add("2g2f", 40)
	add("7g7f 3c3d", 10)
	add("7g7f 8c8d", -20)
	tree.Backup(core.Draw)
	p := shogi.Rules.Start(core.Settings{})
	moves, _ := tree.Moves(p, nil)
	for _, m := range moves {
		fmt.Println(p.FormatMove(m.Move), m.Score, m.Depth)
	}
	for _, leaf := range tree.Leaves(p, 1, book.Growth{PerPly: 10, Margin: 50}) {
		fmt.Println("next:", leaf.Position)
	}
	// Output:
	// 2g2f 40 12
	// 7g7f -10 13
	// next: lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2
}

func ExamplePolyglotKey() {
	p := chess.Rules.Start(core.Settings{})
	fmt.Printf("%016x\n", book.PolyglotKey(p.(*chess.Position)))
	// Output: 463b96181691fc9c
}
