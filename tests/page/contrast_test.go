package page

import (
	"cmp"
	_ "embed"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
)

//go:embed testdata/contrast.js
var contrastScript string

// contrast is enough in every state, in both themes, also under the pointer.
func contrast(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	for i, state := range append(slices.Clone(states), state{name: "a lost link", show: func(p *tab, game string) {
		p.Run(nil, `(() => { document.getElementById("lost").hidden = false; document.getElementById("lost-text").textContent = "lost"; })()`)
	}}) {
		game := cmp.Or(state.game, []string{"chess", "shogi"}[i%2])
		state.show(p, game)
		looks := []struct{ theme, boards, pieces string }{{"light", "usual", "kanji"}, {"dark", "other", "letters"}, {"dark", "usual", "letters"}, {"light", "other", "kanji"}}
		if !must.Full() {
			looks = looks[:2]
		}
		for _, look := range looks {
			p.Run(nil, `for (const [name, value] of Object.entries({ theme: %q, boards: %q, pieces: %q })) {
				const e = document.getElementById("set-" + name);
				e.value = value;
				e.dispatchEvent(new Event("change"));
			}`, look.theme, look.boards, look.pieces)
			var poor []string
			for _, hover := range []bool{false, true} {
				p.Run(&poor, "%s(%t)", contrastScript, hover)
				for _, what := range poor {
					t.Errorf("%s of %s, %v, under the pointer %t: %s", state.name, game, look, hover, what)
				}
			}
		}
		p.Press("Escape")
	}
}
