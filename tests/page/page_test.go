package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
)

// deed is something that is done in the page.
type deed struct {
	name string
	do   func(*testing.T, *browser.Browser, *server)
}

// run does all deeds against a server in one browser.
func run(t *testing.T, deeds []deed) {
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
	var all []deed
	for _, g := range games.All() {
		all = append(all, deed{"a whole game of " + g.Name, func(t *testing.T, b *browser.Browser, s *server) { whole(t, b, s, g) }})
	}
	run(t, append(all,
		deed{"moves of every kind", kinds}, deed{"what is refused", refused}, deed{"ways to play", ways}, deed{"tables", tables},
		deed{"a game and its analysis", twoTrees}, deed{"a clock during an analysis", clockGoesOn}, deed{"taking back from elsewhere", takeBack},
		deed{"tags of a game", gameTags}, deed{"premove", premove},
	))
}

// The page looks well, and as it did.
func TestLooks(t *testing.T) {
	run(t, []deed{
		{"as before", sameLooks}, {"room", room}, {"contrast", contrast}, {"themes, languages and pieces", looks}, {"stands", stands}, {"no font", noFont},
		{"pictures", pictures}, {"names of openings", openingNames},
	})
}

// The page analyses, keeps what it has, and says what is wrong.
func TestAnalyse(t *testing.T) {
	run(t, []deed{
		{"an analysis", analyse}, {"mistakes", mistakes}, {"fifty positions", fifty}, {"records", records}, {"files", files}, {"the editor", edit},
		{"variations", variations}, {"notes", notes}, {"what the engine is asked", asked}, {"what replaces work", asks}, {"moves during a review", movingInReview},
		{"hands and wheels", hands}, {"arrows and drags", hand}, {"a reload", reload}, {"two tabs", tabs}, {"settings of two tabs", twoSettings},
		{"an address", address}, {"a wrong link", wrongLink}, {"pages without an engine", refusedLinks}, {"an engine that is killed", engineKilled},
		{"a server that is killed", func(t *testing.T, b *browser.Browser, _ *server) { serverKilled(t, b, serve(t)) }},
	})
}
