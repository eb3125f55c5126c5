package page

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// lost waits until a page says that its link is lost, and returns what it says.
func (p *tab) lost() string {
	p.t.Helper()
	p.Until(`!document.getElementById("lost").hidden && document.getElementById("lost-text").textContent`)
	return p.Text("#lost-text")
}

// refusedLinks: a page that gets no engine says why, and what to do.
func refusedLinks(t *testing.T, b *browser.Browser, _ *server) {
	process := engine.Start(t, engine.Path(t, "nitoryu"), "serve", "--address", "127.0.0.1:0", "--engines", "1")
	t.Cleanup(process.Kill)
	_, page := process.Until("http://")
	s := &server{process, page}
	first := open(t, b, s, "#chess/analyse")
	visit := func(address string) *tab {
		p := &tab{b.NewPage(), t}
		p.Troubled = true
		p.Origin, _, _ = strings.Cut(s.page, "?")
		p.Visit(address)
		return p
	}
	bare, _, _ := strings.Cut(page, "?")
	for _, c := range []struct{ name, address, want string }{
		{"no token", bare + "#chess/analyse", "lacks its token"},
		{"an old token", bare + "?token=OLD#chess/analyse", "earlier start"},
		{"one page too many", page + "#chess/analyse", "All 1 engines are in use"},
	} {
		p := visit(c.address)
		if said := p.lost(); !strings.Contains(said, c.want) {
			t.Errorf("%s: the page says %q", c.name, said)
		}
		if retry := p.is(`document.getElementById("restart").offsetParent`); retry != strings.Contains(c.want, "engines") {
			t.Errorf("%s: a new start is offered: %v", c.name, retry)
		}
		if c.want == "All 1 engines are in use" { // and goes on when there is one
			first.Visit("about:blank")
			p.Call(nil, "Page.bringToFront", nil)
			p.Until(`(document.getElementById("lost").hidden || document.getElementById("restart").click(), document.body.dataset.ready)`)
		}
		p.Close()
	}
}

// contrasts is a script that returns the texts whose contrast to their ground is less than
// WCAG asks for (https://www.w3.org/TR/WCAG22/#contrast-minimum).
const contrasts = `(() => {
	const parse = text => {
		const c = text.match(/[\d.]+/g).map(Number), scale = text.startsWith("color(") ? 255 : 1;
		return [c[0] * scale, c[1] * scale, c[2] * scale, c[3] ?? 1];
	};
	const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
	const light = c => {
		const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
		return .2126 * r + .7152 * g + .0722 * b;
	};
	const ground = e => {
		const layers = [];
		for (; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
		return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
	};
	const bad = [];
	for (const e of document.querySelectorAll("body *")) {
		if (e.closest("svg, .hidden, .skip, option") || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.closest(":disabled, .old")) continue;
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const style = getComputedStyle(e), below = ground(e), text = over(parse(style.color), below);
		const [a, b] = [light(text), light(below)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
		const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
		if (ratio < (large ? 3 : 4.5)) bad.push(e.tagName + "#" + (e.id || e.className) + " " + e.textContent.trim().slice(0, 30) + " " + ratio.toFixed(2));
	}
	return bad;
})()`

// readable: every text in every state has contrast, in both themes.
func readable(t *testing.T, b *browser.Browser, s *server) {
	states := []struct {
		name, at string
		do       func(*tab)
	}{
		{"the form", "#chess/play", func(p *tab) { p.Run(nil, `document.querySelectorAll("details").forEach(d => { d.open = true; })`) }},
		{"a game", "#shogi/play", func(p *tab) {
			p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "sudden", "minutes": "5"})
		}},
		{"a game that is over", "", func(p *tab) {
			p.Click("#resign")
			p.Click("#confirm-yes")
			p.Until(`!document.getElementById("over-actions").hidden`)
		}},
		{"an analysis", at("chess", "analyse", "", "e2e4", "e7e5"), func(p *tab) {
			p.Click("#engine-switch")
			p.thinks()
			p.Run(nil, `document.getElementById("engine-options").open = true`)
		}},
		{"a notice", "", func(p *tab) {
			p.Click("#remove")
			p.Click("#reset-button")
			p.Click("#confirm-yes")
			p.Until(`!document.getElementById("notice").hidden`)
		}},
		{"the editor", "#shogi/analyse", func(p *tab) { p.Click("#edit-button") }},
		{"a file", "#chess/analyse", func(p *tab) {
			p.Click("#open-button")
			p.Run(nil, `document.getElementById("open-text").value = "1. e4 *\n\n1. d4 Ke5 *"`)
			p.Click("#open-form button[type=submit]")
			p.Until(`!document.getElementById("open-games").hidden`)
		}},
		{"settings", "", func(p *tab) {
			p.Press("Escape")
			p.Run(nil, `document.getElementById("settings-button").click()`)
		}},
		{"a lost engine", "", func(p *tab) {
			p.Press("Escape")
			p.Run(nil, `document.getElementById("lost-text").textContent = "lost"; document.getElementById("lost").hidden = false`)
		}},
	}
	p := open(t, b, s, "#chess/analyse")
	for _, state := range states {
		if state.at != "" {
			p.visit(state.at)
		}
		state.do(p)
		for _, theme := range []string{"light", "dark"} {
			var bad []string
			p.Run(&bad, `(document.documentElement.dataset.theme = %q, %s)`, theme, contrasts)
			if len(bad) > 0 {
				t.Errorf("%s, %s: %s", state.name, theme, strings.Join(bad, "; "))
			}
		}
	}
	p.Run(nil, `localStorage.clear()`)
}

// give puts a file into the dialog that opens files.
func (p *tab) give(name string, data []byte) {
	p.t.Helper()
	p.Click("#open-button")
	p.Run(nil, `{
		const files = new DataTransfer(), input = document.getElementById("open-file");
		files.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], %q));
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
	}`, base64.StdEncoding.EncodeToString(data), name)
}

// files of all sizes and kinds.
func files(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	for _, c := range []struct{ name, data, want string }{
		{"empty.pgn", "", "it is empty"}, {"blank.kif", "\n \n", "it is empty"}, {"x.png", "\x89PNG\r\n\x1a\n\x00\x00", "PNG"}, {"x.pgn.zip", "PK\x03\x04\x00", "ZIP"}, {"x.txt", "hello", "no format"},
	} {
		p.give(c.name, []byte(c.data))
		p.Until(`document.getElementById("open-fault").textContent.includes(%q)`, c.want)
		p.Press("Escape")
	}
	for _, c := range []struct{ name, data, want string }{
		{"utf16.pgn", "\xff\xfe1\x00.\x00 \x00e\x004\x00 \x00*\x00", "e2e4"},
		{"euc.kif", "\xc0\xe8\xbc\xea\xa1\xa7\xb1\xa9\xc0\xb8\xc1\xb1\xbc\xa3\n   1 \xa3\xb7\xcf\xbb\xca\xe2(77)\n", "7g7f"},
	} {
		p.give(c.name, []byte(c.data))
		p.Until(`!document.getElementById("open").open`)
		p.Press("End")
		p.line(c.want)
	}
	// More than the 1 MiB that the link took, and more games than a list shows.
	var many strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&many, "[White \"Player %d\"]\n[Black \"Other\"]\n[Date \"19%02d.01.01\"]\n[Annotator \"%s\"]\n\n1. e4 e5 *\n\n", i, i%100, strings.Repeat("x", 120))
	}
	fmt.Fprintf(&many, "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. d4 {[%%csl Gd5][%%cal Rd2d4]} d5 $14 *\n")
	p.give("many.pgn", []byte(many.String()))
	p.Until(`!document.getElementById("open-games").hidden`)
	if got := p.Text("#open-count"); got != "6001 games" {
		t.Errorf("the list says %q", got)
	}
	p.Run(nil, `{
		const search = document.getElementById("open-search");
		search.value = "bob ann";
		search.dispatchEvent(new Event("input"));
	}`)
	p.Until(`document.getElementById("open-count").textContent === "1 of 6001 games"`)
	p.Click("#open-form button[type=submit]")
	p.Until(`!document.getElementById("open").open`)
	p.Press("End")
	p.line("d2d4", "d7d5")
	if got := p.Text("#moves"); !strings.Contains(got, "d5+=") || strings.Contains(got, "csl") {
		t.Errorf("the moves are %q", got)
	}
	p.Press("ArrowLeft")
	p.line("d2d4")
	p.Until(`document.querySelector("#board .drawn.round.colour-G") && document.querySelector("#board path.drawn.colour-R")`)
	// What is pasted anywhere is opened.
	p.Run(nil, `{
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", "4k3/8/8/8/8/8/8/R3K3 w Q - 5 20");
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
	}`)
	p.Until(`location.hash.includes("R3K3") && !document.getElementById("open").open`)
}
