package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// What makes the test binary an engine: one that is made up, or ours.
const (
	fakeVariable = "NITORYU_FAKE_ENGINE"
	ownVariable  = "NITORYU_OWN_ENGINE"
)

func TestMain(m *testing.M) {
	if os.Getenv(asLab) != "" {
		main()
		return
	}
	if os.Getenv(fakeVariable) != "" {
		fakeEngine()
		return
	}
	if os.Getenv(ownVariable) != "" {
		if err := ownEngine(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// ownEngine is our engine behind both protocols.
func ownEngine() error {
	engine := games.NewEngine()
	defer engine.Close()
	s, err := protocol.New(protocol.Config{
		Name: "Nitoryu", Author: "the Nitoryu authors", Engine: engine, Out: os.Stdout, Modes: []protocol.Mode{
			{Dialect: uci.Dialect(), Rules: games.Chess().Rules, Chances: games.Chess().Chances}, {Dialect: usi.Dialect(), Rules: games.Shogi().Rules, Chances: games.Shogi().Chances},
		},
	})
	if err == nil {
		err = s.Run(os.Stdin)
	}
	return err
}

// fakeEngine is an engine that always plays the same move, at once or after the time for the
// move.
func fakeEngine() {
	move, held := "a2a3", false
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "uci", "usi":
			if word == "usi" {
				move = "9g9f"
			}
			fmt.Printf("option name Threads type spin default 1 min 1 max 8\noption name Hash type spin default 1 min 1 max 999\n%sok\n", word)
		case "isready":
			fmt.Println("readyok")
		case "go":
			if held = rest == "infinite"; held {
				continue
			}
			if strings.HasPrefix(rest, "perft ") {
				fmt.Println("Nodes searched: 119060324") // of the initial position of chess
				continue
			}
			var ms int
			if _, err := fmt.Sscanf(rest, "movetime %d", &ms); err == nil {
				time.Sleep(time.Duration(ms) * time.Millisecond)
			}
			fmt.Printf("info depth 3 score cp 0 nodes 500 pv %s\nbestmove %[1]s\n", move)
		case "stop":
			if held {
				fmt.Println("bestmove", move)
			}
			held = false
		case "quit":
			return
		}
	}
}
