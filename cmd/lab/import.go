package main

import (
	"github.com/nitoryu/nitoryu/cmd/lab/internal/record"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/dataset"
	"github.com/nitoryu/nitoryu/games"
)

// importGame makes training data of a finished game of chess. Moves before the
// first that has a score count as its opening.
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

// endingOf returns how training data names the ending of a game.
func endingOf(g *record.Game) dataset.Ending {
	_, decided := g.Result.Winner()
	switch g.Ending {
	case record.Adjudication, record.Resignation:
		if decided {
			return dataset.AdjudicatedWin
		}
		return dataset.AdjudicatedDraw
	case record.FiftyMoves:
		return dataset.FiftyMoves
	}
	for e := dataset.Unknown; e <= dataset.AdjudicatedDraw; e++ {
		if e.String() == string(g.Ending) {
			return e
		}
	}
	return dataset.Unknown
}

// playedOut reports whether the result of a game comes from play, not from a
// clock or a crash.
func playedOut(g *record.Game) bool {
	switch g.Ending {
	case record.TimeForfeit, record.IllegalMove, record.WrongDeclaration, record.Crash, record.Hang, record.Interrupted:
		return false
	}
	return g.Result != record.Unfinished
}
