package play

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// Whatever is typed, in a new game or one that goes on with a record, the game stays one that its record can tell.
func FuzzTyped(f *testing.F) {
	for _, text := range []string{"e4\nundo\nNf3\nmoves", "76歩\n同歩\nP*5e\nflip", "E2E4\nnew black\neval\ndraw", "+7776FU\nresign\nundo\nnew gote", "\xff\n同\n\n-"} {
		f.Add(text)
	}
	before := map[string]*record.Game{}
	for _, text := range []string{"1. e4 $1 (1. d4 {a} d5) (1. Nf3) 1... e5 {b} (1... c5 2. Nf3) 1-0\n", "1 ７六歩(77)\n*a\n2 ３四歩(33)\n3 投了\n\n変化：2手\n2 ８四歩(83)\n"} {
		g, err := record.NewReader(strings.NewReader(text), record.Hint{}).Next()
		if err != nil {
			f.Fatal(err)
		}
		before[g.Rules.Name] = g
	}
	f.Fuzz(func(t *testing.T, text string) {
		for i, game := range slices.Concat(games.All(), games.All()) {
			var gone *record.Game
			if i >= len(games.All()) {
				gone = before[game.Name]
			}
			g, err := New(Config{Game: game, Before: gone, Engine: &prepared{}, Out: io.Discard,
				Write: func(p core.Position, m, _ core.Move) string { return p.FormatMove(m) }})
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.SplitSeq(text, "\n") {
				if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.EqualFold(word, "save") {
					continue // writes files
				}
				if g.over == nil && g.pos.Side() != g.Person {
					g.reply()
				}
				if !g.obey(line) {
					break
				}
			}
			if r, err := record.NewReader(strings.NewReader(g.text()), record.Hint{}).Next(); err != nil || len(r.Moves()) != len(g.moves) {
				t.Fatalf("%v: %d moves became\n%s", err, len(g.moves), g.text())
			}
		}
	})
}
