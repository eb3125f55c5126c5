package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/must"
)

// thinks waits until the engine has told a line about the position on the board.
func (p *tab) thinks() {
	p.t.Helper()
	p.Until(`document.querySelector("#lines:not(.old) li strong") && document.querySelector("#board .pointer")`)
}

func analyse(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Click("#engine-switch")
	p.thinks()
	p.Until(`document.querySelectorAll("#lines li").length === 3 && document.querySelectorAll("#board .pointer").length === 3`)
	p.choose("multipv", "1")
	p.Until(`document.querySelectorAll("#lines li").length === 1`)
	p.Until(`document.querySelectorAll("#lines li button").length >= 3`)
	p.Run(nil, `document.querySelectorAll("#lines li button")[2].click()`)
	p.plies(3)
	p.thinks()
	p.Click("#engine-switch")
	p.Until(`document.getElementById("figures").textContent === "" && !document.querySelector("#board .pointer")`)

	p = open(t, b, s, at("chess", "analyse", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"))
	p.Click("#engine-switch")
	p.Until(`document.querySelector("#lines strong")?.textContent === "+M1"`)
	p.Until(`document.getElementById("gauge").getAttribute("aria-valuenow") === "100"`)
}

// fifty starts and stops the analysis of fifty positions, or of ten.
func fifty(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	began := time.Now()
	rounds := 5
	if must.Full() {
		rounds = 25
	}
	for i := range rounds {
		p.Press("Home")
		p.Click("#engine-switch")
		p.Until(`document.getElementById("engine-switch").getAttribute("aria-pressed") === "true"`)
		p.Run(nil, `document.querySelector("#move").value = ["a3", "b3", "c3", "d3", "e3"][%d]; document.getElementById("typed").requestSubmit()`, i%5)
		p.Until("%s.length === 1", current)
		p.thinks()
		p.Click("#engine-switch")
	}
	t.Logf("%d positions took %v", 2*rounds, time.Since(began)) // fifty take about 7 s on two idle cores; no limit, as machines of tests are busy
	p.Click("#engine-switch")
	p.thinks() // the engine answers as ever
}

// records reads and writes games.
func records(t *testing.T, b *browser.Browser, s *server) {
	tests := []struct {
		name, text, format string
		moves              string
		want               []string // in what is written
	}{
		{"FEN", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "PGN", "", []string{"8/P6k/8/8/8/8/8/K7"}},
		{"PGN", "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nc3 *", "PGN", "e2e4 e7e5 b1c3",
			[]string{`[White "Ann"]`, "best by test", "(1... c5 2. Nf3)"}},
		{"KIF", "手合割：平手\n先手：太郎\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n*角道\n", "KIF", "7g7f 3c3d", []string{"太郎", "７六歩", "*角道"}},
		{"CSA", "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", "CSA", "7g7f 3c3d", []string{"+7776FU", "%TORYO"}},
		{"SFEN", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "KIF", "", []string{"手合割"}},
		{"a line of USI", "position startpos moves 7g7f 3c3d", "KI2", "7g7f 3c3d", []string{"▲７六歩"}},
	}
	p := open(t, b, s, "#chess/analyse")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b.In(t)
			p := &tab{p.Page, t}
			p.visit("#chess/analyse")
			p.Click("#open-button")
			p.Run(nil, `document.getElementById("open-text").value = %q`, test.text)
			p.Click("#open-form button[type=submit]")
			p.Until(`!document.getElementById("open").open`)
			p.Press("End")
			p.plies(len(strings.Fields(test.moves)))
			if got := strings.Join(p.moves(), " "); got != test.moves {
				t.Fatalf("the moves are %q, want %q; the page says %q", got, test.moves, p.Text("#open-fault"))
			}
			p.Click("#export-button")
			p.choose("export-format", test.format)
			for _, want := range test.want {
				p.Until(`document.getElementById("export-text").value.includes(%q)`, want)
			}
			p.Press("Escape")
		})
	}
	t.Run("a file in Latin-1", func(t *testing.T) {
		b.In(t)
		p := &tab{p.Page, t}
		p.visit("#chess/analyse")
		p.Click("#open-button")
		p.Run(nil, `{
			const text = %q, files = new DataTransfer(), input = document.getElementById("open-file");
			files.items.add(new File([Uint8Array.from(text, c => c.charCodeAt(0))], "x.pgn"));
			input.files = files.files;
			input.dispatchEvent(new Event("change"));
		}`, "[White \"André\"]\n[Black \"Müller\"]\n\n1. e4 e5 {un café} 2. Nf3 *\n")
		p.Until(`!document.getElementById("open").open`)
		p.Press("End")
		p.plies(3)
		p.Click("#export-button")
		p.choose("export-format", "PGN")
		for _, want := range []string{"André", "Müller", "un café"} {
			p.Until(`document.getElementById("export-text").value.includes(%q)`, want)
		}
		p.Press("Escape")
	})
	t.Run("nonsense", func(t *testing.T) {
		b.In(t)
		p := &tab{p.Page, t}
		p.Click("#open-button")
		p.Run(nil, `document.getElementById("open-text").value = "neither <b>this</b> nor that"`)
		p.Click("#open-form button[type=submit]")
		p.Until(`document.getElementById("open-fault").textContent`)
	})
}

// edit makes positions by hand.
func edit(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#shogi/analyse")
	p.Click("#edit-button")
	p.Click("#edit-clear")
	put := func(letter, at string) {
		p.Click(fmt.Sprintf("#palette label:has([value=%q])", letter))
		p.Click(square(at))
	}
	put("K", "5i")
	p.Click("#edit-done")
	p.Until(`document.getElementById("editor").hidden || document.getElementById("edit-fault").textContent`)
	if p.Text("#edit-fault") == "" {
		p.Click("#edit-button")
	}
	put("k", "5a")
	put("+R", "5e")
	put("G", "G*")
	p.Click("#edit-side label:nth-child(2)")
	p.Click("#edit-done")
	p.Until(`document.getElementById("editor").hidden`)
	position := after(t, games.Shogi(), "4k4/9/9/9/4+R4/9/9/9/4K4 w G 1", nil)
	p.Until(`!document.querySelector("#board .pieces g[data-place='0']")`)
	p.shows(games.Shogi(), position)
	if said := p.Text("#outcome"); said != "" {
		t.Errorf("the outcome is %q", said)
	}
}

// variations are added, promoted, deleted and commented.
func variations(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4", "e7e5"))
	p.Click("#back")
	p.Until("%s.length === 1", current)
	p.typed("c5")
	p.plies(2)
	if got := p.Text("#moves .variation"); !strings.Contains(got, "c5") {
		t.Errorf("the variation is %q", got)
	}
	p.Click("#promote")
	p.Until(`document.querySelector("#moves .variation").textContent.includes("e5")`)
	p.Run(nil, `const c = document.getElementById("comment"); c.value = "Sicilian"; c.dispatchEvent(new Event("input"))`)
	p.Until(`document.querySelector("#moves .remark").textContent === "Sicilian"`)
	p.Click("#remove")
	p.Until(`!document.querySelector("#moves .variation") && document.getElementById("moves").textContent.includes("e5")`)
}

// mistakes of a game that was reviewed: steps to them, what was better, and another try.
func mistakes(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"))
	p.Click("#review-button")
	p.Until(`document.getElementById("review-progress").hidden && document.querySelector("#review-graph .graph")`)
	var below float64
	if p.Run(&below, `document.querySelector("#review-graph .graph").getBoundingClientRect().top - document.getElementById("board").getBoundingClientRect().bottom`); below < 0 || below > 60 {
		t.Errorf("the graph is %v pixels below the board", below)
	}
	for said := p.Text("#review-now"); !strings.HasPrefix(said, "Nf6??"); said = p.Text("#review-now") {
		p.Click("#mistake-next")
		p.Until(`document.getElementById("review-now").textContent !== %q`, said)
	}
	var sign struct {
		Text, Kind, Square string
		Arrows             int
	}
	p.Run(&sign, `(() => {
		const g = document.querySelector("#board .signs g"), b = g.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
		const on = [...document.querySelectorAll("#board .cell")].find(cell => { const c = cell.getBoundingClientRect(); return x > c.left && x < c.right && y > c.top && y < c.bottom; });
		return { Text: g.textContent, Kind: g.getAttribute("class"), Square: on?.dataset.square ?? "", Arrows: document.querySelectorAll("#board .pointer").length };
	})()`)
	if sign.Text != "??" || sign.Kind != "sign-blunder" || sign.Square != "f6" || sign.Arrows != 1 {
		t.Errorf("on the board is %+v", sign)
	}
	if text := p.Text("#review-better"); !strings.HasPrefix(text, "Better: ") {
		t.Errorf("better is %q", text)
	}
	p.Click("#mistake-retry")
	p.Until(`document.getElementById("review-now").textContent === "Find a better move than Nf6??."`)
	p.typed("a6")
	p.Until(`document.getElementById("review-now").textContent.startsWith("a6 loses ")`)
	p.Click("#mistake-retry")
	p.Until(`document.getElementById("review-now").textContent.startsWith("Find a better")`)
	p.typed("Qe7")
	p.Until(`/^Qe7 is (good|the best move)\.$/.test(document.getElementById("review-now").textContent)`)
	p.Click("#mistake-show")
	p.Until(`document.querySelectorAll("#moves .variation").length > 0`)
	if text := p.Text("#moves"); !strings.Contains(text, "Qxf7#") {
		t.Errorf("the game itself is lost: %q", text)
	}
}
