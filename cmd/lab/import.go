package main

import (
	"github.com/nitoryu/nitoryu/cmd/lab/internal/record"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
	"github.com/nitoryu/nitoryu/games"
)

// importGame converts a finished game of chess to training data. The moves before the
// first score count as its opening.
func importGame(g *record.Game) *dataset.Game {
	d := &dataset.Game{Ending: endingOf(g)}
	if text := g.Start.String(); text != games.Chess.Start(core.Settings{}).String() {
		d.Start = text
	}
	switch winner, decided := g.Result.Winner(); {
	case decided && winner == core.First:
		d.Result = 1
	case decided:
		d.Result = -1
	}
	for d.Random < len(g.Moves) && !g.Moves[d.Random].Annotated {
		d.Random++
	}
	for i, m := range g.Moves {
		d.Moves = append(d.Moves, m.Move.ID())
		switch {
		case i < d.Random:
		case m.Annotated:
			d.Scores = append(d.Scores, m.Score)
		default:
			d.Scores = append(d.Scores, core.NoScore)
		}
	}
	return d
}

// endingOf returns the ending of a game as training data knows it.
func endingOf(g *record.Game) core.Ending {
	switch {
	case g.Ending == core.Resignation:
		return core.Adjudication
	case g.Ending > core.Adjudication:
		return core.NoEnding
	}
	return g.Ending
}

// playedOut reports whether the result of a game comes from play, not from a fault.
func playedOut(g *record.Game) bool {
	return g.Result != record.Unfinished && g.Ending != core.Interrupted && !g.Ending.IsFault()
}
