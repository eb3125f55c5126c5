package page

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// What is chosen besides moves: a result, rules, what is drawn.
func TestChoices(t *testing.T) {
	run(t, nil, deed{"a result", setResult}, deed{"drawing with a finger", finger}, deed{"arrows and gauge", switches}, deed{"entering king", enteringKing})
}

// setResult: a result is set, written, taken back, and done again.
func setResult(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4", "e7e5"))
	for _, c := range []struct{ value, outcome, written string }{
		{"0-1 resignation", "White resigns", "0-1"}, {"1/2-1/2", "Drawn", "1/2-1/2"}, {"1-0 time forfeit", "White wins on time", "1-0"}, {"1-0", "White wins", "1-0"}, {"*", "", "*"},
	} {
		p.Click("#tags-button")
		p.choose("tags-result", c.value)
		p.Click("#tags-form button.main")
		p.Until(`document.getElementById("outcome").textContent === %q && document.getElementById("outcome").hidden === %v`, c.outcome, c.outcome == "")
		p.Click("#export-button")
		p.choose("export-format", "PGN")
		p.Until(`document.getElementById("export-text").value.includes('[Result "%s"]')`, c.written)
		p.Press("Escape")
		p.Until(`!document.getElementById("export").open`)
	}
	said := func(text string) {
		t.Helper()
		p.Until(`document.getElementById("outcome").textContent === %q`, text)
	}
	p.Click("#undo")
	said("White wins")
	p.Click("#undo")
	said("White wins on time")
	p.Click("#redo")
	said("White wins")
	p.Click("#back")
	said("")
	p.Click("#forward")
	said("White wins")
	p.Reload()
	p.ready()
	said("White wins")
	p.typed("Nf3") // the game goes on
	said("")
	// A record that says so is shown as it is.
	p.visit("#shogi/analyse")
	p.opened("V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n")
	p.Press("End")
	said("Sente resigns")
	p.choose("set-language", "ja")
	said("先手の投了")
}

// finger draws with the pen, and moves pieces without it.
func finger(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/play")
	if p.is(`!document.getElementById("pen").hidden`) {
		t.Error("there is a pen in a game")
	}
	p.visit("#chess/analyse")
	stroke := func(from, to string) {
		x1, y1 := p.Middle(square(from))
		x2, y2 := p.Middle(square(to))
		for _, touch := range []struct {
			kind string
			x, y float64
		}{{"touchStart", x1, y1}, {"touchMove", (x1 + x2) / 2, (y1 + y2) / 2}, {"touchMove", x2, y2}, {"touchEnd", 0, 0}} {
			points := []map[string]any{{"x": touch.x, "y": touch.y}}
			if touch.kind == "touchEnd" {
				points = []map[string]any{}
			}
			p.Call(nil, "Input.dispatchTouchEvent", map[string]any{"type": touch.kind, "touchPoints": points})
		}
	}
	p.Click("#pen")
	stroke("e2", "e4")
	p.Until(`document.querySelector("#board .drawn.colour-G")`)
	p.Click("#pen")
	stroke("d4", "d4")
	p.Until(`document.querySelector("#board .drawn.colour-R.round")`)
	if got := p.moves(); len(got) > 0 {
		t.Errorf("the pen has moved: %q", got)
	}
	for range 3 { // blue, yellow, none
		p.Click("#pen")
	}
	p.Until(`document.getElementById("pen").getAttribute("aria-pressed") === "false"`)
	stroke("e2", "e4")
	p.line("e2e4")
}

// switches: arrows and the gauge can be left out.
func switches(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Click("#engine-switch")
	p.thinks()
	shown := func(selector string, want bool) {
		t.Helper()
		p.Until(`(getComputedStyle(document.querySelector(%q)).display !== "none") === %v`, selector, want)
	}
	for _, c := range []struct{ field, selector string }{{"set-arrows", "#board .pointer"}, {"set-gauge", "#gauge"}} {
		shown(c.selector, true)
		p.Run(nil, `document.getElementById(%q).click()`, c.field)
		shown(c.selector, false)
		p.Reload()
		p.ready()
		p.thinks()
		shown(c.selector, false)
	}
}

// enteringKing: the form says what a rule asks for, and a game how far both sides are.
func enteringKing(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#shogi/play")
	p.Run(nil, `document.getElementById("setup-more").open = true`)
	for rule, about := range map[string]string{"CSARule27": "28 points win for Sente, 27 for Gote", "CSARule24": "24 to 30 draw", "TryRule": "wins", "NoEnteringKing": "Only mate"} {
		p.choose("setup-rule", rule)
		p.Until(`document.getElementById("setup-rule-about").textContent.includes(%q)`, about)
	}
	p.choose("setup-rule", "CSARule24")
	p.visit("#shogi/play/" + strings.ReplaceAll("1K+P6/9/9/9/9/9/9/9/4k4 b Rr2b4g4s4n4l17p 1", "/", "|"))
	p.begin("both", map[string]string{"start": "board", "rule": "CSARule24", "clock": "none"})
	p.Until(`document.getElementById("declarations").textContent.startsWith("Sente: 6 points (24 draw, 31 win), 1 of 10 pieces · Gote: ")`)
}
