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
		{"one page too many", page + "#chess/analyse", "The only engine is in use"},
	} {
		p := visit(c.address)
		if said := p.lost(); !strings.Contains(said, c.want) {
			t.Errorf("%s: the page says %q", c.name, said)
		}
		if retry := p.is(`document.getElementById("restart").offsetParent`); retry != strings.Contains(c.want, "engine") {
			t.Errorf("%s: a new start is offered: %v", c.name, retry)
		}
		if c.want == "The only engine is in use" { // it has a game, and goes on when there is an engine
			p.ready()
			p.Call(nil, "Page.bringToFront", nil)
			p.typed("e4")
			p.line("e2e4")
			p.Click("#engine-switch")
			first.Visit("about:blank")
			p.Until(`(document.getElementById("lost").hidden || document.getElementById("restart").click(), document.querySelector("#lines:not(.old) li strong"))`)
		}
		p.Close()
	}
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
