package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// Other engines than ours think beside it, and play.
func TestEngines(t *testing.T) {
	run(t, nil, deed{"side by side", sideBySide})
}

func sideBySide(t *testing.T, b *browser.Browser, plain *server) {
	p := open(t, b, plain, "#chess/analyse")
	if p.is(`!document.getElementById("compare").hidden || document.querySelector('#setup-level option[value^="engine:"]')`) {
		t.Error("there are other engines where the server knows none")
	}
	program := engine.Path(t, "nitoryu")
	process := engine.Start(t, program, "serve", "--address", "127.0.0.1:0", "--engine", "Other One="+program)
	t.Cleanup(process.Kill)
	_, page := process.Until("http://")
	s := &server{process, page}
	for _, game := range []string{"chess", "shogi"} {
		p := open(t, b, s, "#"+game+"/analyse")
		p.Click("#compare summary")
		p.Until(`document.querySelector("#compare-engines label")?.textContent === " Other One"`)
		p.Run(nil, `{ const box = document.querySelector("#compare-engines input"); if (!box.checked) box.click(); }`) // it is kept
		p.Until(`document.getElementById("compare-said").textContent !== ""`)
		p.Click("#engine-switch")
		p.thinks()
		p.Until(`/^[+−]/.test(document.querySelector("#compare-engines strong")?.textContent)`)
		p.typed(line(game)[0])
		p.plies(1)
		p.thinks()
		p.Until(`/depth \d+/.test(document.getElementById("compare-engines").textContent)`)
		p.Click("#engine-switch")
		p.Until(`!document.querySelector("#compare-engines strong")`)
		// A match of both.
		p.visit("#" + game + "/play")
		p.begin("none", map[string]string{"start": "standard", "level": "full", "level2": "engine:Other One", "clock": "increment", "minutes": "0.05", "seconds": "0.1"})
		p.Until(`document.getElementById("bar-top").textContent.includes("Other One") && document.getElementById("bar-bottom").textContent.includes("Nitoryu")`)
		p.plies(4)
		p.Click("#resign")
		p.Until(`!document.getElementById("over-actions").hidden`)
	}
}
