//go:build !js

package app

import (
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/review"
)

// languageNames are the values of --lang.
func languageNames() (names []string) {
	for l := range review.Languages {
		names = append(names, l.String())
	}
	return names
}

// language returns the language in which a game is written.
func (o *gameOptions) language(g *inputGame) (l review.Language) {
	switch {
	case l.UnmarshalText([]byte(o.lang)) == nil:
		return l
	case g.record.Rules.Name == games.Shogi().Name && o.format != jsonLines:
		return review.Japanese
	}
	return review.English
}
