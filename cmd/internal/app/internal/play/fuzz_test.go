package play

import (
	"io"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// Whatever is typed, the game stays one that its record can tell.
func FuzzTyped(f *testing.F) {
	for _, text := range []string{"e4\nundo\nNf3\nmoves", "76歩\n同歩\nP*5e\nflip", "E2E4\nnew black\neval\ndraw", "+7776FU\nresign\nundo\nnew gote", "\xff\n同\n\n-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, game := range games.All() {
			g, err := New(Config{Game: game, Engine: &prepared{}, Out: io.Discard,
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
