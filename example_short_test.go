package nitoryu_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
)

// opened opens a position of an example.
func opened(s nitoryu.Setup, moves ...nitoryu.Move) *nitoryu.Position {
	p, err := nitoryu.Open(s)
	if err == nil {
		err = p.Play(moves...)
	}
	if err != nil {
		log.Fatal(err)
	}
	return p
}

// Draws that a player has to claim do not end a game by themselves.
func ExamplePosition_Claim() {
	round := []nitoryu.Move{"g1f3", "g8f6", "f3g1", "f6g8"}
	var p nitoryu.Position
	for range 2 {
		if err := p.Play(round...); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(p.Outcome(), "claimed", p.Claim())
	// Output: * claimed 1/2-1/2 by repetition
}

func ExampleGame_Claim() {
	var g nitoryu.Game
	fmt.Println(errors.Is(g.Claim(), nitoryu.ErrNoClaim))
	round := []nitoryu.Move{"g1f3", "g8f6", "f3g1", "f6g8"}
	fmt.Println(g.Play(append(round, round...)...), g.Claim(), g.Outcome())
	// Output:
	// true
	// <nil> <nil> 1/2-1/2 by repetition
}

func ExampleGame_Resign() {
	var g nitoryu.Game
	fmt.Println(g.Play("f2f3", "e7e5"), g.Resign(nitoryu.First), g.Outcome())
	fmt.Println(errors.Is(g.Play("g2g4"), nitoryu.ErrGameOver))
	// Output:
	// <nil> <nil> 0-1 by resignation
	// true
}

// A game that is played is written as a record.
func ExampleGame_Play() {
	var g nitoryu.Game
	g.SetTag("White", "Ada")
	if err := g.Play("f2f3", "e7e5", "g2g4", "d8h4"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Moves(), g.Outcome())
	lines := strings.Split(g.String(), "\n")
	fmt.Println(lines[len(lines)-1])
	// Output:
	// [f2f3 e7e5 g2g4 d8h4] 0-1 by checkmate
	// 1. f3 e5 2. g4 Qh4# 0-1
}

// Moves returns the main line, without variations.
func ExampleGame_Moves() {
	for game, err := range nitoryu.ReadGames(strings.NewReader("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {to e5} *"), "") {
		fmt.Println(game.Moves(), err)
	}
	// Output: [e2e4 e7e5 g1f3] <nil>
}

// An outcome tells how a game ended, as text and as JSON.
func ExampleOutcome() {
	p := opened(nitoryu.Setup{}, "f2f3", "e7e5", "g2g4", "d8h4")
	o := p.Outcome()
	fmt.Println(o.Over, o.Drawn, o.Winner, o.Ending)
	text, err := json.Marshal(o)
	fmt.Println(string(text), err)
	var read nitoryu.Outcome
	fmt.Println(read.UnmarshalText([]byte("0-1 by checkmate")), read == o)
	// Output:
	// true false second checkmate
	// {"result":"0-1","ending":"checkmate"} <nil>
	// <nil> true
}

// The position of a loop is lent: what is played on it is taken back.
func ExampleGame_Plies() {
	for game, err := range nitoryu.ReadGames(strings.NewReader("1. e4 e5 2. Nf3 Nc6 *"), "") {
		if err != nil {
			log.Fatal(err)
		}
		for position, ply := range game.Plies() {
			words, _ := position.Write(nitoryu.SAN, ply.Move)
			fmt.Println(ply.Side, words[0], "of", len(position.Legal()))
		}
	}
	// Output:
	// first e4 of 20
	// second e5 of 20
	// first Nf3 of 29
	// second Nc6 of 29
}

// Only the games that are wanted are read.
func ExampleReadHeaders() {
	const games = "[White \"Ada\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 d5 2. c4 1-0\n"
	for header, err := range nitoryu.ReadHeaders(strings.NewReader(games), "games.pgn") {
		if err != nil {
			log.Fatal(err)
		}
		if header.Result() == "*" {
			continue
		}
		game, err := header.Game()
		fmt.Println(header.Number(), header.Tag("White"), game.Moves(), err)
	}
	// Output: 2 Bob [d2d4 d7d5 c2c4] <nil>
}

func ExamplePosition_Opening() {
	p := opened(nitoryu.Setup{}, "g1f3", "c7c5", "e2e4", "d7d6")
	fmt.Println(p.Opening())
	// Output: B50 Sicilian Defence: Modern Variations
}

// Squares tell what is on the board.
func ExamplePosition_Checkers() {
	p := opened(nitoryu.Setup{Position: "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1"}, "e4f6")
	fmt.Println(p.InCheck(), p.Checkers(), p.King(nitoryu.Second))
	// Output: true [e1 f6] e8
}

func ExamplePosition_Attackers() {
	p := opened(nitoryu.Setup{}, "e2e4", "d7d5")
	fmt.Println(p.Attackers(nitoryu.Second, "e4"), p.Attackers(nitoryu.First, "e4"))
	// Output: [d5] []
}

func ExamplePosition_CastlingRights() {
	p := opened(nitoryu.Setup{}, "g1f3", "g8f6", "h1g1")
	fmt.Println(p.CastlingRights(nitoryu.First))
	fmt.Println(p.CastlingRights(nitoryu.Second))
	// Output:
	// false true
	// true true
}

func ExamplePosition_HalfmoveClock() {
	p := opened(nitoryu.Setup{}, "g1f3", "g8f6", "f3g1")
	fmt.Println(p.HalfmoveClock(), p.EnPassant() == "")
	// Output: 3 true
}

func ExamplePosition_IsCapture() {
	p := opened(nitoryu.Setup{}, "e2e4", "d7d5")
	fmt.Println(p.IsCapture("e4d5"), p.IsCapture("e4e5"), p.IsLegal("e4e6"))
	// Output: true false false
}

func ExamplePosition_GivesCheck() {
	p := opened(nitoryu.Setup{}, "e2e4", "f7f6")
	for _, m := range p.Legal() {
		if p.GivesCheck(m) {
			fmt.Println(m)
		}
	}
	// Output: d1h5
}

// A slice that has room is used again.
func ExamplePosition_AppendLegal() {
	p := opened(nitoryu.Setup{Variant: nitoryu.Shogi})
	var moves []nitoryu.Move
	for _, m := range []nitoryu.Move{"7g7f", "3c3d"} {
		moves = p.AppendLegal(moves[:0])
		fmt.Println(len(moves), p.Play(m))
	}
	// Output:
	// 30 <nil>
	// 30 <nil>
}

func ExamplePosition_Perft() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(new(nitoryu.Position).Perft(ctx, 4))
	// Output: 197281 <nil>
}

// A picture is a file of its own.
func ExamplePosition_SVG() {
	p := opened(nitoryu.Setup{}, "e2e4")
	svg := p.SVG(nitoryu.Drawing{Width: 320, Arrows: []nitoryu.Move{"c7c5"}})
	fmt.Println(svg[:28], strings.HasSuffix(svg, "</svg>\n"))
	// Output: <svg class="board" viewBox=" true
}

// Positions go through JSON with the moves that led to them.
func ExamplePosition_MarshalJSON() {
	text, err := json.Marshal(opened(nitoryu.Setup{}, "e2e4"))
	fmt.Println(string(text), err)
	var p nitoryu.Position
	fmt.Println(json.Unmarshal([]byte(`"4k3/8/8/8/8/8/8/4K2R w K - 0 1"`), &p), p.Legal()[0] != nitoryu.NoMove)
	// Output:
	// {"variant":"chess","moves":["e2e4"]} <nil>
	// <nil> true
}

// Limits in JSON are in milliseconds.
func ExampleLimits_json() {
	var l nitoryu.Limits
	err := json.Unmarshal([]byte(`{"time": 1500, "lines": 3}`), &l)
	fmt.Println(l.Time, l.Lines, err)
	// Output: 1.5s 3 <nil>
}

// Errors are told apart by errors.Is, and say more by errors.As.
func ExampleMoveError() {
	err := new(nitoryu.Position).Play("e2e4", "e4e5")
	var illegal *nitoryu.MoveError
	fmt.Println(errors.Is(err, nitoryu.ErrIllegalMove), errors.As(err, &illegal) && illegal.Index == 1, err)
	// Output: true true move "e4e5" moves a piece of the opponent
}

// A bot plays from a book while there are moves in it.
func ExampleOpenBook() {
	file := filepath.Join(os.TempDir(), fmt.Sprintf("book-%d.bin", os.Getpid()))
	const e2e4 = "\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00" // key, move, weight, learning
	if err := os.WriteFile(file, []byte(e2e4), 0o600); err != nil {
		log.Fatal(err)
	}
	defer os.Remove(file)
	book, err := nitoryu.OpenBook(context.Background(), file)
	if err != nil {
		log.Fatal(err)
	}
	defer book.Close()
	var p nitoryu.Position
	move, err := book.Choose(&p, rand.NewPCG(1, 2))
	fmt.Println(book.Variant(), move, err)
	fmt.Println(p.Play(move))
	moves, err := book.Moves(&p)
	fmt.Println(len(moves), err)
	// Output:
	// chess e2e4 <nil>
	// <nil>
	// 0 <nil>
}

// Tables know the result of a position.
func ExampleOpenTables() {
	tables, err := nitoryu.OpenTables("web/api/testdata/syzygy") // has KQvK
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()
	p := opened(nitoryu.Setup{Position: "k7/8/1K6/8/8/8/8/3Q4 w - - 0 1"})
	result, err := tables.Probe(p)
	fmt.Println(result.WDL, result.DTZ, err)
	moves, err := tables.Moves(p)
	fmt.Println(moves[0].Move, moves[0].WDL, err)
	_, err = tables.Probe(new(nitoryu.Position))
	fmt.Println(errors.Is(err, nitoryu.ErrNoTable))
	// Output:
	// win 1 <nil>
	// d1d8 win <nil>
	// true
}

// A program that plays chess alone has no network of shogi in it.
func ExampleNewChess() {
	engine, err := nitoryu.NewChess(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	result, err := nitoryu.Ask(context.Background(), engine, opened(nitoryu.Setup{Position: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"}), nitoryu.Limits{Nodes: 5000})
	fmt.Println(result.Best, err)
	// Output: d1d8 <nil>
}

func ExampleNewPool() {
	first, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	second, err := nitoryu.New(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	pool := nitoryu.NewPool(first, second)
	defer pool.Close() // and both engines
	result, err := nitoryu.Ask(context.Background(), pool, opened(nitoryu.Setup{Position: "7k/8/6K1/8/8/8/8/R7 w - - 0 1"}), nitoryu.Limits{Nodes: 1000})
	fmt.Println(pool.Size(), result.Best, err)
	// Output: 2 a1a8 <nil>
}
