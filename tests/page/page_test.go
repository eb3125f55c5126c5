package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
)

// deed is something that is done in the page.
type deed struct {
	name string
	do   func(*testing.T, *browser.Browser, *server)
}

// run does all deeds against a server in one browser, those that together take minutes only at
// full size.
func run(t *testing.T, deeds []deed, long ...deed) {
	if must.Full() {
		deeds = append(deeds, long...)
	} else if len(deeds) == 0 {
		must.BeFull(t, "takes a while in a browser")
	}
	t.Parallel()
	b := browser.Start(t)
	s := serve(t)
	for _, d := range deeds {
		t.Run(d.name, func(t *testing.T) {
			b.In(t)
			d.do(t, b, s)
		})
	}
}

// The page plays games of both kinds in all ways.
func TestPlay(t *testing.T) {
	game := func(g games.Game) deed {
		return deed{"a whole game of " + g.Name, func(t *testing.T, b *browser.Browser, s *server) { whole(t, b, s, g) }}
	}
	run(t, []deed{
		game(games.Shogi()), {"moves of every kind", kinds}, {"what is refused", refused},
	},
		deed{"ways to play", ways}, deed{"taking back from elsewhere", takeBack}, game(games.Chess()), deed{"tables", tables}, deed{"a game and its analysis", twoTrees}, deed{"a clock during an analysis", clockGoesOn},
		deed{"a clock and the other game", clockLeft}, deed{"tags of a game", gameTags}, deed{"premove", premove},
	)
}

// The page looks well, and as it did.
func TestLooks(t *testing.T) {
	run(t, []deed{{"themes, languages and pieces", looks}, {"stands", stands}},
		deed{"no font", noFont}, deed{"pictures", pictures}, deed{"as before", sameLooks}, deed{"room", room}, deed{"contrast", contrast}, deed{"names of openings", openingNames},
	)
}

// The page analyses, keeps what it has, and says what is wrong.
func TestAnalyse(t *testing.T) {
	run(t, []deed{
		{"an analysis", analyse}, {"records", records}, {"variations", variations}, {"notes", notes}, {"a wrong link", wrongLink},
	},
		deed{"the editor", edit}, deed{"what the engine is asked", asked}, deed{"hands and wheels", hands}, deed{"arrows and drags", hand},
		deed{"mistakes", mistakes}, deed{"fifty positions", fifty}, deed{"files", files}, deed{"what replaces work", asks},
		deed{"moves during a review", movingInReview}, deed{"a reload", reload}, deed{"two tabs", tabs}, deed{"settings of two tabs", twoSettings},
		deed{"an address", address}, deed{"pages without an engine", refusedLinks}, deed{"an engine that is killed", engineKilled},
		deed{"a server that is killed", func(t *testing.T, b *browser.Browser, _ *server) { serverKilled(t, b, serve(t)) }},
	)
}
