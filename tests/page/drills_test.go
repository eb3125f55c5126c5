package page

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// Endings are played out against the engine, and the page says when what was to be had has slipped.
func TestDrills(t *testing.T) {
	run(t, nil,
		deed{"a queen that is given away", func(t *testing.T, b *browser.Browser, s *server) { slipped(t, b, s, "King and queen: win this. ") }},
		deed{"with tables", func(t *testing.T, b *browser.Browser, _ *server) {
			folder, err := filepath.Abs("../../web/api/testdata/syzygy")
			if err != nil {
				t.Fatal(err)
			}
			process := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", "127.0.0.1:0", "--option", "SyzygyPath="+folder)
			t.Cleanup(process.Kill)
			_, page := process.Until("http://")
			slipped(t, b, &server{process, page}, "kept it.")
		}},
		deed{"a mate in shogi", drillMate})
}

// drill begins a drill and returns its position.
func (p *tab) drill(name string) (position string) {
	p.t.Helper()
	p.Click("#drills summary")
	p.Until(`document.getElementById("drills").open`)
	p.Until(`[...document.querySelectorAll("#drills-list button")].some(b => b.textContent === %q)`, name)
	p.Run(nil, `[...document.querySelectorAll("#drills-list button")].find(b => b.textContent === %q).click()`, name)
	p.Until(`document.body.dataset.mode === "play" && document.getElementById("drill").textContent.startsWith(%q)`, name)
	p.Run(&position, `JSON.parse(sessionStorage.getItem("nitoryu session")).parts.play.record.position`)
	return position
}

// slipped gives the queen of a drill away, is told so, and takes it back.
func slipped(t *testing.T, b *browser.Browser, s *server, says string) {
	p := open(t, b, s, "#chess/train")
	start, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Chess, Position: p.drill("King and queen")})
	if err != nil {
		t.Fatal(err)
	}
	// A queen's move to a square where the king takes it. The first one leads there.
	give := func(p *nitoryu.Position) nitoryu.Move {
		for _, m := range p.Legal() {
			after := p.Clone()
			if err := after.Play(m); err != nil {
				t.Fatal(err)
			}
			for _, reply := range after.Legal() {
				if strings.HasPrefix(string(reply)[2:], string(m)[2:4]) {
					return m
				}
			}
		}
		return ""
	}
	m := give(start)
	if m == "" {
		t.Fatalf("no move gives the queen away in %s", start)
	}
	p.typed(string(m))
	p.Until(`document.getElementById("drill").textContent.includes(%q) && document.getElementById("drill").classList.contains("fault")`, says)
	p.Until(`!document.getElementById("over-actions").hidden`) // the engine has taken it
	p.Click("#rematch")
	p.Until(`document.getElementById("drill").textContent === "King and queen: win this."`)
	p.Reload()
	p.ready()
	p.Until(`document.getElementById("drill").textContent === "King and queen: win this."`)
}

// drillMate mates with a gold.
func drillMate(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#shogi/train")
	start, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi, Position: p.drill("Gold on the head")})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range start.Legal() {
		after := start.Clone()
		if err := after.Play(m); err != nil {
			t.Fatal(err)
		}
		if len(after.Legal()) == 0 {
			p.typed(string(m))
			break
		}
	}
	p.Until(`document.getElementById("drill").textContent === "Gold on the head: win this. Done, in 1 move."`)
}
