package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/record"
)

// imports makes a file of games of other engines.
func (j *dataJob) imports(args []string) error {
	game, err := gameOfRecords(args[1], core.Rules{})
	if err != nil {
		return err
	}
	source := &recordSource{rules: game.Rules, line: j.line}
	defer source.report()
	settings, err := settingsOfRecords(args[1], game.Rules)
	if err != nil {
		return err
	}
	h := dataset.Header{Game: game.Name, Settings: settings, Runs: []dataset.Run{{
		Engine: "imported", Info: map[string]string{"files": fmt.Sprint(args[1:])},
	}}}
	var unfinished, others int
	defer func() {
		kind := "of Chess960"
		if settings.Chess960 {
			kind = "not of Chess960"
		}
		j.leftOut(unfinished, "unfinished")
		j.leftOut(others, kind)
	}()
	return j.report(dataset.Import(j.ctx, args[0], h, game.Rules, func(yield func(*dataset.Game, error) bool) {
		index := uint64(0)
		for _, path := range args[1:] {
			for g, err := range source.games(path) {
				if err != nil {
					yield(nil, err)
					return
				}
				switch {
				case !playedOut(g):
					unfinished++
					continue
				case g.Settings.Chess960 != settings.Chess960:
					others++
					continue
				}
				d := importGame(g)
				if len(d.Moves) == 0 {
					continue
				}
				d.Index = index
				index++
				if !yield(d, nil) {
					return
				}
			}
		}
	}, j.show))
}

// leftOut says how many games of a kind were not imported.
func (j *dataJob) leftOut(games int, kind string) {
	if games > 0 {
		j.line.Print("left out: " + cli.Plural(games, "game") + " " + kind)
	}
}

// settingsOfRecords returns the settings for the games of a file, by its first finished game:
// either all games are Chess960 or none is.
func settingsOfRecords(path string, rules core.Rules) (core.Settings, error) {
	f, err := os.Open(path)
	if err != nil {
		return core.Settings{}, err
	}
	defer f.Close()
	for g, err := range record.NewReader(f, record.Hint{Name: filepath.Base(path), Rules: rules}).All() {
		if err == nil && playedOut(g) {
			return core.Settings{Chess960: g.Settings.Chess960}, nil
		}
	}
	return core.Settings{}, nil
}

// importGame converts a finished game to training data. The moves before the first score
// count as its opening.
func importGame(g *record.Game) *dataset.Game {
	d := &dataset.Game{Ending: endingOf(g), Start: startOf(g), Result: resultOf(g)}
	scored, side := false, core.First
	if p, err := g.Position(); err == nil {
		side = p.Side()
	}
	for n := g.Root.Main(); n != nil && n.Terminal == record.NoTerminal; n = n.Main() {
		d.Moves = append(d.Moves, n.Move.ID())
		scored = scored || n.Eval != nil
		switch {
		case !scored:
			d.Random++
		case n.Eval == nil:
			d.Scores = append(d.Scores, core.NoScore)
		case side == core.Second:
			d.Scores = append(d.Scores, -n.Eval.Score)
		default:
			d.Scores = append(d.Scores, n.Eval.Score)
		}
		side = side.Other()
	}
	return d
}

// startOf returns where a game starts, empty for the usual position.
func startOf(g *record.Game) string {
	p, err := g.Position()
	if err != nil || p.String() == g.Rules.Start(g.Settings).String() {
		return ""
	}
	return p.String()
}

// resultOf returns the result of a game for core.First, 0 for a draw and for a game without a
// result.
func resultOf(g *record.Game) int8 {
	switch winner, decided := g.Result.Winner(); {
	case decided && winner == core.First:
		return 1
	case decided:
		return -1
	}
	return 0
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
