package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
)

// The page does what it is for, against a server in one browser.
func TestPage(t *testing.T) {
	b := browser.Start(t)
	s := serve(t)
	for _, g := range games.All() {
		t.Run("a whole game of "+g.Name, func(t *testing.T) {
			b.In(t)
			whole(t, b, s, g)
		})
	}
	for _, test := range []struct {
		name string
		do   func(*testing.T, *browser.Browser, *server)
	}{
		{"moves of every kind", kinds}, {"what is refused", refused}, {"ways to play", ways},
		{"an analysis", analyse}, {"mistakes", mistakes}, {"fifty positions", fifty}, {"records", records}, {"the editor", edit}, {"variations", variations},
		{"a reload", reload}, {"two tabs", tabs}, {"an address", address}, {"looks", looks},
		{"an engine that is killed", engineKilled},
		{"arrows and drags", hand}, {"stands", stands}, {"no font", noFont}, {"room", room}, {"contrast", contrast}, {"premove", premove},
	} {
		t.Run(test.name, func(t *testing.T) {
			b.In(t)
			test.do(t, b, s)
		})
	}
	t.Run("a server that is killed", func(t *testing.T) {
		b.In(t)
		serverKilled(t, b, serve(t))
	})
}
