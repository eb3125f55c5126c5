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

// sideWords are how the sides are called, by game and language.
var sideWords = map[string][review.Languages][2]string{
	games.Chess.Name: {review.English: {"White", "Black"}, review.Japanese: {"白", "黒"}},
	games.Shogi.Name: {review.English: {"Sente", "Gote"}, review.Japanese: {"先手", "後手"}},
}

// handicapSides are those of games of shogi with a handicap, in which Second begins.
var handicapSides = [review.Languages][2]string{review.English: {"Shitate", "Uwate"}, review.Japanese: {"下手", "上手"}}

// wordsOf returns the words in which a game is told.
func wordsOf(g *inputGame, of games.Game, language review.Language) (*review.Words, error) {
	p, err := g.record.Position()
	if err != nil {
		return nil, err
	}
	w := &review.Words{Language: language, Pieces: &of.Judging.Pieces[language], Sides: sideWords[of.Name][language], Plies: of.Tsume}
	if of.Tsume && p.Side() == core.Second {
		w.Sides = handicapSides[language]
	}
	write := written(language == review.Japanese)
	w.Line = func(p core.Position, moves []core.Move) string {
		if of.Tsume && language == review.Japanese {
			return record.JapaneseLine(p, moves)
		}
		return strings.Join(write.line(p, moves), " ")
	}
	return w, nil
}
