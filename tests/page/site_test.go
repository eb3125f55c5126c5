package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// The site with the engine as WebAssembly works without a network once it was seen.
func TestOffline(t *testing.T) {
	site := newSite(t)
	p := &tab{browser.Start(t).NewPage(), t}
	p.Origin = site.address
	p.Visit(p.Origin + "#shogi/analyse//7g7f")
	p.ready()
	p.Click("#engine-switch")
	p.thinks()
	p.Run(nil, `navigator.serviceWorker.ready.then(() => {})`)
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	p.Reload()
	p.ready()
	p.thinks()
	p.typed("3c3d")
	p.plies(2)
	p.thinks()
}
