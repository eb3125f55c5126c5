package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// pictures: a click saves the board as a picture that needs nothing of the page.
func pictures(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	for _, at := range []string{at("chess", "analyse", "", "e2e4", "c7c5"), at("shogi", "analyse", "", "7g7f", "3c3d", "8h2b+", "3a2b")} {
		p.visit(at)
		p.Run(nil, `delete window.saved; URL.createObjectURL = blob => { window.saved = blob; return "#"; }`)
		p.Click("#save-picture")
		p.Until(`window.saved`)
		var text string
		p.Run(&text, `saved.text()`)
		var fault string
		p.Run(&fault, `(() => {
			const picture = new DOMParser().parseFromString(%q, "image/svg+xml");
			if (picture.querySelector("parsererror")) return "it is no XML";
			if (picture.querySelector("[class]")) return "it has classes";
			const uses = [...picture.querySelectorAll("use")], lost = uses.find(use => !picture.getElementById(use.getAttribute("href").slice(1)));
			if (lost) return lost.getAttribute("href") + " is not in it";
			const pieces = uses.filter(use => !use.closest("symbol")).length;
			if (pieces !== document.querySelectorAll("#board .pieces use").length || pieces < 32) return pieces + " pieces";
			return [...picture.querySelectorAll("path, rect")].find(e => !e.closest("marker") && !e.getAttribute("fill")) ? "a shape has no colour" : "";
		})()`, text)
		if fault != "" {
			t.Errorf("%s: %s", at, fault)
		}
	}
}
