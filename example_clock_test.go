package nitoryu_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/nitoryu/nitoryu"
)

// duel lets two searchers play a game with a clock, and returns it.
func duel(ctx context.Context, players [2]nitoryu.Searcher, setup nitoryu.Setup, clock nitoryu.Clock, most int) (*nitoryu.Game, error) {
	game, err := nitoryu.NewGame(setup)
	if err != nil {
		return nil, err
	}
	position := game.Start()
	for ply := 0; ply < most && !game.Outcome().Over; ply++ {
		side := position.Side()
		result, err := nitoryu.Ask(ctx, players[side], position, nitoryu.Limits{Clock: &clock})
		if err != nil {
			return game, err
		}
		switch {
		case clock.Spend(side, result.Elapsed) > 0:
			game.SetOutcome(nitoryu.Outcome{Over: true, Winner: side.Other(), Drawn: !position.CanWin(side.Other()), Ending: nitoryu.TimeForfeit})
			continue
		case result.Declare:
			game.SetOutcome(position.Declared())
			continue
		case result.Resign:
			err = game.Resign(side)
		default:
			if err = game.Play(result.Best); err == nil {
				err = position.Play(result.Best)
			}
		}
		if err != nil {
			return game, err
		}
		if position.Claim().Drawn { // neither would go on
			return game, game.Claim()
		}
	}
	return game, nil
}

// Two engines play some moves on the clock.
func Example_clock() {
	engine, err := nitoryu.NewChess(nitoryu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	clock := nitoryu.Clock{Left: [2]time.Duration{time.Second, time.Second}, Increment: [2]time.Duration{time.Second, time.Second}}
	game, err := duel(context.Background(), [2]nitoryu.Searcher{engine, engine}, nitoryu.Setup{Position: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"}, clock, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Moves(), game.Outcome())
	// Output: [d1d8] 1-0 by checkmate
}
