//go:build !js

package main

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// languageNames are the values of --lang, as package review counts them.
var languageNames = [review.Languages]string{review.English: "en", review.Japanese: "ja"}

// language returns the language in which a game is written.
func (o *gameOptions) language(g *inputGame) review.Language {
	for l, name := range languageNames {
		if name == o.lang {
			return review.Language(l)
		}
	}
	if g.record.Rules.Name == games.Shogi.Name && o.format != jsonLines {
		return review.Japanese
	}
	return review.English
}

// wordsOf returns the words in which a game is told.
func wordsOf(g *inputGame, of games.Game, language review.Language) (*review.Words, error) {
	p, err := g.record.Position()
	if err != nil {
		return nil, err
	}
	japanese := language == review.Japanese
	w := &review.Words{Language: language, Pieces: review.StandardOf(of.Name).Pieces[language], Sides: record.Sides(p, japanese), Plies: of.Tsume}
	write := written(japanese)
	w.Line = func(p core.Position, moves []core.Move) string {
		if of.Tsume && japanese {
			return record.JapaneseLine(p, moves)
		}
		return strings.Join(write.line(p, moves), " ")
	}
	return w, nil
}
