package play

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestLevels(t *testing.T) {
	ladder, _ := strength.Of("chess")
	for _, c := range []struct {
		text string
		want int
		name string // "": an error
	}{
		{"beginner", ladder.Elo(0), "level beginner"},
		{"Club", ladder.Elo(10), "level club"},
		{"full", 0, "level full"},
		{"7", ladder.Elo(7), "skill level 7"},
		{"20", 0, "skill level 20"},
		{"1500", 1500, "Elo 1500"},
		{"入門", ladder.Elo(0), "level beginner"},
		{"初級", ladder.Elo(5), "level casual"},
		{"中級", ladder.Elo(10), "level club"},
		{"上級", ladder.Elo(15), "level expert"},
		{"最強", 0, "level full"},
		{"ｃｌｕｂ", ladder.Elo(10), "level club"},
		{" 初級　", ladder.Elo(5), "level casual"},
		{"１５００", 1500, "Elo 1500"},
		{"７", ladder.Elo(7), "skill level 7"},
		{"段", 0, ""},
		{"21", 0, ""},
		{"9999", 0, ""},
		{"-1", 0, ""},
		{"", 0, ""},
	} {
		got, name, err := OurLevels("chess").of(c.text, false)
		if got != c.want || name != c.name || (err == nil) != (c.name != "") {
			t.Errorf("%q: %v, %q, %v", c.text, got, name, err)
		}
	}
}

// Other engines have an Elo, or nothing.
func TestLevelsOfOthers(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
		name string // "": an error
	}{{"1500", 1500, "Elo 1500"}, {"Full", 0, "level full"}, {"最強", 0, "level full"}, {"初級", 0, ""}, {"club", 0, ""}, {"7", 0, ""}, {"3000", 0, ""}} {
		got, name, err := Levels{Lowest: 1320, Highest: 2850}.of(c.text, false)
		if got != c.want || name != c.name || (err == nil) != (c.name != "") || err != nil && !strings.HasSuffix(err.Error(), ": choose full or an Elo from 1320 to 2850") {
			t.Errorf("%q: %v, %q, %v", c.text, got, name, err)
		}
	}
	if _, _, err := (Levels{}).of("full", false); err == nil {
		t.Error("an engine without levels has one")
	}
}

// The documentation of levels has the names.
func TestLevelsAreDocumented(t *testing.T) {
	text := must.Read(t, "../../../../../docs/use/strength.md")
	for _, name := range LevelNames() {
		if !strings.Contains(string(text), "| `"+name+"` |") {
			t.Errorf("docs/use/strength.md lacks %s", name)
		}
	}
}

// The real engine at its lowest level plays whole games of both kinds to their end against
// somebody who asks for a hint at every move, and the same game again.
func TestWholeGames(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Name, func(t *testing.T) {
			var first string
			for range 2 {
				engine := games.NewEngine()
				engine.SeedChoices(1)
				limits := nitoryu.Limits{Nodes: 300}
				g, err := New(Config{Game: game, Engine: inside.Wrap(engine), Name: "Nitoryu", Levels: OurLevels(game.Name), Level: "beginner", Limits: limits, Advice: limits, Out: new(strings.Builder),
					Write: func(p core.Position, m, _ core.Move) string { return p.FormatMove(m) }})
				must.OK(t, err)
				lines := make(chan string)
				go func() {
					defer close(lines)
					for range 300 {
						lines <- "hint"
						lines <- "?" // answered, so that the hint has been given
						if g.over != nil {
							return
						}
						r := engine.Search(g.pos, core.Limits{Nodes: 1000, Analysis: true})
						if r.Declare {
							lines <- "declare"
						} else {
							lines <- g.pos.FormatMove(r.Best)
						}
						lines <- "?"
						if g.over != nil {
							return
						}
					}
				}()
				must.OK(t, g.Run(lines, nil))
				engine.Close()
				if g.over == nil {
					t.Fatalf("not over after %d moves", len(g.moves))
				}
				if winner, decided := g.over.result.Winner(); !decided || winner != core.First {
					t.Errorf("a beginner held: %s", g.ended())
				}
				if r := reread(t, g); len(r.Moves()) != len(g.moves) || r.Result != g.over.result {
					t.Errorf("the record has %d moves and says %v", len(r.Moves()), r.Result)
				}
				if first == "" {
					first = g.pos.String()
				} else if g.pos.String() != first {
					t.Errorf("another game: %s, then %s", first, g.pos)
				}
			}
		})
	}
}
