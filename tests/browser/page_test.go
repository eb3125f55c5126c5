package browser_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// A click hits what moves or is disabled at first, as soon as it rests and can be pressed.
func TestClick(t *testing.T) {
	p := browser.Start(t).NewPage()
	p.Run(nil, `document.body.innerHTML = '<div id="above"></div><button id="go" disabled>Go</button>'`)
	for _, c := range []struct{ name, script string }{
		{"it rests", `go.disabled = false`},
		{"the layout shifts in the next frames", `(() => { // a button goes down by its height, three times
			let left = 3;
			const shift = () => { above.style.height = (4 - left) * 60 + "px"; if (--left) requestAnimationFrame(shift); };
			requestAnimationFrame(shift);
		})()`},
		{"it is disabled for a while", `(() => { go.disabled = true; window.told = 0; requestAnimationFrame(() => requestAnimationFrame(() => go.disabled = false)); })()`},
	} {
		p.Run(nil, `{ const above = document.getElementById("above"), go = document.getElementById("go"); window.clicked = 0; go.onclick = () => window.clicked++; %s; }`, c.script)
		p.Click("#go")
		var clicked int
		if p.Run(&clicked, `window.clicked`); clicked != 1 {
			t.Errorf("%s: %d clicks", c.name, clicked)
		}
	}
}
