package games

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestByName(t *testing.T) {
	for _, g := range All() {
		found, err := ByName(g.Name)
		if err != nil || found.Name != g.Name {
			t.Errorf("%s: found %q, error %v", g.Name, found.Name, err)
		}
		if guessed := Guess(g.Start(core.Settings{}).String()); guessed.Name != g.Name {
			t.Errorf("the start position of %s is taken for %s", g.Name, guessed.Name)
		}
	}
	_, err := ByName("go")
	must.Say(t, err, "chess or shogi")
}

func TestBenchPositions(t *testing.T) {
	for _, g := range All() {
		seen := map[uint64]bool{}
		for _, text := range g.Bench.Positions {
			p, err := g.Parse(text, core.Settings{})
			switch {
			case err != nil:
				t.Errorf("%s: %q: %v", g.Name, text, err)
			case p.Verdict().Over() || seen[p.Key()]:
				t.Errorf("%s: %q is over or stands twice", g.Name, text)
			default:
				seen[p.Key()] = true
			}
		}
		if len(seen) < 10 || g.Bench.Depth < 1 {
			t.Errorf("%s: only %d positions to depth %d", g.Name, len(seen), g.Bench.Depth)
		}
	}
}
