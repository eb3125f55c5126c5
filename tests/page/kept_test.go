package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// What is done in the page outlives its tab, and is found in a list.
func TestKept(t *testing.T) {
	run(t, []deed{
		{"a tab that is closed", closedTab}, {"links", wholeLinks}, {"the list", library},
	}, deed{"leafing", leafing}, deed{"two tabs of one study", twoOwners}, deed{"a browser that keeps nothing", keepsNothing},
		deed{"back and forward", backAndForward}, deed{"a link while the editor is open", linkBesideEditor}, deed{"all that is saved", savesAll})
}

// again closes the tab and opens another one at an address.
func (p *tab) again(s *server, at string) {
	p.t.Helper()
	p.Close()
	next := p.NewPage()
	next.Origin = p.Origin
	p.Page = next
	p.Call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}})
	p.Visit(s.page + at)
	p.ready()
}

// closedTab: whoever opens the page again finds all as it was, without its address, too.
func closedTab(t *testing.T, b *browser.Browser, s *server) {
	for _, c := range []struct {
		name  string
		at    string
		do    func(*tab)
		there func(*tab)
	}{
		{"a game", "#shogi/play", func(p *tab) {
			p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "increment", "minutes": "5", "seconds": "3"})
			p.typed("7g7f")
			p.plies(2)
		}, func(p *tab) {
			p.plies(2)
			if clock := p.Text("#bar-bottom time"); !strings.HasPrefix(clock, "5:") && !strings.HasPrefix(clock, "4:") {
				t.Errorf("the clock shows %q", clock)
			}
			n := len(p.moves())
			p.typed([]string{"9g9f", "1g1f"}[n/2-1])
			p.plies(n + 2)
		}},
		{"an analysis", "#chess/analyse", func(p *tab) {
			p.typed("e4")
			p.typed("e5")
			p.plies(2)
			p.Click("#back")
			p.line("e2e4")
			p.typed("c5")
			p.line("e2e4", "c7c5")
		}, func(p *tab) {
			p.line("e2e4", "c7c5")
			p.Until(`document.querySelector("#moves .variation")`)
			p.Click("#undo")
			p.Until(`!document.querySelector("#moves .variation")`)
			p.Click("#redo")
			p.line("e2e4", "c7c5")
		}},
		{"a half-typed comment", at("shogi", "analyse", "", "7g7f"), func(p *tab) {
			p.Run(nil, `document.getElementById("comment-field").open = true; document.getElementById("comment").focus()`)
			p.Insert("half a senten")
		}, func(p *tab) { p.Until(`document.getElementById("comment").value === "half a senten"`) }},
		{"a review half done", at("chess", "analyse", "", "f2f3", "e7e5", "g2g4"), func(p *tab) {
			p.Click("#review-button")
			p.Until(`!document.getElementById("review-progress").hidden`)
		}, func(p *tab) {
			p.Until(`document.querySelector("#review-graph .graph") && !document.getElementById("review-graph").hidden`)
		}},
		{"the editor", "#shogi/analyse", func(p *tab) {
			p.Click("#edit-button")
			p.Click("#edit-clear")
			p.Click(`#palette [value="R"]`)
			p.Click(square("5e"))
			p.Click("#games [data-game=chess]") // and back
			p.Until(`document.body.dataset.game === "chess"`)
			p.Click("#games [data-game=shogi]")
			p.Until(`!document.getElementById("editor").hidden`)
		}, func(p *tab) {
			p.Until(`!document.getElementById("editor").hidden`)
			if squares, _ := p.board("shogi"); squares[40] != "R" || strings.Join(squares, "") != strings.Repeat(".", 40)+"R"+strings.Repeat(".", 40) {
				t.Errorf("the editor has %q", squares)
			}
		}},
		{"a study with chapters", at("chess", "analyse", "", "d2d4"), func(p *tab) {
			p.Click("#library-chapter")
			p.Until(`document.getElementById("library-at").textContent === "2 of 2"`)
			p.typed("c4")
			p.line("c2c4")
		}, func(p *tab) {
			p.line("c2c4")
			p.Until(`document.getElementById("library-at").textContent === "2 of 2"`)
			p.Click("#library-previous")
			p.Until(`document.getElementById("library-at").textContent === "1 of 2"`)
			p.Press("End")
			p.line("d2d4")
			p.Click("#library-next")
			p.line("c2c4")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.In(t)
			p := open(t, b, s, c.at)
			c.do(p)
			p.again(s, "")
			c.there(p)
			var address string
			p.Run(&address, "location.hash")
			p.again(s, address)
			c.there(p)
		})
	}
}

// copied returns the link that is copied.
func (p *tab) copied() (link string) {
	p.t.Helper()
	p.Run(nil, `window.copied = ""; navigator.clipboard.writeText = async text => { window.copied = text; }`)
	p.Click("#copy-link")
	p.Until(`window.copied`)
	p.Run(&link, "window.copied")
	return link
}

// wholeLinks: a link has variations and comments, and opens where nothing is known of it.
func wholeLinks(t *testing.T, b *browser.Browser, s *server) {
	other := browser.Start(t)
	for _, c := range []struct{ game, first, second, third string }{{"chess", "e2e4", "e7e5", "c7c5"}, {"shogi", "7g7f", "3c3d", "8c8d"}} {
		p := open(t, b, s, at(c.game, "analyse", "", c.first, c.second))
		p.Run(nil, `document.getElementById("comment-field").open = true; document.getElementById("comment").focus()`)
		p.Insert("これ & “that” <b>")
		p.Run(nil, `document.activeElement.blur()`)
		p.Click("#back")
		p.line(c.first)
		p.typed(c.third)
		p.line(c.first, c.third)
		link := p.copied()
		q := open(t, other, &server{page: link}, "")
		q.line(c.first, c.third)
		q.Until(`document.querySelector("#moves .variation")`)
		q.Click("#back")
		q.line(c.first)
		q.Until(`!document.getElementById("forward").disabled`)
		q.Click("#forward")
		q.line(c.first, c.second)
		q.Until(`document.getElementById("comment").value === "これ & “that” <b>"`)
		for _, wrong := range []string{"AAAA", "!!", "", "q1YqUbJSMlTSUUpRslIyUqoFAA"} {
			q.visit("#" + c.game + "/tree/" + wrong)
			if said := q.Text("#notice-text"); wrong != "" && !strings.Contains(said, "damaged") {
				t.Errorf("a link with %q: %q", wrong, said)
			}
		}
	}
}

// titles returns what the list has.
func (p *tab) titles() (titles []string) {
	p.t.Helper()
	p.Run(&titles, `[...document.getElementById("library-list").options].map(o => o.textContent)`)
	return titles
}

// library: what was done is in the list, can be searched, opened and deleted there.
func library(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.typed("e4")
	p.line("e2e4")
	p.Click("#tags-button")
	p.Run(nil, `document.querySelector("[data-tag=White]").value = "Ann"`)
	p.Click("#tags-form .main")
	p.Until(`document.getElementById("bar-bottom").textContent.includes("Ann")`)
	p.Click("#reset-button")
	p.Click("#confirm-yes")
	p.line()
	p.Click("#games [data-game=shogi]")
	p.Until(`document.body.dataset.game === "shogi"`)
	p.begin("first", map[string]string{"start": "standard", "level": "beginner", "clock": "none"})
	p.typed("7g7f")
	p.plies(2)
	p.Click("#library-button")
	p.Until(`document.getElementById("library-list").length === 2`)
	if got := p.titles(); !strings.Contains(got[0], "Nitoryu") || !strings.Contains(got[1], "Ann") {
		t.Errorf("the list has %q", got)
	}
	for search, n := range map[string]int{"ann": 1, "you beginner": 1, "nobody": 0, "": 2} {
		p.choose("library-search", search)
		if got := p.titles(); len(got) != n {
			t.Errorf("%q finds %q", search, got)
		}
	}
	p.choose("library-search", "ann")
	p.Click("#library-open")
	p.Until(`!document.getElementById("library").open && document.body.dataset.game === "chess"`)
	p.line("e2e4")
	p.typed("e5")
	p.line("e2e4", "e7e5")
	p.Click("#library-button")
	p.Until(`document.getElementById("library-list").length === 2`)
	if got := p.titles(); !strings.Contains(got[0], "Ann, 2 plies") {
		t.Errorf("after a change the list has %q", got)
	}
	p.Run(nil, `document.getElementById("library-name").focus()`)
	p.Insert("the name of the study")
	p.Press("Enter")
	p.Until(`document.getElementById("library-list").value && document.getElementById("library-list").selectedOptions[0].textContent.startsWith("the name of the study · Ann")`)
	p.choose("library-search", "of the study")
	p.Until(`document.getElementById("library-list").length === 1`)
	p.Click("#library-open")
	p.Until(`!document.getElementById("library").open`)
	p.typed("Nf3")
	p.line("e2e4", "e7e5", "g1f3")
	p.Click("#library-button")
	p.Until(`document.getElementById("library-list").length === 2 && document.getElementById("library-name").value === "the name of the study"`)
	if got := p.titles(); !strings.HasPrefix(got[0], "the name of the study · Ann, 3 plies") {
		t.Errorf("with a name the list has %q", got)
	}
	p.Click("#library-remove")
	p.Click("#confirm-yes")
	p.Until(`document.getElementById("library-list").length === 1`)
	p.Click("#library-open")
	p.Until(`document.body.dataset.game === "shogi"`)
	p.plies(2)
	p.typed("9g9f")
	p.plies(4)
}

// slowStore is a store that answers late.
const slowStore = `Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
	set(f) { this.addEventListener("complete", () => setTimeout(f, 1000)); },
})`

// leafing goes from one game of a file to the next; what was changed in one is there when one comes back, and
// after the tab was closed.
func leafing(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Click("#open-button")
	p.Run(nil, `document.getElementById("open-text").value = "[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *\n\n[White \"Cid\"]\n\n1. c4 *"`)
	p.Click("#open-form button[type=submit]")
	p.Until(`!document.getElementById("open-games").hidden`)
	p.choose("open-number", "1")
	p.Click("#open-form button[type=submit]")
	p.Until(`document.getElementById("library-at").textContent === "2 of 3"`)
	p.Press("End")
	p.line("d2d4")
	p.typed("d5")
	p.line("d2d4", "d7d5")
	p.Click("#library-next")
	p.Until(`document.getElementById("library-at").textContent === "3 of 3" && document.getElementById("library-next").disabled`)
	p.Press("End")
	p.line("c2c4")
	p.again(s, "")
	p.line("c2c4")
	p.Call(nil, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": slowStore})
	p.Reload()
	p.ready()
	p.Until(`document.getElementById("library-place").checkVisibility()`)
	p.Click("#library-previous") // what is beside the game is not known yet
	p.line("d2d4", "d7d5")
	p.Click("#library-previous")
	p.Until(`document.getElementById("library-at").textContent === "1 of 3" && document.getElementById("library-previous").disabled`)
	p.Press("End")
	p.line("e2e4")
	p.Click("#library-button")
	p.Until(`document.getElementById("library-list").length === 2`) // the file, and what was changed
	p.choose("library-search", "file with 3")
	p.Click("#library-open")
	p.Until(`!document.getElementById("library").open`)
}

// twoOwners: two tabs that have the same study do not overwrite each other.
func twoOwners(t *testing.T, b *browser.Browser, s *server) {
	first := open(t, b, s, "#chess/analyse")
	first.typed("e4")
	first.line("e2e4")
	second := open(t, b, s, "#shogi/play")
	second.Click("#library-button")
	second.Until(`document.getElementById("library-list").length === 1`)
	second.Click("#library-open")
	second.line("e2e4")
	second.typed("e5")
	second.line("e2e4", "e7e5")
	first.Click("#back") // looking is no change
	first.line()
	first.Until(`!document.getElementById("forward").disabled`)
	first.Click("#forward")
	first.line("e2e4")
	first.Click("#library-button")
	first.Until(`document.getElementById("library-list").length === 1`)
	first.Click("#library-close")
	first.typed("c5")
	first.typed("c3")
	first.line("e2e4", "c7c5", "c2c3")
	first.Click("#library-button")
	first.Until(`document.getElementById("library-list").length === 2`)
	got := first.titles()
	slices.Sort(got)
	if !strings.Contains(got[0], "2 plies") || !strings.Contains(got[1], "3 plies") {
		t.Errorf("the list has %q", got)
	}
}

// keepsNothing: where the browser refuses to keep anything, the page says so once and works.
func keepsNothing(t *testing.T, b *browser.Browser, s *server) {
	for name, refusal := range map[string]string{
		"none":      `Object.defineProperty(window, "indexedDB", { value: undefined })`,
		"forbidden": `indexedDB.open = () => { throw new DOMException("no", "SecurityError"); }`,
		"fails":     `indexedDB.open = () => { const asked = {}; setTimeout(() => asked.onerror()); return asked; }`,
		"no room":   `IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }`,
	} {
		t.Run(name, func(t *testing.T) {
			b.In(t)
			p := open(t, b, s, "#chess/analyse")
			p.Call(nil, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": refusal})
			p.Reload()
			p.ready()
			p.Until(`document.getElementById("notice-text").textContent.startsWith("This browser keeps nothing")`)
			p.Click("#notice-close")
			p.typed("e4")
			p.line("e2e4")
			p.Click("#library-button")
			p.Until(`document.getElementById("library-count").textContent.startsWith("This browser keeps nothing")`)
			p.Click("#library-close")
			p.Click("#library-chapter")
			p.line()
			if said := p.Text("#notice-text"); said != "" {
				t.Errorf("it says again %q", said)
			}
		})
	}
}

// backAndForward move between modes and games.
func backAndForward(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/play")
	p.mode("analyse")
	p.typed("e4")
	p.line("e2e4")
	p.Click("#games [data-game=shogi]")
	p.Until(`document.body.dataset.game === "shogi" && location.hash.startsWith("#shogi/play")`)
	for _, step := range []struct{ by, game, mode string }{
		{"back", "chess", "analyse"}, {"back", "chess", "play"}, {"forward", "chess", "analyse"}, {"forward", "shogi", "play"}, {"back", "chess", "analyse"},
	} {
		p.Run(nil, "history.%s()", step.by)
		p.Until(`document.body.dataset.game === %q && document.body.dataset.mode === %q && location.hash.startsWith("#%[1]s/%[2]s")`, step.game, step.mode)
		if p.is(`document.getElementById("confirm").open`) {
			t.Fatalf("%v asks something", step)
		}
	}
	p.line("e2e4")
}

// savesAll: all games and studies go into files that can be opened again.
func savesAll(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	for _, moves := range [][2]string{{"#chess/analyse", "e4"}, {"#chess/analyse//d2d4", "d5"}, {"#shogi/analyse", "7g7f"}, {"#shogi/analyse//2g2f", "8c8d"}} {
		p.visit(moves[0])
		p.Press("End")
		p.typed(moves[1])
		p.Until(`document.getElementById("move").value === ""`)
		p.Until(`%s.length > 0`, current)
	}
	p.Run(nil, `window.files = {}; {
		const { createObjectURL } = URL;
		URL.createObjectURL = blob => { window.blob = blob; return createObjectURL(blob); };
		HTMLAnchorElement.prototype.click = function () { const { download } = this; window.blob.text().then(text => { window.files[download] = text; }); };
	}`)
	p.Click("#library-button")
	p.Until(`document.getElementById("library-list").length === 4`)
	p.Click("#library-all")
	p.Until(`Object.keys(window.files).length === 2`)
	var files map[string]string
	p.Run(&files, "window.files")
	p.Click("#library-close")
	for name, text := range files {
		p.Click("#open-button")
		p.Run(nil, `document.getElementById("open-text").value = %q`, text)
		p.Click("#open-form button[type=submit]")
		p.Until(`document.getElementById("open-number").length === 2`)
		if fault := p.Text("#open-fault"); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
		p.Click("#open-cancel")
	}
}

// linkBesideEditor: a link to a game is followed though the editor is open.
func linkBesideEditor(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#shogi/analyse")
	p.Click("#edit-button")
	p.Until(`!document.getElementById("editor").hidden`)
	const position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
	p.visit(at("shogi", "play", position))
	p.begin("first", map[string]string{"level": "beginner", "start": "board", "clock": "none"})
	if squares, _ := p.board("shogi"); squares[4] != "k" || squares[0] != "." {
		t.Errorf("the game begins with %q", squares[:9])
	}
}
