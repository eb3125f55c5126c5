package page

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// Nothing is cut, covered or out of reach at any size.
func TestSizes(t *testing.T) {
	run(t, nil, deed{"chess", func(t *testing.T, b *browser.Browser, s *server) { allSizes(t, b, s, "chess") }},
		deed{"shogi", func(t *testing.T, b *browser.Browser, s *server) { allSizes(t, b, s, "shogi") }},
		deed{"notices", noticesAside}, deed{"colours of the system", systemColours}, deed{"variations of phones", variationsOfPhones})
}

// called are games whose players have long names.
var called = map[string]string{
	"chess": "[White \"Maxime Vachier-Lagrave\"]\n[Black \"Nepomniachtchi, Ian Alexandrovich\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n",
	"shogi": "先手：羽生善治九段永世七冠\n後手：Kawamura Santaroubei\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ３三角成(88)\n   4 同　桂(21)\n",
}

// paste pastes a text where no field has the focus.
func (p *tab) paste(text string) {
	p.t.Helper()
	p.Run(nil, `{
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %q);
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
	}`, text)
}

// faults is a script that looks for what is cut, covered or out of reach at the size of the
// window, and for the elements of a list that are not wholly in sight.
const faults = `(needed => {
	const faults = [], say = e => e.id ? "#" + e.id : e.localName + "." + e.className + " " + e.textContent.trim().slice(0, 20);
	const seen = e => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1;
	const inSight = b => b.left >= -1 && b.top >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
	scrollTo(0, 0);
	if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push("the page is too wide");
	for (const e of document.querySelectorAll(".panel, .upper")) if (seen(e) && e.scrollWidth > e.clientWidth + 1) faults.push(say(e) + " is too wide");
	for (const selector of needed) {
		const e = document.querySelector(selector);
		if (!e || !seen(e) || !inSight(e.getBoundingClientRect())) faults.push(selector + " is not in sight");
	}
	// Words are not broken: all letters of one are on a line, and those of names are inside of theirs.
	for (const e of document.querySelectorAll("button, .players th, .bar bdi, .bar small, .bar time, #levels label > *, #moves .move, time")) {
		if (!seen(e)) continue;
		for (const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT); walker.nextNode();) {
			for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\s\u00a0‐・-]+/g)) {
				const range = document.createRange();
				range.setStart(walker.currentNode, index);
				range.setEnd(walker.currentNode, index + word.length);
				const lines = new Set([...range.getClientRects()].map(b => Math.round(b.top)));
				if (lines.size > 1) faults.push(word + " in " + say(e) + " is broken");
			}
		}
		const { overflowX, textOverflow } = getComputedStyle(e);
		if (textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 1 && overflowX !== "auto" && getComputedStyle(e).display !== "inline") faults.push(say(e) + " is wider than its place");
	}
	// Nor are they cut: a list has room for each of its texts.
	const pen = document.createElement("canvas").getContext("2d");
	for (const e of document.querySelectorAll("select")) {
		if (e.size > 1 || !seen(e)) continue;
		const { font, paddingLeft, paddingRight } = getComputedStyle(e), room = e.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
		pen.font = font;
		for (const option of e.querySelectorAll("[data-text]")) {
			if (pen.measureText(option.textContent).width > room + 1) faults.push(option.textContent + " in " + say(e) + " is cut");
		}
	}
	// What can be pressed is reached by scrolling, and nothing covers it.
	for (const e of document.querySelectorAll("button, summary, select, textarea, input:not([type=radio])")) {
		if (e.closest("#moves, .pv") && e.matches(":not(:first-child)") || !seen(e)) continue;
		e.scrollIntoView({ block: "nearest", inline: "nearest" });
		const b = e.getBoundingClientRect();
		if (!inSight(b)) {
			faults.push(say(e) + " is out of reach");
			continue;
		}
		for (const [x, y] of [[b.left + 3, b.top + b.height / 2], [b.right - 3, b.bottom - 4]]) {
			const top = document.elementFromPoint(x, y);
			if (!top || !e.contains(top) && !top.contains(e)) faults.push(say(e) + " is cut or covered by " + (top ? say(top) : "nothing"));
		}
	}
	scrollTo(0, 0);
	for (const e of document.querySelectorAll(".panel, .upper, #moves-card")) e.scrollTop = 0;
	return [...new Set(faults)];
})`

// allSizes looks at the states of a game at all sizes.
func allSizes(t *testing.T, b *browser.Browser, s *server, game string) {
	shown := []struct {
		name          string
		show          func(*tab)
		phone, larger []string // what has to be in sight
	}{
		{"setup", func(p *tab) { p.visit("#" + game + "/play") },
			[]string{"#board", "#levels label:last-child", "#setup-form button[type=submit]"}, nil},
		{"analysis", stateOf("analysis", game),
			[]string{"#board", "#back", "#moves", "#engine-switch", "#lines li:first-child"}, []string{"#move", "#lines li:last-child"}},
		{"review", func(p *tab) {
			p.visit("#" + game + "/analyse")
			p.paste(called[game])
			p.Until(`!document.getElementById("copy-link").hidden && document.querySelectorAll("#moves button").length > 3`)
			p.Press("End")
			p.judged()
		}, []string{"#board", "#back", "#moves", "#review-graph"}, []string{"#move", "#mistake-next"}},
		{"editor", stateOf("editor", game), []string{"#board"}, nil},
		{"game", stateOf("game", game),
			[]string{"#board", "#bar-top time", "#bar-bottom time", "#moves", "#status", "#back", "#flip"}, []string{"#move", "#hint", "#resign"}},
		{"ongoing", stateOf("ongoing", game),
			[]string{"#board", "#back", "#moves", "#to-game"}, []string{"#move"}},
	}
	p := open(t, b, s, "#"+game+"/analyse")
	for _, state := range shown {
		t.Run(state.name, func(t *testing.T) {
			b.In(t)
			p := &tab{p.Page, t}
			p.size(1280, 800)
			state.show(p)
			for _, language := range []string{"en", "ja"} {
				p.choose("set-language", language)
				for _, size := range sizes {
					p.size(size[0], size[1])
					p.still()
					needed := state.phone
					if min(size[0], size[1]) >= 400 {
						needed = append(needed[:len(needed):len(needed)], state.larger...)
					}
					var found []string
					p.Run(&found, "%s(%s)", faults, quoted(needed))
					for _, fault := range found {
						t.Errorf("%s at %d x %d: %s", language, size[0], size[1], fault)
					}
				}
			}
		})
	}
}

// stateOf returns what shows one of the states.
func stateOf(name, game string) func(*tab) {
	return func(p *tab) {
		for _, s := range states {
			if s.name == name {
				s.show(p, game)
			}
		}
	}
}

// noticesAside: a notice, or a banner that says that the link is lost, covers nothing, and goes
// with what it is about.
func noticesAside(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", line("chess")...))
	for _, size := range sizes {
		p.size(size[0], size[1])
		p.Run(nil, `document.getElementById("copy-position").click()`)
		p.Until(`!document.getElementById("notice").hidden`)
		p.still()
		var covered []string
		p.Run(&covered, `(() => {
			const n = document.getElementById("notice").getBoundingClientRect();
			return [...document.querySelectorAll("nav, .tools > button, #board, .bar, .controls, #moves, #typed")].filter(e => e.checkVisibility()).filter(e => {
				const b = e.getBoundingClientRect();
				return b.width > 1 && b.left < n.right - 1 && b.right > n.left + 1 && b.top < n.bottom - 1 && b.bottom > n.top + 1;
			}).map(e => e.id || e.className);
		})()`)
		if len(covered) > 0 {
			t.Errorf("at %d x %d the notice covers %q", size[0], size[1], covered)
		}
		p.Run(nil, `document.getElementById("back").click()`)
		p.Until(`document.getElementById("notice").hidden`)
		p.Run(nil, `document.getElementById("last").click()`)
		p.plies(len(line("chess")))
	}
	for _, size := range sizes {
		p.size(size[0], size[1])
		p.Run(nil, `{
			document.getElementById("lost").hidden = false;
			document.getElementById("restart").hidden = false;
			document.getElementById("lost-text").textContent = "The link to nitoryu serve is lost. Game and analysis are kept. It is looked for again and again. If it was ended, start it again.";
		}`)
		p.still()
		var found []string
		p.Run(&found, "%s(%s)", faults, quoted([]string{"#board", "#bar-bottom", "#lost", "#restart", "#back"}))
		for _, fault := range found {
			t.Errorf("with a banner at %d x %d: %s", size[0], size[1], fault)
		}
		p.Run(nil, `document.getElementById("lost").hidden = true`)
	}
}

// colours returns the colours of the page in the middles of elements, moved by so many pixels.
func (p *tab) colours(selector string, dy float64) (seen []color.Color) {
	p.t.Helper()
	picture, err := png.Decode(bytes.NewReader(p.shot()))
	if err != nil {
		p.t.Fatal(err)
	}
	var at [][]float64
	p.Run(&at, `[...document.querySelectorAll(%q)].map(e => e.getBoundingClientRect()).map(b => [b.left + 4, b.top + b.height / 2])`, selector)
	for _, point := range at {
		seen = append(seen, picture.At(int(point[0]), int(point[1]+dy)))
	}
	return seen
}

// systemColours: where the system chooses the colours, the move that is looked at is told from
// the others, what is chosen from what is not, and the gauge has its two sides.
func systemColours(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", line("chess")...))
	p.Call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "forced-colors", "value": "active"}, {"name": "prefers-reduced-motion", "value": "reduce"},
	}})
	p.still()
	for _, c := range []struct {
		name, one, other string
		dy               float64
	}{
		{"the move", `#moves [aria-current]`, `#moves .row:last-child button:not([aria-current])`, 0},
		{"the mode", `#modes [aria-pressed="true"]`, `#modes [aria-pressed="false"]`, 0},
		{"the sides", `#bar-top .side`, `#bar-bottom .side`, 0},
	} {
		one, other := p.colours(c.one, c.dy), p.colours(c.other, c.dy)
		if len(one) == 0 || len(other) == 0 || one[0] == other[0] {
			t.Errorf("%s: both look like %v", c.name, one)
		}
	}
	above, below := p.colours("#gauge", -60), p.colours("#gauge", 60)
	if above[0] == below[0] {
		t.Errorf("the gauge is all %v", above[0])
	}
}

// variationsOfPhones: on a phone a variation does not look like the main line.
func variationsOfPhones(t *testing.T, b *browser.Browser, s *server) {
	for _, game := range []string{"chess", "shogi"} {
		p := open(t, b, s, at(game, "analyse", "", line(game)[:4]...))
		p.varied(game)
		for _, size := range [][2]int{{360, 640}, {568, 320}} {
			p.size(size[0], size[1])
			p.still()
			var styles [2]string
			p.Run(&styles, `[...["#moves .row button", "#moves .variation button"].map(selector => {
				const e = document.querySelector(selector), { fontStyle, fontSize } = getComputedStyle(e), { borderStyle } = getComputedStyle(e.parentElement);
				return [fontStyle, fontSize, borderStyle].join();
			})]`)
			if styles[0] == styles[1] {
				t.Errorf("%s at %v: both are %s", game, size, styles[0])
			}
			if p.is(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
				t.Error(fmt.Sprint(game, " at ", size, ": the page is too wide"))
			}
		}
	}
}
